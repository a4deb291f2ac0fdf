"""Weekly leagues of a server: everybody plays the same deals, and is compared with their likes."""
