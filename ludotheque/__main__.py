"""`python -m ludotheque` is the `ludotheque` command."""

from ludotheque.cli.main import main

main()
