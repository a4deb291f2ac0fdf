"""Nimbly, also known as Jokerlink: drafting nine cards from three open rows."""
