"""Discord's limits as pure functions: a body in, a tree of form errors out."""
