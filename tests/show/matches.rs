//! The end of a match of several games, over every game of the catalogue that is played so.

use whistle::discord::custom_id::Boards;
use whistle::discord::show::{self, At};
use whistle::games::{CATALOGUE, GameEntry, Options};
use whistle::referee::fair::SeededSource;
use whistle::referee::{Phase, Table};
use whistle::rules::{Fill, Ink, MatchLength, Phrase, Seat, Shape, Viewer};

use super::tables::{begin, lobby, next_round, snapshot, step};
use super::{HOSTILE, proves_sound, words};

/// A whole match at random with the game's own options and as many people as may play it; `None` where it is one game.
fn match_of_several(entry: &'static GameEntry, source: &mut SeededSource) -> Option<Table> {
    let people = (*entry.people.end()).min(HOSTILE.len() as u8);
    let mut table = lobby(entry, &Options::new(), &HOSTILE[..usize::from(people)], 0);
    assert!(begin(&mut table), "{}", entry.slug);
    let length = table.play.as_ref()?.match_length();
    if matches!(length, MatchLength::Games(1) | MatchLength::Points(0)) {
        return None;
    }
    loop {
        while step(&mut table, source) {}
        match table.phase {
            Phase::Between => next_round(&mut table),
            _ => return Some(table),
        }
    }
}

#[test]
fn the_picture_at_the_end_of_a_match_of_several_games_shows_the_match() {
    let words = words();
    let mut shown = 0;
    for entry in CATALOGUE {
        for seed in 0..3 {
            let Some(table) = match_of_several(entry, &mut SeededSource::new(seed)) else {
                break;
            };
            assert_eq!(table.phase, Phase::Finished, "{}", entry.slug);
            if table.rounds.len() == 1 {
                continue;
            }
            let payload = show::table(&words, "en", &snapshot(&table), Boards::Pictures);
            proves_sound(&payload);
            let picture = payload.picture.expect("a picture of the match");
            let (places, totals) = (table.match_places().unwrap(), table.totals().unwrap());
            let seats = (0..).map(Seat).zip(places.iter().zip(&totals));
            let told = |(seat, (place, total)): (Seat, (&u8, &i64))| {
                let name = words.plain("en", &Phrase::new("name-only").with("seat", seat), &table);
                let points = words.plain("en", &(entry.points)(*total), &table);
                (format!("Place {place}: {name}, "), format!(" = {points}."))
            };
            for (who, points) in seats.map(told) {
                let alt = picture.alt();
                let at = alt
                    .find(&who)
                    .unwrap_or_else(|| panic!("{}: {who} in {alt}", entry.slug));
                assert!(alt[at..].contains(&points), "{}: {points} in {alt}", entry.slug);
            }
            let golden = |shape: &&Shape| shape.fill == Some(Fill::Plain(Ink::Gold));
            let stars = picture.sketch().shapes.iter().filter(golden).count();
            let won = places.iter().filter(|place| **place == 1).count();
            assert_eq!(
                stars,
                1 + won,
                "{}: one at the title, one for each who has won",
                entry.slug
            );
            shown += 1;
        }
    }
    assert!(shown > 3, "only {shown} matches had several games");
}

#[test]
fn what_decided_stands_below_who_won_in_the_message_and_on_the_panel() {
    let words = words();
    let mut decided = 0;
    for entry in CATALOGUE {
        for seed in 0..12 {
            let people = usize::from((*entry.people.start()).max(2).min(*entry.people.end()));
            let mut table = lobby(entry, &Options::new(), &["Ana", "Ben"][..people], 0);
            assert!(begin(&mut table), "{}", entry.slug);
            let source = &mut SeededSource::new(seed);
            while step(&mut table, source) {}
            let snapshot = snapshot(&table);
            let told = table.scene(Viewer::Table).unwrap_or_default().decided;
            for boards in [Boards::Pictures, Boards::Text] {
                let message = show::table(&words, "en", &snapshot, boards);
                let panel = show::panel(&words, "en", &snapshot, Seat(0), At::default(), boards);
                for phrase in &told {
                    let said = words.text("en", phrase, &table);
                    assert!(message.text().contains(&said), "{}: {said}", entry.slug);
                    assert!(panel.text().contains(&said), "{}: {said}", entry.slug);
                }
            }
            decided += told.len();
        }
    }
    assert!(decided > 0, "nothing had to be decided");
}
