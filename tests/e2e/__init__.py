"""The unmodified bot process over the wire of the sandbox, in real time."""
