"""The core: one table from its lobby to its end, whatever is played there. It knows no feature."""
