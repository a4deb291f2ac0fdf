"""What each verb does: plain functions of a press, the same for a button and for a command."""
