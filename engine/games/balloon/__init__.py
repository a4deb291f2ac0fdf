"""Cloud 9, the balloon game: dice, bluff, and the question whether to jump."""
