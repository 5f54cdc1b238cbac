# Dominimum in English. Rules in our own words.

dominimum-name = Dominimum
dominimum-panel = My tiles
dominimum-start = Keep the groups of your two secret symbols small (2 to 4 people, 20 minutes)
dominimum-blurb = Lay tiles side by side, and keep the groups of your two secret symbols small: the lowest score wins.
# The rulebook names nobody; so it is told elsewhere.
dominimum-by = Néstor Romeral Andrés
dominimum-credits = Dominimum: game and double-seven domino set by Néstor Romeral Andrés; published by nestorgames.

## Setting up

dominimum-setup-alone = Dominimum needs somebody to play with. Wait for others, or add a computer player.
dominimum-setup-seats = Dominimum is for 2 to 4 players.

## The table

dominimum-phase-deal = Missions and tiles are being dealt
dominimum-tie-rule = The lowest score wins. A tie goes to the first of these: { $seats }.
dominimum-tie = { $seats } have { $score } each: in this order, as whoever placed their last tile earlier is ahead.
dominimum-mark-secret = has a secret mission
dominimum-mark-mission = mission { $mission }, { $standing }
dominimum-mark-first = begins

## The own panel

dominimum-own-mission = Your mission is { $mission }: keep the { $one }s apart, and the { $other }s apart. Largest groups now: { $standing }.
dominimum-standing-none = { $groups }, so 0 points
dominimum-none = no { $symbol } yet
dominimum-some = { $size ->
    [one] single { $symbol }s
   *[other] { $symbol }s in a group of { $size }
}
dominimum-would = The largest group of { $one }s is { $ones }, of { $other }s { $others }. Score { $score }, was { $now } (low is good).

## The picture

dominimum-sketch-order = plays { $turn ->
    [1] first
    [2] second
    [3] third
   *[other] fourth
}
dominimum-sketch-tile = tile
dominimum-sketch-mission = mission

## What happened

dominimum-revealed = { $seat }'s mission was { $mission }: { $standing }.
dominimum-fact-groups = { $seat } has { $one } × { $other } = { $score }.

## Refusals

dominimum-refused-tile = You hold { $own }, not { $tile }, and you place the tile that you hold. (Rules: A turn)
dominimum-refused-first = The first tile lies on M75 and N75 with its lower symbol first. (Rules: A turn)
dominimum-refused-taken = There is a tile on { $cell } already, and both halves go on free cells. (Rules: A turn)
dominimum-refused-apart = Nothing lies beside that place: one half at least must be beside a tile. (Rules: A turn)

## The rules

dominimum-rules-goal = **What it is about.** Everybody has a secret mission: a tile with two different symbols. Tiles are laid side by side until none are left. The larger the largest groups of your two symbols, the worse for you.
dominimum-rules-tiles = **The tiles.** There are 36, with two symbols each, from 0-0 to 7-7. A symbol is drawn as rings: the pip counts 1, the small circle 2, the large circle 4. So 5 is a pip in a large circle, 7 has all three, and 0 has none, but is a symbol like the others.
dominimum-rules-mission = **Missions.** Each player draws a tile that nobody else sees. A double goes back, and another is drawn. The missions stay out of the game and are shown at the end. Your panel shows yours at any time.
dominimum-rules-turn = **A turn.** You hold one tile that nobody else sees. Place it on two free cells side by side, so that one half at least is beside a tile that lies there; symbols need not match. Then you draw another, as long as there are any. Who begins is drawn. The first tile of a game lies in the middle, its lower symbol at the left.
dominimum-rules-score = **The score.** Cells with the same symbol belong together where they touch along an edge, not at a corner. For each symbol of your mission the largest group counts, and you multiply the two: with the mission 2-5, a group of three 2s and one of six 5s are 3 × 6 = 18. The lowest score wins.
dominimum-rules-tie = **Ties.** Equal scores are common. Then whoever placed their last tile first is ahead. Everybody places equally many tiles, so that is who comes earlier in turn, counted from the first player.
dominimum-rules-picture = **The picture.** Your own picture tints the groups that count for you; at the end everybody's are tinted. Columns have letters below, rows numbers at the left. If you would rather read digits than rings, choose them in `/settings`, or for the table by `/table boards`.
dominimum-rules-typing = **Typing a move.** A cell is its column and its row: `M75`. A move is both halves with their cells: `3@M75 4@N75` puts the 3 on M75 and the 4 to its right. The tile and its cells will do as well: `3-4 M75 N75`. `/move` or the button of your panel takes it.
