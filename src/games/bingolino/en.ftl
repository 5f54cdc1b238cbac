# Bingolino in English. Rules in our own words.

bingolino-name = Bingolino
bingolino-panel = My tiles
bingolino-start = Roll dice and turn over lines of numbers for stars (2 to 4 people, 30 minutes)
bingolino-blurb = Lay out sixteen numbers, roll up to five dice, and turn over whole lines of tiles for stars.
bingolino-by = Elisabeth and Günter Burkhardt
bingolino-credits = Bingolino: game design by Elisabeth and Günter Burkhardt; graphic design and 3D by designstudio1.de; editing by Matthias Karl; published by Schmidt Spiele.

## Setting up

bingolino-setup-alone = Bingolino needs somebody to play with. Wait for others, or add a computer player.
bingolino-setup-seats = Bingolino is for 2 to 4 players.

## The table

bingolino-phase-tiles = The tiles are being drawn
bingolino-phase-layout = Everybody lays out their tiles
bingolino-phase-first = Who rolls first is being drawn
bingolino-phase-roll = { $seat }'s turn to roll
bingolino-phase-flip = { $seat } has rolled
bingolino-phase-over = The game is over
bingolino-play-off = **Play-off** between { $seats }: the first to get a fifth star wins.
bingolino-rolled = { $count ->
    [one] The die shows **{ $total }**.
   *[other] The dice show { $dice }: **{ $total }** in all.
}
bingolino-mark-roller = roller
bingolino-points = { $points ->
    [one] 1 star
   *[other] { $points } stars
}
bingolino-mark-stars = { $count ->
    [one] { $lines } has its star
   *[other] { $lines } have their stars
}
bingolino-mark-turned = { $count ->
    [0] no tile turned over
    [one] 1 tile turned over
   *[other] { $count } tiles turned over
}
bingolino-mark-sealed = ready

## Lines

bingolino-line-row = row { $row }
bingolino-line-column = column { $column }
bingolino-line-falling = diagonal A1 to D4
bingolino-line-rising = diagonal D1 to A4

## Choosing

bingolino-tile = { $place }: { $number }
bingolino-tile-name = the { $number } at { $place }
bingolino-ask-layout = These are your tiles. Press two to swap them, and Ready when you like what you see.
bingolino-ask-layout-end = No more swaps from here. Press Ready, or Back to undo the last one.
bingolino-ask-swap = Swap { $tile } with which tile? Press it again to leave it where it is.
bingolino-ask-layout-ready = You are ready. Swap two tiles to change your mind.
bingolino-ask-layout-changed = Changed. Press Ready to use these tiles.
bingolino-ready = Ready
bingolino-ready-done = Set ✓
bingolino-arrange = Auto
bingolino-shuffle = Mix
bingolino-ask-roll = How many dice do you roll?
bingolino-dice = { $count ->
    [one] 1 die
   *[other] { $count } dice
}
bingolino-ask-flip = Which tile do you turn over for the { $total }?
bingolino-ask-flip-roller = Which tile do you turn over for the { $total }, or without one die?
bingolino-ask-back = { $count ->
    [one] Nothing fits.
   *[other] Nothing fits, not even without a die.
} Which tile do you turn back?
bingolino-flip-without = { $place }: { $number } without the { $die }
bingolino-decline = None
bingolino-chosen = { $choice } ✓
bingolino-ask-other = You { $choice }.

bingolino-offer-flip = turn over the { $number }
bingolino-offer-flip-without = leave out the { $die } and turn over the { $number }
bingolino-offer-back = turn the { $number } back

bingolino-question-flip = turn over the { $number } at { $place }
bingolino-question-flip-without = leave out the { $die } and turn over the { $number } at { $place }
bingolino-question-back = turn the { $number } at { $place } back

bingolino-chose-layout = lay your tiles out like this
bingolino-chose-roll = { $count ->
    [one] roll 1 die
   *[other] roll { $count } dice
}
bingolino-chose-flip = turn over { $place }
bingolino-chose-flip-without = leave out the { $die } and turn over { $place }
bingolino-chose-decline = turn nothing over
bingolino-chose-back = turn { $place } back

## The picture

bingolino-sketch-rolls = rolls
bingolino-sketch-rolls-next = rolls next
bingolino-sketch-rolled = rolled
bingolino-sketch-last = last:
bingolino-sketch-goal = Four stars win
bingolino-sketch-goal-fifth = The fifth star wins
bingolino-sketch-won = { $count ->
    [one] { $seats } wins
   *[other] { $seats } win together
}
bingolino-alt-picked = You picked up the { $number } at { $place }.
bingolino-alt-changed = These tiles are not chosen yet; your earlier layout counts.
bingolino-alt-own = Your tiles, rows 1 to 4: { $tiles }.
bingolino-alt-ready = { $seat } is ready, with { $tiles }.
bingolino-alt-loose = { $seat } lays out { $tiles }.
bingolino-alt-seat = { $seat }, rows 1 to 4: { $tiles }.
bingolino-alt-turned = Turned over: { $places }.
bingolino-alt-last = Last: { $place }.
bingolino-alt-last-back = Last turned back: { $place }.
bingolino-would-star = { $count ->
    [one] That brings a star for { $lines }.
   *[other] That brings { $count } stars, for { $lines }.
}

## What happened

bingolino-last-roll = { $count ->
    [one] { $seat } rolled { $total } with one die.
   *[other] { $seat } rolled { $dice }: { $total } in all.
}
bingolino-did-flip = { $seat } turned over the { $number } at { $place }.
bingolino-did-flip-without = { $seat } left out the { $die } and turned over the { $number } at { $place }.
bingolino-did-back = { $seat } turned the { $number } at { $place } back.
bingolino-did-decline = { $seat } turned nothing over.
bingolino-did-nothing = Nobody could turn over anything.
bingolino-tie-five = { $seats } got to four stars with the same roll, but { $winners } got to five or more, and five beat four.
bingolino-tie-together = { $winners } got to five stars with the same roll, so they win together.
bingolino-tie-play-off = { $seats } got to four stars with the same roll, so a play-off decided: { $winners } { $count ->
    [one] was the first with a fifth.
   *[other] got a fifth with the same roll and win together.
}
bingolino-fact-star = Bingolino! { $seat } gets a star for { $line }.

## Refusals

bingolino-refused-layout-first = Tiles are laid out before anybody rolls: press Ready, or type `layout` and your sixteen numbers row by row. (Rules: Before the first roll)
bingolino-refused-layout-over = Tiles stay where they lie once everybody is ready. (Rules: Before the first roll)
bingolino-refused-tiles = { $count ->
    [0] There is no { $number } among your tiles.
    [one] You have the { $number } only once.
   *[other] You have the { $number } only { $count } times.
} Lay out exactly the sixteen that you have. (Rules: Before the first roll)
bingolino-refused-play-off = This is a play-off: only those who tied with four stars roll and turn over tiles. (Rules: The end)
bingolino-refused-roll-first = You roll first: 1 to 5 dice, such as `roll 4`. (Rules: A turn)
bingolino-refused-rolled = You have rolled already, and now you choose a tile. (Rules: A turn)
bingolino-refused-roller = { $seat } has rolled, not you, and now you choose a tile. (Rules: A turn)
bingolino-refused-which = Nobody rolls now, and several tiles that you may turn show { $number }: name the place, such as { $place }. (Rules: A turn)
bingolino-refused-nothing = None of your open tiles shows { $total }, so you have nothing to choose; only the roller may leave a die out. (Rules: A turn)
bingolino-refused-nothing-roller = None of your tiles fits and none is turned over, so there is nothing to do. (Rules: When nothing fits)
bingolino-refused-turned = { $place } is turned over already; choose an open tile. (Rules: A turn)
bingolino-refused-number = { $place } shows { $number }, but you need a { $total }. (Rules: A turn)
bingolino-refused-die-others = Only the roller may leave a die out; for everybody else the total counts. (Rules: A turn)
bingolino-refused-die-only = With a single die there is none to leave out. (Rules: A turn)
bingolino-refused-die-missing = No die shows { $die }; you may leave out one that was rolled. (Rules: A turn)
bingolino-refused-must-back = { $count ->
    [one] You can turn over nothing,
   *[other] You can turn over nothing, not even without a die,
} so you must turn a tile back. (Rules: When nothing fits)
bingolino-refused-back-others = Only the roller ever turns a tile back. (Rules: When nothing fits)
bingolino-refused-back-can = A tile is turned back only when nothing can be turned over, and you can: choose a tile, or decline. (Rules: When nothing fits)
bingolino-refused-back-open = { $place } lies open, and only a tile that is turned over can be turned back. (Rules: When nothing fits)

## The rules

bingolino-rules-goal = **What it is about.** Everybody has sixteen numbers in a square of four by four. Dice decide which numbers are turned over. A row, a column or a diagonal that is turned over whole earns a star, and four stars win.
bingolino-rules-layout = **Before the first roll.** There are 66 tiles, the numbers 1 to 22 three times each. Everybody draws 16 and lays them out as they like, all at the same time. You can change that until everybody is ready; then the tiles stay where they are. Who rolls first is drawn.
bingolino-rules-roll = **A turn.** Say how many dice you roll, from one to five. The total counts for everybody: whoever has an open tile with that number may turn one over.
    The roller has one more way: leave out any one die and turn over a tile for what is left. That smaller total is the roller's alone. With a single die there is nothing to leave out.
    Nobody gets more than one tile from a roll, nobody has to take one, and all choose at the same time. Until the last one has chosen, you can choose again. Then the next player rolls.
bingolino-rules-back = **When nothing fits.** A roller who has no open tile for the total, nor for the total without any one die, must turn one turned tile back. Which one is up to them. With no tile turned over, nothing happens. The others never turn tiles back.
bingolino-rules-stars = **Stars.** When the fourth tile of a row, a column or a diagonal is turned over, you get a star for that line. One tile can finish up to three lines at once. The star stays even when a tile of the line is turned back later, and no line gives a second star.
bingolino-rules-end = **The end.** The game ends as soon as somebody has four stars. If several get there with the same roll, five stars beat four. If they all have four, only they play on until somebody has a fifth; if several get it with the same roll, they win together. Everybody else ranks by their stars.
bingolino-rules-board = **The board as text.** Columns are A to D, rows 1 to 4 from the top, so B3 is the second tile of the third row. A tile in brackets is turned over. A `*` at the end of a line is its star: beside a row, below a column, and in the lower corners for the diagonals.
bingolino-rules-example = **A roll.** Ada rolls 6, 6, 5 and 4, which is 21. Ben and Chloe may each turn over one 21. Ada may turn over a 21 too, or a 15 without a 6, a 16 without the 5, or a 17 without the 4. If she has none of these numbers open, she turns a tile back.
bingolino-rules-typing = **Typing a move.** `layout` with your sixteen numbers row by row, `roll 4`, `flip B3`, `flip B3 -5` (without the 5), `decline`, `back A1`. A place alone, such as `B3`, or the number on a tile will do where only one tile can be meant. `/move` or the button of your panel takes it.
