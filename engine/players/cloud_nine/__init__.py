"""The house players of Cloud Nine."""
