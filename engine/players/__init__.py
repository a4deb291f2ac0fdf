"""House players: the contract, the levels, the search, and a package a game.

A package's `position` is what its game is searched in: bits and short lists instead of states and
events. Most of them number the players from 0: player 0 is on seat 1.
"""
