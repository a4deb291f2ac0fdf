"""The choices of a server, a person or a table, as typed values. They stand below the tables."""
