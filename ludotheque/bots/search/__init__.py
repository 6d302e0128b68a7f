"""Looking ahead: alpha-beta, Monte-Carlo, endings, games tried out. What is compiled has a file of its own."""
