"""Paper: boxes and rulebooks as PDF, at their true size, drawn from the same scenes as the screen. Knows no game."""
