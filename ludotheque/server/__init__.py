"""The web table: a cupboard of games served to browsers and to programs."""
