"""The page of the stand-in, in headless Chromium."""
