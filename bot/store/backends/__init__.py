"""The databases: SQLite and PostgreSQL, opened, moved, backed up and checked."""
