"""`python -m bot rehearse`: a host's first minute on Discord itself, cleaned up after."""
