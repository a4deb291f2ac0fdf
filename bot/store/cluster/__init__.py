"""Messages of processes that share a database, in that database."""
