//! The boards of seasons, and whom past seasons honour.

use whistle::discord::show;
use whistle::games::find;
use whistle::referee::{Honours, HonoursPage, Season, SeasonPage, SeasonRow};
use whistle::words::Words;

use super::{FOUR, golden};

#[test]
fn seasons_look_as_they_are_kept() {
    let words = &Words::embedded().unwrap();
    let entry = find("binome").expect("Binome is in the catalogue");
    let seasons = [8107, 8106, 8104].map(|number| Season::from_number(number).expect("a season"));
    let row = |(index, name): (usize, &&str)| SeasonRow {
        name: (*name).to_owned(),
        won: [5, 3, 3, 1][index],
        drawn: [1, 0, 0, 0][index],
        matches: [9, 12, 7, 1][index],
        place: [1, 2, 2, 4][index],
    };
    let rows: Vec<SeasonRow> = FOUR.iter().enumerate().map(row).collect();
    let page = |season, total: u32| SeasonPage {
        season,
        seasons: seasons.to_vec(),
        total,
        rows: rows[..total.min(4) as usize].to_vec(),
    };
    golden("season", &show::season(words, "en", entry, &page(seasons[1], 4), 0));
    golden(
        "season-page",
        &show::season(words, "en", entry, &page(seasons[0], 14), 1),
    );
    let alone = SeasonPage {
        seasons: seasons[..1].to_vec(),
        ..page(seasons[0], 0)
    };
    golden("season-empty", &show::season(words, "en", entry, &alone, 0));
    golden(
        "season-empty-past",
        &show::season(words, "en", entry, &page(seasons[2], 0), 0),
    );
    let honours = |season, matches, first: &[SeasonRow]| Honours {
        season,
        matches,
        enough: matches > 4,
        first: first.to_vec(),
    };
    let all = vec![
        honours(seasons[1], 14, &rows[..3]),
        honours(seasons[2], 1, &[]),
        honours(seasons[2], 6, &[]),
        honours(seasons[0], 4711, &[1, 1, 1, 1, 1].map(|nth| rows[nth].clone())),
    ];
    let page = |total, rows| HonoursPage { total, rows };
    golden("honours", &show::honours(words, "en", entry, &page(4, all.clone()), 0));
    golden(
        "honours-last",
        &show::honours(words, "en", entry, &page(5, all[..1].to_vec()), 1),
    );
    golden(
        "honours-empty",
        &show::honours(words, "en", entry, &page(0, Vec::new()), 0),
    );
}
