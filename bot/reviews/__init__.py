"""Reviews: what a finished game teaches its players."""
