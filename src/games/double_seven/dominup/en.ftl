# Dominup in English. Rules in our own words.

dominup-name = Dominup
dominup-panel = My tiles
dominup-start = Lay tiles beside and on top of others, and run out first (2 to 4 people, 20 minutes)
dominup-blurb = Lay your tiles beside the others, and on top of them wherever the symbols match. Whoever runs out of tiles first wins.
dominup-name-misere = Dominup misère
dominup-blurb-misere = Lay your tiles beside the others, and on top of them wherever the symbols match. Whoever runs out of tiles first loses; all the others win.
# The rulebook names nobody; so it is told elsewhere.
dominup-by = Néstor Romeral Andrés
dominup-credits = Dominup: game and double-seven domino set by Néstor Romeral Andrés; published by nestorgames.

## Options (at most 100 characters each)

dominup-option-play_on = When somebody is out, the others play on for their places (on unless turned off; not in misère)
dominup-option-play_on-title = Play on for places
dominup-option-misere = Whoever is out of tiles first loses, and all the others win
dominup-option-misere-title = Misère

## Setting up

dominup-setup-alone = Dominup needs somebody to play with. Wait for others, or add a computer player.
dominup-setup-seats = Dominup is for two to four players, no more. The others can start a game of their own in another channel.

## The table

dominup-phase-deal = The tiles are being dealt
dominup-phase-opening = { $seat }'s turn: the double seven
dominup-phase-play = { $seat }'s turn
dominup-phase-over = The game is over
dominup-turn = Whoever can climb must, for as long as there are climbs. Then comes one tile on the table.
dominup-steps = These could climb now, whoever holds them: { $tiles }.
dominup-steps-none = No tile could climb now.
dominup-mark-tiles = { $count ->
    [0] no tiles
    [one] 1 tile
   *[other] { $count } tiles
}
dominup-mark-place = place { $place }
dominup-mark-left = left with { $tiles }
dominup-recent-climb = { $seat } climbed to level { $level } with { $tile } on { $low } and { $high }.
dominup-recent-expand = { $seat } laid { $tile } on { $low } and { $high }.
dominup-legend = Digits are symbols; behind them, `b`, `c` and `d` are levels 2, 3 and 4 (the table is level 1). A dash joins a half to the one at its right, `^` to the one above it. Dots are free. Rows have numbers at the left, columns letters below (read downward).

## The own panel

dominup-may-open = You have the double seven: lay it in the middle.
dominup-may-climb = You can climb, so you must.
dominup-may-expand = Nothing climbs: lay a tile.
dominup-own = Your tiles: { $tiles }.
dominup-own-able = Your tiles that can climb: { $tiles }.
dominup-own-others = Your other tiles: { $tiles }.
dominup-own-none = You have no tiles left.
dominup-ask-climb = Which climb?
dominup-read-climb = A letter stands at an end of the line between its two cells.
dominup-chose-climb = climb with { $tile } on { $low } and { $high }
dominup-chose-expand = lay { $tile } on { $low } and { $high }
dominup-offer-climb = climb with { $tile }
dominup-offer-expand = lay { $tile } on the table
dominup-weigh-level = To level { $level }.
dominup-weigh-out = That is your last tile, so you are out.
dominup-weigh-lose = That is your last tile: you are out first and lose.
dominup-weigh-then-climb = { $count ->
    [one] Then you climb with { $tiles }.
   *[other] Then you climb with one of these: { $tiles }.
}
dominup-weigh-then-expand = Then you cannot climb, and you lay a tile on the table.
dominup-weigh-own = Of yours, these could climb next turn: { $tiles }.
dominup-weigh-others = Others could then climb with { $tiles }.

## The picture

dominup-sketch-levels = Bars on a disc: the tile's level
dominup-sketch-hand = Your tiles. Those with a frame could climb now.
dominup-sketch-hand-none = Your tiles. None could climb now.
dominup-alt-levels = b, c and d behind a symbol are levels 2 to 4.
dominup-alt-climb = { $tile } from { $one } to { $other }
dominup-alt-climbs = Your climbs: { $climbs }.
dominup-alt-climbs-some = Some of your climbs: { $climbs }.

## What happened

dominup-fact-out = { $seat } has no tiles left.
dominup-lost = { $seat } ran out first and loses.

## Refusals

dominup-refused-out = You have no tiles left, so your place is certain. (Rules: The end)
dominup-refused-opening = The game begins with the double seven on M75 and N75. (Rules: The tiles)
dominup-refused-held = You do not have { $tile }. (Rules: The tiles)
dominup-refused-must = You can climb with { $tiles }, so you must before you lay a tile on the table. (Rules: A turn)
dominup-refused-empty = Nothing lies on { $cell }, so nothing can climb there. (Rules: Climbing)
dominup-refused-half = Nothing lies on { $cell }, so nothing can climb there; and { $taken } is taken, so a tile cannot lie on the table there either. (Rules: Climbing)
dominup-refused-one = Both cells are of one tile, and a climb needs two different ones beneath. (Rules: Climbing)
dominup-refused-levels = One of these tiles is on level { $one } and the other on level { $other }, and a climb needs two of the same level. (Rules: Climbing)
dominup-refused-symbol = On { $cell } lies { $symbol }, and the symbols must be the same. (Rules: Climbing)
dominup-refused-taken = There is a tile on { $cell } already, and on the table both halves go on free cells. (Rules: On the table)
dominup-refused-apart = Nothing lies beside that place: one half at least must be beside a tile. (Rules: On the table)

## The rules

dominup-rules-goal = **What it is about.** You lay your tiles beside the others, and on top of them wherever the symbols match. Every climb is one tile more that you are rid of. Whoever is out of tiles first wins.
dominup-rules-goal-misere = **What it is about.** You lay your tiles beside the others, and must lay them on top wherever the symbols match. Every climb is one tile more that you are rid of, and here whoever is out of tiles first loses.
dominup-rules-deal = **The tiles.** There are 36, with two symbols each, from 0-0 to 7-7. A symbol is drawn as rings: the pip counts 1, the small circle 2, the large circle 4. So 5 is a pip in a large circle, 7 has all three, and 0 has none. All tiles are dealt evenly, and only you see yours. Whoever has the double seven lays it in the middle, on M75 and N75; that is their first turn.
dominup-rules-turn = **A turn.** If any of your tiles can climb, you must climb; which tile, and where, is up to you. Go on for as long as you can climb. Then, if you have a tile left, lay one on the table. That ends your turn, even if you could climb now. The next player goes on.
dominup-rules-climbing = **Climbing.** The table is level 1. A tile climbs onto two cells side by side where two different tiles lie on top, both on the same level, whichever that is. Each half must lie on a symbol like its own. The two halves of one tile do not carry another. A tile that climbs lies one level higher, and others may climb onto it in turn.
dominup-rules-expanding = **On the table.** Both halves go on free cells of the table, and at least one of them beside a tile: along an edge, not at a corner. Symbols need not match.
dominup-rules-end = **The end.** Whoever has no tiles left is out: the first one wins. The others play on for the other places, until only one still has tiles.
dominup-rules-end-first = **The end.** Whoever has no tiles left first wins, and the game is over.
dominup-rules-end-misere = **The end.** The game is over when somebody has no tiles left. That player loses, and all the others share the win.
dominup-rules-table = **The picture.** You see the table from above. The higher a tile lies, the darker it is; from level 2 on it bears a dark disc with as many bars as its level. Columns have letters below, rows numbers at the left. If you would rather read digits than rings, choose them in `/settings`, or for the table by `/table boards`.
dominup-rules-typing = **Typing a move.** A cell is its column and its row: `M75`. A move is both halves with their cells: `climb 3@M75 4@N75` climbs with 3-4, the 3 on M75 and the 4 to its right; `expand 3@M75 4@N75` lays it on the table. `climb` and `expand` may be left out, and the tile with its cells will do as well: `3-4 M75 N75`. `/move` or the button of your panel takes it.
