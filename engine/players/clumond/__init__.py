"""The house players of Clumond."""
