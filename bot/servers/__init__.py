"""What those who manage a server set, and how a server is greeted."""
