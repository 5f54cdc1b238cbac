//! Imagined worlds: what the viewer sees stays, what it does not see is dealt anew, and nothing that could be known is
//! forgotten.

use proptest::prelude::*;

use super::super::*;
use super::support::{ATTACKERS, Board, Chances, DEFENDERS, any_event, card, dealt};
use crate::rules::{Observe, Search, Viewer};

/// In how many of 200 worlds that `viewer` imagines something holds.
fn worlds(board: &Board, viewer: u8, holds: impl Fn(&Binmat) -> bool) -> usize {
    let mut source = Chances(11);
    let viewer = Viewer::Seat(Seat(viewer));
    (0..200)
        .filter(|_| {
            let world = board.game.imagine(viewer, &mut source);
            assert_eq!(world.view(viewer), board.game.view(viewer));
            holds(&world)
        })
        .count()
}

fn holds(world: &Binmat, seat: usize, text: &str) -> bool {
    world.hands[seat].place_of(card(text)).is_some()
}

#[test]
fn who_drew_a_card_from_an_open_deck_holds_it() {
    let mut board = Board::of(1, 2, DEFENDERS).deck("3", "2! 3!").ready();
    board.team("d3 d0");
    for viewer in [1, 2] {
        assert_eq!(worlds(&board, viewer, |world| holds(world, 0, "2!")), 200);
    }
    // Of what was drawn from a hidden deck nothing is known, but to who drew it.
    let drawn = board.held(1);
    let known = worlds(&board, 0, |world| holds(world, 1, &drawn));
    assert!(known < 30, "{known}");
    assert_eq!(worlds(&board, 1, |world| holds(world, 1, &drawn)), 200);
}

#[test]
fn what_left_a_hand_face_down_may_be_any_of_its_cards() {
    let mut board = Board::of(1, 2, DEFENDERS).deck("3", "2! 3!").deck("0", "4! 5!").ready();
    board.team("d3 --");
    board.team("--");
    board.team("d0 d1");
    board.team("d2");
    board.team("p4!5 d4");
    let in_stack = |world: &Binmat, text: &str| world.table.stack(DEFENDERS, Lane::ALL[5]).as_slice() == [card(text)];
    // The attacker knows that the 2! is in the hand or in the stack.
    let somewhere = worlds(&board, 2, |world| holds(world, 0, "2!") || in_stack(world, "2!"));
    assert_eq!(somewhere, 200);
    let stacked = worlds(&board, 2, |world| in_stack(world, "2!"));
    assert!((60..140).contains(&stacked), "{stacked} of 200");
    // A teammate sees the stack.
    assert_eq!(
        worlds(&board, 1, |world| holds(world, 0, "2!") && in_stack(world, "4!")),
        200
    );
}

#[test]
fn what_was_shuffled_is_in_that_deck_until_it_is_drawn() {
    let mut board = Board::of(1, 2, DEFENDERS)
        .deck("0", "")
        .discard("0", "2! 3! 4!")
        .ready();
    board.team("d0 d1");
    board.chance("reshuffle 0 2!,3!,4!");
    let shuffled: CardSet = ["2!", "3!", "4!"].map(card).into_iter().collect();
    let fits = |world: &Binmat| {
        let hand = world.hands[0].set();
        let deck = world.table.deck(Deck::ALL[0]).set();
        hand.with(deck) == shuffled
    };
    assert_eq!(worlds(&board, 2, fits), 200);
    let drawn = worlds(&board, 2, |world| holds(world, 0, "2!"));
    assert!((40..100).contains(&drawn), "a third of 200, more or less: {drawn}");
}

#[test]
fn what_is_shown_openly_is_no_longer_guessed() {
    let mut board = Board::duel(DEFENDERS).deck("3", "2! 3!").hand(0, "4!").ready();
    board.team("d3");
    board.team("d0");
    board.team("x2!5");
    assert_eq!(board.held(0), "4!");
    let known = worlds(&board, 1, |world| holds(world, 0, "4!"));
    assert!(known < 30, "{known}");
}

#[test]
fn which_of_two_cards_was_shown_tells_nothing_of_the_other() {
    // Two cards of which either might have been the one that was shown: the other may have come from either deck.
    let game = |first: &str, second: &str, shown: &str| {
        let mut board = Board::duel(DEFENDERS)
            .deck("0", "")
            .deck("1", "")
            .discard("0", "2! 3!")
            .discard("1", "4! 5!")
            .ready();
        board.team("d0");
        board.chance(first);
        board.team("d5");
        board.team("d1");
        board.chance(second);
        board.team("d4");
        board.team(shown);
        board
    };
    let board = game("reshuffle 0 2!,3!", "reshuffle 1 4!,5!", "p2!2");
    // One of 2! and 3! and one of 4! and 5! are in the hand and the stack, whichever is where.
    let split = |world: &Binmat| {
        let hand = world.hands[0].set();
        let both = hand.with(
            world
                .table
                .stack(DEFENDERS, Lane::ALL[2])
                .as_slice()
                .iter()
                .copied()
                .collect(),
        );
        let low: CardSet = ["2!", "3!"].map(card).into_iter().collect();
        let high: CardSet = ["4!", "5!"].map(card).into_iter().collect();
        (both.within(low).len(), both.within(high).len()) == (1, 1)
    };
    assert_eq!(worlds(&board, 1, split), 200);
}

#[test]
fn orders_of_others_are_imagined_too_and_the_own_one_is_kept() {
    let mut board = Board::of(1, 3, DEFENDERS).hand(0, "2! 3! 4!").hand(1, "5! 6!").ready();
    board.order(0, "p2!0");
    board.order(1, "p5!1");
    let viewer = Viewer::Seat(Seat(0));
    let mut source = Chances(2);
    let mut different = 0;
    for _ in 0..50 {
        let world = board.game.imagine(viewer, &mut source);
        assert_eq!(world.orders[0], board.game.orders[0]);
        assert_eq!(world.orders[2], None);
        different += u32::from(world.orders[1] != board.game.orders[1]);
        let order = world.orders[1].unwrap();
        assert!(order.card().is_none_or(|card| world.hands[1].place_of(card).is_some()));
    }
    assert!(different > 40);
}

/// Everything that a viewer can ask of a game.
fn asked(game: &Binmat, viewer: Viewer) -> String {
    let mut said = format!("{:?} {:?}", game.awaits(), game.view(viewer));
    if let Viewer::Seat(seat) = viewer {
        let mut choices = Vec::new();
        game.choices(seat, &mut choices);
        said += &format!("{choices:?} {:?}", game.choice_count(seat));
    }
    said
}

fn count(game: &Binmat) -> usize {
    let board = Board {
        game: game.clone(),
        laid: 0,
    };
    let cards = board.cards_laid();
    let set: CardSet = cards.iter().copied().collect();
    assert_eq!(set.len() as usize, cards.len(), "every card is there once");
    cards.len()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_viewer_cannot_tell_an_imagined_world_from_the_real_one(
        attackers in 1_u8..5, defenders in 1_u8..5, shuffled: bool, seed: u64,
    ) {
        let mut source = Chances(seed);
        let options = Options { attackers, defenders, shuffled, clock: None };
        let mut game = Binmat::setup(&options, attackers + defenders).unwrap();
        while let Some(event) = any_event(&game, &mut source) {
            if source.below(15) == 0 {
                let viewer = match source.below(u32::from(attackers + defenders) + 1) {
                    0 => Viewer::Table,
                    seat => Viewer::Seat(Seat(seat as u8 - 1)),
                };
                let world = game.imagine(viewer, &mut source);
                prop_assert_eq!(count(&world), count(&game));
                prop_assert_eq!(asked(&world, viewer), asked(&game, viewer));
                check_hints(&world);
                prop_assert!(oldest(&world).all(|card| card.rank() != Rank::Break));
                // Another world of the same is dealt from it as from the real one.
                let seed = u64::from(source.below(u32::MAX));
                let [one, two] = [&game, &world].map(|game| game.imagine(viewer, &mut Chances(seed)));
                prop_assert_eq!(format!("{one:?}"), format!("{two:?}"));
            }
            game.apply(&event).unwrap();
            check_hints(&game);
        }
    }
}

/// What everybody takes a hidden card for never leaves out what it is.
fn check_hints(game: &Binmat) {
    let hidden = game.hands.iter().flat_map(|hand| hand.as_slice());
    let decks = Deck::ALL.into_iter().flat_map(|deck| game.table.deck(deck).as_slice());
    let stacks = Side::BOTH
        .into_iter()
        .flat_map(|side| Lane::ALL.map(|lane| game.table.stack(side, lane).as_slice()));
    for card in hidden.chain(decks).chain(stacks.flatten()) {
        assert!(game.hints[card.index()].contains(*card), "{card}");
    }
}

#[test]
fn there_are_many_worlds() {
    let mut source = Chances(3);
    let game = dealt(Options::default(), 2, &mut source);
    let world = |source: &mut Chances| format!("{:?}", game.imagine(Viewer::Table, source));
    let first = world(&mut source);
    assert!((0..5).all(|_| world(&mut source) != first));
    // A whole table to the one who sees nothing of it, at a turn of the attackers.
    let board = Board::duel(ATTACKERS).stack(ATTACKERS, 0, "2!").hand(1, "3!").ready();
    assert!(worlds(&board, 0, |world| !holds(world, 1, "3!")) > 150);
}

/// The oldest cards of all stacks, where they lie face down: one that a BOUNCE has laid bare may be a BREAK.
fn oldest(game: &Binmat) -> impl Iterator<Item = Card> + '_ {
    let stacks = Side::BOTH
        .into_iter()
        .flat_map(|side| Lane::ALL.map(|lane| game.table.stack(side, lane)));
    stacks.filter_map(|stack| stack.as_slice().first().copied().filter(|card| !stack.is_up(*card)))
}

#[test]
fn no_stack_is_imagined_to_begin_with_a_break() {
    // Three cards of which two are BREAKs: the third lies beneath one of them, and that is known.
    let mut board = Board::duel(DEFENDERS).deck("3", ">! 2! >&").ready();
    for _ in 0..3 {
        board.team("d3");
        board.team("d0");
    }
    assert_eq!(board.held(0), ">! 2! >&");
    board.team("p2!5");
    board.team("d0");
    board.team("p>&5");
    let stacked = |world: &Binmat| {
        let stack = world.table.stack(DEFENDERS, Lane::ALL[5]).as_slice().to_vec();
        (stack[0], stack[1])
    };
    assert_eq!(worlds(&board, 1, |world| stacked(world).0 == card("2!")), 200);
    let second = worlds(&board, 1, |world| stacked(world).1 == card(">!"));
    assert!((60..140).contains(&second), "either of the two, {second} of 200");
    // Of a stack of which nothing is known the oldest card may be any other.
    let mut board = Board::of(1, 2, DEFENDERS).hand(0, "8! 9!").hand(1, "7! >!").ready();
    board.team("p8!0 p7!1");
    board.team("d5");
    board.team("p9!0 p>!1");
    let begins = worlds(&board, 2, |world| oldest(world).any(|card| card.rank() == Rank::Break));
    assert_eq!(begins, 0);
    let goes_on = |world: &Binmat| {
        let stack = world.table.stack(DEFENDERS, Lane::ALL[0]).as_slice()[1];
        stack.rank() == Rank::Break
    };
    let goes_on = worlds(&board, 2, goes_on);
    assert!((2..60).contains(&goes_on), "about one in thirteen: {goes_on} of 200");
}
