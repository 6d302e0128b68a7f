"""Tables on one device: what people do there, and the bots they play against. No network, no threads, no files."""
