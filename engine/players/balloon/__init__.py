"""The house players of Cloud 9."""
