"""The rules of Binary (docs/RULES.md) as a state that OpenSpiel's search in Python asks. Sets of squares are numbers of bits."""

import random

import pyspiel


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
    """The numbers of these squares, by file and then by rank within `ordered`; here by number."""
    while squares:
        lowest = squares & -squares
        yield lowest.bit_length() - 1
        squares ^= lowest


class State:
    """A game of Binary. Player 0 is Black. An action is a square, or a square and one more times the number of squares."""

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

    def is_chance_node(self):
        return False

    def is_terminal(self):
        return self.hand == [0, 0]

    def current_player(self):
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else self.player

    def parts(self):
        """The empty squares that a piece can go to: of the own colour outside of the centre, and all single placements."""
        empty = self.board.all & ~(self.placed[0] | self.placed[1])
        own, hand = self.own(self.player), self.hand[self.player]
        if self.first:
            outside = empty & own & ~self.board.centre
            return [], list(bits(outside))
        pairs = list(bits(empty & own & ~self.board.centre)) if hand >= 2 else []
        single = empty & (own | ~self.board.centre) if hand < 2 else empty
        return pairs, list(bits(single))

    def legal_actions(self, player=None):
        pairs, single = self.parts()
        many = self.board.squares
        return single + [one + (1 + other) * many for at, one in enumerate(pairs) for other in pairs[at + 1 :]]

    def any_action(self):
        pairs, single = self.parts()
        of_pairs = len(pairs) * (len(pairs) - 1) // 2
        if random.randrange(len(single) + of_pairs) < len(single):
            return random.choice(single)
        one, other = sorted(random.sample(pairs, 2))
        return one + (1 + other) * self.board.squares

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
        sizes = [self.territories(0), self.territories(1)]
        keys = [(sum(of) + (of[0] if of else 0), of) for of in sizes]
        won = (keys[0] > keys[1]) - (keys[0] < keys[1])
        return [float(won), float(-won)]

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


class Game:
    """What OpenSpiel's search asks of a game."""

    def get_type(self):
        return TYPE

    def max_utility(self):
        return 1.0


TYPE = pyspiel.GameType(
    short_name="whistle_binary",
    long_name="Binary",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    parameter_specification={},
)
