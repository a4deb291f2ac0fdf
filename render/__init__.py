"""Pictures and their alt text, painted from what a seat may see."""
