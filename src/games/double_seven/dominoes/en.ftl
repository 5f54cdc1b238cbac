# Dominoes in English. Rules in our own words.

dominoes-name = Dominoes
dominoes-panel = My hand
dominoes-start = Match tiles at the ends of a line and run out first (2 to 4 people, 20 minutes)
dominoes-blurb = Match tiles at the two ends of a line, draw when you cannot, and be the first to run out.
# The rulebook names nobody; so it is told elsewhere.
dominoes-credits = Dominoes: traditional; double-seven domino set by Néstor Romeral Andrés; published by nestorgames.
dominoes-option-block = House variant: nobody draws; if you cannot play, you pass
dominoes-option-block-title = No drawing
dominoes-option-partners = House variant: players 1 and 3 against players 2 and 4
dominoes-option-partners-title = Partners
dominoes-option-to = House variant: the match ends at 50, 100 (usual) or 150 points; 0 means a single hand
dominoes-option-to-title = Points to win
dominoes-option-to-0 = A single hand

## Setting up

dominoes-setup-alone = Dominoes needs somebody to play with. Wait for others, or add a computer player.
dominoes-setup-seats = Dominoes is for 2 to 4 players.
dominoes-setup-partners = Partners need exactly four players. Fill the table, with computer players if you like, or play without partners.
dominoes-setup-to = A match of Dominoes is played to one of these: { $lengths }. With 0 it is one hand.

## The table

dominoes-phase-deal = The tiles are being dealt
dominoes-phase-open = { $seat }'s turn: first tile
dominoes-phase-play = { $seat }'s turn
dominoes-phase-draw = { $seat } cannot play and must draw
dominoes-phase-pass = { $seat } cannot play and must pass
dominoes-phase-over = The hand is over
dominoes-ends = The left end shows **{ $left }**, the right end **{ $right }**.
dominoes-supply = { $count ->
    [0] The supply is empty.
    [one] 1 tile is left in the supply.
   *[other] { $count } tiles are left in the supply.
}
dominoes-legend = A tile between stars was played last, a double is in brackets.
dominoes-legend-doubles = A double is in brackets.
dominoes-mark-partner = with { $seat }
dominoes-mark-tiles = { $count ->
    [0] no tile left
    [one] 1 tile
   *[other] { $count } tiles
}

## Your hand

dominoes-own = { $count ->
    [0] You have no tile left.
    [one] Your last tile: **{ $tiles }**.
   *[other] Your { $count } tiles: **{ $tiles }**.
}
dominoes-own-drawn = { $count ->
    [one] You drew { $tiles }.
   *[other] You drew { $count } tiles: { $tiles }.
}
dominoes-own-opens = You open with { $tile }.
dominoes-own-fits = You can play { $ends }.
dominoes-fits-left = { $tiles } on the left
dominoes-fits-right = { $tiles } on the right

## Choosing

dominoes-tile = { $tile }
dominoes-tile-left = { $tile } left
dominoes-tile-right = { $tile } right
dominoes-tile-both = { $tile } …
dominoes-end-left = Left, at the { $shows }
dominoes-end-right = Right, at the { $shows }
dominoes-ask-tile = Which tile do you play?
dominoes-ask-end = To which end does { $tile } go?
dominoes-ask-open = You have the tile that opens.
dominoes-ask-draw = None of your tiles fits, so you draw.
dominoes-ask-pass = None of your tiles fits and there is nothing to draw, so you pass.
dominoes-draw = Draw
dominoes-pass = Pass
dominoes-offer-left = play it on the left; the ends are then { $left } and { $right }
dominoes-offer-right = play it on the right; the ends are then { $left } and { $right }
dominoes-chose-open = open with { $tile }
dominoes-chose-left = play { $tile } on the left
dominoes-chose-right = play { $tile } on the right
dominoes-chose-draw = draw a tile
dominoes-chose-pass = pass
dominoes-would-ends = The ends would then show { $left } and { $right }.

## What happened

dominoes-did-open = { $seat } opened with { $tile }.
dominoes-did-left = { $seat } played { $tile } on the left.
dominoes-did-right = { $seat } played { $tile } on the right.
dominoes-did-draw-left = { $seat } drew { $count ->
    [one] a tile
   *[other] { $count } tiles
} and played { $tile } on the left.
dominoes-did-draw-right = { $seat } drew { $count ->
    [one] a tile
   *[other] { $count } tiles
} and played { $tile } on the right.
dominoes-did-draw = { $seat } drew { $count ->
    [one] a tile.
   *[other] { $count } tiles.
}
dominoes-did-draw-pass = { $seat } drew { $count ->
    [one] the last tile
   *[other] the last { $count } tiles
} and passed.
dominoes-did-pass = { $seat } passed.
dominoes-out = { $seat } has no tile left.
dominoes-left = { $seat } held { $tiles }, counting { $points }.
dominoes-lowest = Blocked, and { $seats } held least{ $count ->
    [one] {""}
   *[other] {" "}together
}: { $points }.
dominoes-nothing-left = What the others hold counts nothing, but being out of tiles wins.
dominoes-tied = The lowest count is tied, so nobody scores.
dominoes-tied-teams = Both teams hold { $points }: nobody scores.
dominoes-level = The hand is **a draw**.
dominoes-points-team = { $seats } score { $points ->
    [one] 1 point
   *[other] { $points } points
} together.
dominoes-fact-blocked = Nobody can play any more.
dominoes-fact-points = { $seat } scores { $points ->
    [one] 1 point.
   *[other] { $points } points.
}

## The picture

dominoes-sketch-empty = The first tile goes here
dominoes-sketch-hand = Your hand
dominoes-sketch-won = { $count ->
    [one] { $seats } wins the hand
   *[other] { $seats } win the hand
}
dominoes-sketch-held = { $seat } held tiles counting { $points }
dominoes-sketch-tied = Blocked, and tied: nobody scores
dominoes-alt-picked = You picked { $tile } and have still to say which end.
dominoes-alt-line = The line from left to right: { $tiles }.

## Refusals

dominoes-refused-tile = You do not have { $tile } in your hand. (Rules: A turn)
dominoes-refused-fit = { $tile } fits neither end: the left one shows { $left }, the right one { $right }. (Rules: A turn)
dominoes-refused-left = { $tile } does not fit on the left, where the line shows { $shows }. (Rules: A turn)
dominoes-refused-right = { $tile } does not fit on the right, where the line shows { $shows }. (Rules: A turn)
dominoes-refused-which = Say to which end { $tile } goes: `{ $tile } L` is left, `{ $tile } R` is right. (Rules: A turn)
dominoes-refused-open = The highest double that anybody holds opens, and that is your { $tile }. (Rules: The first tile)
dominoes-refused-open-heaviest = Nobody holds a double, so the heaviest tile opens, and that is your { $tile }. (Rules: The first tile)
dominoes-refused-draw-can = You can play a tile; you draw only when you cannot. (Rules: A turn)
dominoes-refused-draw-block = Nobody draws at this table; you cannot play, so you pass. (Rules: A turn)
dominoes-refused-draw-empty = The supply is empty; you cannot play, so you pass. (Rules: A turn)
dominoes-refused-pass-can = You can play a tile, so you may not pass. (Rules: A turn)
dominoes-refused-pass-draw = You may not pass while there are tiles to draw. (Rules: A turn)

## The rules

dominoes-rules-goal = **What it is about.** Get rid of your tiles. Everybody adds to the same line, and a tile only goes where its symbol meets the same symbol. Whoever is out of tiles first scores what the others still hold.
dominoes-rules-goal-partners = **What it is about.** Get rid of your tiles. Everybody adds to the same line, and a tile only goes where its symbol meets the same symbol. Whoever is out of tiles first scores, for both partners, what the other two still hold.
dominoes-rules-tiles = **The tiles.** There are 36, one for every pair of the symbols 0 to 7. A symbol is drawn as rings: a pip in the middle counts 1, a small circle 2, a large circle 4. So a 5 is a pip in a large circle, and a 0 is blank. A tile counts the sum of its two symbols: 3-4 counts 7. Everybody gets nine tiles; what is left lies face down as the supply. With four players nothing is left.
dominoes-rules-first = **The first tile.** The highest double that anybody holds is played first, by its holder. If nobody holds a double, the heaviest tile is: the greatest sum, and of equal sums the one with the higher symbol. Tiles in the supply do not count.
dominoes-rules-turn = **A turn.** Play one tile to the left or to the right end of the line, so that the same symbols touch. If none of your tiles fits, you draw until one does; when the supply is empty, you pass. You may neither draw nor pass while you can play. Doubles lie across the line, and nothing is played to their sides. The bot draws and passes for you, since you have no choice then.
dominoes-rules-turn-block = **A turn.** Play one tile to the left or to the right end of the line, so that the same symbols touch. If none of your tiles fits, you pass; nobody draws at this table. You may not pass while you can play. Doubles lie across the line, and nothing is played to their sides. The bot passes for you, since you have no choice then.
dominoes-rules-end = **The end of a hand.** A hand ends when somebody has no tile left: they score all that the others' tiles count. It also ends when everybody passes in a row. Then whoever's tiles count least wins, and scores what the others' count, less their own. If the lowest count is tied, nobody scores.
dominoes-rules-end-partners = **The end of a hand.** A hand ends when somebody has no tile left: their team scores all that the tiles of the two opponents count, and nothing for those of the partner. It also ends when everybody passes in a row. Then the tiles of each team are counted together, and the team with the lower count scores the difference. If both count the same, nobody scores.
dominoes-rules-partners = **Partners.** The first and the third player are one team, the second and the fourth the other. Both partners get the points of their team. You do not see your partner's tiles.
dominoes-rules-match = **The match.** Hands are played until somebody has { $to } points; the most points win.
dominoes-rules-match-partners = **The match.** Hands are played until a team has { $to } points; the most points win.
dominoes-rules-hand = **The match.** It is this one hand.
dominoes-rules-example = **A hand's score.** Ada plays her last tile. Ben still holds 3-4 and 0-0, Chloe 6-6: Ada scores 7 and 12, so 19 points. Had the line been blocked, with tiles in Ada's hand that count 5, she would have scored 7 and 12 less 5, so 14.
dominoes-rules-example-partners = **A hand's score.** Ada and Chloe play against Ben and Dan. Ada plays her last tile. Ben still holds 3-4, Chloe 2-2 and Dan 6-6: Ada and Chloe score 7 and 12, so 19 points. Had the line been blocked, with tiles in Ada's hand that count 5, her team would have counted 5 and 4, so 9, and scored 19 less 9, so 10.
dominoes-rules-board = **The board.** On the picture as in letters, the line is read like writing: row after row, each from left to right, from `L`, its left end, to `R`, its right end. In letters a tile is written as it lies: after `6-3` follows a tile that begins with 3.
dominoes-rules-typing = **Typing a move.** `3-4 L` plays the 3-4 on the left, `3-4 R` on the right; the first tile needs no end, such as `7-7`. You may leave the end out where only one fits. `/move` or the button of your panel takes it.
dominoes-rules-house = **What is ours.** The rulebook of these tiles says to play as usual, with nine tiles each. The rest is our own house reading: who begins, drawing until a tile fits, how points are counted, the options `block` and `partners`, and matches to 50, 100 or 150 points.
