"""Many processes of one bot: which is alive, which takes over, which leads."""
