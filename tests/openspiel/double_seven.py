"""The double-seven set (docs/RULES.md): its tiles by number, and the table on which Dominup and Dominomega place them."""

from random import random

TILES = [(low, high) for low in range(8) for high in range(low, 8)]
NAMES = [f"{low}-{high}" for low, high in TILES]
NUMBER = {name: number for number, name in enumerate(NAMES)}
PIPS = [low + high for low, high in TILES]
DOUBLES = sum(1 << number for number, (low, high) in enumerate(TILES) if low == high)
ALL = (1 << len(TILES)) - 1
# By symbol: the tiles that have it. By two symbols: the number of their tile.
WITH = [sum(1 << number for number, tile in enumerate(TILES) if symbol in tile) for symbol in range(8)]
TILE_OF = [[NUMBER[f"{min(one, other)}-{max(one, other)}"] for other in range(8)] for one in range(8)]


def tiles(names):
    return sum(1 << NUMBER[name] for name in names)


def numbers(mask):
    """The numbers of these tiles, ascending."""
    found = []
    while mask:
        found.append((mask & -mask).bit_length() - 1)
        mask &= mask - 1
    return found


def pips(mask):
    return sum(PIPS[number] for number in numbers(mask))


# So wide that what lies from column or row -74 to 74 never meets the next row.
WIDTH = 152
MIDDLE = 75 * WIDTH + 75
EDGE = 9
WAYS = (1, -1, WIDTH, -WIDTH)


def cell_name(cell):
    row, column = divmod(cell, WIDTH)
    return f"{column - 75},{row - 75}"


def cell_of(name):
    column, row = name.split(",")
    return (int(row) + 75) * WIDTH + int(column) + 75


def action_of(first, upright, one, other):
    """A placement as a number: the lower cell, whether the other one lies above it, and both symbols."""
    return ((first * 2 + upright) * 8 + one) * 8 + other


def parts(action):
    """Both cells and both symbols."""
    first, upright = divmod(action >> 6, 2)
    return first, first + (WIDTH if upright else 1), action >> 3 & 7, action & 7


FIRST = [action_of(MIDDLE, 0, low, high) for low, high in TILES]


def placement_name(action):
    first, second, one, other = parts(action)
    return f"{one}@{cell_name(first)} {other}@{cell_name(second)}"


def placement_of(text):
    (one, first), (other, second) = (half.split("@") for half in text.split(" "))
    first, second = cell_of(first), cell_of(second)
    return action_of(first, int(second != first + 1), int(one), int(other))


class Table:
    """What shows on each cell: 0 nothing, a symbol and one more, or EDGE where nothing lies but something beside it."""

    __slots__ = ("cells", "edges", "taken")

    def __init__(self):
        self.cells, self.edges, self.taken = bytearray(WIDTH * WIDTH), [], []

    def clone(self):
        copy = object.__new__(Table)
        copy.cells, copy.edges, copy.taken = self.cells[:], self.edges[:], self.taken[:]
        return copy

    def lay(self, first, second, one, other):
        cells, edges = self.cells, self.edges
        if not 0 < cells[first] < EDGE:
            self.taken += (first, second)
        cells[first], cells[second] = one + 1, other + 1
        for cell in (first, second):
            for way in WAYS:
                if not cells[cell + way]:
                    cells[cell + way] = EDGE
                    edges.append(cell + way)

    def open(self):
        """The places for a tile beside others: the lower cell, and whether the other one lies above it."""
        cells, found = self.cells, []
        for edge in self.edges:
            if cells[edge] != EDGE:
                continue
            for way in WAYS:
                beside = cells[edge + way]
                if beside == 0 or (beside == EDGE and way > 0):
                    found.append((min(edge, edge + way), int(abs(way) > 1)))
        return found

    def any_open(self):
        """One of these places, each equally likely."""
        cells, edges = self.cells, self.edges
        while True:
            at = int(random() * len(edges))
            edge = edges[at]
            if cells[edge] != EDGE:
                # A tile lies there meanwhile.
                edges[at] = edges[-1]
                edges.pop()
                continue
            way = WAYS[int(random() * 4)]
            beside = cells[edge + way]
            if beside == 0 or (beside == EDGE and way > 0):
                return (edge, edge + way) if way > 0 else (edge + way, edge)
