#!/usr/bin/env python3
"""Holds the rules of the games in this folder against the referee's (docs/CONTRIBUTING.md).

    python3 tests/openspiel/check.py target/release/whistle 200

plays so many games at random by `whistle simulate`, and goes through their records: at each choice the number of legal choices and
the choice itself must be the same by these rules, and at the end places and scores. Then the search plays two games of each against
random choices in `whistle arena`, where it holds its rules against the choices that it is offered, all of them by name.
"""

import importlib
import json
import os
import subprocess
import sys
import tempfile

GAMES = ["binary", "dominoes", "dominup", "dominomega"]
HERE = os.path.dirname(os.path.abspath(__file__))


def by_seat(record, players):
    """In Binary player 0 is Black, whoever that is."""
    return players[::-1] if record["events"][0]["what"] == "black 1" else players


def replay(rules, record):
    """Plays a record by these rules; how many choices it had."""
    first, *events = record["events"]
    _, _, deck = first["what"].partition(" ")
    state = rules.begin(deck.split(","), record["options"])
    count = 0
    for event in events:
        if event["what"] in ("draw", "pass"):
            # These are forced, and so they are a part of the choice before.
            continue
        actions = state.legal_actions()
        assert len(actions) == event["of"], f"{len(actions)} choices for {event}"
        by_name = {state.choice_of(action): action for action in actions}
        assert event["what"] in by_name, f"no choice here: {event}"
        state.apply_action(by_name[event["what"]])
        count += 1
    assert state.is_terminal()
    one, other = by_seat(record, state.returns())
    scores = state.scores() and by_seat(record, state.scores())
    assert record["result"] == {"places": [1 + (other > one), 1 + (one > other)], "scores": scores}, "another result"
    return count


def check(whistle, game, games):
    rules = importlib.import_module(game)
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "records")
        played = [whistle, "simulate", game, "--games", games, "--records", file]
        subprocess.run(played, check=True, stdout=subprocess.DEVNULL)
        with open(file, encoding="utf-8") as records:
            choices = sum(replay(rules, json.loads(record)) for record in records)
    print(f"{game}: {games} games, {choices} choices are the same")
    player = f"cmd:{sys.executable} {HERE}/player.py 0.001"
    arena = [whistle, "arena", game, "--players", "random", "--player", player, "--games", "2", "--ms", "60000", "--json"]
    said = json.loads(subprocess.run(arena, check=True, stdout=subprocess.PIPE, text=True).stdout)
    faults = said["contests"][0]["faults"]
    assert faults == [[], []], f"{game}: {faults}"


def main():
    whistle = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else "whistle"
    for game in GAMES:
        check(whistle, game, sys.argv[2] if len(sys.argv) > 2 else "50")


main()
