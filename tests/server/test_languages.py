"""Everybody is spoken to in their language: the one they chose, else the one their browser likes best of ours."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from ludotheque.core import catalogues
from ludotheque.pages import rendering
from tests.server.house import ME, House, ok

HEADING = {
    "en": "What shall we play?",
    "fr": "Que prend-on\N{NO-BREAK SPACE}?",
    "de": "Was spielen wir?",
    "pt": "O que vamos jogar?",
}


def language_of(page: httpx.Response) -> str:
    """The language a page says that it is in; its heading is in it, too."""
    assert page.status_code == 200
    (language,) = re.findall(r'<html lang="(\w+)"', page.text)
    assert HEADING[language] in page.text
    assert re.findall(r'<option value="(\w+)" lang="\w+" selected>', page.text) == [language]
    return str(language)


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "fr"),
        ("sv-SE,sv;q=0.9", "fr"),
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("en-GB,en;q=0.9", "en"),
        ("en;q=0.2, fr;q=0.8", "fr"),
        ("fr;q=0.2, sv;q=0.9, en-US;q=0.3", "en"),
        ("en;q=0, *;q=0.5", "fr"),
        ("en;q=nonsense, fr", "fr"),
        ("EN", "en"),
        (",;,;q=", "fr"),
        ("x," * 5000 + "en", "fr"),
    ],
)
def test_the_browser_s_wishes_are_weighed(house: House, header: str, language: str) -> None:
    page = httpx.get(f"{house.address}/", headers={"accept-language": header})
    assert language_of(page) == language
    assert "lang=" not in page.headers.get("set-cookie", "")


def test_what_was_chosen_comes_first_and_is_remembered(house: House) -> None:
    with httpx.Client(base_url=house.address, headers={"accept-language": "fr"}) as client:
        assert language_of(client.get("/")) == "fr"
        chosen = client.get("/?lang=en")
        assert language_of(chosen) == "en"
        assert client.cookies["lang"] == "en"
        assert any("lang=en" in each and "Path=/" in each for each in chosen.headers.get_list("set-cookie"))
        assert language_of(client.get("/")) == "en", "by the cookie"
        assert language_of(client.get("/?lang=fr")) == "fr", "the address counts more than the cookie"
        assert client.cookies["lang"] == "fr"


@pytest.mark.parametrize("asked", ["sv", "", "../../etc/passwd", "<script>", "fr%0d%0aset-cookie:x=1"])
def test_a_language_there_is_none_of_is_not_remembered(house: House, asked: str) -> None:
    page = httpx.get(f"{house.address}/?lang={asked}", headers={"accept-language": "en"})
    assert language_of(page) == "en"
    assert "lang=" not in page.headers.get("set-cookie", "")
    assert "<script>" not in page.text.replace('<script type="', "")


def test_refusals_are_told_in_the_asker_s_language_and_in_all(house: House) -> None:
    ada = house.guest()
    table = ada.opens("hopsy", ME, ME)
    error = ada.plays(table, 0, "F1-F1").json()["error"]
    assert set(error["message"]) == set(catalogues.languages())
    assert error["text"] == error["message"]["en"] != error["message"]["fr"]
    french = ada.http.get("/api/tables/nothing?lang=fr").json()["error"]
    assert french["text"] == french["message"]["fr"] == "Cette table n'existe pas (ou plus)."
    page = ada.http.get("/t/nothing?lang=fr")
    assert page.status_code == 404
    assert "Cette table n&#39;existe pas (ou plus)." in page.text


MALFORMED: dict[str, tuple[str, object]] = {
    "is missing": ("tables", {}),
    "is not known here": ("tables", {"game": "hopsy", "unknown": 1}),
    "is not JSON": ("tables", None),
    "must be me, open or bot": ("tables", {"game": "hopsy", "seats": [{"kind": "cat"}]}),
    "must be 0 or more": ("tables", {"game": "hopsy", "clock": {"seconds": 60, "increment": -1}}),
    "must be 63 or less": ("tables/x/moves", {"seat": 64, "move": "A1"}),
    "must not be longer than 64 characters": ("tables", {"game": "h" * 65}),
    "must have 1 character or more": ("tables/x/moves", {"seat": 0, "move": ""}),
    "must not have more than 16 entries": ("tables", {"game": "hopsy", "seats": [{"kind": "open"}] * 17}),
    "must have 1 entry or more": ("tables/carried", {"entries": []}),
    "must be a text": ("tables", {"game": 1}),
    "must be a whole number": ("tables/x/moves", {"seat": 0.5, "move": "A1"}),
    "must be true or false": ("tables", {"game": "hopsy", "public": "perhaps"}),
    "must be a list": ("tables", {"game": "hopsy", "seats": "open"}),
    "must be an object with fields": ("tables", []),
}


@pytest.mark.parametrize(("english", "asked"), MALFORMED.items(), ids=MALFORMED)
def test_what_is_malformed_is_told_in_every_language(house: House, english: str, asked: tuple[str, object]) -> None:
    """In one language each, from the first word to the last: none begins in French and ends in English."""
    path, body = asked
    ada, told = house.guest(), set()
    for language in catalogues.languages():
        given: dict[str, object] = {"content": b"{"} if body is None else {"json": body}
        wished = {"accept-language": f"{language};q=0.9, sv;q=1"}
        headers = {**wished, "x-csrf": ada.csrf, "content-type": "application/json"}
        ada.http.cookies.delete("lang")
        answer = ada.http.post(f"/api/{path}", headers=headers, **given)  # type: ignore[arg-type]  # one of two
        error = answer.json()["error"]
        assert (answer.status_code, error["code"]) == (422, "malformed")
        assert error["text"] == error["message"][language]
        where, _, what = error["text"].partition(": ")[2].partition(": ")
        assert where.split(".")[0] == "body"
        assert (what == english) == (language == "en"), what
        told.add(what)
    assert len(told) == len(catalogues.languages())


def test_sockets_and_snapshots_speak_it_too(house: House) -> None:
    ada = house.guest()
    table = ada.opens("rolit", ME, ME)
    for language, name in (("en", "red"), ("fr", "rouge")):
        seen = ada.sees(table, lang=language)
        assert (seen["language"], seen["seats"][0]["name"]) == (language, name)
        with ada.live(table, f"lang={language}") as socket:
            assert socket.next("table")["seats"][0]["name"] == name
            socket.send(type="move", seat=0, move="A1")
            error = socket.next("refused")["error"]
            assert error["text"] == error["message"][language]
    ada.http.cookies.set("lang", "fr", domain="127.0.0.1")
    assert ada.sees(table)["language"] == "fr", "as the pages do, by the cookie"


@pytest.fixture
def tried_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Catalogues of somebody who translates, in a folder of their own: a new language, and a better French."""
    name = "the name of this language, in the language itself"
    portuguese = {
        "What shall we play?": HEADING["pt"],
        "There is no such table (any more).": "Essa mesa não existe (mais).",
    }
    for language, words in (("pt", portuguese), ("fr", {"The shelf": "L'étagère essayée"})):
        made = Catalog(locale=language, charset="utf-8")
        for message, translation in words.items():
            made.add(message, translation)
        if language == "pt":
            made.add("English", "Português", context=name)
        with (tmp_path / f"{language}.mo").open("wb") as file:
            write_mo(file, made)
        scripts = {"messages": {"Yes": f"{language} </script>"}, "which": [1, 0]}
        (tmp_path / f"{language}.json").write_text(json.dumps(scripts), encoding="utf-8")
    monkeypatch.setenv("LUDOTHEQUE_LOCALES", str(tmp_path))
    remembered = (catalogues.languages, catalogues.catalogue, rendering.script_words)
    for each in remembered:
        each.cache_clear()
    yield
    monkeypatch.undo()
    for each in remembered:
        each.cache_clear()


def script_words(page: httpx.Response) -> dict[str, str]:
    """What the scripts of a page are given to say."""
    (words,) = re.findall(r'<script type="application/json" id="words">(.*?)</script>', page.text)
    messages: dict[str, str] = json.loads(words)["messages"]
    return messages


@pytest.mark.usefixtures("tried_out")
def test_another_language_needs_its_catalogue_and_no_code(house: House) -> None:
    page = httpx.get(f"{house.address}/", headers={"accept-language": "pt-BR, fr;q=0.5"})
    assert language_of(page) == "pt"
    listed = re.findall(r'<option value="(\w+)" lang="\w+"(?: selected)?>([^<]+)</option>', page.text)
    assert {("en", "English"), ("fr", "Français"), ("pt", "Português")} <= set(listed)
    assert script_words(page) == {"Yes": "pt </script>"}
    assert "The shelf" in page.text, "what is not translated yet is English"
    box = httpx.get(f"{house.address}/games/rolit?lang=pt")
    assert re.search(r'<div class="prose" lang="(en|fr)">', box.text), "the rulebook says which language it is in"
    error = httpx.get(f"{house.address}/api/tables/nothing?lang=pt").json()["error"]
    assert error["text"] == error["message"]["pt"] == "Essa mesa não existe (mais)."
    assert set(error["message"]) == set(catalogues.languages()) > {"en", "fr", "pt"}
    phrases = ok(httpx.get(f"{house.address}/api/phrases"))
    assert all(set(phrase["text"]) == set(catalogues.languages()) for phrase in phrases)


@pytest.mark.usefixtures("tried_out")
def test_a_translation_that_is_tried_out_comes_first(house: House) -> None:
    page = httpx.get(f"{house.address}/", headers={"accept-language": "fr"})
    assert "L&#39;étagère essayée" in page.text
    assert language_of(page) == "fr", "the rest is as it was"
    assert script_words(page)["Yes"] == "fr </script>"
    assert script_words(page)["No"] == "Non", "of the scripts, too"
