"""A bot that has learned Rolit on 4×4 squares by playing against itself, and what taught it."""
