"""A table as a value: its log, the fold, what may be done, what each viewer is told. No network, no database."""
