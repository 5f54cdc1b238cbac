"""The rules of Dominoes for two (docs/RULES.md) as a state that OpenSpiel's search asks, and the worlds that a seat may be in."""

from random import random, sample, shuffle

import double_seven
import spiel
from double_seven import ALL, NAMES, NUMBER, PIPS, TILES, WITH, numbers, pips

HAND = 9
# The tiles, those that open before others first: doubles, then by the sum, then by the higher symbol.
RANKED = sorted(range(36), key=lambda tile: (TILES[tile][0] != TILES[tile][1], -PIPS[tile], -TILES[tile][1]))
# By the ends: the tiles that fit one of them.
FITS = [[WITH[left] | WITH[right] for right in range(8)] for left in range(8)]
# By a symbol and a tile that has it: the other symbol of the tile.
OTHER = [[low + high - symbol if symbol in (low, high) else 0 for low, high in TILES] for symbol in range(8)]
# What winning is worth beside the points, and what counts as all.
WIN, MOST = 20, 60


def opening(hand):
    return next(tile for tile in RANKED if hand >> tile & 1)


def outranking(tile):
    return sum(1 << other for other in RANKED[: RANKED.index(tile)])


def begin(deck, options):
    hands = [double_seven.tiles(deck[:HAND]), double_seven.tiles(deck[HAND : 2 * HAND])]
    opener = hands.index(next(hand for hand in hands if hand >> opening(hands[0] | hands[1]) & 1))
    return State(hands, [NUMBER[name] for name in reversed(deck[2 * HAND :])], None, None, opener)


class State(spiel.Position):
    """A hand, without ends before its opening. What is drawn and passed is forced, so an action is a tile to the left (even)
    or to the right (odd). `past` stands for what all have seen since the search began."""

    game = spiel.Game("dominoes", hidden=True)
    __slots__ = ("hands", "supply", "left", "right", "player", "passes", "past", "over", "winner")

    def __init__(self, hands, supply, left, right, player):
        self.hands, self.supply, self.left, self.right = hands, supply, left, right
        self.player, self.passes, self.past, self.over = player, 0, 0, None

    def is_terminal(self):
        return self.over is not None

    def key(self):
        return self.player, self.past, self.hands[self.player]

    def legal_actions(self, player=None):
        hand = self.hands[self.player]
        if self.left is None:
            return [opening(hand) * 2]
        left, right = hand & WITH[self.left], hand & WITH[self.right]
        return [tile * 2 for tile in numbers(left)] + [tile * 2 + 1 for tile in numbers(right)]

    def apply_action(self, action):
        drawn = len(self.supply)
        if self.left is None:
            self.left = self.right = TILES[action >> 1][1]
        self.lay(action >> 1, action & 1)
        while self.over is None and not self.hands[self.player] & FITS[self.left][self.right]:
            self.draw_or_pass()
        self.past = hash((self.past, action, drawn - len(self.supply)))

    def lay(self, tile, end):
        hands, player = self.hands, self.player
        hands[player] ^= 1 << tile
        if end:
            self.right = OTHER[self.right][tile]
        else:
            self.left = OTHER[self.left][tile]
        self.passes = 0
        if hands[player]:
            self.player = 1 - player
        else:
            points = pips(hands[1 - player])
            self.over, self.winner = [points, 0] if player == 0 else [0, points], player

    def draw_or_pass(self):
        """The seat on turn cannot play."""
        if self.supply:
            self.hands[self.player] |= 1 << self.supply.pop()
            return
        self.passes += 1
        self.player = 1 - self.player
        if self.passes == 2:
            one, other = pips(self.hands[0]), pips(self.hands[1])
            self.over, self.winner = [max(other - one, 0), max(one - other, 0)], None
            if one != other:
                self.winner = int(other < one)

    def scores(self):
        return self.over

    def choice_of(self, action):
        name = NAMES[action >> 1]
        return name if self.left is None else f"{name} {'LR'[action & 1]}"

    def returns(self):
        if self.over is None or self.winner is None:
            return [0.0, 0.0]
        worth = min(1.0, (WIN + self.over[self.winner]) / MOST)
        return [worth, -worth] if self.winner == 0 else [-worth, worth]

    def playout(self):
        hands = self.hands
        while self.over is None:
            hand = hands[self.player]
            left, right = hand & WITH[self.left], hand & WITH[self.right]
            many = left.bit_count()
            skip = int(random() * (many + right.bit_count()))
            if not left and not right:
                self.draw_or_pass()
                continue
            fits, end = (left, 0) if skip < many else (right, 1)
            for _ in range(skip - many if end else skip):
                fits &= fits - 1
            self.lay((fits & -fits).bit_length() - 1, end)
        return self.returns()


class Seen(spiel.Watcher):
    """What a seat has seen: its hand, the line's ends, and in groups what the other hand does not hold."""

    def __init__(self, options, seat):
        if options.get("block") or options.get("partners"):
            raise SystemExit("player.py: Dominoes without block and partners only")
        self.seat, self.hand, self.laid = seat, 0, 0
        self.ends = None
        self.turn, self.supply, self.passes = None, 36 - 2 * HAND, 0
        # The other hand, the oldest tiles first: how many, and the tiles that are not among them. What an older group may hold, a
        # younger one may hold as well.
        self.groups = [[HAND, 0]]

    def hear(self, event):
        by, view = event["by"], event["view"]
        if by == "chance":
            self.hand, self.turn = double_seven.tiles(view["own"]["hand"]), view["turn"]
            return
        assert by == self.turn, "another seat is on turn"
        what = event["what"]
        if what == "draw":
            self.hear_draw(by, double_seven.tiles(view["own"]["hand"]))
        elif what == "pass":
            assert self.supply == 0
            self.lacks(by)
            self.passes += 1
            self.turn = 1 - by
        else:
            self.hear_tile(by, what)

    def hear_draw(self, by, hand):
        assert self.supply > 0
        self.supply -= 1
        self.lacks(by)
        if by == self.seat:
            assert self.hand & hand == self.hand and (hand & ~self.hand).bit_count() == 1
            self.hand = hand
        elif self.groups and self.groups[-1][1] == 0:
            self.groups[-1][0] += 1
        else:
            self.groups.append([1, 0])

    def lacks(self, by):
        fits = FITS[self.ends[0]][self.ends[1]]
        if by == self.seat:
            assert not self.hand & fits, "a tile fits"
            return
        for group in self.groups:
            group[1] |= fits

    def hear_tile(self, by, what):
        name, _, end = what.partition(" ")
        tile = NUMBER[name]
        if self.ends is None:
            assert by != self.seat or tile == opening(self.hand)
            self.ends = list(TILES[tile])
            self.groups[0][1] |= outranking(tile)
        else:
            at = 0 if end == "L" else 1
            assert WITH[self.ends[at]] >> tile & 1, "the tile does not fit"
            self.ends[at] = OTHER[self.ends[at]][tile]
        self.laid |= 1 << tile
        if by == self.seat:
            self.hand ^= 1 << tile
        else:
            # From the oldest group that may have held it: any world that fits then fits also if it came from another one.
            group = next(group for group in self.groups if not group[1] >> tile & 1)
            group[0] -= 1
            self.groups = [group for group in self.groups if group[0]]
        self.passes, self.turn = 0, 1 - by

    def check(self, view):
        """Holds what these rules say of the position against what the referee shows."""
        assert view["own"]["hand"] == [NAMES[tile] for tile in numbers(self.hand)], "another hand"
        assert view["ends"] == self.ends, "other ends"
        assert view["supply"] == self.supply and view["turn"] == self.turn
        assert view["seats"][1 - self.seat]["tiles"] == sum(count for count, _ in self.groups)

    def forced(self):
        if self.ends is None or self.hand & FITS[self.ends[0]][self.ends[1]]:
            return None
        return "draw" if self.supply else "pass"

    def world(self):
        """A world that the seat cannot tell from the real one; within the groups each is equally likely."""
        rest = numbers(ALL & ~self.laid & ~self.hand)
        held = 0
        # The strictest group first: whatever it takes, the others have as many ways as before.
        for count, lacks in self.groups:
            may = [tile for tile in rest if not lacks >> tile & 1] if lacks else rest
            for tile in sample(may, count):
                held |= 1 << tile
            rest = [tile for tile in rest if not held >> tile & 1]
        shuffle(rest)
        hands = [self.hand, held] if self.seat == 0 else [held, self.hand]
        state = State(hands, rest, *(self.ends or (None, None)), self.seat)
        state.passes = self.passes
        return state
