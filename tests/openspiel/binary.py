"""The rules of Binary (docs/RULES.md) as a state that OpenSpiel's search in Python asks. Sets of squares are numbers of bits."""

from random import random

import spiel


class Board:
    """A board of one size: its squares and their colours, and which squares touch."""

    def __init__(self, size):
        self.size, self.squares = size, size * size
        bit = lambda file, rank: 1 << (rank * size + file)
        at = [(file, rank) for rank in range(size) for file in range(size)]
        # Square a1 is dark.
        self.dark = sum(bit(file, rank) for file, rank in at if (file + rank) % 2 == 0)
        self.all = (1 << self.squares) - 1
        self.light = self.all & ~self.dark
        middle = (size // 2 - 1, size // 2)
        self.centre = sum(bit(file, rank) for file in middle for rank in middle)
        self.left_edge = sum(bit(0, rank) for rank in range(size))
        self.right_edge = sum(bit(size - 1, rank) for rank in range(size))

    def beside(self, squares):
        return (
            squares << self.size
            | squares >> self.size
            | (squares & ~self.right_edge) << 1
            | (squares & ~self.left_edge) >> 1
        ) & self.all

    def name(self, square):
        return f"{chr(97 + square % self.size)}{square // self.size + 1}"

    def square(self, name):
        return (int(name[1:]) - 1) * self.size + ord(name[0]) - 97


def bits(squares):
    """The numbers of these squares, ascending."""
    while squares:
        lowest = squares & -squares
        yield lowest.bit_length() - 1
        squares ^= lowest


def any_of(squares):
    """One of these squares, each equally likely."""
    for _ in range(int(random() * squares.bit_count())):
        squares &= squares - 1
    return (squares & -squares).bit_length() - 1


def begin(deck, options):
    return State(Board(options["size"]))


class State(spiel.Position):
    """A game of Binary. Player 0 is Black. An action is a square, or a square and one more times the number of squares."""

    game = spiel.Game("binary", hidden=False)
    __slots__ = ("board", "placed", "hand", "player", "first")

    def __init__(self, board):
        self.board, self.placed = board, [0, 0]
        self.hand = [board.squares // 4] * 2
        self.player, self.first = 0, True

    def clone(self):
        copy = object.__new__(State)
        copy.board, copy.placed, copy.hand = self.board, self.placed[:], self.hand[:]
        copy.player, copy.first = self.player, self.first
        return copy

    def own(self, player):
        return self.board.dark if player == 0 else self.board.light

    def is_terminal(self):
        return self.hand == [0, 0]

    def parts(self):
        """The empty squares of which two may be taken, and those of which one may be."""
        empty = self.board.all & ~(self.placed[0] | self.placed[1])
        own, hand = self.own(self.player), self.hand[self.player]
        if self.first:
            return 0, empty & own & ~self.board.centre
        pairs = empty & own & ~self.board.centre if hand >= 2 else 0
        return pairs, empty & (own | ~self.board.centre) if hand < 2 else empty

    def legal_actions(self, player=None):
        pairs, single = (list(bits(squares)) for squares in self.parts())
        many = self.board.squares
        return single + [one + (1 + other) * many for at, one in enumerate(pairs) for other in pairs[at + 1 :]]

    def any_action(self):
        pairs, single = self.parts()
        count, singles = pairs.bit_count(), single.bit_count()
        if random() * (singles + count * (count - 1) // 2) < singles:
            return any_of(single)
        one = any_of(pairs)
        other = any_of(pairs & ~(1 << one))
        return min(one, other) + (1 + max(one, other)) * self.board.squares

    def playout(self):
        while not self.is_terminal():
            self.apply_action(self.any_action())
        return self.returns()

    def apply_action(self, action):
        player = self.player
        other, one = divmod(action, self.board.squares)
        placed = 1 << one
        cost = 1
        if other:
            placed |= 1 << other - 1
            cost = 2
        elif placed & self.board.centre and not placed & self.own(player):
            cost = 2
        self.placed[player] |= placed
        self.hand[player] -= cost
        self.first = False
        if self.hand[1 - player] > 0:
            self.player = 1 - player

    def territories(self, player):
        empty = self.board.all & ~(self.placed[0] | self.placed[1])
        ground = self.placed[player] | (empty & self.own(player))
        sizes = []
        while ground:
            whole, reached = 0, ground & -ground
            while reached != whole:
                whole = reached
                reached = (whole | self.board.beside(whole)) & ground
            ground &= ~whole
            if whole.bit_count() > 1:
                sizes.append(whole.bit_count())
        return sorted(sizes, reverse=True)

    def returns(self):
        if not self.is_terminal():
            return [0.0, 0.0]
        one, other = ((sum(sizes) + sum(sizes[:1]), sizes) for sizes in map(self.territories, (0, 1)))
        won = (one > other) - (one < other)
        return [float(won), float(-won)]

    def scores(self):
        return [sum(sizes) + sum(sizes[:1]) for sizes in map(self.territories, (0, 1))]

    def action_of(self, choice):
        squares = [self.board.square(name) for name in choice.split(" ")]
        one, other = squares[0], (squares[1] if len(squares) > 1 else None)
        if other is None:
            return one
        return min(one, other) + (1 + max(one, other)) * self.board.squares

    def choice_of(self, action):
        other, one = divmod(action, self.board.squares)
        if not other:
            return self.board.name(one)
        # Two squares ascend by file, then by rank.
        squares = sorted((one, other - 1), key=lambda square: (square % self.board.size, square // self.board.size))
        return " ".join(self.board.name(square) for square in squares)


class Seen(spiel.Watcher):
    """What a seat has seen, which is all. Player 0 of the state is Black."""

    def __init__(self, options, seat):
        self.size, self.state, self.black = options.get("size", 8), None, None

    def hear(self, event):
        if event["by"] == "chance":
            self.black = int(event["what"].split(" ")[1])
            self.state = State(Board(self.size))
            return
        assert event["by"] == self.seat_of(self.state.player), "another seat is on turn"
        action = self.state.action_of(event["what"])
        assert self.state.choice_of(action) == event["what"]
        self.state.apply_action(action)

    def seat_of(self, player):
        return player if self.black == 0 else 1 - player

    def check(self, view):
        """Holds what these rules say of the position against what the referee shows."""
        state = self.state
        assert view["turn"] == self.seat_of(state.player)
        for player in (0, 1):
            side = view["sides"][self.seat_of(player)]
            assert side["hand"] == state.hand[player], "another hand"
            assert sorted(side["pieces"]) == sorted(state.board.name(square) for square in bits(state.placed[player]))

    def world(self):
        return self.state.clone()
