"""Records of finished games, and the proof that they were dealt fairly."""
