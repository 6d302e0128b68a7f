"""Programs that use the server from outside."""
