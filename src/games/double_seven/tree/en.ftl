# The Tree in English. Rules in our own words.

tree-name = The Tree
tree-panel = My tiles
tree-alone = Alone, you get rid of all tiles in your hand, and draw when nothing fits. You lose when nothing fits and the supply is empty.
tree-start = Grow a tree of tiles, and run out first (1 to 4 people, 20 minutes)
tree-blurb = Dominoes grow into a tree: each symbol has exactly one ring more than the one below it. Be the first without tiles.
# The rulebook names nobody; so it is told elsewhere.
tree-by = Néstor Romeral Andrés
tree-credits = The Tree: game and double-seven domino set by Néstor Romeral Andrés; published by nestorgames.

## Options (at most 100 characters each)

tree-option-play_on = When somebody is out of tiles, the others play on for the next places (yes unless you say no)
tree-option-play_on-title = Play on for places

## Setting up

tree-setup-seats = The Tree is for 1 to 4 players.

## Rings

tree-ring-pip = the pip
tree-ring-small = the small circle
tree-ring-large = the large circle
tree-one = { $symbol }
tree-either = { $symbols } or { $last }

## The table

tree-phase-deal = The tiles are being dealt
tree-phase-turn = { $seat }'s turn
tree-phase-extra = { $seat }'s extra turn
tree-phase-over = The game is over
tree-phase-blocked = Nobody can place a tile any more
tree-supply = { $count ->
    [0] The supply is empty.
    [one] 1 tile is left in the supply.
   *[other] { $count } tiles are left in the supply.
}
tree-alone-won = No tile is left in hand: **won**!
tree-alone-stands = The tree stands: all your tiles are placed.
tree-nobody = Nobody can place a tile any more, so **nobody wins**. Perhaps the next tree grows higher.
tree-nobody-alone = Nothing fits and the supply is empty: **lost**. Perhaps the next tree grows higher.
tree-mark-tiles = { $count ->
    [one] 1 tile in hand
   *[other] { $count } tiles in hand
}
tree-mark-left = { $count ->
    [0] no tile left
   *[other] left with { $tiles }
}
tree-mark-out = out of tiles, place { $place }
tree-legend = Digits are symbols: pip 1, small circle 2, large circle 4, added up. `4-1` is a tile, `4=1` the last one placed, `.` an empty cell.

## The own panel

tree-own-hand = { $count ->
    [one] Your tile: { $tiles }
   *[other] Your { $count } tiles: { $tiles }
}.
tree-own-fit = You can place { $tiles }.
tree-own-all = You can place any of them.
tree-own-none = None of your tiles fits now.
tree-own-drew = Drawn since you last placed a tile: { $tiles }.
tree-own-out = You have no tiles left.
tree-ask-tile = Which tile do you place?
tree-ask-tile-extra = Extra turn: which tile do you place?
tree-ask-draw = { $count ->
    [one] None of your tiles fits: you draw the last tile, and your turn is over.
   *[other] None of your tiles fits: you draw one, and your turn is over.
}
tree-ask-pass = None of your tiles fits, and the supply is empty: you pass.
tree-draw = Draw a tile
tree-pass = Pass
tree-chose-place = place { $tile } on { $left }{ $row } and { $right }{ $row }
tree-chose-draw = draw a tile
tree-chose-pass = pass
tree-offer-place = place { $tile } in row { $row }
tree-offer-extra = place { $tile } in row { $row } and play an extra turn
tree-offer-draw = draw a tile: none of yours fits
tree-offer-pass = pass: none of your tiles fits
tree-would-out = That is your last tile.
tree-would-extra = That brings an extra turn.
tree-would-none = Then none of your tiles fits.
tree-would-fit = { $count ->
    [one] Then { $tiles } fits.
   *[other] Then { $tiles } fit.
}

## The picture

tree-sketch-tiles = { $count ->
    [one] 1 tile
   *[other] { $count } tiles
}
tree-sketch-place = out: place { $place }
tree-sketch-alone = no tiles left
tree-sketch-extra = extra turn
tree-sketch-left = Your tiles
tree-sketch-hand = { $count ->
    [0] Your tiles: none of them fits now.
   *[other] Your tiles: those in a frame fit now.
}

## What happened

tree-did-place = { $seat } placed { $tile } on { $left }{ $row } and { $right }{ $row }.
tree-did-place-extra = { $seat } placed { $tile } on { $left }{ $row } and { $right }{ $row }, for an extra turn.
tree-did-draw = Nothing fitted, and { $seat } drew { $count ->
    [one] a tile.
   *[other] { $count } tiles, one per turn.
}
tree-did-draw-own = Nothing fitted: you drew { $tiles }.
tree-did-pass = Nothing fitted, and { $seat } passed.
tree-fact-extra = { $seat } gets an extra turn.
tree-fact-out = { $seat } is out of tiles!
tree-fact-blocked = Nobody can place a tile, and the supply is empty.

## Refusals

tree-refused-out = You are out of tiles, so you have your place already. (Rules: The end)
tree-refused-can = One of your tiles fits, such as { $tile } at { $cell }: you draw or pass only when nothing does. (Rules: When nothing fits)
tree-refused-supply-empty = The supply is empty, so you pass. (Rules: When nothing fits)
tree-refused-supply-left = There are tiles in the supply, so you draw one. (Rules: When nothing fits)
tree-refused-tile = You do not have { $tile }. (Rules: A turn)
tree-refused-lies = { $tile } lies in the tree already. (Rules: A turn)
tree-refused-upright = Tiles lie across: both halves in the same row, in columns side by side. (Rules: A turn)
tree-refused-ground = Only the double blank lies on the ground; your tiles go in row 76 or higher. (Rules: A turn)
tree-refused-taken = There is a tile on { $cell } already. (Rules: A turn)
tree-refused-air = Neither half would lie directly above a tile, and one at least must. (Rules: A turn)
tree-refused-full = The 7 at { $place } has all three rings, so neither { $symbol } nor anything else can lie above it at { $cell }. (Rules: One ring more)
tree-refused-bare = The 0 at { $place } has no ring, so neither { $symbol } nor anything else can lie below it at { $cell }. (Rules: One ring more)
tree-refused-gap = Nothing can lie at { $cell }, between the { $lower } at { $below } and the { $upper } at { $above }: no symbol has exactly one ring more than the one below and exactly one less than the one above. (Rules: One ring more)
tree-refused-same = The { $symbol } at { $cell } would lie above another { $other } at { $place } and add no ring: only { $fit } can lie there. (Rules: One ring more)
tree-refused-many = The { $symbol } at { $cell } would add { $rings } to the { $other } below it at { $place }, and exactly one ring is added: only { $fit } can lie there. (Rules: One ring more)
tree-refused-lacks = The { $symbol } at { $cell } lacks { $rings } of the { $other } below it at { $place }, and every ring must be there again, with one more: only { $fit } can lie there. (Rules: One ring more)
tree-refused-same-under = The { $symbol } at { $cell } would lie below another { $other } at { $place }, which then adds no ring: only { $fit } can lie there. (Rules: One ring more)
tree-refused-many-under = The { $other } at { $place } would add { $rings } to the { $symbol } inserted below it at { $cell }, and exactly one ring is added: only { $fit } can lie there. (Rules: One ring more)
tree-refused-lacks-under = The { $other } at { $place } lacks { $rings } of the { $symbol } inserted below it at { $cell }: only { $fit } can lie there. (Rules: One ring more)

## The rules

tree-rules-goal = **What it is about.** Everybody helps a tree to grow from the double blank on the ground, and wants to be the first without tiles.
tree-rules-tiles = **Tiles.** There are 36, every pair of the symbols 0 to 7. Symbols are made of rings: a pip counts 1, a small circle 2, a large circle 4, so 5 is a pip in a large circle. 0 has no ring, and 7 has all three. Everybody gets 9 tiles; of four players the last one gets 8. The rest is the supply. The bot draws who sits where, and the first of you begins.
tree-rules-turn = **A turn.** Place one of your tiles across: its two halves side by side in one row, and at least one of them directly above a half that lies there. The other half may stick out into the air, with any symbol.
tree-rules-ring = **One ring more.** Wherever a half lies directly above another, it shows all rings of the lower one and exactly one more. Above 0 go 1, 2 and 4; above 1 go 3 and 5; above 2 go 3 and 6; above 4 go 5 and 6; above 3, 5 and 6 goes 7; above 7 goes nothing. If you insert a tile into a gap below others, those must have one ring more than yours, too.
tree-rules-extra = **An extra turn.** You play again at once if both halves of your tile lie above others, or if any tile lies above yours. That is one extra turn, even if both are so, and an extra turn can bring the next.
tree-rules-stuck = **When nothing fits.** If none of your tiles can be placed when a turn begins (an extra turn, too), a tile is drawn for you, and your turn is over. If the supply is empty, you pass. The bot does both by itself, and tells everybody. You cannot draw or pass when a tile fits.
tree-rules-end = **The end.** Whoever places the last tile of their hand is out and takes the next free place: the first one wins. The others play on until only one has tiles. When everybody who has tiles passes in a row while the supply is empty, the tree is stuck: if somebody is out, the others share the next place, and otherwise nobody wins.
tree-rules-end-first = **The end.** Whoever is first to place the last tile of their hand wins, and the game is over. When everybody passes in a row while the supply is empty, the tree is stuck, and nobody wins.
tree-rules-alone = **Alone.** The same with one player: you win when your hand is empty, even if tiles are left in the supply, and lose when nothing fits and the supply is empty.
tree-rules-typing = **Typing a move.** A placement is two halves, each a symbol, `@`, and its cell as column and row: `4@M76 1@N76`. Shorter is the tile as it lies, and the cell of its left half: `4-1 M76`. `/move` or the button of your panel takes it.
