"""The laws every game keeps, for whoever writes one.

With pytest they run on any installed game:

    pytest --pyargs ludotheque.testing.suite --game quarto

or in a package's own tests:

    from ludotheque.testing.suite import TestLaws

    GAMES = ["quarto"]

Each law is also a function of `ludotheque.testing.laws`, which raises `AssertionError` and says what is wrong.
"""
