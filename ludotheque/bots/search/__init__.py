"""Looking ahead where everything is seen: alpha-beta, Monte-Carlo, endings. Each in two files: what is bound to a game, and its compiled part."""
