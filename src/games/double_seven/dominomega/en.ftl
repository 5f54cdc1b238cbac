# Dominomega in English. Rules in our own words.

dominomega-name = Dominomega
dominomega-panel = My tile
dominomega-start = Build groups of your ring that multiply to the most (2 or 3 people, 30 minutes)
dominomega-blurb = Everybody has a ring. Lay tiles side by side so that the groups of your ring multiply to the most.
# The rulebook names nobody; so it is told elsewhere.
dominomega-by = Néstor Romeral Andrés
dominomega-credits = Dominomega: game and double-seven domino set by Néstor Romeral Andrés; published by nestorgames.

## Setting up

dominomega-setup-alone = Dominomega needs somebody to play with. Wait for others, or add a computer player.
dominomega-setup-seats = Dominomega is for 2 or 3 players.

## Rings

dominomega-pip = pip
dominomega-small = small circle
dominomega-large = large circle

## The table

dominomega-phase-deal = The tiles are being dealt
dominomega-groups = { $above ->
    [0] { $single ->
        [one] a single cell
       *[other] { $single } single cells
    }
    [one] { $sizes }{ $single ->
        [0] {""}
        [one] {" "}(and a single cell)
       *[other] {" "}(and { $single } single cells)
    }
   *[other] { $sizes } = { $product }{ $single ->
        [0] {""}
        [one] {" "}(and a single cell)
       *[other] {" "}(and { $single } single cells)
    }
}
dominomega-mark-groups = groups { $groups }

## The own panel

dominomega-own-ring = Your ring is the { $ring }.
dominomega-own-groups = Your groups: { $groups }.
dominomega-would-own = Your score: { $now } → { $product }.
dominomega-would-same = Your score stays { $product }.
dominomega-would-other = { $seat }'s score: { $now } → { $product }.

## The picture

dominomega-none = no group
dominomega-sketch-none = no group yet
dominomega-sketch-points = { $product ->
    [one] 1 point
   *[other] { $product } points
}
dominomega-sketch-would = { $now } → { $product }
dominomega-sketch-groups = = { $sizes }

## What happened

dominomega-tie = { $seats } have the same score, { $product }. No rule parts them, so they share the win.
dominomega-fact-groups = { $seat }'s groups: { $groups }.

## Refusals

dominomega-refused-tile = You hold { $own }, not { $tile }, and you place the tile that you hold. (Rules: A turn)
dominomega-refused-first = The first tile lies on M75 and N75 with its lower symbol first. (Rules: A turn)
dominomega-refused-taken = There is a tile on { $cell } already, and both halves go on free cells. (Rules: A turn)
dominomega-refused-apart = Nothing lies beside that place: one half at least must be beside a tile. (Rules: A turn)

## The rules

dominomega-rules-goal = **What it is about.** Everybody has a ring: the first the pip, the second the small circle, the third the large circle. The bot draws who sits where, and the pip begins. The tiles are laid side by side, and in the end your score is the sizes of all groups of your ring, multiplied. The highest score wins.
dominomega-rules-tiles = **The tiles.** There are 36, with two symbols each, from 0-0 to 7-7. A symbol is drawn as rings: the pip counts 1, the small circle 2, the large circle 4. So 5 is a pip in a large circle, 7 has all three and counts for everybody, and 0 has none. Every ring is there 36 times.
dominomega-rules-turn = **A turn.** You hold one tile that nobody else sees. Place it on two free cells side by side, so that one half at least is beside a tile that lies there; symbols need not match. Then you draw another, as long as there are any. The first tile of a game lies in the middle, its lower symbol at the left.
dominomega-rules-score = **The score.** Cells with your ring belong together where they touch along an edge, not at a corner. When all 36 tiles lie, you multiply the sizes of all your groups, and that is your score: groups of 4, 3, 3 and 1 make 36. A group of one cell changes nothing, and one huge group is worth little: twelve groups of three make 531441, the most that there can be. The highest score wins; equal scores share the win.
dominomega-rules-two = **Two players.** One has the pip and the other the large circle. The small circle counts for nobody.
dominomega-rules-picture = **The picture.** Lines join what belongs together, each ring in the colour of its player's card. Columns have letters below, rows numbers at the left. If you would rather read digits than rings, choose them in `/settings`, or for the table by `/table boards`.
dominomega-rules-typing = **Typing a move.** A cell is its column and its row: `M75`. A move is both halves with their cells: `3@M75 4@N75` puts the 3 on M75 and the 4 to its right. The tile and its cells will do as well: `3-4 M75 N75`. `/move` or the button of your panel takes it.
