"""What is kept of people: exported, deleted, and tidied when it is old."""
