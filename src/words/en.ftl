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

refused-notation = That is not how choices are written here. Use the buttons, or type it as in the examples of the rules.

denied-no-table = There is no table here any more. Start a new one with the game's `start` command.
denied-over = This table is closed. Its rematch button or the game's `start` command opens a new one.
denied-place-taken = This channel has a table already. Finish or cancel it, or play in another channel or a thread.
denied-no-game = There is no game of that name.
denied-begun = The match has begun, so this cannot be changed any more.
denied-not-begun = The match has not begun yet. The host starts it.
denied-full = Every seat is taken. A computer player can make room, or watch this one and join the next.
denied-already-seated = You sit at this table already.
denied-not-seated = You do not sit at this table. Join before it begins, or start one of your own in another channel.
denied-not-host = Only the host can do that, and that is { $host }.
denied-no-computer = There is no computer player to send away.
denied-stale = That button belongs to a step that is over. The table's newest message has the right ones.
denied-not-awaited = It is not your turn. You will hear when it is.
denied-stood-in = The computer is playing for you. Take your seat back first, with one press.
denied-not-stood-in = Nobody plays for you: the seat is yours already.
denied-not-absent = Give them a little more time: { $seconds ->
    [one] 1 second
   *[other] { $seconds } seconds
} yet.
denied-nudged-already = They have been nudged just now. Give them a moment.
denied-nobody-to-nudge = There is nobody to nudge: the game waits for no person.
denied-option = That option does not fit: { $what }
denied-unavailable = That could not be written down just now, so nothing has changed. Please try again in a moment.
