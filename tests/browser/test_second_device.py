"""One person on two devices, in two real browsers: a code, a question on each, the same number on both."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.acts import open_table, visit
from tests.browser.conftest import People

pytestmark = pytest.mark.slow
Keep = Callable[..., None]


def _can_be_reached(route: Route) -> None:
    told = route.fetch()
    offer = told.json() if route.request.method == "POST" else None
    route.fulfill(response=told, json={**offer, "unreachable": None} if offer else None)


def test_a_code_that_no_phone_could_open_is_not_shown(people: People) -> None:
    """The tests' server listens on 127.0.0.1."""
    page = people.person("Ada", language="en-GB")
    page.goto("/me")
    page.locator("#device-offer").click()
    expect(page.locator("#device-unreachable")).to_contain_text("ludotheque serve --host 0.0.0.0")
    expect(page.locator("#device-link")).to_be_visible()  # another browser of this machine can
    expect(page.locator("#device-qr")).to_be_hidden()


def offered(page: Page) -> str:
    """Shows the code; the link in it."""
    page.route(re.compile(r"/api/me/devices(\?|$)"), _can_be_reached)
    page.goto("/me")
    page.locator("#device-offer").click()
    expect(page.locator("#device-qr")).to_be_visible()
    assert page.evaluate("document.querySelector('#device-qr').naturalWidth") > 0
    return page.locator("#device-link").input_value()


def asked(laptop: Page, phone: Page, link: str) -> None:
    """The phone asks, the laptop is asked, and both show one number."""
    phone.goto(link)
    expect(phone.locator("#joining-title")).to_contain_text("Ada")
    phone.locator("#joining-yes").click()
    expect(phone.locator("#joining-number")).to_have_text(re.compile(r"^\d{3}$"))
    expect(laptop.locator("#device-ask")).to_be_visible()
    expect(laptop.locator("#device-number")).to_have_text(phone.locator("#joining-number").inner_text())


def test_a_phone_becomes_the_same_person(people: People, picture: Keep) -> None:
    laptop, phone = people.person("Ada"), people.person(width=320, height=568)
    table = open_table(laptop, "hopsy", [{"kind": "me"}, {"kind": "bot", "bot": "random"}])
    asked(laptop, phone, offered(laptop))
    picture(laptop, "device-asked")
    picture(phone, "device-asks")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 320
    laptop.locator("#device-allow").click()
    phone.wait_for_url("**/me")
    expect(phone.locator("#me [name=nickname]")).to_have_value("Ada")
    expect(laptop.locator("#device-state")).not_to_be_empty()
    for page in (phone, laptop):
        visit(page, table)
        expect(page.locator("#turn")).to_contain_text("À vous de jouer")


def test_a_phone_that_is_refused_is_told_so(people: People) -> None:
    laptop, phone = people.person("Ada"), people.person("Eve", width=390, height=844)
    link = offered(laptop)
    asked(laptop, phone, link)
    laptop.locator("#device-refuse").click()
    expect(laptop.locator("#device-ask")).to_be_hidden()
    expect(phone.locator("#joining-number")).to_be_hidden()
    expect(phone.locator("#joining-yes")).to_be_hidden()
    other = people.person(width=390, height=844)
    other.goto(link)
    expect(other.locator("#joining-text")).not_to_have_text("…")
    expect(other.locator("#joining-yes")).to_be_hidden()
    phone.goto("/me")
    expect(phone.locator("#me [name=nickname]")).to_have_value("Eve")


def test_a_link_that_is_not_whole(people: People) -> None:
    phone = people.person(width=390, height=844)
    for link in ("/device", "/device#nonsense"):
        phone.goto("/me")
        phone.goto(link)
        expect(phone.locator("#joining-yes")).to_be_hidden()
        expect(phone.locator("#joining-text")).not_to_be_empty()
