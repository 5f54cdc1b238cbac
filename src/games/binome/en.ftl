# Binome in English. Rules in our own words; the values of the cards come from the game's table.

binome-name = Binome
binome-panel = My sheet
binome-alone = Nobody else here? Start anyway and play against the Assistant.
binome-start = Make eight numbers, then win cards with them (1 to 7 people, 20 minutes)
binome-blurb = Build eight numbers from the same sixteen digits, then fight over postulates with them.
binome-by = Timofey Bokarev
binome-credits = Binome: game design by Timofey Bokarev; game development by Konstantin Seleznev and Petr Vibe; graphic design by Andrey Shestakov; art by Irina Pechenkina; editing by Petr Tyulenev; published by Igrology.

## Options (at most 100 characters each)

binome-option-secrets = Everybody chooses at the same time, in secret (usual for two players)
binome-option-secrets-title = Secrets
binome-option-battle = One extra point for the winner when three or more tried (nice with four or five)
binome-option-battle-title = Battle
binome-option-transparency = Announce who has a single number left
binome-option-transparency-title = Transparency
binome-option-boat = Six or seven players: when equal numbers drop out, all others who tried score
binome-option-boat-title = Boat
binome-option-strict = House variant: you may claim with a number that does not fit; it drops out
binome-option-strict-title = Strict
binome-option-solo = House variant: you alone against the Assistant (a lone player gets it anyway)
binome-option-solo-title = Solo
binome-option-games = How many games the match lasts (3 unless you say otherwise)
binome-option-games-title = Number of games

## Setting up

binome-setup-alone = Binome needs someone to play against. With the option Solo, the Assistant takes the other seat.
binome-setup-seats = Binome is for 1 to 7 players.
binome-setup-games = A match of Binome lasts from 1 to 5 games.
binome-setup-solo = Solo is for one player against the Assistant, who joins by itself. Leave it out to play with more people or computer players.
binome-setup-open-alone = Alone, Binome is played in secret. Wait for others, or add a computer player.
binome-setup-solo-secrets = Against the Assistant both of you choose in secret. Leave Secrets out, or switch it on.
binome-setup-boat-seats = Boat is made for 6 or 7 players. Find more people or leave it out.
binome-setup-boat-battle = Boat and Battle do not go together. Pick one.

## The postulates

binome-card-identical = Two identical digits
binome-card-by10 = Divisible by 10
binome-card-has0 = Contains 0
binome-card-by5 = Divisible by 5
binome-card-has5 = Contains 5
binome-card-max = Maximum number
binome-card-maxsum = Maximum sum of digits
binome-card-has9 = Contains 9
binome-card-min = Minimum number
binome-card-minsum = Minimum sum of digits
binome-card-has1 = Contains 1
binome-card-mindiff = Minimum difference between digits
binome-card-maxdiff = Maximum difference between digits
binome-card-divides = First digit divisible by the second
binome-card-near50 = Closest to 50
binome-card-sum10 = Sum of digits equals 10

binome-condition-identical = both digits are the same
binome-condition-by10 = the second digit is 0
binome-condition-has0 = at least one digit is 0
binome-condition-by5 = the second digit is 0 or 5
binome-condition-has5 = at least one digit is 5
binome-condition-max = any number; the greatest wins
binome-condition-maxsum = any number; the greatest sum of digits wins
binome-condition-has9 = at least one digit is 9
binome-condition-min = any number; the lowest wins
binome-condition-minsum = any number; the lowest sum of digits wins
binome-condition-has1 = at least one digit is 1
binome-condition-mindiff = any number; the smallest difference of its digits wins
binome-condition-maxdiff = any number; the greatest difference of its digits wins
binome-condition-divides = the first digit is a multiple of the second, which is not 0; a first 0 always fits
binome-condition-near50 = any number; the one nearest to 50 wins
binome-condition-sum10 = the digits add up to 10
binome-condition-boat = any number; the greatest wins, but if equal ones drop out, all others score

binome-value-x = X points (X is how many try)
binome-value-house = { $value }, a house value
binome-value-points = { $points ->
    [one] { $points } point
   *[other] { $points } points
}

## The table

binome-phase-begin = The chair is being drawn
binome-phase-digits = Numerology: digit { $round } of { $rounds }
binome-phase-conference = The conference: postulate { $turn } of { $turns }
binome-phase-over = The game is over after { $turns ->
    [one] 1 postulate
   *[other] { $turns } postulates
}
binome-rolled = The die shows **{ $digit }**.
binome-roll = The die shows **{ $digit }**. Write it into a free space of your sheet.
binome-card = The card: **{ $card }** ({ $condition }), for { $value }.
binome-battle = 1 point more if three or more try.
binome-word = Claim or pass? One after another, beginning with the chair.
binome-word-all = Claim or pass? All choose in secret.
binome-mark-chair = chair
binome-mark-left = { $count ->
    [0] no number left
    [one] 1 number left
   *[other] { $count } numbers left
}
binome-mark-sealed = ready
binome-mark-claim = claims
binome-mark-pass = passes
binome-last-turn = Postulate { $turn } was { $card }.

## The own sheet

binome-own = Your numbers: { $n1 } · { $n2 } · { $n3 } · { $n4 } · { $n5 } · { $n6 } · { $n7 } · { $n8 }
binome-own-number = { $number }
binome-own-used = ~~{ $number }~~
binome-space = { $number }: { $digits }
binome-claim = { $number }
binome-pass = Pass
binome-chosen = { $choice } ✓
binome-ask-write = Where does the { $digit } go?
binome-ask-move-tens = Your { $digit } is the tens of number { $number }. Press another space to move it.
binome-ask-move-units = Your { $digit } is the units of number { $number }. Press another space to move it.
binome-ask-claim = Which number do you claim the card with?
binome-ask-claim-other = You claim with { $number }.
binome-ask-pass-other = You pass.
binome-ask-heard = { $heard }. { $ask }
binome-says-claim = { $count ->
    [one] { $seats } claims
   *[other] { $seats } claim
}
binome-says-claims = { $count ->
    [one] { $count } claims
   *[other] { $count } claim
}
binome-says-pass = { $count ->
    [one] { $seats } passes
   *[other] { $seats } pass
}
binome-says-passes = { $count ->
    [one] { $count } passes
   *[other] { $count } pass
}
binome-ask-pass = None of your numbers fits: you can only pass. Nobody will know why.
binome-offer-tens = write the { $digit } as the tens of number { $number }
binome-offer-units = write the { $digit } as the units of number { $number }
binome-offer-pass = let it go
binome-chose-tens = write it as the tens of number { $number }
binome-chose-units = write it as the units of number { $number }
binome-chose-claim = claim with { $number }
binome-chose-pass = pass

## What happened

binome-fact-claims = { $count ->
    [one] { $seats } claims.
   *[other] { $seats } claim.
}
binome-fact-reveal = The numbers: { $numbers }.
binome-shown = { $seat } { $number }
binome-fact-out = { $count ->
    [one] { $seats } drops out.
   *[other] { $seats } drop out.
}
binome-fact-award = { $seat } gets { $points ->
    [one] { $points } point
   *[other] { $points } points
}.
binome-tie = { $seats } have { $points ->
    [one] 1 point
   *[other] { $points } points
} each. No rule parts them, so they share the win.
binome-fact-nobody = Nobody scores.
binome-fact-last = { $count ->
    [one] { $seats } has one number left.
   *[other] { $seats } have one number left each.
}

## Refusals

binome-refused-chosen = Everybody has heard your word on this postulate, and it stays. (Rules: The conference)
binome-refused-turn = It is not your turn: { $seat } is deciding. (Rules: The conference)
binome-refused-digits-first = The digits come first: choose a free space, such as `3t` (the tens of number 3) or `3u` (its units). (Rules: Numerology)
binome-refused-digits-over = Your sheet is full: now you claim with a number, such as `claim 05`, or `pass`. (Rules: The conference)
binome-refused-filled = That space already holds a { $digit }, and digits of earlier rolls stay where they are. (Rules: Numerology)
binome-refused-ineligible = { $number } does not fit this postulate. (Rules: The postulates)
binome-refused-used = You have used { $number } already, and every number can be shown only once. (Rules: The conference)
binome-refused-missing = { $number } is not among your numbers. (Rules: The conference)

## The rules

binome-rules-goal = **What it is about.** First you make eight numbers of two digits. Then sixteen postulates come up, one after another, and you spend your numbers to win them. Whoever has the most points at the end wins.
binome-rules-digits = **Numerology.** A die from 0 to 9 is rolled sixteen times. Everybody writes each digit into any free space of a secret sheet before the next roll: as the tens or the units of any of the eight numbers, in any order. Until everybody has written it, you can move it. A number may begin with 0: 05 and 00 are numbers of two digits like any other.
binome-rules-word = **The conference.** Each turn a postulate card is drawn. Beginning with the chair, everyone in turn says claim or pass. Whoever claims picks one of their unused numbers for it at once, in secret. Neither can be changed: the next ones have heard it. Then all picked numbers are shown.
binome-rules-word-two = With two players, both choose in secret at the same time.
binome-rules-word-secret = **The conference.** Each turn a postulate card is drawn. Everybody chooses in secret, at the same time: pass, or claim the card with one of their unused numbers. Until everybody has chosen, you can choose again. Then all picked numbers are shown.
binome-rules-chair = **The chair.** Before each game the bot draws who has it. From then on it goes to whoever wins a card.
binome-rules-fit = A number can be picked only if it fits the card.
binome-rules-unfit = A number that does not fit the card may be picked, too (a house variant). It drops out when the numbers are shown, before equal ones do, but counts for X.
binome-rules-winner = Equal numbers drop out. Of the others, the one that meets the card best wins; if several are as good, or the card is only a condition, the greatest number wins. Whoever is the only one still in simply gets it. Every number shown is used up, won or not.
    The winner scores the card and takes the chair. If nobody wins, the card is gone and the chair stays. A card for X gives as many points as people tried, counting those who dropped out.
binome-rules-winner-boat = Equal numbers drop out. If any did, everybody still in scores the card; if none did, the greatest number alone scores it, whatever the card asks. Whoever is the only one still in simply gets it. Every number shown is used up, won or not.
    The greatest number that scores takes the chair. If nobody scores, the card is gone and the chair stays. A card for X gives as many points as people tried, counting those who dropped out.
binome-rules-battle = When three or more tried, the winner gets 1 point more.
binome-rules-transparency = After each turn it is announced who has exactly one number left.
binome-rules-end = **The end.** The game ends with the turn in which the last card was decided or somebody used their last number. Equal points share the win. { $games ->
    [one] A match is one game.
   *[other] A match is { $games } games, and the points are added up.
}
binome-rules-card = **{ $card }**: { $condition }. { $value }.
binome-rules-card-own = **{ $card }**: { $condition }. { $value } (set by whoever runs the bot).
binome-rules-cards = **The postulates.** What we do not know from the rulebook is marked as our own house value.
    { $identical }
    { $by10 }
    { $has0 }
    { $by5 }
    { $has5 }
    { $max }
    { $maxsum }
    { $has9 }
    { $min }
    { $minsum }
    { $has1 }
    { $mindiff }
    { $maxdiff }
    { $divides }
    { $near50 }
    { $sum10 }
binome-rules-example = **Two turns of a plain game.** The card is Two identical digits, for { $worth }. Ben, Chloe, Dev and Eli claim it, Ada passes. They show 33, 77, 77 and 55. The two 77s drop out. Of 33 and 55 the greater wins, so Eli scores the card and takes the chair. The next card is Closest to 50. Ada shows 47, Eli 53. Both are 3 away, so the greater one wins again, and Eli keeps the chair. All six numbers are used up.
binome-rules-typing = **Typing a move.** `3t` writes the digit as the tens of number 3, `3u` as its units; just `3` will do when only one of its spaces is free. `claim 05`, or just `05`, claims with your 05; `pass` lets it go. `/move` or the button of your panel takes it.
binome-rules-variants = **Variants,** chosen with the start.
    `secrets`: everybody chooses at the same time; nobody knows who claims until all have chosen. Usual for two.
    `battle`: the winner of a turn in which three or more tried gets 1 point more.
    `transparency`: after each turn it is announced who has exactly one number left.
    `boat` (six or seven players, without `battle`): when equal numbers drop out, everybody still in scores the card. With no equal numbers the greatest number scores, whatever the card says.
    `strict` (house variant): you may also claim with a number that does not fit. It drops out when the numbers are shown, but counts for X.
    `solo` (house variant): one player against the Assistant, in secret.

## Pictures (short: they are drawn as large as there is room)

binome-picture-battle = +1 if 3 or more try
binome-picture-boat = the greatest wins; if equal ones drop out, all others score
binome-picture-divides = a multiple of the second digit, which is not 0
binome-picture-over = This game
binome-picture-or = or
binome-picture-house = our value
binome-picture-now = Now
binome-picture-shown = Shown
binome-picture-left = Left
binome-picture-points = Points
binome-picture-roll = The next roll is coming
binome-picture-write = Write it into a free space
binome-picture-try = Write it here?
binome-picture-written = Written
binome-picture-becomes = Number { $number }: { $digits }

## Pictures in sentences, for whoever cannot see them

binome-alt-rolls = Rolled so far: { $rolls }.
binome-alt-where = Write it into a free space: each button shows a number with the digit written in.
binome-alt-shown = showed { $number }
binome-alt-out = showed { $number } (out)
binome-alt-won = showed { $number } (won { $points })
binome-alt-passed = passed
binome-alt-numbers = Your numbers: { $numbers }.
binome-alt-number = { $place } is { $number }
binome-alt-number-fits = { $place } is { $number } (fits)
binome-alt-number-used = { $place } is { $number } (used)
binome-alt-number-tens = { $place } has tens { $digit } with free units
binome-alt-number-units = { $place } has free tens with units { $digit }
binome-alt-number-free = { $place } is free
binome-alt-last-tens = Last you wrote the tens of number { $number }.
binome-alt-last-units = Last you wrote the units of number { $number }.
binome-alt-turns = Your turns: { $turns }.
