"""A table over the network as text: views, events and questions as the server sends them. Knows no rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicehall.cli.terminal_style import Out, glued
from dicehall.table.messages import Happened, Question, Update

STEPS = {"draw": "Clear and Draw", "roll": "Roll and Reroll", "main": "Main Step", "attack": "Attack Step"}
BAR = 20
MOST = 60  # answers that are listed
View = dict[str, Any]


def table(out: Out, update: Update, left: Sequence[float | None]) -> None:
    """Everything that lies open, and the time that is left; the client's own seat comes last, next to the question."""
    view = update.view
    if view is None:
        return
    near = view["seat"] if view["seat"] >= 0 else 0
    order = [*[x for x in range(len(view["seats"])) if x != near], near]
    if view["game"] == "irondie":
        _irondie(out, view, order)
    else:
        _dicemasters(out, view, order)
    clock = clock_words(update, left)
    if clock:
        out.say(clock)


def clock_words(update: Update, left: Sequence[float | None]) -> str:
    """What the clocks show; empty without clocks."""
    parts = []
    for seat, rest in enumerate(left):
        if rest is not None:
            minutes, seconds = divmod(max(0, round(rest)), 60)
            runs = " (running)" if seat in update.clock.running else ""
            parts.append(f"{update.names[seat]} {minutes}:{seconds:02}{runs}")
    return f"Time left: {', '.join(parts)}." if parts else ""


# ---- Dice Masters -----------------------------------------------------------------------------------------------


def _dicemasters(out: Out, view: View, order: Sequence[int]) -> None:
    who = " and ".join(view["sides"][view["active"]]["seats"])
    out.say(f"Turn {view['turn']}, {who}: {STEPS.get(view['step'], view['step'])}", "bold")
    for x in order:
        seat = view["seats"][x]
        side, zones = view["sides"][seat["side"]], seat["zones"]
        life, most = side["life"], side["max_life"]
        bar = ("#" * round(BAR * max(life, 0) / most)).ljust(BAR, ".")
        out.rule_line(seat["name"], f"{bar} life {life} of {most}")
        out.say(", ".join(glued(_fighter(view, d)) for d in zones["field"]) or "nobody", label="  field    ")
        rolled, prep = [d for d in side["prep"] if d["face"] >= 0], [d for d in side["prep"] if d["face"] < 0]
        for name, dice in (("rolled", rolled), ("reserve", zones["reserve"])):
            words = [_shown(d) for d in dice]
            if name == "reserve" and seat["generic"]:
                words.append(f"generic energy {seat['generic']}")
            if words:
                out.say(_counted(words), label=f"  {name:9}")
        places = [f"bag: {_counted([_name(t) for t, n in zones['bag'].items() for _ in range(n)]) or 'empty'}"]
        for name, dice in (("prep", prep), ("used", zones["used"]), ("out of play", zones["out"])):
            if dice:
                places.append(f"{name}: {_counted([_name(d['title']) for d in dice])}")
        out.say(" | ".join(places), label="  dice     ")
        out.say("; ".join(_card(c) for c in view["cards"] if c["seat"] == x) or "none", label="  to buy   ")
    basics = [c for c in view["cards"] if c["seat"] < 0]
    if basics:
        out.say("; ".join(_card(c) for c in basics), label="Basic actions for all: ")


def _name(title: str) -> str:
    return title.partition(": ")[0]


def _shown(die: View) -> str:
    """A die with what it shows, as the notation writes it."""
    name = _name(die["title"])
    if die["face"] < 0:
        return name
    if die["kind"] == "character":
        return f"{name}@{die['level']}"
    if die["kind"] == "action":
        return f"{name}@action{'*' * die['bursts']}"
    return f"{name}@{die['energy']}{die['count'] if die['count'] > 1 else ''}"


def _fighter(view: View, die: View) -> str:
    text = _shown(die)
    if die.get("kind") == "character":
        text += f" {die['attack']}A/{die['defence']}D"
        text += f" (damage {die['damage']})" if die["damage"] else ""
    if die["die"] in view["attackers"]:
        text += " attacks"
    pairs = view["blocks"]
    blocked = [pairs[i + 1] for i in range(0, len(pairs), 2) if pairs[i] == die["die"]]
    if blocked:
        names = {d["die"]: _name(d["title"]) for seat in view["seats"] for d in seat["zones"]["field"]}
        text += f" blocks {' and '.join(names.get(b, 'an attacker') for b in blocked)}"
    return text


def _card(card: View) -> str:
    name = _name(card["title"])
    if not card["left"]:
        return glued(f"{name}: none left")
    energy = f" {card['energy']}" if card["energy"] else ""
    return glued(f"{name} x{card['left']}, {'each ' if card['left'] > 1 else ''}{card['cost']}{energy}")


def _counted(words: Sequence[str]) -> str:
    """Equal ones once, with how many they are."""
    counts = {word: words.count(word) for word in words}
    return ", ".join(glued(f"{word} x{n}" if n > 1 else word) for word, n in counts.items())


# ---- IRONDIE ------------------------------------------------------------------------------------------------------


def _irondie(out: Out, view: View, order: Sequence[int]) -> None:
    step = "the end of the turn" if view["step"] == "end" else view["step"]
    sudden = ", sudden death [9.2]" if view["sudden_death"] else ""
    out.say(f"Turn {view['turn']}: {step}{sudden}", "bold")
    names: dict[int, str] = {}
    for x in order:
        seat = view["seats"][x]
        side = view["sides"][seat["side"]]
        out.rule_line(seat["name"], f"life {side['life']}, attack {side['attack']}, defence {side['defense']}")
        zones: dict[str, list[str]] = {}
        for die in seat["dice"]:
            value = f"@{die['value']}" if die["value"] else ""
            names[die["id"]] = f"{seat['name']}.{die['name']}{value}"
            zones.setdefault(die["zone"], []).append(glued(die["name"] + value))
        for zone in ("attack", "defense", "life", "skirmish", "reserve", "limbo", "abyss"):
            dice = zones.get(zone, [])
            if dice or zone == "life":
                title = zone.upper() if zone in ("attack", "defense", "life") else zone
                out.say(", ".join(dice) or "none", label=f"  {title:9}")
    for i, duel in enumerate(view["duel"], 1):
        targets = ", ".join(names[t] for t in duel["targets"])
        out.say(f"{names[duel['die']]} on {targets}", label=f"  duel {i}: " if i == 1 else f"       {i}: ")


# ---- what happened, and what is asked -------------------------------------------------------------------------------


def tell(out: Out, events: Sequence[Happened]) -> None:
    """Sentences with the numbers of their rules."""
    for event in events:
        if event.kind == "turn":
            out.put("")
            out.say(event.text[:1].upper() + event.text[1:], "bold")
        else:
            out.say(event.text + (f" [{event.rule}]" if event.rule else ""), label="  ", hang=4)


def parts_of(question: Question) -> tuple[str, list[str]]:
    """Where whole choices of several things are listed: the verb, and the things. Else an empty verb."""
    texts = [option.text for option in question.actions]
    if question.kind != "choose some" or not any(", " in text for text in texts):
        return "", []
    verb = texts[0].partition(" ")[0]
    parts = list(dict.fromkeys(part for text in texts for part in text.removeprefix(f"{verb} ").split(", ")))
    return verb, sorted(parts, key=lambda part: part == "none")


def ask(out: Out, question: Question, name: str) -> None:
    """The question with its answers, numbered."""
    verb, parts = parts_of(question)
    several = " Several numbers (1 3)." if question.kind == "choose some" and len(question.actions) > 2 else ""
    rule = f" [{question.rule}]" if question.rule else ""
    out.say(f"{name}: {question.asks}{several}{rule}", "bold")
    rows = parts if verb else [option.text for option in question.actions]
    out.columns([f"{i:2} {text}" for i, text in enumerate(rows[:MOST], 1)])
    if len(rows) > MOST:
        out.say(f"There are {len(rows) - MOST} more: type the move, or a number up to {len(rows)}.")
    elif question.more:
        out.say("There are more answers than these: type the move.")
