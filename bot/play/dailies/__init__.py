"""The daily: one game a UTC day, the same for everybody, played alone against house players."""
