"""The house players of Nimbly."""
