"""What a person sets for themselves."""
