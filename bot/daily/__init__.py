"""The daily deal: the same cards for everybody, once a day."""
