"""More people than seats: several tables with the same deals, one standing for all."""
