# BINMAT in English. Rules in our own words.

binmat-name = BINMAT
binmat-panel = My orders
binmat-start = Two teams fight over six lanes of cards with secret orders (2 to 32 people, an hour)
binmat-blurb = Two teams fight over six lanes of cards for 110 turns, with secret orders: the attackers empty a lane, or the defenders hold out.
binmat-by = Drizzly Bear
binmat-credits = BINMAT: a game of hackmud, by Drizzly Bear; rulebook by the contributors to comcode-org/binmat_rules.
binmat-typed = Type your order for this turn at the table of this channel
binmat-typed-option = Your order, such as p3^1, u>0, c3, d3 or --: start typing, then pick

## Sides

binmat-side-defenders = Defenders
binmat-side-attackers = Attackers
binmat-join-defenders = Defend
binmat-join-attackers = Attack
binmat-the-defenders = the defenders
binmat-the-attackers = the attackers

## Options (at most 100 characters each)

binmat-option-shuffled = House variant: member 0 acts first, the others in an order drawn anew each turn
binmat-option-shuffled-title = Shuffled order

## Setting up

binmat-setup-teams = BINMAT is for 1 to 16 defenders against 1 to 16 attackers.
binmat-setup-seats = The two teams together are not as many as the seats at this table.
binmat-setup-clock = A turn of BINMAT lasts 5, 15, 30 or 60 seconds, or as long as it takes.

## Cards and places

binmat-card = { $card }
binmat-card-ten = ten { $card }
binmat-card-trap = TRAP { $card }
binmat-card-wild = WILD { $card }
binmat-card-bounce = BOUNCE { $card }
binmat-card-break = BREAK { $card }
binmat-deck-lane = lane { $lane }
binmat-deck-attackers = the attackers' deck
binmat-nothing = nothing

## The table

binmat-phase-deal = The lanes are being dealt
binmat-phase-defenders = Turn { $turn } of { $turns }: the defenders' orders
binmat-phase-attackers = Turn { $turn } of { $turns }: the attackers' orders
binmat-phase-resolving = Turn { $turn } of { $turns }: orders are being carried out
binmat-phase-defenders-won = All turns are over: the defenders have held out
binmat-phase-attackers-won = A lane has nothing left to draw: the attackers have won
binmat-last-turn = **This is the last turn.** If the attackers do not break through now, the defenders win.
binmat-legend = Each lane has two lines. The first is its number, its deck with the open top card in brackets, and `x` its discard pile with the newest card. The second is the stacks: `D` the defenders' and `A` the attackers', with how many cards, `u` face up or `d` face down, then the cards that you may see, the oldest first. Line `a` is the attackers' own deck and discard pile.
binmat-mark-defender = defender { $tag }
binmat-mark-attacker = attacker { $tag }
binmat-mark-hand = { $count ->
    [0] no cards
    [one] 1 card
   *[other] { $count } cards
}
binmat-mark-invalid = last order invalid
binmat-mark-ready = ready

## The own panel

binmat-own-defender = You are defender **{ $tag }**.
binmat-own-attacker = You are attacker **{ $tag }**.
binmat-own-hand = Your hand ({ $count }): { $cards }.
binmat-own-hand-empty = Your hand is empty.
binmat-own-stacks = Your team's stacks, the oldest card first: { $list }.
binmat-own-stack = lane { $lane } { $cards }
binmat-own-stack-up = lane { $lane } face up { $cards }
binmat-own-ready = { $count ->
    [0] Nobody in your team is ready yet.
   *[other] Ready in your team: { $tags } ({ $count } of { $members }).
}
binmat-own-order = Your order: **{ $order }**.
binmat-own-warned = Your last order was invalid. A second one in a row costs you your whole hand.
binmat-warn-invalid = As things stand, that would be invalid: { $why }. (Rules: { $rule })
binmat-warn-pass = A pass counts as an invalid order. (Rules: { $rule })
binmat-warn-pass-dump = That is another invalid order: you lose your hand. (Rules: { $rule })
binmat-warn-dump = It would be the second in a row and cost you your whole hand.

binmat-ask-order = Which card do you play, or what else?
binmat-ask-empty = Your hand is empty: draw a card.
binmat-ask-empty-combat = Your hand is empty: draw a card, or begin combat.
binmat-ask-careful = **Careful:** a second invalid order costs you your hand. { $ask }
binmat-ask-other = Your order: { $order }.
binmat-ask-draw = From where do you draw?
binmat-ask-where = Where does { $card } go?
binmat-ask-where-combat = Where does { $card } go? Face up it begins a combat.
binmat-ask-combat = In which lane do you begin combat?
binmat-ask-discard = Which card do you discard?
binmat-ask-discard-where = To which lane's discard pile does { $card } go?
binmat-ask-exchange = Which card do you discard, to draw two from the attackers' deck?
binmat-verb-draw = Draw
binmat-verb-combat = Combat
binmat-verb-discard = Discard
binmat-verb-exchange = Discard 1, draw 2
binmat-verb-pass = Pass (counts as invalid)
binmat-verb-pass-again = Pass (lose your hand)
binmat-pick = { $count ->
    [one] { $card }
   *[other] { $rank } ×{ $count }
}
binmat-place-lane = Lane { $lane }
binmat-place-deck = Lane { $lane } ({ $count })
binmat-place-top = Lane { $lane }: { $card }
binmat-place-attackers = Own deck ({ $count })
binmat-place-down = Lane { $lane } face down
binmat-place-up = Lane { $lane } face up

binmat-order-draw = draw from { $deck }
binmat-order-down = play { $card } face down in lane { $lane }
binmat-order-up = play { $card } face up in lane { $lane }
binmat-order-combat = begin combat in lane { $lane }
binmat-order-discard = discard { $card } to lane { $lane }
binmat-order-exchange = discard { $card } and draw two from the attackers' deck
binmat-order-pass = pass
binmat-offer-invalid = { $order } (invalid as things stand)

binmat-flaw-pass = a pass counts as an invalid order
binmat-flaw-not-held = you do not hold that card
binmat-flaw-attackers-fight = only attackers order combat; a defender begins it by playing a BREAK face up
binmat-flaw-attackers-deck = that deck and its discard pile are for attackers alone
binmat-flaw-defenders-only = only defenders discard to a lane
binmat-flaw-guarded = the defenders have a stack in that lane
binmat-flaw-taken = a teammate drew there first
binmat-flaw-no-cards = no card is left there, neither in the deck nor in its discard pile
binmat-flaw-no-stack = your team has no stack in that lane
binmat-flaw-face-up = your team's stack there lies face up, and the card would lie face down
binmat-flaw-face-down = your team's stack there lies face down (as an empty one does), and the card would lie face up
binmat-flaw-break-first = a BREAK needs a card beneath it
binmat-flaw-break-twice = a BREAK lies face up in that stack already
binmat-rule-draw = Drawing and discarding
binmat-rule-play = Playing a card
binmat-rule-combat = Combat
binmat-rule-invalid = Invalid orders

## What happened

binmat-turn = **Turn { $turn }**, { $side }:
binmat-turn-line = **Turn { $turn }** – { $line }
binmat-turn-shuffled = { $head } in the order { $tags }
binmat-turn-short = Turn { $turn }, { $side }: { $list }.
binmat-count-draws = { $count ->
    [one] 1 card drawn
   *[other] { $count } cards drawn
}
binmat-count-plays = { $count ->
    [one] 1 card played
   *[other] { $count } cards played
}
binmat-count-discards = { $count ->
    [one] 1 card discarded
   *[other] { $count } cards discarded
}
binmat-count-invalid = { $count ->
    [one] 1 invalid order
   *[other] { $count } invalid orders
}
binmat-count-combat = combat in lane { $lane } ({ $result })
binmat-who-own = you
binmat-did = { $list }.
binmat-did-drew = { $who } drew from { $deck }
binmat-did-drew-card = { $who } drew { $card } from { $deck }
binmat-did-played-down = { $who } played a card face down in lane { $lane }
binmat-did-played-card-down = { $who } played { $card } face down in lane { $lane }
binmat-did-played-up = { $who } played { $card } face up in lane { $lane }
binmat-did-began = { $who } began combat in lane { $lane }
binmat-did-combat = { $who } began combat in lane { $lane } ({ $attackers } against { $defenders }, { $result })
binmat-did-combat-drew = { $fought }, drew { $cards }
binmat-did-discarded = { $who } discarded { $card } to lane { $lane }
binmat-did-exchanged = { $who } discarded { $card } and drew { $cards }
binmat-did-gave-invalid = { $who } gave an invalid order
binmat-two-cards = two cards
binmat-did-tried = { $who } found { $deck } empty
binmat-did-draw = Drew: { $list }.
binmat-did-draw-one = { $who } from { $deck }
binmat-did-draw-card = { $who } { $card } from { $deck }
binmat-did-down = Played face down: { $list }.
binmat-did-up = Played face up: { $list }.
binmat-did-play-one = { $who } in lane { $lane }
binmat-did-play-card = { $who } { $card } in lane { $lane }
binmat-did-discard = Discarded: { $list }.
binmat-did-discard-lane = { $who } { $card } to lane { $lane }
binmat-did-discard-exchange = { $who } { $card } for two cards
binmat-did-invalid = Invalid: { $list }.
binmat-did-pass-own = You passed, an invalid order.
binmat-did-cited = { $line } (Rules: { $rule })
binmat-did-invalid-own = Your { $order } was invalid: { $why }.
binmat-did-dump = Two invalid orders in a row: { $who } discards the whole hand ({ $cards }).
binmat-did-dump-own = Another invalid order: your hand ({ $cards }) is discarded.
binmat-did-dumps = Whole hands are discarded after two invalid orders in a row: { $list }.
binmat-did-shuffle-lane = The discard pile of lane { $lane } ({ $count }) was shuffled into its deck.
binmat-did-shuffle-attackers = The attackers' discard pile ({ $count }) was shuffled into their deck.
binmat-did-break = Lane { $lane } has nothing left to draw. **The attackers win.**

binmat-combat = { $who } began combat in lane { $lane }, { $attackers } against { $defenders }.
binmat-combat-traps = Traps: { $list }.
binmat-combat-trap = { $side } take { $card } with { $trap }
binmat-combat-sums = Attackers { $attackers }. Defenders { $defenders }.
binmat-combat-might = { $wilds ->
    [0] { $sum }: power { $power }
    [one] { $sum } and a WILD: power { $power }
   *[other] { $sum } and { $wilds } WILDs: power { $power }
}
binmat-combat-repelled = **Combat in lane { $lane }** by { $who }: the attackers are weaker, no damage. Their stack goes to the lane's discard pile.
binmat-combat-powerless = **Combat in lane { $lane }** by { $who }: neither side has power, no damage. The attackers' stack is discarded.
binmat-combat-bounced = **Combat in lane { $lane }** by { $who }: BOUNCE { $cards }, no damage. The attackers' stack is discarded.
binmat-combat-damage = **Combat in lane { $lane }** by { $who }, damage { $points }: { $list }.
binmat-combat-damage-break = **Combat in lane { $lane }** by { $who }, damage { $points } by a BREAK: { $list }.
binmat-combat-lost = the defenders lose { $cards }
binmat-combat-drew = { $count ->
    [one] { $who } draws a card
   *[other] { $who } draws { $count } cards
}
binmat-combat-drew-cards = { $drew } ({ $cards })
binmat-outcome-none = no damage
binmat-outcome-repelled = beaten back
binmat-outcome-damage = { $points } damage

binmat-fact-trap = In lane { $lane }, a TRAP takes { $card }.
binmat-fact-bounce = Combat in lane { $lane } ends without damage.
binmat-fact-combat = Combat in lane { $lane }: attackers { $attackers }, defenders { $defenders }, { $result }.
binmat-fact-invalid = { $seat }'s order was invalid.
binmat-fact-dump = { $seat } discards the whole hand.

## The picture

binmat-sketch-turn = Turn { $turn } of { $turns }
binmat-sketch-defenders = the defenders' orders
binmat-sketch-attackers = the attackers' orders
binmat-sketch-defenders-won = the defenders win
binmat-sketch-attackers-won = the attackers win
binmat-sketch-up = { $count } up
binmat-sketch-down = { $count } down
binmat-sketch-discards = discarded
binmat-sketch-decks = decks
binmat-sketch-power = power
binmat-sketch-damage = damage
binmat-sketch-their-deck = their deck
binmat-sketch-their-discard = discarded
binmat-sketch-held = held
binmat-sketch-hand = Your hand ({ $count })
binmat-sketch-hand-tag = Your hand ({ $count }), as { $tag }
binmat-sketch-draw = draw from { $deck }
binmat-sketch-play-down = { $card } face down, lane { $lane }
binmat-sketch-play-up = { $card } face up, lane { $lane }
binmat-sketch-combat = combat in lane { $lane }
binmat-sketch-discard = discard { $card }, lane { $lane }
binmat-sketch-exchange = { $card } for two cards
binmat-alt-order = You try to { $order }, which is not your order yet.
binmat-alt-picked = You picked { $card }.
binmat-alt-lane = Lane { $lane }: { $piles }.
binmat-alt-lane-deck = deck { $deck }
binmat-alt-lane-discard = { $piles }, discard { $discard }
binmat-alt-lane-defenders = { $piles }, defenders { $defenders }
binmat-alt-lane-attackers = { $piles }, attackers { $attackers }
binmat-alt-attackers = Attackers' own deck { $deck }, discard { $discard }. What is not told is empty, and the oldest card is named first.
binmat-alt-deck = { $count }
binmat-alt-deck-top = { $count } ({ $card })
binmat-alt-discard = { $count } ({ $cards })
binmat-alt-none = none
binmat-alt-hidden = { $count } down
binmat-alt-open = up { $cards }
binmat-alt-closed = down { $cards }

## Refusals

binmat-refused-defenders = It is the defenders' turn; the attackers order in the next one. (Rules: A turn)
binmat-refused-attackers = It is the attackers' turn; the defenders order in the next one. (Rules: A turn)

## The rules

binmat-rules-goal = **What it is about.** Up to 16 defenders guard six lanes, numbered 0 to 5, against up to 16 attackers. The attackers win when a lane has nothing left that they could draw. The defenders win when all { $turns } turns are over.
binmat-rules-cards = **The cards.** There are 78, in six suits (`&` FORM, `%` KIN, `+` DATA, `!` CHAOS, `^` VOID, `#` CHOICE) with the numbers 2 to 10 and four modifiers each:
    `@` TRAP takes a card of the other stack in combat;
    `*` WILD lifts a stack to the next power of two;
    `?` BOUNCE ends a combat without damage;
    `>` BREAK begins a combat when it is played face up, and changes the damage.
    A card is written as its sign and its suit: `3^`, `@&`. Ten is `a`. The suit means nothing but which card it is.
binmat-rules-table = **The table.** Every lane is dealt a deck of 13 cards. The top cards of decks 3, 4 and 5 always lie face up. Each deck has a discard pile. In every lane each side builds a stack of its own, face down; a team looks at its own stacks as it likes. The attackers also have a deck of their own, empty at first, and a discard pile. Discard piles are open to all.
binmat-rules-turn = **A turn.** The defenders have the first turn, then the sides take turns. Every member of the side orders one thing, in secret and at the same time, and may change it until the turn ends. Then the orders are carried out one after another, from member 0 on. Your order may become impossible by what happened before it.
binmat-rules-turn-shuffled = **A turn.** The defenders have the first turn, then the sides take turns. Every member of the side orders one thing, in secret and at the same time, and may change it until the turn ends. Then the orders are carried out one after another: member 0 first, the others in an order that is drawn each turn (a house value; in hackmud nobody knows how it changes). Your order may become impossible by what happened before it.
binmat-rules-draw = **Drawing and discarding.** Defenders draw from any lane, attackers from lanes without a defender stack and from their own deck. A second member who orders a draw from the same lane in the same turn gets nothing: that is invalid. A deck that is empty when a card is to be drawn gets its discard pile shuffled in. If that is empty as well, a draw is invalid, but an attacker's draw from a lane wins the game.
    A defender may discard a card to the pile of any lane. An attacker may discard one to the attackers' pile and draw two from their deck.
binmat-rules-play = **Playing a card.** It goes to your side's stack in a lane, and lies like that stack: face down on an empty one. Two modifiers are special:
    BREAK is never the first card of a stack. It may be played face up on any stack (by a defender not where a BREAK lies face up already), and then combat begins there at once. So defenders can begin combat, too.
    BOUNCE may be played face up by an attacker on an empty stack, and then combat begins there at once.
binmat-rules-combat = **Combat.** An attacker begins it where the attackers have a stack. Both stacks are turned face up. First come the TRAPs that were turned by this: those of the side that began, then those that are left of the other side. Each takes the newest card of the other stack.
    Then each side adds up its numbers. Each WILD lifts the sum to the next higher power of two; without numbers, the first one is a 2. A sum that is a power of two has a power: 2 has 1, 4 has 2, 8 has 3, 16 has 4. Any other sum has power 0.
    If a BOUNCE is left in either stack, or both powers are 0, nothing is damaged: every BOUNCE goes to the other side's discard pile, the attackers' stack to theirs.
binmat-rules-damage = **Damage.** If the attackers' power is lower, their stack goes to the lane's discard pile. Otherwise the damage is the difference plus one. With a BREAK in either stack it is the attackers' power, or the number of cards in the defenders' stack if that is more.
    Each point discards the newest card of the defenders to the attackers' pile; when none is left, it draws a card from the lane for the attacker who began. If a defender began with a BREAK, the attackers draw in turn, from member 0 on. Then the attackers' stack goes to their discard pile. What is left of the defenders stays face up.
binmat-rules-example = **A combat.** Attacker `a1` orders `c2`, combat in lane 2. The attackers have a 5 and a WILD there, the defenders a 4. 5 is no power of two, but the WILD lifts it to 8: power 3. 4 has power 2. The damage is 3 − 2 + 1 = 2: the first point discards the 4, for the second `a1` draws the top card of lane 2. The 5 and the WILD go to the attackers' discard pile.
binmat-rules-invalid = **Invalid orders.** An order that cannot be carried out when its time comes is invalid, and so is a pass, or no order at all. The others learn only that it was invalid. Two in a row cost you your whole hand, and every further one does so again: an attacker's goes to the attackers' pile, a defender's one card to lane 0, one to lane 1 and so on.
binmat-rules-end = **The end.** The attackers win at once when one of them is to draw from a lane whose deck and discard pile are empty, by an order or by damage. When turn { $turns } is over, the defenders win.
binmat-rules-house = **House values.** The rulebook gives five seconds for a turn; here there is no clock unless the start command sets one. Nobody is removed from the game for invalid orders, as would happen in hackmud. The option `shuffled` stands for the changing order of members there.
binmat-rules-balance = **How even it is.** Among players who know nothing and pick any valid order at random, the attackers win about 13 % of games of 1 against 1, 75 % of 2 against 2 and 96 % of 4 against 4.
binmat-rules-typing = **Typing a move.** As in hackmud: `d3` draws from lane 3, `da` from the attackers' deck. `p3^1` plays `3^` face down in lane 1, `u>&0` plays BREAK face up in lane 0. `c3` begins combat in lane 3. `x?#4` discards to lane 4, `x?#a` discards to draw two. `--` passes. You may leave out the suit: `u>0` plays the BREAK that you have held longest. `/binmat order`, `/move` or the button of your panel takes it.
