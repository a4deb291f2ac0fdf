"""Cloud Nine: tricks build a face-up cloud of nine beside a hand of nine."""
