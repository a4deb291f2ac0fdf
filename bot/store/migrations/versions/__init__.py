"""The revisions of the tables, each in a module of its own, oldest first by name."""
