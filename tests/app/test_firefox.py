"""The app in Firefox: whole games without a network, killed and begun again on the way; a private window."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.servers import free_port
from tests.app.elsewhere import NEWS, Visitor
from tests.app.firefox import firefox
from tests.app.site import Site
from tests.browsers import FIREFOX
from tests.cases import OURS
from tests.volume import volume

pytestmark = [pytest.mark.slow, pytest.mark.skipif(FIREFOX is None, reason="Firefox is not installed")]


def test_whole_games_in_firefox_without_a_network(bare: Site, tmp_path: Path) -> None:
    """Of one box, and of all of them where there is time; the browser is killed in the middle of the first."""
    profile, port = tmp_path / "profile", free_port()
    with firefox(profile, port) as browser:
        somebody = Visitor(browser, bare)
        somebody.open()
        somebody.has_everything()
        assert browser.run(f"() => {NEWS}.hidden"), "nothing is amiss"
        bare.shut()
        table = somebody.open_table("hopsy", "novice")
        somebody.play(table, 2)
        moves = somebody.moves(table)
    with firefox(profile, port) as browser:
        somebody = Visitor(browser, bare)
        somebody.open(f"t/{table}")
        assert 2 <= moves <= somebody.moves(table) <= 4, "no move is lost, and the bot goes on"
        somebody.play(table)
        somebody.sees_the_replay(table)
        for game in volume(0, 1) * OURS:
            table = somebody.open_table(game, "player")
            somebody.play(table)
            somebody.sees_the_replay(table)


@pytest.mark.thorough  # it takes a browser of its own
def test_a_private_window_of_firefox_is_told_that_it_forgets(bare: Site, tmp_path: Path) -> None:
    """What is played there is gone with the window: said once, and quietly."""
    with firefox(tmp_path / "profile", free_port(), private=True) as browser:
        somebody = Visitor(browser, bare)
        somebody.open()
        browser.wait(f"() => {NEWS}.textContent.includes('what you play here is gone when you close it') && 1")
        browser.run(f"() => {NEWS}.querySelector('button').click()")
        assert browser.run(f"() => {NEWS}.hidden")
        somebody.open("me")
        somebody.has_everything()
        assert browser.run(f"() => {NEWS}.hidden")
