#!/usr/bin/env python3
"""OpenSpiel's search as a player of Binary, Dominoes, Dominup and Dominomega for two, for `whistle arena` (docs/PLAYERS.md).

    whistle arena binary --players 6 --player 'cmd:python3 tests/openspiel/player.py 1.2' --ms 120000

The argument is how many seconds of a processor it takes for a choice. It needs the module open_spiel (`pip install open-spiel`). At
the end of a game it says on its standard error how long its choices took.
"""

import importlib
import json
import sys
import time

try:
    import search
except ImportError as error:
    if error.name not in ("pyspiel", "open_spiel"):
        raise
    sys.exit("player.py: the module open_spiel is not installed")

# By game: the constant of exploration that was best of those tried (docs/PLAYERS.md), and the search.
BEST = {
    "binary": (0.5, search.Tree),
    "dominoes": (1.0, search.Sets),
    "dominup": (0.5, search.Tree),
    "dominomega": (0.5, search.Sets),
}


class Player:
    def __init__(self, seconds):
        self.seconds, self.times, self.simulations = seconds, [], []

    def hello(self, message):
        game, seats = message["game"], message["seats"]
        if game not in BEST or seats != 2:
            sys.exit(f"player.py: it does not play {game} with {seats} seats")
        self.exploration, self.kind = BEST[game]
        rules = importlib.import_module(game)
        self.game, self.seen = rules.State.game, rules.Seen(message["options"], message["seat"])
        return {"name": f"OpenSpiel, {self.seconds} s"}

    def choose(self, asked):
        for event in asked["events"]:
            self.seen.hear(event)
        self.seen.check(asked["view"])
        forced = self.seen.forced()
        if forced is not None:
            return {"choice": same([forced], asked)[0]}
        state = self.seen.world()
        actions = state.legal_actions()
        same([state.choice_of(action) for action in actions], asked)
        return {"choice": state.choice_of(self.searched() if len(actions) > 1 else actions[0])}

    def searched(self):
        bot = self.kind(self.game, self.exploration, self.seconds)
        action = bot.action(self.seen.world)
        self.times.append(time.process_time() - bot.clock.begun)
        self.simulations.append(bot.clock.simulations)
        return action

    def over(self):
        count = max(1, len(self.times))
        seconds, simulations = sum(self.times) / count, sum(self.simulations) / count
        print(f"player.py: {len(self.times)} choices, {seconds:.4f} s and {simulations:.0f} simulations each", file=sys.stderr)


def same(choices, asked):
    """Ends the game if these choices are not the referee's."""
    if asked["choices"] is not None and sorted(choices) != sorted(asked["choices"]):
        sys.exit(f"player.py: by these rules the choices are {choices}")
    return choices


def main():
    player = Player(float(sys.argv[1]) if len(sys.argv) > 1 else 1.0)
    for line in sys.stdin:
        message = json.loads(line)
        if "over" in message:
            player.over()
            break
        reply = player.hello(message) if "hello" in message else player.choose(message["choose"])
        print(json.dumps(reply), flush=True)


main()
