"""Slow, plain restatements of the rules, against which tests check the compiled games."""
