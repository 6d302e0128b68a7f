"""The games within a box: what a game declares so that each can be chosen as a box of its own."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from ludotheque.core.documents import Document
from ludotheque.core.options import AnyOption, Line
from ludotheque.core.text import Text, joined


@dataclass(frozen=True)
class Variant:
    """A way to play the game that has a name: a line about it, and the options it stands for."""

    id: str
    name: Text
    line: Text
    options: Mapping[str, str]
    """As they are written. Every variant of a game names the same options."""
    picture: str = ""
    """How its picture differs from the beginning of such a game: a recipe as the rulebooks' pictures have them."""

    def is_of(self, options: Sequence[AnyOption], given: Mapping[str, str]) -> bool:
        """Whether a game with these options, written and perhaps left to their defaults, is this variant."""
        usual = {option.name: option.write(option.default) for option in options}
        return all(given.get(name, usual[name]) == value for name, value in self.options.items())


def variant_of(variants: Sequence[Variant], options: Sequence[AnyOption], given: Mapping[str, str]) -> Variant | None:
    """The variant that a game with these options is, if it is one."""
    return next((variant for variant in variants if variant.is_of(options, given)), None)


def options_of(variants: Sequence[Variant]) -> frozenset[str]:
    """The names of the options that choosing a variant chooses."""
    return frozenset(name for variant in variants for name in variant.options)


def what_is_chosen(variants: Sequence[Variant], options: Sequence[AnyOption]) -> Text | None:
    """The name of the one option that variants choose; nothing where they choose several."""
    named = [option.label for option in options if option.name in options_of(variants)]
    return named[0] if len(named) == 1 else None


def setting_words(
    variants: Sequence[Variant], options: Sequence[AnyOption], given: Mapping[str, str], known: Collection[str] = ()
) -> Text:
    """Options in words: the variant, then what differs from the defaults, without those that are known anyway."""
    if unknown := given.keys() - {option.name for option in options}:
        raise LookupError(f"there are no options {sorted(unknown)}")
    variant = variant_of(variants, options, given)
    told = options_of(variants) if variant is not None else frozenset()
    parts = [] if variant is None else [variant.name]
    parts += [
        _in_words(option, given[option.name])
        for option in options
        if option.name in given and option.name not in told and option.name not in known
    ]
    return joined(", ", parts)


def _in_words(option: AnyOption, written: str) -> Text:
    """An option and its value; of what is long, only the option."""
    if isinstance(option, Line | Document):
        return option.label
    return Text("{option}: {value}", option=option.label, value=option.words(option.read(written)))
