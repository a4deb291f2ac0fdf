"""What a server, a person or a table has chosen, as typed values. It stands below the tables."""
