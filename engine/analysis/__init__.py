"""The lessons of a finished game for one seat: its mistakes, best moves, luck and accuracy.

Everything is told from what the seat could know at the time, by the same search that plays `hard`.
No clock and no generator is looked at: the same record gives the same review on every machine.
"""
