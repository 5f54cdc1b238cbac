//! What people read: the table in letters, turns and combats in words, what a seat is warned of, and refusals.

use super::super::*;
use super::support::{ATTACKERS, Board, Chances, DEFENDERS};
use crate::rules::{Event, Observe, Phrase, Presentation, Scene, Viewer};
use crate::words::tests::refusals;
use crate::words::{ENGLISH, Name, Names, Numbered, Words};

/// Names as long as they are ever shown.
struct Long;

impl Names for Long {
    fn name(&self, seat: Seat) -> Name {
        Name::Person(format!("Maximiliana Wilhelmina Anders {:2}", 10 + seat.0))
    }
}

fn said(phrases: &[Phrase]) -> Vec<String> {
    let words = Words::embedded().unwrap();
    phrases
        .iter()
        .map(|phrase| words.plain(ENGLISH, phrase, &Numbered))
        .collect()
}

fn scene(game: &Binmat, viewer: Viewer) -> Scene {
    Binmat::scene(&game.view(viewer))
}

fn seat(number: u8) -> Viewer {
    Viewer::Seat(Seat(number))
}

/// Plays whole games at random and looks at every moment at which orders are given.
fn watch(attackers: u8, defenders: u8, shuffled: bool, mut look: impl FnMut(&Binmat)) {
    let options = Options {
        attackers,
        defenders,
        shuffled,
        clock: None,
    };
    let mut game = Binmat::setup(&options, attackers + defenders).unwrap();
    let mut source = Chances(u64::from(attackers) << 8 | u64::from(defenders));
    loop {
        let event = match game.awaits() {
            Awaits::Nobody(_) => break look(&game),
            Awaits::Chance => Event::Chance(game.draw(&mut source)),
            Awaits::Seats(waiting) => {
                if waiting.len() == 1 {
                    look(&game);
                }
                let seat = waiting.iter().next().unwrap();
                let choice = game.random_choice(seat, &mut source).unwrap();
                // Now and then somebody sleeps.
                let sleeps = source.below(9) == 0;
                Event::Choice(seat, if sleeps { Order::Pass } else { choice })
            }
        };
        game.apply(&event).unwrap();
    }
}

#[test]
fn the_table_in_letters_tells_what_lies_where() {
    let board = Board::duel(ATTACKERS)
        .stack(DEFENDERS, 0, "2^ 3%")
        .stack(ATTACKERS, 0, "8% @&")
        .stack(DEFENDERS, 3, "4&u *#u")
        .deck("3", "7% 9%")
        .deck("0", "6^ 6%")
        .discard("3", "5% 5^")
        .discard("a", "a!");
    let of = |viewer| scene(&board.game, viewer).board;
    assert_eq!(of(Viewer::Table)[..2], ["0  2     x 0", "  D2d              A2d"]);
    assert_eq!(of(seat(0))[1], "  D2d 2^ 3%        A2d");
    assert_eq!(of(seat(1))[1], "  D2d              A2d 8% @&");
    assert_eq!(of(Viewer::Table)[6..8], ["3  2[7%] x 2 5^", "  D2u 4& *#        A0"]);
    assert_eq!(of(Viewer::Table)[12], "a  0     x 1 a!");
}

#[test]
fn however_much_lies_there_the_letters_fit_a_phone() {
    let wide = "2^ 3^ 4^ 5^ 6^ 7^ 8^ 9^ a^ 2% 3% 4% 5% 6%";
    let long = "2& 3& 4& 5& 6& 7& 8& 9& a& 2# 3# 4# 5# 6#";
    let open: Vec<String> = long.split(' ').map(|card| format!("{card}u")).collect();
    let board = Board::duel(ATTACKERS)
        .stack(ATTACKERS, 2, wide)
        .stack(DEFENDERS, 2, &open.join(" "));
    for viewer in [Viewer::Table, seat(0), seat(1)] {
        let line = scene(&board.game, viewer).board[5].clone();
        assert!(line.len() <= 36 && line.contains(" .."), "{line}");
        assert!(
            line.contains("D14u") && line.contains("A14d") && line.contains("6#"),
            "{line}"
        );
    }
    for (attackers, defenders) in [(1, 1), (16, 16)] {
        watch(attackers, defenders, false, |game| {
            for viewer in [Viewer::Table, seat(0), seat(defenders)] {
                let letters = scene(game, viewer).board;
                assert_eq!(letters.len(), 13);
                assert!(letters.iter().all(|line| line.len() <= 36), "{letters:#?}");
            }
        });
    }
}

#[test]
fn what_happened_has_room_in_a_message() {
    /// The room of a line, of all lines, and of those of a panel.
    const LINE: usize = 256;
    const FIELD: usize = 1024;
    const BLOCK: usize = 666;
    let words = Words::embedded().unwrap();
    for (attackers, defenders, shuffled) in [(1, 1, false), (2, 2, false), (3, 4, true), (16, 16, true)] {
        let mut longest = [0; 2];
        watch(attackers, defenders, shuffled, |game| {
            for (at, viewer) in [Viewer::Table, seat(0), seat(defenders)].into_iter().enumerate() {
                let lines = scene(game, viewer).recent;
                let lines: Vec<String> = lines.iter().map(|line| words.text(ENGLISH, line, &Long)).collect();
                let whole: usize = lines.iter().map(|line| line.chars().count() + 1).sum();
                let most = if at == 0 { FIELD } else { BLOCK };
                assert!(whole <= most, "{attackers} {defenders}: {whole}: {lines:#?}");
                let over = lines.iter().find(|line| line.chars().count() > LINE);
                assert_eq!(over, None, "{attackers} {defenders}");
                longest[at.min(1)] = longest[at.min(1)].max(whole);
            }
        });
        assert!(longest[0] > 100, "something was told");
    }
}

#[test]
fn a_combat_is_told_step_by_step() {
    let mut board = Board::duel(ATTACKERS)
        .stack(ATTACKERS, 3, "@& 5% *!")
        .stack(DEFENDERS, 3, "4& 9%")
        .deck("3", "7% 2^ 3^")
        .ready();
    board.order(1, "c3");
    let told = said(&scene(&board.game, Viewer::Table).recent);
    assert_eq!(
        told,
        [
            "Turn 42 – Seat 2 began combat in lane 3, @\u{200b}& 5% *! against 4& 9%.",
            "Traps: the attackers take 9% with @\u{200b}&.",
            "Attackers 5 and a WILD: power 3. Defenders 4: power 2.",
            "Combat in lane 3 by Seat 2, damage 2: the defenders lose 4& and Seat 2 draws a card (7%).",
        ]
    );
}

#[test]
fn what_the_own_order_did_is_told_after_the_other_side_has_answered() {
    let mut board = Board::duel(ATTACKERS)
        .stack(ATTACKERS, 3, "5% *!")
        .stack(DEFENDERS, 3, "4&")
        .hand(0, "2^")
        .hand(1, "3^")
        .deck("3", "7% 4% 3% 6^")
        .deck("0", "9^ 8^ 7^")
        .deck("1", "9%")
        .ready();
    let recent = |board: &Board, viewer| said(&scene(&board.game, viewer).recent);
    board.order(1, "c3");
    board.order(0, "p2^0");
    let fought = "began combat in lane 3 (3 against 2, 2 damage)";
    let answered = "Turn 43 – Seat 1 played a card face down in lane 0.";
    for viewer in [Viewer::Table, seat(0)] {
        assert_eq!(
            recent(&board, viewer)[0],
            format!("Turn 42 – Seat 2 {fought}, drew 7%.")
        );
    }
    assert_eq!(
        recent(&board, seat(1)),
        [format!("Turn 42 – you {fought}, drew 7%."), answered.to_owned()]
    );
    assert_eq!(recent(&board, Viewer::Table)[1], answered);
    // A draw is told with its card, to who drew it.
    board.order(1, "d1");
    board.order(0, "d0");
    let drew = recent(&board, seat(1));
    assert_eq!(drew[0], "Turn 44 – you drew 9% from lane 1.");
    assert_eq!(drew[1], "Turn 45 – Seat 1 drew from lane 0.");
    assert_eq!(recent(&board, seat(0))[0], "Turn 44 – Seat 2 drew from lane 1.");
    assert_eq!(recent(&board, seat(0))[1], "Turn 45 – you drew 9^ from lane 0.");
    // Why an order was invalid is told as long as the order of the turn before is told, and so is what that cost.
    for (order, answer) in [("--", "d0"), ("c5", "d0")] {
        board.order(1, order);
        board.order(0, answer);
    }
    let own = recent(&board, seat(1));
    assert_eq!(
        own[0],
        "Turn 48 – Your c5 was invalid: your team has no stack in that lane."
    );
    assert!(own[1].starts_with("Another invalid order: your hand (3^"), "{own:?}");
    assert_eq!(own[2], "Turn 49 – Seat 1 drew from lane 0.");
    let public = recent(&board, Viewer::Table);
    assert_eq!(public[0], "Turn 48 – Seat 2 gave an invalid order.");
    assert!(
        public[1].starts_with("Two invalid orders in a row: Seat 2 discards the whole hand (3^"),
        "{public:?}"
    );
    // At a large table only the own order is told apart.
    let mut board = Board::of(5, 1, ATTACKERS).ready();
    board.team("d0 d1 d2 d3 d4");
    board.order(0, "d5");
    let own = recent(&board, seat(4));
    assert!(
        own.iter()
            .any(|line| line.starts_with("Turn 42 – you drew ") && line.ends_with(" from lane 3.")),
        "{own:?}"
    );
    assert_eq!(own[0], "Turn 42, the attackers: 5 cards drawn.");
}

#[test]
fn orders_that_are_alike_stand_in_one_line() {
    let mut board = Board::of(5, 1, ATTACKERS)
        .hand(1, "2& 3&")
        .deck("a", "7% 8%")
        .deck("3", "7^ 8^")
        .ready();
    board.team("p2&0 d3 da d1 d1");
    let public = said(&scene(&board.game, Viewer::Table).recent);
    assert_eq!(
        public[1..],
        [
            "Drew: a1 7^ from lane 3, a2 from the attackers' deck and a3 from lane 1.",
            "Played face down: a0 in lane 0.",
            "Invalid: a4."
        ]
    );
    let mates = said(&scene(&board.game, seat(3)).recent);
    assert!(mates[1].contains("a2 7% from the attackers' deck"), "{mates:?}");
    assert!(
        mates.contains(&"Played face down: a0 2& in lane 0.".to_owned()),
        "{mates:?}"
    );
    // Why an order was invalid is told to who gave it, and to nobody else.
    let told = |viewer| {
        said(&scene(&board.game, viewer).recent)
            .iter()
            .any(|line| line.starts_with("Your order"))
    };
    let own = said(&scene(&board.game, seat(5)).recent);
    assert_eq!(
        own.last().expect("a line"),
        "Your d1 was invalid: a teammate drew there first. (Rules: Drawing and discarding)"
    );
    for other in [Viewer::Table, seat(0), seat(4)] {
        assert!(!told(other), "{other:?}");
    }
}

#[test]
fn an_order_that_would_be_invalid_is_taken_with_a_warning() {
    let mut board = Board::of(1, 2, DEFENDERS).hand(0, "3^").ready();
    let own = |board: &Board, number: u8| said(&scene(&board.game, seat(number)).own);
    board.order(0, "p9^1");
    let lines = own(&board, 0);
    assert_eq!(lines[0], "You are defender d0.");
    assert_eq!(lines[1], "Your hand (1): 3^.");
    assert_eq!(lines[2], "Ready in your team: d0 (1 of 2).");
    assert_eq!(lines[3], "Your order: play 9^ face down in lane 1.");
    assert_eq!(
        lines[4],
        "As things stand, that would be invalid: you do not hold that card. (Rules: Playing a card)"
    );
    assert_eq!(lines.len(), 5);
    let others = own(&board, 1);
    assert!(others.iter().all(|line| !line.contains("9^")), "{others:?}");
    board.order(1, "--");
    board.order(2, "d0");
    assert_eq!(
        own(&board, 0)[3],
        "Your last order was invalid. A second one in a row costs you your whole hand."
    );
    board.order(0, "c1");
    let lines = own(&board, 0);
    assert_eq!(
        lines[4],
        "As things stand, that would be invalid: only attackers order combat; a defender begins it by playing a \
            BREAK face up. (Rules: Combat)"
    );
    assert_eq!(
        lines[5],
        "It would be the second in a row and cost you your whole hand."
    );
    board.order(0, "p3^1");
    assert_eq!(own(&board, 0).len(), 4, "another order, and no warning");
}

#[test]
fn notation_that_is_copied_from_a_message_is_read() {
    let board = Board::duel(ATTACKERS).hand(1, "@& 7%").ready();
    for typed in ["p@\u{200b}&0", "`p@\u{200b}&0`", " P @& 0 ", "p@0"] {
        assert_eq!(
            board.game.read(Seat(1), typed).map(|order| order.to_string()),
            Ok("p@&0".to_owned()),
            "{typed}"
        );
    }
}

#[test]
fn refusals_say_whose_turn_it_is_and_how_orders_are_written() {
    const MALFORMED: &str = "That is not how a move is written in this game. Use the buttons, or write it as the rules \
        say. (Rules: Typing a move)";
    let defenders = Board::duel(DEFENDERS).ready();
    let attackers = Board::duel(ATTACKERS).ready();
    let options = Options {
        attackers: 1,
        defenders: 2,
        shuffled: true,
        clock: None,
    };
    let mut sealed = Board::with(options, DEFENDERS).ready();
    sealed.order(0, "--");
    sealed.order(1, "--");
    let mut over = Board::duel(DEFENDERS).turn(LAST_TURN).ready();
    over.order(1, "--");
    let game = |board: &'static Board| -> &'static dyn crate::games::DynGame { &board.game };
    let boards: Vec<&'static Board> = [defenders, attackers, sealed, over]
        .into_iter()
        .map(|board| &*Box::leak(Box::new(board)))
        .collect();
    refusals::proves(
        "binmat",
        &[
            (
                game(boards[0]),
                1,
                "d0",
                "It is the defenders' turn; the attackers order in the next one. (Rules: A turn)",
            ),
            (
                game(boards[1]),
                0,
                "d0",
                "It is the attackers' turn; the defenders order in the next one. (Rules: A turn)",
            ),
            (game(boards[1]), 7, "d0", "There is no such seat at this table."),
            (
                game(boards[2]),
                0,
                "d0",
                "Wait a moment: there is nothing to choose just now.",
            ),
            (game(boards[3]), 1, "d0", "This game is over."),
            // Whatever is no order at all, whoever types it and whenever.
            (game(boards[0]), 0, "p3", MALFORMED),
            (game(boards[0]), 0, "draw 3", MALFORMED),
            (game(boards[0]), 0, "d6", MALFORMED),
            (game(boards[0]), 0, "p1^0", MALFORMED),
            (game(boards[0]), 0, "p3^a", MALFORMED),
            (game(boards[1]), 0, "u>&", MALFORMED),
            (game(boards[3]), 1, "c7", MALFORMED),
        ],
        &["refused-draw", "refused-turn"],
    );
}

#[test]
fn an_end_says_how_it_came_in_the_message_and_with_the_picture() {
    let mut ends = 0;
    for seats in [(1, 1), (4, 2)] {
        watch(seats.0, seats.1, false, |game| {
            let view = game.view(Viewer::Table);
            let decided = said(&Binmat::scene(&view).decided);
            let Some(winner) = view.winner else {
                assert!(decided.is_empty(), "it is not over");
                return;
            };
            ends += 1;
            assert_eq!(
                decided,
                [match winner {
                    Side::Defenders => "All turns are over: the defenders have held out.",
                    Side::Attackers => "A lane has nothing left to draw: the attackers have won.",
                }]
            );
            let sketch = Binmat::picture(&view, crate::rules::Preview::Nothing).unwrap();
            assert!(said(&sketch.alt).contains(&decided[0]));
        });
    }
    assert_eq!(ends, 2);
}
