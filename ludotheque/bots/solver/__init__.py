"""What is certain: forced wins, endings, whole games."""
