# What the games with the double-seven dominoes say alike, in English.

## Placing

tiles-ask-tile = Which tile do you play?
tiles-ask-place = Where does { $tile } go?
tiles-ask-area = Which place near { $number }?
tiles-ask-place-any = Which place?
# How a picture is read, behind the question beside it.
tiles-read-letters = { $symbols ->
    [one] A letter is one half; its line points to the other.
   *[other] A letter is the { $low }; its line points to the { $high }.
}
tiles-read-areas = A number shows all places near it.
tiles-tile = { $tile }
tiles-letter = { $letter }
tiles-letter-tile = { $letter }: { $tile }
tiles-letter-area = { $number } …
# What letters mean, for who sees no picture: short, for there are twenty of them.
tiles-letters = Places, each with { $symbols ->
    [one] its two cells
   *[other] the cell of the { $low } and that of the { $high }
}: { $places }.
tiles-letters-tiles = Places, each with the tile, the cell of its lower symbol and that of the other: { $places }.
# Where each of them lies, its own screen says.
tiles-letters-areas = { $count ->
    [one] 1 stands for more places.
   *[other] 1 to { $count } stand for more places, from top left to bottom right.
}
tiles-letter-place = { $letter } { $low } { $high }
tiles-letter-tile-place = { $letter } { $tile } { $low } { $high }
tiles-lies-level = { $cell }: { $first }, { $second } to its right
tiles-lies-upright = { $cell }: { $first }, { $second } above it
tiles-unplaced = You have { $tile }. Where does it go?
tiles-chosen-tile = You are placing { $tile }.

## The table

tiles-legend = Digits are symbols, a dash joins the halves of a tile, dots are free. Rows have numbers at the left, columns letters below (read downward).
tiles-legend-narrow = Digits are symbols, dots are free. The table is too wide to show here which halves are one tile. Rows have numbers at the left, columns letters below (read downward).
tiles-legend-joined = Digits are symbols. A dash joins a half to the one at its right, `^` to the one above it. Dots are free. Rows have numbers at the left, columns letters below (read downward).
tiles-alt-row = { $row } { $symbols }
tiles-alt-board = Rows from the top, in brackets the column where symbols begin: { $rows }.
tiles-alt-joined = Rows from the top, in brackets the column where symbols begin; after r the other half is to the right, after u above: { $rows }.
tiles-reach = Only a part of the table has room here. You can place in rows { $bottom } to { $top } and columns { $left } to { $right }.
tiles-beyond = Beyond this part lie, by rows from the top, in brackets the column where symbols begin (after r the other half of the tile is to the right, after u it is above): { $rows }.

## What happened

tiles-left = { $seat } still had { $tiles }.

## One tile in every hand

tiles-phase-place = { $seat }'s turn
tiles-phase-over = All tiles are placed
tiles-supply = { $count ->
    [0] The supply is empty.
    [one] One tile is left in the supply.
   *[other] { $count } tiles are left in the supply.
}
tiles-own = You hold { $tile }.
tiles-chose = place { $tile } on { $low } and { $high }
# The cell of the lower symbol comes first, as in what is typed.
tiles-placed = { $seat } placed { $tile } on { $low } and { $high }.
tiles-sketch-supply = { $count ->
    [0] the supply is empty
    [one] 1 tile in the supply
   *[other] { $count } tiles in the supply
}
tiles-alt-tried = You try { $lies }.
