"""What researchers import: many games at once, environments that others know, prompts for language models."""
