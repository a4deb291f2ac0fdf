"""House players at work, and the processes that think and work for them."""
