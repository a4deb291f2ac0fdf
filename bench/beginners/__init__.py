"""Beginners: what a sensible person does who has read the rules twice and never played.

They see what everybody sees (view and legal moves), count what lies before them, and neither search
nor remember. They were written from docs/rules.md alone, so that they know nothing of what house
players believe. Cloud Nine's was made plainer once, to be as strong as the beginners whom version 1
had been compared with. A rung of the ladder (`bench.ladder`).
"""
