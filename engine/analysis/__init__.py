"""What a finished game teaches one seat: its mistakes, its best moves, its luck and its accuracy.

Everything is told from what the seat could know at the time, by the same search that plays `hard`.
No clock and no generator is looked at: the same record gives the same review on every machine.
"""
