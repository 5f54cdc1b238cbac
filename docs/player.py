#!/usr/bin/env python3
"""A player for `whistle arena`: it makes any legal choice. docs/PLAYERS.md says what the lines mean."""

import json
import random
import sys

seat = None


def answer(message):
    global seat
    if "hello" in message:
        seat = message["seat"]
        return {"name": "anything"}
    if "choose" in message:
        asked = message["choose"]
        # asked["events"] is what happened since the last question, asked["view"] what this seat sees now.
        if asked["choices"] is None:
            return {"choice": None}  # too many to list: a better player makes one of its own
        return {"choice": random.choice(asked["choices"])}
    return None  # "over": the game is over


for line in sys.stdin:
    reply = answer(json.loads(line))
    if reply is None:
        break
    print(json.dumps(reply), flush=True)
