"""The app in WebKit, the engine of Safari: a whole game against a bot without a network; a tab ends on the way."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.servers import free_port
from tests.app.elsewhere import Visitor
from tests.app.site import Site
from tests.app.webkit import webkit
from tests.browsers import DRIVER, WEBKIT, XVFB
from tests.cases import OURS

pytestmark = [
    pytest.mark.slow,
    pytest.mark.thorough,  # so is the engine only had by `make thorough`
    pytest.mark.skipif(None in (DRIVER, WEBKIT, XVFB), reason="apt-get install webkit2gtk-driver xvfb"),
]


def test_whole_games_in_webkit_without_a_network(bare: Site, tmp_path: Path) -> None:
    """Of one box with a tab that ends on the way, then of all of them."""
    with webkit(tmp_path, free_port()) as browser:
        somebody = Visitor(browser, bare)
        somebody.open()
        somebody.has_everything()
        bare.shut()
        table = somebody.open_table("hopsy", "novice")
        somebody.play(table, 2)
        moves = somebody.moves(table)
        browser.another_tab()
        somebody.open(f"t/{table}")
        assert 2 <= moves <= somebody.moves(table) <= 4, "no move is lost, and the bot goes on"
        somebody.play(table)
        somebody.sees_the_replay(table)
        for game in OURS:
            table = somebody.open_table(game, "player")
            somebody.play(table)
            somebody.sees_the_replay(table)
