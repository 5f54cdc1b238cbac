#!/usr/bin/env python3
"""OpenSpiel's Monte-Carlo tree search as a player of Binary for `whistle arena` (docs/PLAYERS.md).

    whistle arena binary --players 6 --player 'cmd:python3 tests/openspiel/player.py 1.2' --ms 60000

The argument is how many seconds of a processor it takes for a choice. It needs the module open_spiel (`pip install open-spiel`).
"""

import json
import sys
import time

try:
    import numpy
    from open_spiel.python.algorithms import mcts
except ImportError:
    sys.exit("player.py: the module open_spiel is not installed")

import binary


class Playouts(mcts.Evaluator):
    """OpenSpiel's random playouts, without a list of all choices at each step."""

    def evaluate(self, state):
        state = state.clone()
        while not state.is_terminal():
            state.apply_action(state.any_action())
        return state.returns()

    def prior(self, state):
        actions = state.legal_actions()
        return [(action, 1.0 / len(actions)) for action in actions]


class Player:
    def __init__(self, seconds):
        self.seconds, self.state, self.each = seconds, None, 0.002

    def hello(self, message):
        if message["game"] != "binary":
            sys.exit("player.py: it plays binary only")
        self.state = binary.State(binary.Board(message["options"].get("size", 8)))
        return {"name": f"OpenSpiel's MCTS, {self.seconds} s"}

    def choose(self, asked):
        for event in asked["events"]:
            if event["by"] != "chance":
                self.state.apply_action(self.state.action_of(event["what"]))
        simulations = max(2, int(self.seconds / self.each))
        bot = mcts.MCTSBot(binary.Game(), 1.4, simulations, Playouts(), solve=True, random_state=numpy.random.RandomState())
        begun = time.process_time()
        action = bot.step(self.state)
        self.each = max(1e-6, (time.process_time() - begun) / simulations)
        choice = self.state.choice_of(action)
        if asked["choices"] is not None and choice not in asked["choices"]:
            sys.exit(f"player.py: {choice} is not among the choices")
        if asked["choices"] is not None and len(asked["choices"]) != len(self.state.legal_actions()):
            sys.exit("player.py: these rules have other choices than the referee's")
        return {"choice": choice}


def main():
    player = Player(float(sys.argv[1]) if len(sys.argv) > 1 else 1.0)
    for line in sys.stdin:
        message = json.loads(line)
        if "over" in message:
            break
        reply = player.hello(message) if "hello" in message else player.choose(message["choose"])
        print(json.dumps(reply), flush=True)


main()
