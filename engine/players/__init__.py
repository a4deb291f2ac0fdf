"""House players: the contract, the levels, the search, and a package a game.

A package's `position` is what its game is searched in: bits and short lists instead of states and
events. Players are numbered from 0 there (player 0 is on seat 1), in Cloud 9 by their seats.
"""
