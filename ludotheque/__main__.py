"""`python -m ludotheque` is the `ludotheque` command."""

from ludotheque.cli import main

main()
