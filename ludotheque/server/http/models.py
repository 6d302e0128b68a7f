"""The shapes of the JSON API: what is taken, and what is answered. OpenAPI tells them to everybody."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from ludotheque.answers.forms import OptionForm, VariantForm
from ludotheque.bots.judging import Mark
from ludotheque.tables.carrying import MOST_ENTRIES
from ludotheque.tables.opening import CLOCK_SECONDS, INCREMENT_SECONDS

Short = Annotated[str, StringConstraints(max_length=64)]


class Given(BaseModel):
    """What a client sends; unknown fields are refused, so that mistakes are seen."""

    model_config = ConfigDict(extra="forbid")


class Problem(BaseModel):
    code: str
    text: str = Field(description="What is wrong, in the language of whoever asked.")
    message: dict[str, str] = Field(description="The same in every language, by its code.")
    legal: list[str] | None = Field(None, description="For an illegal move: some of the legal ones.")


class Error(BaseModel):
    """Every refusal looks like this."""

    error: Problem


class Me(BaseModel):
    visitor: str = Field(description="A name for you that tells nobody who you are; not your id.")
    nickname: str
    csrf: str = Field(description="To be sent as X-CSRF with every request that changes something.")


class Nickname(Given):
    nickname: Annotated[str, StringConstraints(max_length=200)]


class Code(Given):
    code: Annotated[str, StringConstraints(min_length=1, max_length=64)]


class SentCode(BaseModel):
    code: str


class Recovered(BaseModel):
    tables: list[str] = Field(description="The tables whose seats are yours now.")
    nickname: str


class GameFacts(BaseModel):
    id: str
    title: str
    blurb: str
    players: list[int]
    age: int
    minutes: int
    hidden: bool
    chance: bool


class BotFacts(BaseModel):
    name: str
    title: str = Field(description="What people call it.")


class SoloForm(BaseModel):
    options: dict[str, str] = Field(description="What makes it a game for one.")
    aim: str


class GameForm(GameFacts):
    options: list[OptionForm]
    variants: list[VariantForm] = Field(description="Games within the box that have a name of their own.")
    solo: SoloForm | None = Field(description="The game for one player, where there is one.")
    bots: list[BotFacts]
    seats: list[str] = Field(description="The seats of a game with default options.")


class SeatWish(Given):
    kind: Literal["me", "open", "bot"]
    bot: Short | None = None
    nickname: Annotated[str, StringConstraints(max_length=200)] | None = Field(
        default=None, description="Nothing: your own; empty: somebody without a name, called by the seat."
    )


class ClockWish(Given):
    seconds: int = Field(ge=CLOCK_SECONDS[0], le=CLOCK_SECONDS[-1])
    increment: int = Field(0, ge=INCREMENT_SECONDS[0], le=INCREMENT_SECONDS[-1])


class TableWish(Given):
    game: Short
    options: dict[Short, str | int | bool | None] = Field(default_factory=dict, max_length=40)
    seats: list[SeatWish] = Field(default_factory=list, max_length=16)
    clock: ClockWish | None = None
    public: bool = False
    token: bool = Field(default=False, description="Answer with a token for the seats that are mine: for programs.")


class Opened(BaseModel):
    id: str
    url: str
    token: str | None = None


class CarriedLog(Given):
    entries: list[dict[str, Any]] = Field(min_length=1, max_length=MOST_ENTRIES, description="As a device keeps them.")
    open: list[Annotated[int, Field(ge=0, le=63)]] = Field([], max_length=16, description="Seats to be left to others.")


class LeavingLog(BaseModel):
    entries: list[dict[str, Any]] = Field(description="Everything that happened at the table, told to `me` alone.")


class LobbySeat(BaseModel):
    name: str
    kind: Literal["person", "bot", "open"]
    nickname: str


class ListedSeat(LobbySeat):
    mine: bool


class LobbyTable(BaseModel):
    id: str
    game: str
    title: str
    options: dict[str, str]
    clock: dict[str, int] | None
    seats: list[ListedSeat]
    over: bool
    mine: bool
    your_turn: bool
    opened_ms: int
    touched_ms: int


class Lobby(BaseModel):
    tables: list[LobbyTable]


class SitWish(Given):
    nickname: Annotated[str, StringConstraints(max_length=200)] | None = None
    token: bool = Field(default=False, description="Answer with a token for this seat: for programs.")


class Sat(BaseModel):
    seat: int
    sequence: int
    token: str | None = None


class BotWish(Given):
    bot: Short


class MoveWish(Given):
    seat: int = Field(ge=0, le=63)
    move: Annotated[str, StringConstraints(min_length=1, max_length=512)]
    after: int | None = Field(None, ge=0, description="How many entries of the log the mover had seen.")
    key: Short | None = Field(None, description="Any word: a move sent again with the same key is played once.")


class ActionWish(Given):
    action: Short
    seat: int = Field(ge=0, le=63)
    phrase: Short | None = None


class Done(BaseModel):
    sequence: int


class SeatChosen(Given):
    seat: int = Field(ge=0, le=63)


class LegalMoves(BaseModel):
    seat: int
    moves: list[str]
    paths: dict[str, list[str]] = Field(description="For each move the ids of the scene to click, in order.")


class StopTold(BaseModel):
    x: float
    y: float
    symbol: str = Field(description="What the piece looks like there.")


class Explanation(BaseModel):
    """A thing on the table, in words; empty where nothing is to be said."""

    what: str
    why: str = Field(description="Why choosing it does nothing now.")


class Ways(BaseModel):
    number: int = Field(description="How many moves had been made when they were found.")
    ways: dict[str, list[StopTold]] = Field(description="For each move its way, from the first place to the last.")


class Candidate(BaseModel):
    move: str
    words: str
    value: float = Field(description="From -1, surely lost, to 1, surely won.")


class Hint(Candidate):
    path: list[str] = Field(description="The ids of the scene to click for the move, in order.")
    others: list[Candidate] = Field(description="What else could be played, the best first.")


class Phrase(BaseModel):
    key: str
    text: dict[str, str] = Field(description="By the code of the language.")


class SeatTold(BaseModel):
    seat: int
    player: int = Field(description="The same person through a match, whichever seat they take.")
    id: str
    name: str
    kind: Literal["person", "bot", "open"]
    nickname: str
    bot: str | None
    bot_name: str | None = Field(description="The first name a bot has at this table.")
    bot_face: str | None = Field(description="Where a picture of its face is.")
    bot_seconds: float | None = Field(description="How long its move may take, where that is long enough to notice.")
    mine: bool
    online: bool
    score: float | None
    clock_ms: int | None
    can: list[str] = Field(description="What you could do now for this seat.")


class Outcome(BaseModel):
    winners: list[int]
    scores: list[float]
    reason: str
    key: str


class MoveTold(BaseModel):
    number: int
    seat: int
    text: str = Field(description="As records write it; `hidden` while nobody may be told.")
    words: str | None = Field(None, description="The same in words.")


class TimeTold(BaseModel):
    until_ms: int = Field(description="By the server's clock, as server_ms is.")
    seconds: int = Field(description="How long it is in all.")


class DeclinedTold(BaseModel):
    sequence: int = Field(description="Which entry of the log it was.")
    what: Literal["undo", "draw", "rematch"]
    seat: int = Field(description="Who said no.")


class AskedTold(BaseModel):
    what: Literal["undo", "draw", "rematch"]
    by: int


class MatchTold(BaseModel):
    games: int
    scores: list[int] = Field(description="Games won, by seat.")
    points: list[float]


class CoachTold(BaseModel):
    """What is asked of the seat one looks from."""

    line: str
    then: str = Field(description="What is asked when something is chosen and the move is not complete.")
    things: list[str] = Field(description="The ids of the scene that the line speaks of; each can be clicked now.")


class PhraseTold(BaseModel):
    sequence: int
    seat: int
    key: str
    text: str


class Snapshot(BaseModel):
    """A table as one viewer may know it. `scene`, `paths`, `phrases`, `text` are for pages; with `plain=1` there are
    `view`, `last` and, in `moves`, the legal moves instead."""

    type: Literal["table"]
    table: str
    sequence: int
    game: str
    options: dict[str, str]
    language: str
    label: str = Field(description="The game's title.")
    title: str = Field(description="The same, or the name of the variant that is played.")
    hidden: bool
    hotseat: bool = Field(description="One device serves several players.")
    public: bool
    number: int = Field(description="How many moves were made in this game.")
    finished: bool
    running: list[int] = Field(description="The seats whose clocks run.")
    seat: int | None
    you: list[int]
    invited: bool = Field(description="You are a guest, and there is a seat for you.")
    owner: bool
    seats: list[SeatTold]
    acting: list[int]
    waiting: list[int]
    over: bool
    outcome: Outcome | None
    turn_started_ms: int
    clock: dict[str, int] | None
    hurry: TimeTold | None = Field(description="The time to decide in; whoever lets it pass makes a move all the same.")
    pause: TimeTold | None = Field(description="The time to look at what will be gone; bots wait for it.")
    asked: AskedTold | None
    declined: DeclinedTold | None
    match: MatchTold
    can: list[str]
    spectators: int
    server_ms: int
    moves: list[MoveTold] | list[str]
    scene: dict[str, Any] | None = None
    paths: dict[str, list[str]] | None = None
    ghosts: dict[str, str] | None = Field(None, description="What will stand where a move ends, if it will look new.")
    coach: CoachTold | None = None
    phrases: list[PhraseTold] | None = None
    text: str | None = None
    view: dict[str, Any] | None = None
    last: MoveTold | None = None


class Frame(BaseModel):
    number: int
    seat: int | None
    text: str
    words: str
    spoken: str
    scene: dict[str, Any]


class Replay(BaseModel):
    model_config = ConfigDict(populate_by_name=True)

    game: int = Field(description="Which game of the match, from 1.")
    games: int
    total: int = Field(description="How many pictures there are: one before the first move, then one per move.")
    first: int = Field(alias="from")
    frames: list[Frame]
    outcome: Outcome
    seats: list[LobbySeat]


class JudgedMove(BaseModel):
    number: int
    seat: int
    move: str
    move_words: str
    value: float = Field(description="Of the game after the move, for its seat: from -1 (lost) to 1 (won).")
    loss: float = Field(description="How much less the move was worth than the best.")
    mark: Mark = Field(description="? for a mistake, ?? for a blunder.")
    best: str = Field(description="What the master would have played, by what the seat had seen.")
    words: str = Field(description="The same in words.")
    path: list[str] = Field(description="The ids to click for that, in the picture before the move.")


class Analysis(BaseModel):
    game: int = Field(description="Which game of the match, from 1.")
    total: int = Field(description="How many moves are to be judged: all but those of chance.")
    done: int = Field(description="How many are. Ask again until it is all.")
    duel: bool = Field(description="One's gain is the other's loss: one curve tells both.")
    moves: list[JudgedMove]


class Health(BaseModel):
    ok: bool
    database: bool
    fanout: bool
