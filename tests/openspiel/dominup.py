"""The rules of Dominup for two (docs/RULES.md) as a state that OpenSpiel's search asks. All tiles are dealt, so nothing is hidden."""

from random import random

import double_seven
import spiel
from double_seven import ALL, DOUBLES, FIRST, NAMES, NUMBER, TILES, WIDTH, TILE_OF, Table, action_of, numbers, parts
from double_seven import placement_name, placement_of

# The places of two cells whose upper, or right, cell changes with a tile on this cell, and those that begin here.
AROUND = ((0, 0), (0, 1), (-1, 0), (-WIDTH, 1))


def begin(deck, options):
    half = len(deck) // 2
    hands = [double_seven.tiles(deck[:half]), double_seven.tiles(deck[half:])]
    return State(hands, next(seat for seat in (0, 1) if hands[seat] >> NUMBER["7-7"] & 1))


class State(spiel.Position):
    """A game. `tops` has the tile on each cell and one more, `levels` how many lie beneath it; `steps` are the places where a
    tile that is still held can climb."""

    game = spiel.Game("dominup", hidden=False)
    __slots__ = ("table", "tops", "levels", "steps", "hands", "player", "actions")

    def __init__(self, hands, player):
        self.table, self.tops, self.levels = Table(), bytearray(WIDTH * WIDTH), bytearray(WIDTH * WIDTH)
        self.steps, self.hands, self.player, self.actions = {}, hands, player, None

    def clone(self):
        copy = object.__new__(State)
        copy.table, copy.tops, copy.levels = self.table.clone(), self.tops[:], self.levels[:]
        copy.steps, copy.hands, copy.player = self.steps.copy(), self.hands[:], self.player
        copy.actions = self.actions
        return copy

    def is_terminal(self):
        return not (self.hands[0] and self.hands[1])

    def climbs(self):
        """The places where the seat on turn can climb, each with its tile's number."""
        hand = self.hands[self.player]
        return [step for step in self.steps.items() if hand >> step[1] & 1]

    def climb_of(self, place):
        """The only way to climb there: onto symbols as they show."""
        first, upright = divmod(place, 2)
        cells = self.table.cells
        return action_of(first, upright, cells[first] - 1, cells[first + (WIDTH if upright else 1)] - 1)

    def legal_actions(self, player=None):
        if self.actions is None:
            self.actions = self.listed()
        return self.actions

    def listed(self):
        hand = self.hands[self.player]
        if not self.table.taken:
            return [FIRST[NUMBER["7-7"]]]
        climbs = self.climbs()
        if climbs:
            return [self.climb_of(place) for place, _ in climbs]
        held = [TILES[tile] for tile in numbers(hand)]
        ways = [one * 8 + other for one, other in held] + [other * 8 + one for one, other in held if one != other]
        return [(first * 2 + upright) * 64 + way for first, upright in self.table.open() for way in ways]

    def apply_action(self, action):
        self.lay(*parts(action))
        self.actions = None

    def lay(self, first, second, one, other):
        tops, player = self.tops, self.player
        tile = TILE_OF[one][other]
        climbs = tops[first]
        level = self.levels[first] + 1 if climbs else 0
        self.table.lay(first, second, one, other)
        tops[first] = tops[second] = tile + 1
        self.levels[first] = self.levels[second] = level
        self.hands[player] &= ~(1 << tile)
        self.mend(first)
        self.mend(second)
        if not climbs:
            self.player = 1 - player

    def mend(self, cell):
        """Finds anew which tiles can climb on a cell and one beside it."""
        tops, levels, steps, cells = self.tops, self.levels, self.steps, self.table.cells
        held = self.hands[0] | self.hands[1]
        for less, upright in AROUND:
            first = cell + less
            second = first + (WIDTH if upright else 1)
            top, beside = tops[first], tops[second]
            if top and beside and top != beside and levels[first] == levels[second]:
                tile = TILE_OF[cells[first] - 1][cells[second] - 1]
                if held >> tile & 1:
                    steps[first * 2 + upright] = tile
                    continue
            steps.pop(first * 2 + upright, None)

    def choice_of(self, action):
        verb = "climb" if self.tops[parts(action)[0]] else "expand"
        return f"{verb} {placement_name(action)}"

    def scores(self):
        return None

    def returns(self):
        if self.is_terminal():
            return [1.0, -1.0] if not self.hands[0] else [-1.0, 1.0]
        return [0.0, 0.0]

    def playout(self):
        hands, table = self.hands, self.table
        while hands[0] and hands[1]:
            climbs = self.climbs() if self.steps else None
            if climbs:
                place, _ = climbs[int(random() * len(climbs))]
                self.lay(*parts(self.climb_of(place)))
                continue
            # A tile that is no double has two ways, and so counts twice.
            hand = hands[self.player]
            upper = hand & ~DOUBLES
            many = hand.bit_count()
            skip = int(random() * (many + upper.bit_count()))
            turned = skip >= many
            fits = upper if turned else hand
            for _ in range(skip - many if turned else skip):
                fits &= fits - 1
            one, other = TILES[(fits & -fits).bit_length() - 1]
            if turned:
                one, other = other, one
            self.lay(*table.any_open(), one, other)
        return self.returns()


class Seen(spiel.Watcher):
    """What a seat has seen, which is all."""

    def __init__(self, options, seat):
        self.seat, self.state = seat, None

    def hear(self, event):
        if event["by"] == "chance":
            own = double_seven.tiles(event["view"]["own"]["hand"])
            hands = [own, ALL & ~own] if self.seat == 0 else [ALL & ~own, own]
            self.state = State(hands, event["view"]["turn"])
            return
        assert event["by"] == self.state.player, "another seat is on turn"
        verb, _, placement = event["what"].partition(" ")
        action = placement_of(placement)
        assert action in self.state.legal_actions(), "not legal by these rules"
        assert self.state.choice_of(action) == event["what"]
        self.state.apply_action(action)

    def check(self, view):
        """Holds what these rules say of the position against what the referee shows."""
        assert view["turn"] == self.state.player
        assert view["own"]["hand"] == [NAMES[tile] for tile in numbers(self.state.hands[self.seat])], "another hand"
        assert [seat["tiles"] for seat in view["seats"]] == [hand.bit_count() for hand in self.state.hands]
        levels = {}
        for placed in view["placed"]:
            first, second, one, other = parts(placement_of(placed["choice"].partition(" ")[2]))
            levels[first] = levels[second] = placed["level"]
        assert all(self.state.levels[cell] == level for cell, level in levels.items()), "other levels"

    def world(self):
        return self.state.clone()
