"""A small game that already plays, as `ludotheque new` writes it under another name."""
