"""The pages without a browser: every message is translated and used, no game is known to the script, boxes are
described."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from jinja2 import Environment, nodes

import ludotheque as lt
from ludotheque.answers import boxes
from ludotheque.bots import roster
from ludotheque.bots.levels import LEVELS, USUAL
from ludotheque.core.catalogues import Language, languages
from ludotheque.core.cupboard import find
from ludotheque.core.text import Refusal, verbatim
from ludotheque.core.typesetting import unbroken
from ludotheque.drawing.rulebooks import rulebooks
from ludotheque.pages.rendering import script_words
from ludotheque.server.pages.rulebook import rules
from tests.cases import OURS
from tools import catalogues

PACKAGE = Path(lt.__file__).parent
WEB = PACKAGE / "web"
TEMPLATES = {path.name: path.read_text(encoding="utf-8") for path in sorted((WEB / "templates").glob("*.html"))}
SCRIPTS = {path.name: path.read_text(encoding="utf-8") for path in sorted((WEB / "static").glob("*.js"))}
FRENCH = PACKAGE / "locale" / "fr.po"
PLACEHOLDER = re.compile(r"\{(\w+)\}")
STRING = r'"((?:[^"\\]|\\.)*)"'
SAID = re.compile(rf"\bsay\(\s*{STRING}\s*(?:,\s*\{{([^}}]*)\}}\s*)?\)")
COUNTED = re.compile(rf"\bsayCounted\(\s*{STRING},\s*{STRING},")


def french() -> Catalog:
    with FRENCH.open("rb") as file:
        return read_po(file, locale="fr")


CATALOGUE = french()
MESSAGES = [message for message in CATALOGUE if message.id]


def forms(told: str | list[str] | tuple[str, ...] | None) -> list[str]:
    """A message or a translation: of a counted one, all its forms."""
    return [told] if isinstance(told, str) else list(told or ())


def names_in(text: str) -> set[str]:
    return set(PLACEHOLDER.findall(text))


def said_by_templates() -> list[tuple[str, str, set[str]]]:
    """The messages given to `_`: where, the message, and the names of what is filled in."""
    found = []
    for name, source in TEMPLATES.items():
        for call in Environment().parse(source).find_all(nodes.Call):
            if isinstance(call.node, nodes.Name) and call.node.name == "_":
                (message,) = call.args
                assert isinstance(message, nodes.Const), f"{name}: a message is written out, so that it can be found"
                found.append((name, str(message.value), {each.key for each in call.kwargs}))
    return found


def said_by_scripts() -> list[tuple[str, str, set[str]]]:
    """The messages given to `say`, in the same way."""
    found = []
    for name, source in SCRIPTS.items():
        for text, given in SAID.findall(source):
            while (simpler := re.sub(r"\([^()]*\)", "", given)) != given:
                given = simpler
            found.append((name, unquoted(text), set(re.findall(r"(?:^|,)\s*(\w+)\s*(?=:|,|$)", given))))
    return found


def counted_by_scripts() -> list[tuple[str, str]]:
    return [(unquoted(one), unquoted(many)) for source in SCRIPTS.values() for one, many in COUNTED.findall(source)]


def unquoted(text: str) -> str:
    return str(json.loads(f'"{text}"'))


def translated(message: str) -> list[str]:
    """What French says for a message; nothing where it says nothing."""
    found = CATALOGUE.get(message)
    return forms(found.string) if found is not None else []


def test_every_message_of_the_templates_is_translated() -> None:
    said = said_by_templates()
    assert len(said) > 80
    for where, message, given in said:
        assert len(translated(message)) == 1, f"{where}: {message}"
        assert all(translated(message)), f"{where}: {message}"
        assert names_in(message) == given, f"{where}: {message}"


def test_every_message_of_the_scripts_is_translated() -> None:
    said = said_by_scripts()
    assert len(said) > 50
    for where, message, given in said:
        assert len(translated(message)) == 1, f"{where}: {message}"
        assert all(translated(message)), f"{where}: {message}"
        assert names_in(message) == given, f"{where}: {message}"
    counted = counted_by_scripts()
    assert len(counted) >= 5
    for one, many in counted:
        found = CATALOGUE.get(one)
        assert found is not None, one
        assert forms(found.id) == [one, many]
        assert len(translated(one)) == CATALOGUE.num_plurals
        assert all(translated(one)), one


def test_messages_of_the_scripts_are_written_out() -> None:
    """What is not a string in the script is not found, and stays English."""
    for name, source in SCRIPTS.items():
        defined = len(re.findall(r"function say(?:Counted)?\(", source))
        assert len(re.findall(r"\bsay\(", source)) == len(SAID.findall(source)) + (defined > 0), name
        assert len(re.findall(r"\bsayCounted\(", source)) == len(COUNTED.findall(source)) + (defined > 0), name


def test_scripts_are_given_their_messages_and_no_others() -> None:
    given = json.loads(script_words("fr"))
    said = {message for _, message, _ in said_by_scripts()}
    counted = {one for one, _ in counted_by_scripts()}
    assert set(given["messages"]) == said | counted
    for message, words in given["messages"].items():
        assert isinstance(words, list) is (message in counted), message
        assert forms(words) == [unbroken(each, "fr") for each in translated(message)]
    assert given["which"][:4] == [0, 0, 1, 1], "in French, none is as one"
    assert json.loads(script_words("en")) == {"messages": {}, "which": []}, "they speak English themselves"


@pytest.mark.slow
def test_what_nobody_has_translated_is_not_given_to_scripts() -> None:
    """They say it in English then, not in no words at all."""
    begun = catalogues.new("pt")
    begun.update(catalogues.template(), no_fuzzy_matching=True)
    for message in ("Yes", "{n} blunder"):
        found = begun.get(message)
        assert found is not None
        found.string = "Sim" if message == "Yes" else ("", "{n} erros")
    assert catalogues.for_scripts(begun)["messages"] == {"Yes": "Sim"}


@pytest.mark.parametrize("path", sorted((PACKAGE / "locale").glob("*.po")), ids=lambda path: path.stem)
def test_what_is_filled_in_is_filled_in_by_the_translation_too(path: Path) -> None:
    with path.open("rb") as file:
        messages = [message for message in read_po(file, locale=path.stem) if message.id]
    assert len(messages) > 1000
    assert [message.id for message in messages if not all(forms(message.string))] == [], "not translated"
    assert [message.id for message in messages if not is_filled_in_alike(message)] == []


def is_filled_in_alike(message: Message) -> bool:
    wanted = [names_in(form) for form in forms(message.id)]
    return all(names_in(translation) in wanted for translation in forms(message.string))


@pytest.mark.slow
def test_nothing_in_the_catalogue_is_unused_and_nothing_is_missing(tmp_path: Path) -> None:
    """Bringing the catalogue up to date with the sources leaves it as it is."""
    root = PACKAGE.parent
    (tmp_path / "tools").mkdir()
    shutil.copy(root / "tools" / "catalogues.py", tmp_path / "tools")
    skipped = shutil.ignore_patterns("__pycache__", "*.svg", "*.css", "*.mo", "*.json", "*.md")
    shutil.copytree(PACKAGE, tmp_path / "ludotheque", ignore=skipped)
    command = [sys.executable, str(tmp_path / "tools" / "catalogues.py"), "update"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert re.search(r"^fr: 0 of \d+ missing$", done.stdout, re.MULTILINE), done.stdout
    copy = tmp_path / "ludotheque" / "locale" / "fr.po"
    assert copy.read_text(encoding="utf-8") == FRENCH.read_text(encoding="utf-8")


SHOWN = ("ludotheque/web/", "ludotheque/server/pages/", "ludotheque/tables/", "ludotheque/server/http/")
OF_PAGES = [message for message in MESSAGES if any(place.startswith(SHOWN) for place, _ in message.locations)]


def test_french_is_written_as_french_is() -> None:
    texts = [text for message in OF_PAGES for text in forms(message.string)]
    assert [text for text in texts if re.search(r"\w[!?;:»]|«\w", text)] == [], "a space goes between"


def test_neither_script_nor_style_knows_a_game() -> None:
    for name, text in SCRIPTS.items():
        for game in lt.games().values():
            assert game.id not in text, name
            assert not any(game.title.to(language) in text for language in languages()), name
    styles = "".join(path.read_text(encoding="utf-8") for path in (WEB / "static").glob("*.css"))
    assert not any(game in styles for game in lt.games())


def test_the_script_says_nothing_of_its_own() -> None:
    """What people read goes through `say`."""
    for name, text in SCRIPTS.items():
        assert not re.search(r"toast\(\"", text), name
        assert "innerHTML" not in text, name
        assert "http://" not in text.replace("http://www.w3.org/2000/svg", ""), name


def test_fine_print_is_for_those_who_ask_for_more_settings() -> None:
    main, more = boxes.options(find("hops_dice"), "fr")
    assert [field.name for field in main] == ["setup"]
    assert {"back_and_forth", "blocked"} <= {field.name for field in more}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", list(map(find, OURS)), ids=OURS)
def test_a_box_is_described_by_its_own_label(game: lt.Game, language: Language) -> None:
    facts = boxes.facts(game, language)
    assert facts.title == game.title.to(language)
    main, more = boxes.options(game, language)
    assert len(main) <= 2
    assert not {field.name for field in main} & {option.name for option in game.options if option.fine}
    fields = {field.name: field for field in (*main, *more)}
    declared = [option.name for option in game.options]
    with_the_variant = {name for variant in game.variants for name in variant.options}
    assert sorted(fields) == sorted(set(declared) - with_the_variant)
    for part in (main, more):
        assert [field.name for field in part] == [name for name in declared if name in {each.name for each in part}]
    for option in game.options:
        if option.name in with_the_variant:
            continue
        field = fields[option.name]
        for value in field.values:
            option.read(value.value)
        if field.values and field.kind != "several":
            assert field.default in {value.value for value in field.values}
    book = rules(game.id, language)
    assert book is not None
    assert book.language == language
    assert len(book.chapters) > 3
    assert "<h1" not in book.html
    for chapter in book.chapters:
        assert f'id="{chapter.anchor}"' in book.html
    sources = re.findall(r'<img src="([^"]+)"', book.html)
    assert sources
    assert all(source.startswith(f"/games/{game.id}/diagrams/") for source in sources)
    assert re.search(r'alt="[^"]{10,}"', book.html)


@pytest.mark.parametrize("game", OURS)
def test_a_picture_shows_no_title_and_is_the_same_again(game: str) -> None:
    drawn = boxes.picture(game)
    boxes.picture.cache_clear()
    assert boxes.picture(game) == drawn
    assert drawn.startswith("<svg")
    assert not drawn.endswith("</text></svg>\n")


def test_seats_follow_the_options() -> None:
    rolit = lt.games()["rolit"]
    three = boxes.seating(rolit, {"players": "3"}, "en")
    assert [place.id for place in three.seats] == ["red", "yellow", "green"]
    assert not three.solo
    alone = boxes.seating(rolit, {"players": "1"}, "en")
    assert len({place.player for place in alone.seats}) == 1
    assert alone.solo.startswith("You play two colours")
    with pytest.raises(Refusal, match="players"):
        boxes.seating(rolit, {"players": "9"}, "fr")


def test_a_form_says_who_wins_without_mistakes_where_that_is_known() -> None:
    hopsy = find("hopsy")
    for given, moves in (({}, 15), ({"setup": "mirror"}, 19)):
        certain = boxes.seating(hopsy, given, "en").certain
        assert certain is not None
        assert (certain.player, certain.bot) == (0, LEVELS[-1])
        assert certain.words == f"Whoever begins wins if they make no mistake, within {moves} moves of both together."
    for given in ({"variant": "mix"}, {"setup": "7271"}, {"max_plies": "14"}):
        assert boxes.seating(hopsy, given, "en").certain is None
    assert boxes.seating(find("rolit"), {}, "en").certain is None


def test_a_form_is_refused_in_the_words_of_the_form() -> None:
    """Names of options are for those who type them."""
    wrong = [
        ("rolit", {"players": "9"}),
        ("rolit", {"colours": "red,green,grey", "players": "2"}),
        ("rolit", {"first": "grey"}),
        ("rolit", {"first": "green", "position": "....../....../..ry../..eg../....../...... r"}),
        ("rolit", {"position": "nonsense"}),
        ("hopsy", {"max_plies": "0"}),
        ("hopsy", {"setup": "7272"}),
        ("hopsy", {"setup": "1", "variant": "mix"}),
        ("plic_plac", {"players": "1", "specials": "yes"}),
        ("hop_plie", {"column": "3"}),
        ("hop_plie", {"max_rounds": "many"}),
        ("hop_plie", {"sheet": "nothing | here"}),
    ]
    for game, given in wrong:
        with pytest.raises(Refusal) as refusal:
            boxes.seating(find(game), given, "en")
        words = refusal.value.words.to("en")
        assert not re.search(r"\w=|^\w+: |\w_\w|None|True", words), words
        assert not words[0].islower(), words


@pytest.mark.parametrize("game", list(map(find, OURS)), ids=OURS)
def test_levels_are_offered_first_with_as_many_stars_as_they_are_strong(game: lt.Game) -> None:
    offered = boxes.opponents(game, "fr")
    assert [(each.id, each.stars) for each in offered[:5]] == [(name, at) for at, name in enumerate(LEVELS, 1)]
    assert {each.id for each in offered[5:]} == set(roster.names(game)) - set(LEVELS)
    assert not any(each.stars for each in offered[5:])
    assert [each.id for each in offered if each.usual] == [USUAL]
    assert len({each.name for each in offered}) == len(offered)


def test_a_bot_nobody_has_named_keeps_its_name() -> None:
    assert roster.title("greedy") != roster.title("grandmaster") == verbatim("grandmaster")


# Quotes

QUOTES = {"en": "“”", "fr": "«»", "de": "„“", "es": "«»", "it": "«»", "nl": "‘’"}
"""One pair for each language, in rulebooks and on the screen alike."""
TYPED = ('"A1 small, over, top"', "'numba==", "'ludotheque[scale]'")
"""What one types has the quotes of a command line."""
_NOT_READ = re.compile(r"```.*?```|`[^`]*`|\]\([^)]*\)|<[^>]+>", re.DOTALL)
"""What is code in a rulebook, and the recipes of its pictures."""


@pytest.mark.parametrize("language", languages())
def test_each_language_has_one_pair_of_quotes(language: str) -> None:
    read = {path.name: _NOT_READ.sub("", path.read_text(encoding="utf-8")) for path in _rulebooks(language)}
    if language == "en":
        said = [form for message in catalogues.template() if message.id for form in forms(message.id)]
    else:
        with (catalogues.LOCALE / f"{language}.po").open("rb") as file:
            said = [form for message in read_po(file, locale=language) if message.id for form in forms(message.string)]
    for text in (*read.values(), *said):
        for typed in TYPED:
            text = text.replace(typed, "")
        text = re.sub(r"(?<=\w)[’'](?=\w)", "", text)  # an apostrophe
        others = set('“”„«»‘"') - set(QUOTES[language])
        assert not others & set(text), text[:200]


CREDITS = {
    "hopsy": ("Max Gerchambeau", "Habourdin International S.A.", "HOPS™", "1983"),
    "hops_dice": ("Max Gerchambeau", "Habourdin International S.A.", "HOPS™", "1983"),
    "rolit": ("Rolit®", "Goliath"),
    "plic_plac": ("Plic-Plac", "Ludobis"),
    "hop_plie": (
        *("Klaus-Jürgen Wrede", "Ralph Querfurth", "Leon", "Schiffer", "Anatol Dündar", "C&G May"),
        *("Schmidt Spiele GmbH", "2021"),
    ),
}
"""Who made the boxes, as the boxes say."""


@pytest.mark.parametrize("game", OURS)
def test_rulebooks_say_in_every_language_who_made_the_box(game: str) -> None:
    for language, path in rulebooks(find(game)).items():
        last = path.read_text(encoding="utf-8").rstrip().rpartition("\n\n")[2]
        said = " ".join(last.split())
        assert not [name for name in CREDITS[game] if name not in said], language


def _rulebooks(language: str) -> list[Path]:
    return [rulebooks(find(game))[language] for game in OURS]
