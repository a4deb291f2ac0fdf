"""What people do at a table: move, leave, moderate, and how a typed move is read."""
