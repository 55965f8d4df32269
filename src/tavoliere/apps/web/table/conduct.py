"""What may happen at a table: turns, endings, undo, offers, rematch. Pure functions from sheets to sheets."""

from __future__ import annotations

import dataclasses
import datetime
import secrets
from collections.abc import Iterable, Mapping, Sequence

import tavoliere as tv
from tavoliere.apps.web.table import clocks, halves
from tavoliere.apps.web.table.refusals import Refusal
from tavoliere.apps.web.table.sheet import GIVEN, NOBODY, OPEN, OPPONENT, PERSON, Clock, Seat, Sheet, Turn, hashed
from tavoliere.games import ruleset
from tavoliere.records import Record, format_record, recorded
from tavoliere.records import Turn as RecordTurn
from tavoliere.records.record import UNFINISHED, result_of, result_text

BOARD, RESIGNATION, TIME, AGREEMENT, FROM_RECORD = "board", "resignation", "time", "agreement", "record"


def new_table_id() -> str:
    return secrets.token_urlsafe(12)


def new_token() -> str:
    return secrets.token_urlsafe(24)


def game_of(sheet: Sheet) -> tv.Game:
    return tv.game(sheet.game, **sheet.options)


def first_position(sheet: Sheet) -> tv.Position:
    game = game_of(sheet)
    return game.position(sheet.start) if sheet.start else game.start()


def position_at(sheet: Sheet, ply: int) -> tv.Position:
    """The position after so many turns, replayed."""
    return followed(first_position(sheet), sheet.turns[:ply])


def positions_at(sheet: Sheet, plies: Sequence[int]) -> list[tv.Position]:
    """The positions after so many turns each, in ascending order, replayed once."""
    found: list[tv.Position] = []
    for place, ply in enumerate(plies):
        since = plies[place - 1] if place else 0
        found.append(followed(found[-1] if found else first_position(sheet), sheet.turns[since:ply]))
    return found


def followed(position: tv.Position, turns: Iterable[Turn]) -> tv.Position:
    """The position after stored turns; turns that were made under other rules may be refused now."""
    try:
        for turn in turns:
            position = position.play(turn.move)
    except ValueError as problem:
        raise broken(position.game, problem) from problem
    return position


def broken(game: tv.Game, problem: ValueError) -> Refusal:
    """A game that cannot be replayed."""
    return Refusal("game.broken", game=game.name, problem=str(problem))


# Making tables


@dataclasses.dataclass(frozen=True)
class Occupant:
    """Who is to have a seat at a new table."""

    kind: str
    name: str = ""
    spec: str = ""


def new_sheet(
    first: tv.Position, moves: list[str], seats: Mapping[str, Occupant], clock: Clock, now: int
) -> tuple[Sheet, dict[str, str]]:
    """A new table, and the tokens of the seats of people. The only moment at which tokens exist here."""
    game = first.game
    letters = ", ".join(game.players)
    if sorted(seats) != sorted(game.players):
        raise Refusal("seats.all", letters=letters)
    position, turns = first, []
    for move in moves:
        given = halves.allowed(position, move)
        turns.append(Turn(position.turn, given.text, GIVEN))
        position = given.position
    if position.outcome is not None:
        raise Refusal("start.over")
    tokens = {letter: new_token() for letter in game.players if seats[letter].kind == PERSON}
    sheet = Sheet(
        table=new_table_id(),
        created=now,
        game=game.name,
        options=dict(game.options),
        rules_version=game.facts.rules_version,
        start="" if first == game.start() else str(first),
        seats=tuple(_new_seat(letter, seats[letter], tokens.get(letter), clock) for letter in game.players),
        clock=clock,
        turns=tuple(turns),
        turn=position.turn,
    )
    return sheet, tokens


def _new_seat(letter: str, occupant: Occupant, token: str | None, clock: Clock) -> Seat:
    return Seat(
        letter,
        occupant.kind,
        occupant.name if occupant.kind == PERSON else "",
        occupant.spec if occupant.kind == OPPONENT else "",
        hashed(token) if token else "",
        clocks.full(clock) if occupant.kind in (PERSON, OPEN) else None,
    )


def review_sheet(record: Record, now: int) -> Sheet:
    """A table at which a record can be looked at and nobody plays."""
    turns, position = [], record.first_position()
    for turn in record.turns:
        turns.append(Turn(position.turn, turn.move, GIVEN, turn.comments))
        position = position.play(turn.move)
    by = "" if record.result == UNFINISHED else BOARD if position.outcome is not None else FROM_RECORD
    return Sheet(
        table=new_table_id(),
        created=now,
        game=record.game.name,
        options=dict(record.game.options),
        rules_version=record.game.facts.rules_version,
        start=record.start,
        seats=tuple(Seat(letter, NOBODY, record.players.get(letter, "")) for letter in record.game.players),
        turns=tuple(turns),
        result="" if record.result == UNFINISHED else record.result,
        reason="" if record.result == UNFINISHED else record.reason,
        ended_by=by,
        review=True,
        source=format_record(record),
    )


def record_of(sheet: Sheet, names: Mapping[str, str]) -> Record:
    """The game so far as a record; `names` are those of opponents."""
    players = {seat.letter: names.get(seat.letter) or seat.name for seat in sheet.seats}
    is_agreed = sheet.ended_by in (RESIGNATION, TIME, AGREEMENT)
    return recorded(
        game_of(sheet),
        [RecordTurn(turn.move, turn.comments) for turn in sheet.turns],
        start=sheet.start,
        players={letter: name for letter, name in players.items() if name},
        date=datetime.datetime.fromtimestamp(sheet.created / 1000, datetime.UTC).date().isoformat(),
        result=sheet.result if is_agreed else None,
        reason=sheet.reason if is_agreed else "",
    )


# Turns and endings


def check_going(sheet: Sheet) -> None:
    if sheet.review:
        raise Refusal("table.review")
    if sheet.is_over:
        raise Refusal("game.over")


def check_turn(sheet: Sheet, letters: str, at: str) -> None:
    """Whether somebody with these seats may make a turn that was meant for a position."""
    check_going(sheet)
    if not letters:
        raise Refusal("seat.none")
    if at != sheet.at:
        raise Refusal("turn.stale")
    if sheet.turn not in letters:
        raise Refusal("turn.not-yours")


def check_length(sheet: Sheet, most_turns: int) -> None:
    if sheet.ply >= most_turns:
        raise Refusal("limit.turns", most=most_turns)


def with_turn(sheet: Sheet, move: str, after: tv.Position, now: int) -> Sheet:
    """The sheet after a turn of the player to move, which led to a position."""
    letter = sheet.turn
    sheet = clocks.stopped(sheet, now)
    sheet = dataclasses.replace(
        sheet,
        turns=(*sheet.turns, Turn(letter, move, now)),
        turn=after.turn if after.outcome is None else "",
        draw_agreed=sheet.draw_agreed if letter in sheet.draw_agreed else "",
        undo_by="",
        undo_agreed="",
    )
    if after.outcome is not None:
        result = result_of(after.outcome, after.game)
        return dataclasses.replace(sheet, result=result, reason=after.outcome.reason, ended_by=BOARD, since=None)
    return clocks.started(sheet, now)


def _ended(sheet: Sheet, result: str, by: str, now: int) -> Sheet:
    """A game that ends although the board goes on."""
    sheet = clocks.paused(sheet, now)
    return dataclasses.replace(
        sheet, result=result, reason=by, ended_by=by, turn="", draw_agreed="", undo_by="", undo_agreed=""
    )


def given_up(sheet: Sheet, letter: str, by: str, stand_in: str, now: int) -> Sheet:
    """After a resignation or a fallen flag: of two players the other wins, of more a machine takes the seat over."""
    if len(sheet.seats) == 2:
        return _ended(sheet, result_text([float(seat.letter != letter) for seat in sheet.seats]), by, now)
    seat = sheet.seat(letter)
    assert seat is not None
    taken_over = Seat(letter, OPPONENT, "", stand_in)
    rest = dataclasses.replace(
        sheet.with_seat(taken_over),
        draw_agreed=sheet.draw_agreed.replace(letter, ""),
        undo_by="",
        undo_agreed="",
    )
    return dataclasses.replace(rest, since=None) if rest.turn == letter else rest


def knows_draws(sheet: Sheet) -> bool:
    """Whether a draw can be agreed on: only where the rules of the game know draws."""
    return ruleset(sheet.game).facts.draws


def drawn(sheet: Sheet, now: int) -> Sheet:
    return _ended(sheet, result_text([0.5] * len(sheet.seats)), AGREEMENT, now)


# Taking back


def undo_target(sheet: Sheet, letters: str) -> int | None:
    """How many turns are left if the last turn of somebody is taken back; None if there is none to take back."""
    if sheet.ended_by in (RESIGNATION, AGREEMENT):
        return sheet.ply
    made = [place for place, turn in enumerate(sheet.turns) if turn.letter in letters and turn.made != GIVEN]
    return made[-1] if made else None


def check_undo(sheet: Sheet, letters: str) -> int:
    """How many turns would be left."""
    if sheet.review:
        raise Refusal("table.review")
    if sheet.ended_by == TIME:
        raise Refusal("undo.time")
    target = undo_target(sheet, letters)
    if target is None or sheet.rematch is not None:
        raise Refusal("undo.none")
    return target


def undone(sheet: Sheet, ply: int, position: tv.Position, now: int) -> Sheet:
    """The sheet with turns taken back to a position, which follows after so many turns.

    Used time stays used, and what was given for these turns is taken back with them.
    """
    sheet = clocks.reclaimed(clocks.paused(sheet, now), ply)
    sheet = dataclasses.replace(
        sheet,
        turns=sheet.turns[:ply],
        turn=position.turn,
        undos=sheet.undos + 1,
        result="",
        reason="",
        ended_by="",
        draw_agreed="",
        undo_by="",
        undo_agreed="",
        rematch_agreed="",
    )
    return clocks.started(sheet, now)


def joined(agreed: str, letters: str, sheet: Sheet) -> str:
    """Letters of those who agree, in the order of turns."""
    return "".join(seat.letter for seat in sheet.seats if seat.letter in agreed or seat.letter in letters)


def all_agree(agreed: str, sheet: Sheet) -> bool:
    """Whether everybody does who has a seat; nobody can ask an empty one."""
    return set(sheet.seated()) <= set(agreed)


# Seats


def speaker(sheet: Sheet, letters: str, seat: str) -> str:
    """The one of somebody's seats that asks or answers: the one named, else the one to move, else the first.

    So nobody who has several seats agrees with themselves by saying one thing once, or the same thing twice.
    """
    if seat and seat not in letters:
        raise Refusal("seat.not-yours")
    return seat or (sheet.turn if sheet.turn and sheet.turn in letters else letters[0])


def seated(sheet: Sheet, letter: str, name: str) -> tuple[Sheet, str]:
    """Somebody sits down at an open seat and gets its token."""
    seat = sheet.seat(letter)
    if seat is None:
        raise Refusal("seat.unknown")
    if seat.kind != OPEN:
        raise Refusal("seat.taken")
    token = new_token()
    return sheet.with_seat(dataclasses.replace(seat, kind=PERSON, name=name, token_hash=hashed(token))), token


def renamed(sheet: Sheet, letter: str, name: str) -> Sheet:
    seat = sheet.seat(letter)
    if seat is None:
        raise Refusal("seat.unknown")
    return sheet.with_seat(dataclasses.replace(seat, name=name))


def made_private(sheet: Sheet) -> Sheet:
    """A table that strangers are shown no longer."""
    return dataclasses.replace(sheet, listed=False, watchable=False)


def erased(sheet: Sheet, letters: str) -> Sheet:
    """Nobody has these seats any more, and no name says who had them; the turns are the others' too."""
    seats = (
        dataclasses.replace(seat, name="", token_hash="") if seat.letter in letters else seat for seat in sheet.seats
    )
    return dataclasses.replace(sheet, seats=tuple(seats))


def rematch_of(sheet: Sheet, now: int) -> Sheet:
    """The next game between the same: everybody moves one seat on. Tokens go with their owners."""
    occupants = (*sheet.seats[1:], sheet.seats[0])
    seats = tuple(
        dataclasses.replace(
            occupant, letter=seat.letter, left=clocks.full(sheet.clock) if occupant.kind in (PERSON, OPEN) else None
        )
        for seat, occupant in zip(sheet.seats, occupants, strict=True)
    )
    return Sheet(
        table=new_table_id(),
        created=now,
        game=sheet.game,
        options=sheet.options,
        rules_version=game_of(sheet).facts.rules_version,
        start=sheet.start,
        seats=seats,
        clock=sheet.clock,
        turn=first_position(sheet).turn,
        previous=sheet.table,
        listed=sheet.listed,
        watchable=sheet.watchable,
    )
