"""The rules of Dominomega for two (docs/RULES.md) as a state that OpenSpiel's search asks, and the worlds that a seat may be in."""

from random import random, shuffle

import spiel
from double_seven import ALL, FIRST, NUMBER, TILES, WAYS, Table, TILE_OF, action_of, numbers, parts
from double_seven import placement_name, placement_of

RINGS = (1, 4)


def begin(deck, options):
    one, other, *supply = [NUMBER[name] for name in deck]
    return State(Table(), [one, other], supply[::-1], 0)


class State(spiel.Position):
    """A game. `past` stands for what all have seen since the search began; `actions` are those of the seat on turn, if known."""

    game = spiel.Game("dominomega", hidden=True)
    __slots__ = ("table", "hands", "supply", "player", "past", "actions")

    def __init__(self, table, hands, supply, player):
        self.table, self.hands, self.supply, self.player = table, hands, supply, player
        self.past, self.actions = 0, None

    def is_terminal(self):
        return self.hands[self.player] is None

    def key(self):
        return self.player, self.past, self.hands[self.player]

    def legal_actions(self, player=None):
        if self.actions is None:
            self.actions = self.listed()
        return self.actions

    def listed(self):
        low, high = TILES[self.hands[self.player]]
        if not self.table.taken:
            return [FIRST[self.hands[self.player]]]
        places = self.table.open()
        actions = [action_of(first, upright, low, high) for first, upright in places]
        if low != high:
            actions += [action_of(first, upright, high, low) for first, upright in places]
        return actions

    def apply_action(self, action):
        self.table.lay(*parts(action))
        self.next()
        self.past, self.actions = hash((self.past, action)), None

    def next(self):
        self.hands[self.player] = self.supply.pop() if self.supply else None
        self.player = 1 - self.player

    def product(self, ring):
        cells = self.table.cells
        members = {cell for cell in self.table.taken if cells[cell] - 1 & ring}
        product = 1
        while members:
            reached, size = [members.pop()], 0
            while reached:
                cell = reached.pop()
                size += 1
                for way in WAYS:
                    if cell + way in members:
                        members.remove(cell + way)
                        reached.append(cell + way)
            product *= size
        return product

    def scores(self):
        return [self.product(ring) for ring in RINGS]

    def choice_of(self, action):
        return placement_name(action)

    def returns(self):
        one, other = self.scores()
        won = (one > other) - (one < other)
        return [float(won), float(-won)]

    def playout(self):
        table, hands = self.table, self.hands
        while hands[self.player] is not None:
            one, other = TILES[hands[self.player]]
            if random() < 0.5:
                one, other = other, one
            table.lay(*table.any_open(), one, other)
            self.next()
        return self.returns()


class Seen(spiel.Watcher):
    """What a seat has seen: the table and its own tile."""

    def __init__(self, options, seat):
        self.seat, self.table, self.own, self.turn, self.laid, self.actions = seat, Table(), None, 0, 0, None

    def hear(self, event):
        own = event["view"]["own"]["tile"]
        own = None if own is None else NUMBER[own]
        if event["by"] != "chance":
            assert event["by"] == self.turn, "another seat is on turn"
            first, second, one, other = parts(placement_of(event["what"]))
            tile = TILE_OF[one][other]
            assert self.turn != self.seat or tile == self.own, "another tile"
            assert not self.laid >> tile & 1, "the tile lies already"
            self.table.lay(first, second, one, other)
            self.laid |= 1 << tile
            self.turn = 1 - self.turn
        self.own, self.actions = own, None

    def check(self, view):
        """Holds what these rules say of the position against what the referee shows."""
        assert view["turn"] == self.turn and len(view["placed"]) == self.laid.bit_count()
        # The referee says 0 where there is no group yet.
        products = [seat["product"] or 1 for seat in view["seats"]]
        assert products == State(self.table, None, None, self.seat).scores(), "other groups"

    def world(self):
        """A world that the seat cannot tell from the real one, each equally likely."""
        rest = numbers(ALL & ~self.laid & ~(1 << self.own))
        shuffle(rest)
        hands = [self.own, self.own]
        hands[1 - self.seat] = rest.pop() if rest else None
        state = State(self.table.clone(), hands, rest, self.seat)
        if self.actions is None:
            self.actions = state.listed()
        state.actions = self.actions
        return state
