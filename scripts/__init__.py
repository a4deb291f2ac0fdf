"""Scripts for those who work on Nimbus; the bot never imports them."""
