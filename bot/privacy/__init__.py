"""People's data: exported, deleted, and tidied when it is old."""
