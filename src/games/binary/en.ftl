# Binary in English. Rules in our own words.

binary-name = Binary
binary-panel = My move
binary-start = Grow the largest territories on a chequered board (2 people, 20 minutes)
binary-blurb = Place black and white pieces on a chequered board and grow territories: empty squares of your own colour count too.
binary-by = Kanare Kato
binary-credits = Binary: game design by Kanare Kato.

## Options (at most 100 characters each)

binary-option-size = How many squares a side of the board has (8 unless you say otherwise)
binary-option-size-title = Board size
binary-option-first = Who has black and begins (drawn unless you say otherwise)
binary-option-first-title = Who has black
binary-option-first-host = The host has black
binary-option-first-other = The other player has black

## Setting up

binary-setup-alone = Binary needs somebody to play with. Wait for others, or add a computer player.
binary-setup-seats = Binary is for two players, no more. The others can start a game of their own in another channel.
binary-setup-size = The board of Binary has one of these sizes: { $sizes }.

## Colours

binary-dark = dark
binary-light = light
binary-black = black
binary-white = white

## The table

binary-phase-draw = Black and white are being drawn
binary-phase-opening = { $seat }'s turn (black): first piece
binary-phase-place = { $seat }'s turn ({ $colour })
binary-phase-alone = { $seat }'s turn ({ $colour }): the other has no pieces left
binary-phase-over = All pieces are placed
binary-phase-resigned = { $loser } has resigned, and { $winner } wins
binary-phase-agreed = Both have agreed on a draw
binary-may-open = The first piece goes on a dark square outside the centre.
binary-may-place = One or two pieces on { $own } (your colour), or one on { $other }.
binary-may-last = The last piece goes on any empty square, but not on a { $other } one in the centre.
binary-centre = Centre: a piece on a { $own } square there is the only one of its turn, and a { $other } square costs a second piece from the hand.
binary-legend = B is black, W is white, small letters were placed last. Empty: `:` dark, `.` light. `[ ]` is the centre.
binary-mark-hand = { $count ->
    [0] no piece in hand
    [one] 1 piece in hand
   *[other] { $count } pieces in hand
}
binary-mark-discarded = { $count ->
    [one] 1 given up
   *[other] { $count } given up
}
binary-mark-territories = { $count ->
    [one] territory { $sizes }
   *[other] territories { $sizes }
}
binary-recent = { $seat } placed on { $squares }.
binary-recent-cost = { $seat } placed on { $squares } in the centre and gave up a piece.

## The own panel

binary-own = You have { $pieces }: the { $squares } squares are yours.
binary-ask-first = Where to? { $may }
binary-ask-other = Which { $colour } square? It takes one piece.
binary-ask-second = { $square }, and a second piece?
binary-square = { $square }
binary-square-alone = { $square } only
binary-square-other = { $square }
# At most eight letters, for twenty squares have room: it takes two pieces.
binary-square-cost = { $square } for 2
binary-more = More
binary-part = More { $from }–{ $to }
# They may stand beside three other buttons.
binary-others-dark = Dark…
binary-others-light = Light…
binary-only = Only { $square }
binary-chose = place on { $squares }
binary-offer-other = place on { $square }, a { $colour } square
binary-offer-cost = place on { $square } in the centre and give up a piece

## The picture

binary-sketch-hand = { $count } in hand
binary-sketch-points = points
binary-sketch-discarded = { $count } given up
binary-alt-board = Board of { $size } by { $size }.
binary-alt-picked = So far: { $squares }.
binary-alt-part = You are choosing one of { $squares }.
binary-alt-pieces = Pieces of { $seat } on { $squares }.
binary-alt-territories = Territories of { $seat } (the first counts twice): { $list }.
binary-alt-territory = { $size } at { $square }
binary-alt-territory-rest = { $count } others of { $squares } together
binary-would-own = You: { $now } → { $score } points.
binary-would-other = { $seat }: { $now } → { $score } points.
binary-weigh-cost = That costs a second piece; { $left } left.

## What happened

binary-level = All territories are equal, down to the smallest: **a draw**.
binary-tie = Both have { $score } points, so { $rank ->
    [1] the largest territory decides
    [2] the second largest territory decides
    [3] the third largest territory decides
   *[other] territory number { $rank } by size decides
}: { $winner }'s has { $more } squares, { $loser }'s has { $less }.
binary-fact-discard = { $seat } gave up one piece for a square of the centre.
binary-fact-territories = { $count ->
    [0] { $seat } has no territory and { $score } points.
    [one] { $seat } has one territory of { $sizes } squares: { $score } points.
   *[other] { $seat } has territories of { $sizes } squares: { $score } points.
}

## Refusals

binary-refused-alone = All your pieces are placed, so { $seat } places the rest alone. (Rules: The end)
binary-refused-off = { $square } is not on this board, which ends at { $last }. (Rules: The board)
binary-refused-taken = There is a piece on { $square } already, and pieces go on empty squares. (Rules: A turn)
binary-refused-opening-two = The game begins with a single piece, on a dark square outside the centre. (Rules: A turn)
binary-refused-opening-light = { $square } is light, and the first piece goes on a dark square outside the centre. (Rules: A turn)
binary-refused-opening-centre = { $square } is in the centre, and the first piece goes on a dark square outside it. (Rules: A turn)
binary-refused-cost = { $square } is a centre square of the other colour: it costs a second piece, and you have only one left. (Rules: The centre)
binary-refused-two-colours = { $square } is not of your colour, and two pieces at once go on squares of your own colour. (Rules: A turn)
binary-refused-two-centre = { $square } is in the centre, and a piece on your own colour there is the only one of its turn. (Rules: The centre)
binary-refused-two-hand = You have only one piece left, so choose one square. (Rules: A turn)

## The rules

binary-rules-goal = **What it is about.** Two players fill half of a chequered board with pieces. Connected pieces of yours make a territory, and so do the empty squares of your colour beside them. Big territories win.
binary-rules-board = **The board.** It has { $size } by { $size } squares; a1 is dark, as in chess. Each player has { $pieces } pieces. Black owns the dark squares, White the light ones. The four squares in the middle are the centre.
binary-rules-turn = **A turn.** Black begins with one piece on a dark square outside the centre. From then on each turn is one of two things:
    one or two pieces on empty squares of your own colour;
    or one piece on an empty square of the other colour.
    You cannot pass.
binary-rules-centre = **The centre.** If you place on a square of your own colour there, it is the only piece of that turn. If you place on one of the other colour, you give up another piece from your hand; it leaves the game. So that takes two pieces in hand.
binary-rules-territories = **Territories.** Your pieces and the empty squares of your colour belong together where they touch side by side. Two squares or more are a territory; one alone counts nothing. Squares of one colour touch only at corners: pieces on the other colour join them, and an empty square joins pieces.
binary-rules-end = **The end.** When you have no pieces left, the other player places all the rest, turn after turn by the same rules. Then your largest territory counts twice and the others once. Territories of 22, 3 and 2 squares are 22 + 22 + 3 + 2 = 49 points; 15, 5, 4 and 3 are 42. If the points are equal, whoever has the bigger largest territory wins; if these are equal too, the bigger second one decides, and so on. If all are equal, it is a draw.
binary-rules-typing = **Typing a move.** Letter and number name a square: `e4`. Two pieces are two squares, in either order: `c3 e5`. `/move` or the button of your panel takes it.
