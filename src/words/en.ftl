# What the house itself says, in English. Every game has a file of its own in its folder.
#
# A seat is shown by its holder's name, already safe; notation is shown as it is, as code where it needs to be. So
# arguments stand here without backticks.

## Lists and seats

list-empty = none
list-next = { $list }, { $item }
list-last = { $list } and { $item }
seat-numbered = Seat { $number }

## Refusals

refused-notation = That is not how a move is written in this game. Use the buttons, or write it as the rules say. (Rules: Typing a move)
refused-draw = Nothing is dealt, drawn or rolled like that now.
refused-seat = There is no such seat at this table.
refused-wait = Wait a moment: there is nothing to choose just now.
refused-over = This game is over.
refused-turn = It is { $seat }'s turn. (Rules: A turn)

refused-empty-side = Each side needs at least one player, and one has none yet. A computer player will do.

denied-no-table = There is no table here. `/play` opens one.
denied-over = This table is closed. Its rematch button or `/play` opens a new one.
denied-place-taken = This channel has a table already. Finish or close it, or play in another channel or a thread.
denied-many-tables = You sit at { $most } tables already, and nobody can sit at more. Leave a lobby with `/table leave`, or finish or close a match; `/table mine` lists your tables in its option `table`.
denied-still-plays = You still sit at the table in <#{ $place }>. Leave it with `/table leave` there, and then I can forget you.
denied-no-game = There is no game of that name. `/help` says what can be played.
denied-begun = The match has begun: you cannot change this any more.
denied-beginning = The match begins in a few seconds.
denied-not-begun = The match has not begun yet. The host starts it.
denied-full = Every seat is taken. The host can remove a computer player, or you can watch this one and join the next.
denied-side-full = That side is full. The other one may have room.
denied-no-sides = There are no sides in this game: everybody plays for themselves.
denied-even-sides = The sides are as even as they can be, in number and by rating.
denied-already-seated = You sit at this table already.
denied-not-seated = You do not sit at this table. Join before it begins, or start one of your own in another channel.
denied-not-host = Only the host, { $host }, can do that. If they are gone for good, a moderator of this channel can close the table with `/table cancel`, or all players together can.
denied-not-host-lobby = Only the host, { $host }, can do that. If they are gone for good, a moderator of this channel can close the table with `/table cancel`. When nobody has come or gone for a day, it closes by itself.
denied-not-abandoned = Only the host, { $host }, a moderator of this channel or all players together can do that now. If nobody does anything at this table until <t:{ $when }:f>, anybody in this channel can then close it with `/table cancel`.
denied-close-wished-already = You have asked for that already. { $missing ->
    [one] One more of you has
   *[other] { $missing } more of you have
} to ask, too. If nobody does anything at this table until <t:{ $when }:f>, anybody in this channel can then close it.
denied-removed = The host has taken you out of this lobby, so you cannot join this table again. Start one of your own in another channel or a thread, or join the next one here.
denied-own-seat = That is you. Use `/table leave` to leave the table; somebody else becomes its host.
denied-nobody-there = They have left this table already.
denied-luck-enough = You have added as much luck as anybody may at one table. `/table verify` shows your receipts.
denied-restless-lobby = You have joined, left and changed things here so often that you cannot do so any more in this lobby. Those who sit here can still begin the match or leave, and you can start a table of your own in another channel.
denied-restless = You did too much at this step of the game. Your last choice counts; once the game moves on, you can do this again.
denied-wished-already = You have asked for that already. { $missing ->
    [one] One more of you has
   *[other] { $missing } more of you have
} to ask, too.
denied-no-computer = There is no computer player to send away.
denied-stale = Too late: nothing was done. The table's newest message shows how things stand.
denied-not-awaited = It is not your turn. You will hear when it is.
denied-stood-in = The computer is playing for you. Take your seat back first, with one press.
denied-not-stood-in = Nobody plays for you: the seat is yours already.
denied-automatic = The computer plays that seat already, until its player comes back.
denied-not-waited = The game is not waiting for them just now. If it ever waits for long, the computer can play for them.
denied-not-absent = Give them a little more time. In { $time } the computer may play for them.
denied-not-absent-sooner = Give them a little more time: no clock runs here. In { $time } the computer may play for them, or in { $sooner } if most of you ask for it.
denied-in-time = Give them a little more time: their clock has not run out. Once it has, and they still do not answer, the computer may play for them.
denied-in-time-sooner = Give them a little more time: their clock has not run out. In { $sooner } the computer may play for them if most of you ask for it.
denied-unsure = This ends the match for everybody at the table, and it counts for nobody. Games that are over still count. Close it?
denied-unsure-forfeit = This ends the match for everybody, and you are last in it. Games that are over still count. If all of you ask to close the table, nobody is last. Close it?
denied-unsure-last = This ends the match for everybody. Last in it: { $seats }. Games that are over still count. Close it?
denied-unsure-leave-forfeit = Leave? The computer plays for you from now on, and you come last.
denied-unsure-leave = Leave? The computer plays for you from now on, and this game is not ranked.
denied-unsure-leave-last = Leave? Nobody else is left, so the table closes. Games that are over still count.
denied-nudged-already = They were nudged just now. Give them a moment.
denied-no-hints = This table has no hints. Its host can allow them in the lobby, under Options.
denied-nobody-to-nudge = There is nobody to nudge: the game is not waiting for anybody else just now.
denied-clock-hurries = The clock hurries everybody here. If somebody chooses nothing for two minutes of their turns, `/table replace` lets the computer play for them.
denied-no-turn-clock = No turn clock runs at this table, so there is nothing to pause.
denied-pause-wanted = Your side has asked for a pause already. It begins when somebody on the other side presses Pause, too.
denied-paused = The game is paused, so that did not count. Anybody at the table can press Go on.
denied-not-paused = The game is not paused: the clock runs.
denied-not-conceded = You cannot resign this game, and there is no draw by agreement. `/table leave` lets the computer play on for you.
denied-between = No game is on just now. The next one begins with its button, or by itself.
denied-offer-stands = Your draw offer stands already. You can take it back, or wait for the answer.
denied-offered-already = You have offered a draw since your last move. You can offer again after your next move, or when your turn is passed over.
denied-other-stood-in = The computer is playing for { $other }, and it cannot agree to a draw for them. Offer one when { $other } is back. Until then you can play on, or resign.
denied-no-offer = That draw offer no longer stands. The table's newest message shows how things stand.
denied-option = That option or value does not exist here. Pick from what the command offers.
denied-thinned = The record of this match is no longer kept. Its result still counts, and `/play` opens a new table.
denied-thinned-digest = The record of this match is no longer kept. Its result still counts. If you have the file of the record, you can show that it is the true one: its SHA-256 is `{ $digest }`.
denied-thinned-fair = The record of this match is no longer kept. Its result still counts, and before the record went, { $draws ->
    [one] its one draw was computed again and followed from the sealed secret
   *[other] all of its { $draws } draws were computed again and followed from the sealed secret
}. If you have the file of the record, you can show that it is the true one: its SHA-256 is `{ $digest }`.
denied-broken = This table cannot go on: the rules it was played by have changed. Its host or a moderator can close it with `/table cancel`.
denied-outdated = A rule of this game has been corrected, and this table cannot go on by the new rules. It is closed and does not count; games that were over before do. `/play` opens a new one.
denied-newer = This table needs a newer version of the bot. Nothing is lost, and nobody's time runs out. Whoever runs the bot can bring that version back; until then you can play in another channel or a thread.
denied-unavailable = I could not save that just now, so nothing has changed. Please try again in a moment.

## How long something takes

time-seconds = { $count ->
    [one] 1 second
   *[other] { $count } seconds
}
time-minutes = { $count } minutes
time-hours = { $count } hours

## Who plays

name-only = { $seat }
name-computer = Computer { $number } (level { $level })
# The same in a picture, where little room is: the text beside the picture says the level.
name-computer-short = Comp. { $number }
name-assistant = Assistant (level { $level })
name-assistant-short = Assistant
# Whoever asked to be forgotten.
name-somebody = somebody
name-stand-in = { $seat } (the computer plays for them)
name-host = { $seat }, host
name-captain = { $seat }, captain
name-captain-host = { $seat }, captain and host
name-mention = <@{ $person }>
side-some = { $count } of { $side }
# At the end of a list of names.
side-more = { $count } more

# A clause as a whole sentence, in what a picture tells.
whole-sentence = { $says }.

# Before older news in a description, where newer ones stand beside the picture.
picture-before = Before that:
# At the end of a description that has no room for all of it.
picture-more = There is more: `/settings` and `/table boards` can show boards as text.

# What somebody tries out or has chosen; the choice is in the infinitive.
choice-told = Your choice: { $choice }.

## The table's message

public-lobby = { $game }: take a seat
public-game-of = { $game }: game { $round } of { $rounds }
public-game-to = { $game }: game { $round }, to { $points } points
public-game-only = { $game }
public-round-over = { $game }: game { $round } is over
public-finished = { $game }: the match is over
public-finished-only = { $game }: the game is over
public-cancelled = { $game }: table closed
public-seats = Players ({ $count }/{ $most })
public-options = Options
public-teams = { $one } against { $other }
public-teams-how = { $host } chooses who plays with whom, in Options.
public-option-off = { $name } off
public-option-is = { $name }: { $value }
public-option-house = { $option } ({ $count ->
    [one] house variant
   *[other] house variants
})
public-length-games = { $count ->
    [one] One game
   *[other] A match of { $count } games
}
public-length-points = A match to { $points } points
public-places-drawn = The bot draws who sits where.
public-clock-none = No clock
public-hints = Hints: `/table hint` says what the computer would choose, so this match is not ranked
clock-seconds = { $count ->
    [one] 1 second
   *[other] { $count } seconds
}
public-clock-seconds = Clock: { $count ->
    [one] 1 second
   *[other] { $count } seconds
} for each decision
public-clock-minutes = Clock: { $count ->
    [one] 1 minute
   *[other] { $count } minutes
} for each decision
public-clock-hours = Clock: { $count ->
    [one] 1 hour
   *[other] { $count } hours
} for each decision
public-side = { $side } ({ $count }/{ $most })
public-side-empty = Nobody yet
public-sides-how = Press Join for the smaller side, or choose a side below. { $host } starts when everybody is here.
public-invited = { $person }: { $host } invites you. Press Join to sit down.
public-former = { $people }: once more! Press Join to sit down again.
public-former-sides = { $people }: once more! Press Join to sit down again, on your old side.
public-turn-clock = Clock: { $count ->
    [one] 1 second
   *[other] { $count } seconds
} for each turn
public-turn-rest = { $count ->
    [one] 1 second
   *[other] { $count } seconds
} more when there is something to read
public-pause-how = To pause, somebody on each side presses Pause.
public-paused = **The game is paused.** Anybody at the table can press Go on; the turn then gets its full time again.
public-paused-idle = **The game is paused**: nobody has played for three turns. Anybody at the table can press Go on.
public-pause-wanted = { $seat } asks for a pause. It begins when the other side presses Pause, too.
patience-over = The game has waited for { $seats } for a day: `/table replace` lets the computer play for them.
patience-over-last = The game has waited for { $seats } for a day: `/table replace` lets the computer play for them, and whoever it plays for is last.
patience-until = From <t:{ $when }:f> on, `/table replace` lets the computer play for { $seats }.
patience-together = From <t:{ $when }:f> on, `/table replace` lets the computer play for { $seats }, or from <t:{ $together }:t> on if most of you ask for it.
public-close-wanted = { $seat } would like to close this table. It closes when { $missing ->
    [one] one more player says
   *[other] { $missing } more players say
} `/table cancel`, too.
public-replace-wanted = { $seat } would like the computer to play for { $absent }. It does when { $missing ->
    [one] one more player says
   *[other] { $missing } more players say
} `/table replace`, too.
public-how = Press Join to sit down. { $host } starts when everybody is here.
public-host-left = { $person } left. { $host } is the host now.
public-how-ready = { $host } can start now, or others press Join first.
public-how-full = Everybody is here. { $host } presses Start.
public-sealed = Fair shuffle { $commitment }…
public-sealed-first = First shuffle here, sealed as { $commitment }… Add luck puts a word of yours into it.
public-sealed-before = Shuffle no. { $number } here, sealed before this table was opened: { $commitment }… Add luck puts a word of yours into it.
public-luck = Luck added, the latest word last: { $people }
public-luck-behind = Luck added, the latest word last: { $people }. The table has changed since.
public-beacon = The match begins at <t:{ $when }:T>, with public randomness that nobody knows yet: round { $round } of drand.
public-beacon-missed = The public randomness of drand did not come in time, so the shuffle is without it.
public-resealed = The bot goes on from a backup: what you did after <t:{ $when }:T> is lost, so please check whose turn it is. What was dealt before stays; what is drawn from now on comes from a new secret. `/table verify` shows its seal.
public-players = Players
public-players-drawn = Players, in the order drawn
public-line = { $who }: { $marks }
public-points = { $points ->
    [one] 1 point
   *[other] { $points } points
}
public-points-match = { $points } in this game, { $total } in the match
public-lapsed = Time ran out for { $seats }, so the bot chose.
public-waiting = Waiting for { $seats }.
public-stand-ins = The computer plays for { $seats }.
public-waiting-until = Waiting for { $seats }. Time runs out <t:{ $when }:R>.
public-gone = Everybody is away: the game rests until one of you comes back.
public-next = Next game <t:{ $when }:R>, or press Next game.
public-next-button = Press Next game to go on.
public-won = **{ $seats }** { $count ->
    [one] wins
   *[other] share
} game { $round }.
public-won-with = **{ $seats }** { $count ->
    [one] wins game { $round } with { $points }.
   *[other] share game { $round } with { $points } each.
}
public-won-only = **{ $seats }** { $count ->
    [one] wins.
   *[other] share the win.
}
public-won-only-with = **{ $seats }** { $count ->
    [one] wins with { $points }.
   *[other] share the win with { $points } each.
}
public-won-team = **{ $seats }** win game { $round } together.
public-won-team-with = **{ $seats }** win game { $round } together with { $points }.
public-won-only-team = **{ $seats }** win together.
public-won-only-team-with = **{ $seats }** win together with { $points }.
public-won-side = **{ $side }** win.
public-place-side = { $place }\. { $side }: { $seats }
public-won-match = **{ $seats }** { $count ->
    [one] is the grand winner.
   *[other] share the grand win.
}
public-won-match-with = **{ $seats }** { $count ->
    [one] is the grand winner with { $points }.
   *[other] share the grand win with { $points } each.
}
public-won-match-team = **{ $seats }** are the grand winners.
public-won-match-team-with = **{ $seats }** are the grand winners with { $points }.
public-resigned = { $loser } resigned: **{ $winner }** wins.
public-agreed = **{ $seats }** agreed on a draw.
public-won-nobody = Nobody wins this time.
public-result = This game
public-place = { $place }\. { $seat }
public-place-points = { $place }\. { $seat }: { $points }
public-scores = The match
public-column-game = G{ $round }
public-column-total = All
match-so-far = Match so far: { $seats }
match-so-far-to = Match to { $to } points, so far: { $seats }
match-so-far-seat = { $seat } { $points }
match-so-far-more = { $seats }
match-column-games = G{ $first }–{ $last }
match-alt-games = Points game by game, and in all.
match-alt-earlier = Points of games 1 to { $earlier } together, then game by game, and in all.
match-alt-seat = Place { $place }: { $seat }, { $sum } = { $points }.
public-assisted = \* A computer played or hints were allowed, so these games are not ranked.
public-closed = This table was closed early. Games that were finished still count.
public-abandoned = Nobody had done anything here for a week, so somebody in this channel closed the table. Games that were finished still count.
public-outdated = A rule of this game was corrected, and this game cannot go on by the new rules. It ends here and does not count. Games that were finished still count.
public-bot-removed = The bot was removed from the server, so this table was closed. Games that were finished still count. Invite the bot again to open a new table.
public-closed-lobby = This table was closed before a match began.
public-secret = Fair chance
public-forfeited = { $count ->
    [one] { $seats } left or was away, and comes last.
   *[other] { $seats } left or were away, and come last.
}
public-assisted-some = Games in which a computer played are not ranked.
public-assisted-only = A computer played, so this game is not ranked.
public-unranked = Hints were allowed, so this match is not ranked.
public-unranked-hinted = Somebody took a hint. Hints were allowed, so this match is not ranked.
public-hinted = Somebody took a hint, so this game is not ranked.
public-hinted-some = Games in which a computer played or somebody took a hint are not ranked.
public-secret-told = All chance came from this secret:
    `{ $secret }`
    It was sealed before the first game as
    `{ $commitment }`

public-secret-later = Chance after the backup came from this secret:
    `{ $secret }`
    It was sealed then as
    `{ $commitment }`

## Buttons (at most 34 characters; at most 8 where a full panel has four or five in its last row)

button-join = Join
button-options = Options
button-luck = Add luck
button-join-side = Join { $side }
button-leave = Leave
button-stay = Stay
button-start = Start
lobby-arrange = Computer players, closing the table…
lobby-arrange-sides = Choose a side, add a computer, close…
button-more = Add computer: level { $level }
button-fewer = Remove computer
button-more-on = Add computer: { $side }, level { $level }
button-balance = Even the sides by rating
button-swap = Swap sides
button-pause = Pause
button-resume = Go on
button-cancel = Close table
button-cancel-sure = Yes, close it
button-rules = Rules
button-mine = My panel
button-learn = Learn it step by step
button-learnt = Play it
button-share = Share
button-next-round = Next game
button-rematch = Rematch
button-again = New table
button-leaderboard = Leaderboard
button-alone = Played alone
button-together = Played together
button-by-rating = By rating
button-by-wins = By wins and points
button-by-season = By season
button-everywhere = All servers
button-listed = Ratings over all servers
button-show-me = Show me
button-new-name = Use my new name
button-hide-me = Hide me
button-honours = Honours
button-match = Game by game
button-replay = Replay
button-review = Review my choices
button-replay-of = Replay { $number }
button-record-of = Record { $number }
button-history = Matches
button-verify = Was it fair?
button-return = I'm back
button-nudge = Nudge
button-concede = End game
button-resign = Resign…
button-resign-sure = Yes, resign
button-offer = Offer a draw
button-withdraw = Take the offer back
button-accept = Accept…
button-agree = Yes, a draw
button-decline = Decline
button-refresh = Refresh
button-show = Show the table
button-to-table = Go to the table
button-back = Back
button-confirm = Confirm
button-previous = Previous
button-next = Next
button-type = Type it…
button-again-typed = Try again
button-thread = Play in a thread
button-open = Open the table
button-forget = Forget me

## The private panel

panel-place = { $title } · <#{ $place }>
# A phone's notification of a new panel: one line without markup.
panel-notification = { $title } in <#{ $place }>
panel-notification-turn = Your turn in <#{ $place }> ({ $title })
panel-lobby = You have a seat. You will hear when the match begins.
panel-waiting-nobody = Nothing for you to do just now.
panel-others = { $count } others
panel-trial = **{ $choice }?**
panel-change = You can still change it.
panel-change-open = Until you choose again, your earlier choice counts.
panel-until = Time runs out <t:{ $when }:R>.
panel-restored = The bot goes on from a backup: what you chose after <t:{ $when }:T> is lost, so please choose again.
panel-lapsed = Your time ran out, so the bot chose for you.
panel-stand-in-lapsed = You were away for too long, so the computer plays for you. One press takes your seat back.
panel-stand-in-left = You left, so the computer plays for you. One press takes your seat back.
panel-forfeits = Once the computer chooses, you are last.
panel-forfeited = The computer has chosen, so you come last, even if you come back.
panel-stand-in-replaced = You were away, so the computer plays for you. One press takes your seat back.
panel-gone = Everybody else is away, too: the game rests until one of you comes back.
panel-standings = { $list }.
panel-standing = { $seat } { $points }
panel-own-points = You have { $points }.
panel-over = It is over. Thank you for playing!
panel-stale = Too late: nothing was done.
panel-pick = Choose
panel-pick-range = { $first } … { $last }
panel-page = Page { $page } of { $pages }
panel-typed = Your move
panel-typed-hint = For example { $moves }

## Luck of one's own

luck-title = Luck of your own
luck-input = A word, or whatever comes to mind
luck-hint = Not your name: it stays in the record. Empty: the bot makes one up
luck-added = Your luck is word no. { $number } of the shuffle: `{ $word }`
luck-keep = Keep this receipt. When the table is over, save the file that `/table record` gives, and run this in the same folder: the answer says whether your word was left out, changed or moved.
luck-made-up = The bot made this word up, so it does not bind whoever runs the bot. A word of your own that nobody could foresee does.
luck-last = If whoever runs the bot has a friend at the table, that friend could add a word after yours. The lobby says whose word is last: to be safe, let it be yours.

## Moves that are typed

move-offer = { $move } – { $words }
move-table = { $game }: { $seats }
move-table-turn = { $table } – your turn
move-which = Several tables wait for you. Which one is { $move } for?
move-which-table = • { $table } in <#{ $place }>
move-which-how = Press its button, or fill in `table` when you use `/move` here. Tables where this move does not fit have no button.
move-done = Your move: { $choice }.
move-done-plain = Done.
typed-refused = **{ $move }** – { $reason }
typed-stale = The table has moved on since you opened the form. If you still want this move, try again.
typed-other-game = This table plays { $game }, not { $wanted }. Type your move with `/move` here.
typed-near = For example: { $moves }.
typed-or = { $first }, or { $rest }

## Resigning, and a draw by agreement

draw-offered = { $seat } offers { $other } a draw.
draw-offered-you = **{ $seat } offers you a draw.** Playing on declines it.
draw-offered-own = You have offered a draw. It stands until { $other } answers or plays on.
draw-declined = { $seat } declined the draw.
draw-offer-withdrawn = { $seat } took the draw offer back.
concede-menu = You can offer { $other } a draw, or resign. Back leaves everything as it is.
concede-own = You have offered a draw, and { $other } has not answered yet.
concede-later = You have offered a draw since your last move. You can offer again after your next move, or when your turn is passed over.
concede-absent = The computer is playing for { $other }, so nobody can agree on a draw until they are back. You can play on, or resign.
concede-answer = { $other } offers you a draw. If you accept, the game is over and nobody has lost.
concede-sure = Resign this game? Then { $other } wins it.
conceded-resigned = You have resigned, and { $other } wins. Thank you for playing!
conceded-won = { $other } has resigned, so the game is yours.
conceded-agreed = It is a draw. Thank you both for playing!
conceded-offered = You have offered { $other } a draw. It stands until they answer or play on.
conceded-declined = You have declined. The game goes on.
conceded-refused = { $other } declined the draw. The game goes on.
conceded-withdrawn = You took your offer back. The game goes on.
conceded-nothing = All right, nothing has changed.

## Pings

ping-turn = <@{ $person }>, it is your turn: { $game } in <#{ $place }>.
ping-turn-until = <@{ $person }>, it is your turn: { $game } in <#{ $place }>. Time runs out <t:{ $when }:R>.
ping-nudge = <@{ $person }>, the others are waiting for you: { $game } in <#{ $place }>.
ping-nudge-until = <@{ $person }>, the others are waiting for you: { $game } in <#{ $place }>. Time runs out <t:{ $when }:R>.
ping-warning = <@{ $person }>, your time runs out <t:{ $when }:R>: { $game } in <#{ $place }>.

## Rules and leaderboards

rules-title = { $game }: the rules
rules-title-page = { $game }: the rules, page { $page } of { $pages }
leaderboard-title = { $game }: leaderboard of this server
leaderboard-title-page = { $game }: leaderboard of this server, page { $page } of { $pages }
leaderboard-empty = Nobody is on it yet. Finish a game between people, and you will be.
leaderboard-line = **{ $place }. { $name }**: { $won }
leaderboard-matches = { $matches ->
    [0] no match played to its end
    [one] { $won } of 1 match won
   *[other] { $won } of { $matches } matches won
}
leaderboard-games = { $games ->
    [one] { $won } of 1 game won
   *[other] { $won } of { $games } games won
}{ $draws ->
    [0] { "" }
   *[other] , { $draws } drawn
}
leaderboard-most = { $points }. Best game: { $best }.
leaderboard-fewest = Best game: { $best }.
leaderboard-more = { $said }. { $next }
leaderboard-ranked = Ranked by { $keys }.
leaderboard-then = { $keys }, then by { $next }
leaderboard-by-matches = matches won
leaderboard-by-games = games won
leaderboard-by-draws = draws
leaderboard-by-most = points
leaderboard-by-fewest = the best game (the fewest points)
leaderboard-conceded = A win by resignation brings no points.
leaderboard-counts = Games in which a computer played are not ranked. Whoever leaves a match is last in it.
alone-title = { $game }: played alone on this server
alone-line = **{ $place }. { $name }**: { $games ->
    [one] { $done } of 1 game solved
   *[other] { $done } of { $games } games solved
}
alone-empty = Nobody has played it alone yet. Open a table and start it by yourself, and you will be on this board.
alone-ranked = Ranked by games solved. What is played alone counts here only.
ratings-title = { $game }: ratings on this server
ratings-title-page = { $game }: ratings on this server, page { $page } of { $pages }
ratings-empty = Nobody has a rating yet. Finish a match between people, and you will.
ratings-line = **{ $place }. { $name }**: { $points } points after { $matches ->
    [one] 1 match
   *[other] { $matches } matches
}
ratings-provisional = **{ $name }**: provisional, { $points } points after { $matches ->
    [one] 1 match
   *[other] { $matches } matches
}
ratings-how = Everybody begins with 1000 points. Winning against somebody strong brings more. Winning against the same person again brings less each time.
ratings-provisional-how = A rating is provisional until you have played enough different people: five matches against new people are enough.
everywhere-title = { $game }: ratings over all servers
everywhere-title-page = { $game }: ratings over all servers, page { $page } of { $pages }
everywhere-empty = Nobody is shown here yet. Whoever has a rating that is not provisional can be: `/settings`, Ratings over all servers.
everywhere-how = Matches on all servers count together. You see those who want to be seen here: `/settings` says how. Provisional ratings are not shown.
ratings-counts = Matches in which a computer played are not rated. Whoever leaves a match is last in it.
season-name = { $quarter ->
    [1] January to March
    [2] April to June
    [3] July to September
   *[4] October to December
} { $year }
season-title = { $game }: { $season } on this server
season-title-page = { $game }: { $season } on this server, page { $page } of { $pages }
season-empty = Nobody has finished a match in this season. Finish one between people, and you will be here.
season-empty-past = Nobody is on the board of this season.
season-line = **{ $place }. { $name }**: { $matches ->
    [one] { $won } of 1 match won
   *[other] { $won } of { $matches } matches won
}{ $drawn ->
    [0] { "" }
   *[other] , { $drawn } drawn
}
season-menu = Another season
season-how = A season is a quarter of a year (UTC). Ranked by matches won, then by draws. Who is level shares a place.
honours-title = { $game }: honours on this server
honours-title-page = { $game }: honours on this server, page { $page } of { $pages }
honours-empty = No season with a match is over yet. Here will be the first three of each.
honours-season = **{ $season }**, { $matches ->
    [one] 1 match
   *[other] { $matches } matches
}
honours-few = { $season }: too few for honours
honours-nobody = { $season }: nobody to name
honours-line = **{ $place }.** { $people }: { $won ->
    [one] 1 match won
   *[other] { $won } matches won
}{ $drawn ->
    [0] { "" }
   *[other] , { $drawn } drawn
}
honours-tied = { $line } each (tied)
honours-more = { $count } more
honours-how = The first three of each season, by matches won, then by draws. A season needs five matches.
history-title = Your matches
history-title-of = Matches of { $name }
history-title-other = Matches
history-empty = You have not finished a match here yet. `/play` opens a table.
history-empty-other = No match of theirs was finished here.
history-line = **{ $number }. { $game }**, <t:{ $when }:d>: { $end }
history-points = { $end }, { $points }
history-with = { $line }, with { $people }
history-more = { $count } more
history-won = won
history-drawn = a draw
history-place = place { $place }
history-over = nobody won
history-solved = solved alone
history-unsolved = not solved
profile-title = { $name } on this server
profile-title-nobody = On this server
profile-empty = You have not finished a match here that counts. `/play` opens a table.
profile-empty-other = No match of theirs that counts was finished here.
profile-game = **{ $game }**: { $won }/{ $matches }
profile-more = { $line } · { $more }
profile-rated = { $points }
profile-provisional = provisional { $points }
profile-form = { $places }
profile-favourite = Most often: { $game }
profile-everywhere = Over all servers: { $games }
profile-everywhere-game = { $game } { $points }
profile-met = Against: { $people }
profile-met-one = { $name } ({ $times })
profile-course = { $game }: rating over { $matches } matches
profile-course-alt = The rating in { $game } over { $matches } matches: { $start } at first, { $high } at its highest, { $low } at its lowest, { $now } now.
profile-how = Won/played · rating · last places, newest first
profile-daily = Position of the day: { $games }
profile-daily-game = { $game }, streak { $current } (best { $best })
profile-nowhere = This belongs to a server. Ask for it there.
match-title = { $game }: game by game
match-empty = No game of this match is over yet.
match-offer = { $table }. { $end }
public-several = You play at several tables. Ask in the channel of the one you mean; or ask in our private chat, and pick it in `table`.
match-unknown = I do not know that match of yours. Start typing in `match`, then pick.

## Checking the chance

verdict-title = { $game }: was chance fair?
verdict-sealed = The secret is told when the table is over. Until then this is its seal:
    `{ $commitment }`
verdict-kept = { $draws ->
    [one] Yes. The secret matches the seal, and the only draw of this table follows from it.
   *[other] Yes. The secret matches the seal, and all { $draws } draws of this table follow from it.
}
verdict-none = The secret matches the seal. Nothing was drawn at this table.
verdict-resealed = This table went on from a backup, with a new secret and a new seal. What was drawn before the backup follows from the first secret, what was drawn after it from the later one.
verdict-wrong = NO. Something that happened at this table does not follow from its secret. The bot's log says what; ask whoever runs the bot.
verdict-outdated = I cannot tell any more: this table was played by earlier rules. Here is the secret all the same; the version of the bot that knew those rules can check it.
verdict-next = The next table here has shuffle no. { $number }, which is sealed already. Compare:
    `{ $commitment }`
verdict-words = { $count ->
    [one] One word of luck is in the shuffle.
   *[other] { $count } words of luck are in the shuffle.
}
verdict-beacon = Round { $round } of drand is in the shuffle: public randomness that nobody could choose.
verdict-beacon-missed = Round { $round } of drand did not come in time, so the shuffle is without it.
verdict-receipt = **Your receipt for word no. { $number }**
verdict-receipts-file = Your receipts are too long for a message: `{ $file }` has them, each with the command that checks it.
verdict-how = Anybody can check this. Save the file that `/table record` gives, and run this in the same folder:
verdict-how-file = Anybody can check this: `/table record` gives the games as a file, and the command that checks them as another.

## Help, settings, a second table

help-title = How Whistle works
help-start = **Start:** `/play` asks what to play and opens a table in this channel; `/{ $game } start` does so at once, and its option `with` invites somebody. People join with its button; the host starts. `/{ $game } learn` is a guided first game for you alone.
help-private = **Your choices:** they come as a private message. If none comes, the table's panel button shows the same.
help-move = **Typing:** `/move` makes your move in any game. Start typing, such as a square, then pick. Only you see it.
help-table = **Any time:** `/table show` brings the table back down, `/table mine` opens your panel, `/table nudge` asks the others to hurry, `/table hint` helps where the lobby allows it, `/table replace` lets the computer play for somebody who is away (without a clock after a day), `/table leave` gets you out, and `/table remove` takes somebody out of a lobby that you host.
help-concede = **Ending early:** in some games for two you can resign or agree on a draw, by a button in the panel or by `/table resign` and `/table draw`. In every game `/table leave` lets the computer play on for you; you are last then.
help-clock = **Clocks:** when your time runs out, the safest choice is made for you. After three times the computer plays on until you press "I'm back"; where turns last seconds, the computer never takes over.
help-fair = **Fair chance:** a secret is sealed before a table opens, everybody can add luck to it in the lobby, and it is told at the end. `/table verify` checks every draw.
help-past = **Past matches:** `/history` lists your matches, `/profile` sums them up, and `/table review` shows which of your choices cost you most. The option `match` of `/table show`, `/table verify`, `/table record` and `/table review` finds a match of yours again, even if its channel is gone.
help-daily = **Every day:** `/daily` has a position in each of four games, the same for everybody. Find the best choice; only you see it until you share it.
help-settings = **Settings:** `/settings` sets how you hear of your turn, where your panel is, how your boards look, and whether I ask before a press counts; buttons there show you in the ratings over all servers, or make me forget you. `/table mydata` gives you all that I keep of you.
help-boards = **Boards:** they come as pictures with a description. They can be text instead, and dominoes can show rings or digits alone: choose for yourself in `/settings`, and for the table's message by `/table boards`.
help-games = **Games:** { $games }
help-by = { $count ->
    [one] { $games } is by { $people }.
   *[other] { $games } are by { $people }.
}
help-credits = Whistle is unofficial.
help-others = Everybody who worked on a game is named below its rules, such as `/{ $game } rules`.
taken-other = This channel has a table already.
taken-begun = The rematch has begun already.
taken-full = Every seat of the rematch is taken.
taken-way-thread = You can play in a thread, or go to that table.
taken-way = Play in a thread or another channel, or go to that table.
rematch-joined = You sit at the rematch now. It begins when { $host } presses Start.
rematch-seated = You have a seat at the rematch already. It begins when { $host } presses Start.
rematch-on = The rematch has begun, and you have a seat at it.
play-title = What shall we play?
play-game = **{ $game }:** { $about }
play-how = Choose, then open the table here. Others join it with a button.
play-how-closed = Choose, then open the table here.
play-menu-game = Game
play-menu-against = Against whom
play-menu-length = Length
play-menu-clock = Clock
play-menu-level = Computer level
play-people = Against people
play-computers = { $count ->
    [one] Against 1 computer
   *[other] Against { $count } computers
}
play-both = With people and 1 computer
play-alone = Alone
play-level = Computer level: { $level }
play-opened = Your table is open.
options-title = Options of this table
options-partners = Partners
options-partners-about = Who plays with whom. A rematch keeps the pairs.
options-flags = Extras (any you like)
options-rest = Time to read
options-done = Done: the lobby shows it.
options-open = { $name }: left open
options-no-rest = No more time for reading
options-hints = Hints
options-hints-about = /table hint says what the computer would choose; the match is not ranked then
settings-title = Your settings
settings-how = Each choice takes effect at once.
# The names of the menus.
settings-menu-ping = Pings
settings-menu-panelat = Panel
settings-menu-boards = Boards
settings-menu-confirm = Confirming
settings-ping-dm = Your turn: a private message
settings-ping-channel = Your turn: a mention in the channel
settings-ping-none = Your turn: no ping
settings-panelat-dm = Your panel: private message
settings-panelat-here = Your panel: in the channel, when you press its button
settings-boards-pictures = Your boards: pictures, dominoes with rings and digits
settings-boards-rings = Your boards: pictures, dominoes with rings alone
settings-boards-digits = Your boards: pictures, dominoes with digits alone
settings-boards-text = Your boards: text
settings-confirm-game = Confirming: where the game asks
settings-confirm-always = Confirming: every choice
listed-title = Ratings over all servers
listed-what = Your matches on all servers where I am count together for a second rating. If you want that, it stands on a board that everybody on these servers can open: your account's name, your points, and how many matches you have played. Without that, only you see it in your `/profile`.
listed-hidden = You are hidden now. You would be shown as { $name }.
listed-named = You are shown as { $name } now, and in your `/profile` others see these points, too. Where your rating is provisional, you are not shown yet.
forget-title = Shall I forget you?
forget-what = I forget your settings, your name and your id. Your games leave every leaderboard, and where your name stood, it says "somebody". This cannot be undone.
forget-stays = What was played stays, so that others can check those games; so do words of luck, because draws follow from them. Messages that are posted already stay as they are. Leave your tables first: the computer plays on there, and you cannot come back to those seats. What you play from now on counts anew.
forget-done = You are forgotten: your settings, your name and your place on every leaderboard are gone.
forget-later = I have forgotten you. One of your tables cannot be reached just now: I forget you there by myself as soon as it is back.

## Commands (descriptions: at most 100 characters)

command-table = The table in this channel, and how you play at it
command-rules = The rules, in a few pages
command-learn = A guided first game, step by step, against the computer (only you see it)
command-leaderboard = Who has won what on this server
command-show = Bring the table back to the end of the channel
command-mine = Open your own panel
command-leave = Leave the table; in a match the computer plays on for you (you are asked once more)
command-cancel = End this table early: host or moderators (you are asked once more)
command-nudge = Nudge whoever the game is waiting for
command-hint = What the computer would choose for you, if this table allows hints (so its match is not ranked)
command-replace = Let the computer play for somebody who does not answer
command-remove = Take somebody out of the lobby (its host); they cannot sit down at this table again
command-resign = Resign a game for two (you are asked once more)
command-draw = Offer a draw in a game for two, or answer an offer
command-verify = Check that chance was fair
command-review = Which of your choices in a match cost you most, and what was better (only you see it)
command-record = Get the games of the table as a file
command-mydata = Get everything that I keep of you as a file
command-daily = The position of the day: find the best choice in one of four games (only you see it)
command-history = Matches that you, or somebody else here, have played, newest first
command-profile = How you, or somebody else here, have played: wins, ratings, against whom
option-person = Whose (your own unless you say otherwise)
command-ping = See whether I am there
command-boards = How boards are shown in the table's message (host or moderators)
command-move = Type your move at the table of this channel
option-daily = Whose position you see (without one, all games and what you have answered)
option-rated = Whose rating you see as a picture (the game with most rated matches unless you say otherwise)
option-move = Your move: start typing, then pick
option-table = Which table, if you play at several (only needed away from the table)
command-play = Choose a game and how to play it, and open a table here
command-settings = Your settings: pings, panel, boards, confirming choices, and being forgotten
command-help = How everything works
command-status = Whether I am well
ping-answer = Pong
command-unknown = This command is not known any more. Press Ctrl+R, or open the app again, and it will be gone.
option-clock = How long a decision may take (no clock unless you say otherwise)
option-turn-clock = How long a turn may take (no clock unless you say otherwise)
option-pause = Extra time to read a turn with much in it, such as a combat (5 seconds unless you say otherwise)
option-computers = Computer players who sit down at once
option-level = How well the computer plays (3 unless you say otherwise)
option-with = Who you invite: the lobby names them
option-match = A match of yours that is over, instead of this channel's table, even if its channel is gone
option-player = Who the computer plays for (only needed when the game waits for several)
option-remove = Who you take out of the lobby
option-boards = How boards are shown in the table's message
level-1 = 1 (beginner)
level-2 = 2 (easy)
level-3 = 3 (medium)
level-4 = 4 (good)
level-5 = 5 (strong)
level-6 = 6 (strongest)
clock-none = No clock
clock-minute = 1 minute
clock-five = 5 minutes
clock-hour = 1 hour
clock-day = 24 hours
boards-pictures = Rings and digits
boards-rings = Rings alone
boards-digits = Digits alone
boards-text = Text

## Answers

press-unknown = Too late: nothing was done. `/table show` brings the newest message.
press-failed = Something went wrong, and it is not your fault. `/table show` brings the newest message: look there whether your press has counted.
press-again = That took too long just now. Please press it once more.
press-flood = That is more at once than I can follow. Presses that I have not answered do not count: please press once, and wait for the answer.
status-well = Everything works.
status-behind = I am behind with my messages by about { $seconds } seconds, and nothing is lost.
status-store = I cannot save anything just now, so what you press does not count yet. Nothing that I have confirmed is lost: please try again in a few minutes.
status-slow = Something is slow just now, and nothing is lost.
status-back = I have just come back, and the time without me counts for nobody.
panel-closed = I cannot send you private messages, so open your panel with the button of the table: only you see it. If you allow messages from this server, `/table mine` brings the panel there, too.
start-lacks = I cannot keep a table in this channel: I lack the permission “{ $permission }” here. Ask somebody who runs the server, or try another channel.
start-below = Your table is open, in a message of its own in this channel.
permission-view = View Channel
permission-send = Send Messages
permission-send-threads = Send Messages in Threads
permission-embed = Embed Links
thread-opened = Your table is open in <#{ $channel }>.
thread-lacks = I may not open threads here. Open one yourself and start the game in it, or play in another channel.
thread-not-yours = You may not open threads in this channel. Play in another channel, or ask somebody who may open a thread for you.
thread-crowded = This server has as many threads open as Discord allows. Archive one that nobody needs, or play in another channel.
thread-failed = The thread could not be opened. Open one yourself and start the game in it, or try again in a moment.
public-elsewhere = That table is in <#{ $channel }>. Please do it there.
public-nowhere = The channel of that table is gone. `/table mine` opens your panel, and `/table leave` and `/table cancel` work in any channel of the server that has no table.
public-nowhere-over = The channel of that table is gone. In any other channel of the server `/play` opens a new one.
done-leave = You have left the table.
done-leave-begun = You have left, and the computer plays for you. “I'm back” takes your seat back, here or in your panel (`/table mine`).
done-cancel = The table is closed.
done-cancel-wished = Noted, and everybody sees it. The table closes once enough of you have asked for it with `/table cancel`: in a match that counts, all of you. To go alone, use `/table leave`. A moderator who does not play can close it at once.
hint-choice = The computer would { $choice }.
hint-counts = A game with a hint is not ranked. The others read that somebody took a hint, but neither who nor what it says.
done-nudge = Nudged { $seats }.
done-boards-pictures = Boards are shown as pictures in the table's message now.
done-boards-rings = Boards are shown as pictures with rings alone in the table's message now.
done-boards-digits = Boards are shown as pictures with digits in the table's message now.
done-boards-text = Boards are shown as text in the table's message now.
done-replace = The computer plays for them now, until they come back.
done-replace-last = The computer plays for them now. Once it chooses, they come last, even if they come back.
done-replace-wished = Noted, and everybody sees it. The computer plays for them when most of you have asked for it with `/table replace`; the host or a moderator can have it now, or later if I was away meanwhile.
done-replace-wished-in-time = Noted, and everybody sees it. The computer plays for them when most of you have asked for it with `/table replace`. The host or a moderator alone can have it once their clock has run out.
done-replace-wished-early = Noted, and everybody sees it. The computer plays for them when most of you have asked for it with `/table replace`. The host or a moderator alone can have it from <t:{ $when }:f> on.
done-remove = They are out, and cannot join this table again.
remove-nobody = Nobody of that name sits here. Start typing in `player`, then pick.
removed-told = The host has taken you out of the lobby in <#{ $place }>, so you cannot join that table again. You can start one of your own in another channel or a thread, or join the next one there.
replace-offer = { $seat }
replace-offer-same = { $seat } (seat { $number })
replace-nobody = Nobody of that name plays here. Start typing in `player`, then pick.
replace-which = The game waits for several people. Use `/table replace` again, and pick one in `player`.
replace-not-waiting = The game is not waiting for anybody else just now.
replay-title = The last moments
replay-none = Nothing happened here that could be shown again.
replay-later = You can see the last moments again when the match is over.
replay-outdated = This table was played by earlier rules, which this version of the bot does not know, so it cannot show the last moments.

learn-title = Learn { $game } · { $step }/{ $steps }
learn-same = The computer would choose the same.
learn-ask = **Your turn.** Which of these do you choose?
learn-nth = { $nth ->
    [1] 1st
    [2] 2nd
    [3] 3rd
   *[other] { $nth }th
}
learn-skipped = The computer has played on for you until something new comes.
learn-gone = There is no such step in a first game. `/play` opens a table, and every game's command has `learn`, which begins anew.

daily-titles = Daily positions · { $day }
daily-title = Daily { $game } · { $day }
daily-how = Every day (by UTC) brings one position in each of these games, the same for everybody. Your first answer counts.
daily-game = **{ $game }:** { $state }
daily-open = not answered yet
daily-right = solved
daily-wrong = answered, but not solved
daily-streak = Streak { $current } (best { $best })
daily-ask = **What is best for you here?** Your first answer counts.
daily-confirm = { $choice }? Your first answer counts.
daily-solved = **Right!** That is the best choice.
daily-missed = **Not quite.** There was something better.
daily-cost-certain = That makes { $points } percentage points of your chance to win: every game that can follow was played to its end.
daily-proof = `whistle daily --date { $day } --game { $game }` (version { $version }) finds the same position, and prints the answer once the day is over.
daily-over = That day is over. `/daily` has the position of today.
daily-none = This game has no position of the day. `/daily` shows which games have one.
daily-no-position = This game has no position today. `/daily` shows the other games.
daily-no-choice = There is no such choice in this position. `/daily` brings it once more.
daily-share-nowhere = There is nobody else here to tell. Call `/daily` in a channel of a server to share your answer there.
daily-share-nothing = You have not answered that position. `/daily` has the position of today.
daily-shared-before = You have shared this answer already. `/daily` has another position tomorrow.
daily-shared = { $name } solved the daily { $game } of { $day } · streak { $streak }
daily-shared-missed = { $name } tried the daily { $game } of { $day }

review-title = Your choices
review-begins = { $choices ->
    [one] Looking at your one choice. This takes up to half a minute, or longer if others wait as well; what I find comes here.
   *[other] Looking at your { $choices } choices. This takes up to half a minute, or longer if others wait as well; what I find comes here.
}
review-found = { $count ->
    [one] Of your { $choices } choices, this one cost you something.
   *[other] Of your { $choices } choices, these { $count } cost you most.
}
review-none = { $choices ->
    [one] I looked at your one choice, and found none that is clearly better. Well played!
   *[other] I looked at your { $choices } choices, and none was a clear mistake. Well played!
}
review-how = Judged by what you could see then, in games that the computer imagined and played on. It can be wrong.
review-only = **Your choice { $turn }**
review-game = **Game { $game }, your choice { $turn }**
review-chosen = You chose to { $choice }.
review-better = It was better to { $choice }.
review-cost = Your choice cost you about { $points } percentage points of your chance to win (between { $least } and { $most }).
review-later = You can have your choices reviewed when the match is over.
review-nothing = There was no choice in this match that you made yourself and could have made otherwise, so there is nothing to review.
review-alone = A review tells what a choice cost of the chance to win against others. Nobody played against you in this match; Replay shows its last moments.
review-under-way = A review of yours is under way already. Ask again when you have read it.
review-takes-longer = Many people are having their choices reviewed, so yours take longer. Ask again in a few minutes.
review-outdated = This table was played by earlier rules, which this version of the bot does not know, so it cannot review your choices.

record-later = You get the record when the match is over; before, it would show what is still hidden.
record-outdated = This table was played by earlier rules, which this version of the bot does not know, so it cannot write the games down.
record-here = The games of this table, one per line. `whistle verify` checks them, `whistle replay` shows them step by step.
record-more = { $told } { $more }
record-log = `{ $file }` tells the same in the notation of its players.
mydata-here = This is everything that I keep of you: settings, seats, results, ratings, what you added to tables, and your choices at tables that are over. How to be forgotten: `/settings`.
mydata-much = I keep more of you than fits into a file on Discord. Ask whoever runs me for it.
record-check = `{ $file }` has the command with which anybody can check that chance was fair; it is too long for a message.
leaderboard-nowhere = Leaderboards belong to servers. Ask for this one there.
