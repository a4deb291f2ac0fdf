"""Ratings, leaderboards and statistics: how well people play."""
