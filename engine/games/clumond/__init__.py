"""Clumond: thirteen tricks of sixteen cards; the three left must name the tricks won."""
