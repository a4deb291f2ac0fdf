"""Time at a table: turns, clocks, pauses, what the table agrees on, vacations."""
