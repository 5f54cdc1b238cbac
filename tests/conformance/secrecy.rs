//! Secrecy: nothing that a viewer gets differs between two worlds which the viewer cannot tell apart.
//!
//! [`DynGame::imagine`] deals the second world. From then on both are played with the same events, as long as what
//! others choose is legal in both and looks the same; so a secret that shows only later is found as well.

use whistle::games::{Applied, CATALOGUE, DynGame};
use whistle::referee::fair::SeededSource;
use whistle::rules::{Awaits, By, Seat, Source, Viewer, Visibility};

use crate::leaky::{Leak, Leaky};
use crate::speech::some_menus;
use crate::tables::{Case, any_event, cases, pick, pool};

/// How thoroughly two worlds were compared.
#[derive(Default)]
pub(crate) struct Count {
    /// Comparisons.
    pub(crate) compared: u32,
    /// Imagined worlds that are not the real one.
    pub(crate) different: u32,
    /// Events after which the viewer still could not tell the worlds apart.
    pub(crate) played: u32,
    /// Of these, different choices that had to look alike.
    pub(crate) sealed: u32,
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, real: &T, imagined: &T) -> Result<(), String> {
    if real == imagined {
        Ok(())
    } else {
        Err(format!("{what} differs: {real:?} and {imagined:?}"))
    }
}

/// What is told to `viewer` of what happened.
fn heard(happened: &Applied, viewer: Viewer) -> Vec<String> {
    let told = happened.told.iter().filter(|told| match (told.to, viewer) {
        (None, _) => true,
        (Some(seats), Viewer::Seat(seat)) => seats.contains(seat),
        (Some(_), Viewer::Table) => false,
    });
    told.map(|told| format!("{} {:?}", told.what, told.phrase)).collect()
}

/// Compares all that `viewer` can get from the two worlds.
fn compare(
    real: &dyn DynGame,
    imagined: &dyn DynGame,
    viewer: Viewer,
    texts: &[String],
    source: &mut SeededSource,
) -> Result<(), String> {
    same("awaits", &real.awaits(), &imagined.awaits())?;
    same("what is forced", &real.forced(), &imagined.forced())?;
    same("options", &real.options(), &imagined.options())?;
    same("the view", &real.view(viewer), &imagined.view(viewer))?;
    same("the scene", &real.scene(viewer), &imagined.scene(viewer))?;
    same(
        "the sketch",
        &real.sketch(viewer, &[], None),
        &imagined.sketch(viewer, &[], None),
    )?;
    for seat in (0..real.seats()).map(Seat) {
        same("who may choose", &real.may_choose(seat), &imagined.may_choose(seat))?;
        same("the team", &real.team(seat), &imagined.team(seat))?;
    }
    for _ in 0..12 {
        let by = By::Seat(Seat(source.below(u32::from(real.seats())) as u8));
        let text = pick(texts, source).map_or("", String::as_str);
        for by in [by, By::Chance] {
            same(
                "sight",
                &real.visibility(viewer, by, text),
                &imagined.visibility(viewer, by, text),
            )?;
        }
    }
    match viewer {
        Viewer::Seat(seat) => compare_choices(real, imagined, seat, texts, source),
        Viewer::Table => Ok(()),
    }
}

/// Compares all that the holder of `seat` can get from the two worlds about its own choices.
fn compare_choices(
    real: &dyn DynGame,
    imagined: &dyn DynGame,
    seat: Seat,
    texts: &[String],
    source: &mut SeededSource,
) -> Result<(), String> {
    let sketch = |play: &dyn DynGame, path: &[&str], tried: Option<&str>| play.sketch(Viewer::Seat(seat), path, tried);
    same("choices", &real.choices(seat), &imagined.choices(seat))?;
    same("candidates", &real.candidates(seat), &imagined.candidates(seat))?;
    let menus = some_menus(real, seat);
    same("menus", &menus, &some_menus(imagined, seat))?;
    let at = source.below(menus.len().max(1) as u32) as usize;
    if let Some((path, _)) = menus.get(at) {
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        same(
            "the sketch on the way",
            &sketch(real, &path, None),
            &sketch(imagined, &path, None),
        )?;
    }
    for _ in 0..2 {
        let text = pick(texts, source).map_or("", String::as_str);
        let part: String = text.chars().take(source.below(6) as usize).collect();
        for typed in [text, &part] {
            same(
                "suggestions",
                &real.suggest(seat, typed, 9),
                &imagined.suggest(seat, typed, 9),
            )?;
            same(
                "the near ones",
                &real.near(seat, typed, 3),
                &imagined.near(seat, typed, 3),
            )?;
            same("the judgement", &real.judge(seat, typed), &imagined.judge(seat, typed))?;
        }
    }
    // Sketches take long to make, so few choices are tried out on them.
    for _ in 0..3 {
        let tried = pick(texts, source).map(String::as_str);
        same(
            "what is tried out",
            &sketch(real, &[], tried),
            &sketch(imagined, &[], tried),
        )?;
    }
    for _ in 0..30 {
        let text = pick(texts, source).map_or("", String::as_str);
        same("reading", &real.read(seat, text), &imagined.read(seat, text))?;
        same(
            "what it costs",
            &real.consequences(seat, text),
            &imagined.consequences(seat, text),
        )?;
        same(
            "the question",
            &real.question(seat, text),
            &imagined.question(seat, text),
        )?;
        same("the phrase", &real.choice_phrase(text), &imagined.choice_phrase(text))?;
        let answer = |play: &dyn DynGame| {
            play.copy()
                .apply(By::Seat(seat), text)
                .map(|happened| (happened.what, happened.choice_count))
        };
        same("the answer", &answer(real), &answer(imagined))?;
    }
    Ok(())
}

/// The same moment in both worlds: what happens in the real one and in the imagined one, alike for `viewer`. What
/// others do out of sight may well differ. `None` when nothing is found that is legal in both.
fn common_events(
    real: &dyn DynGame,
    imagined: &dyn DynGame,
    viewer: Viewer,
    source: &mut SeededSource,
) -> Option<(By, [String; 2], Visibility)> {
    let (by, what) = any_event(real, source)?;
    let visibility = real.visibility(viewer, by, &what);
    let mut others = match (by, &visibility) {
        (By::Seat(seat), Visibility::Part(_) | Visibility::Hidden) => imagined.choices(seat).0,
        _ => vec![what.clone()],
    };
    others.retain(|other| {
        imagined.copy().apply(by, other).is_ok() && imagined.visibility(viewer, by, other) == visibility
    });
    let other = pick(&others, source)?.clone();
    Some((by, [what, other], visibility))
}

/// Whether what was out of sight must still be: nothing was told, and the event is not one that `viewer` made, saw
/// in full, or that was the last of several for which everybody waited (then hidden cards may be turned, drawn tiles
/// may be seen). What chance brings in the middle of a game may let sealed choices go on that waited for it; what it brings
/// before anybody has chosen does not.
fn still_sealed(by: By, viewer: Viewer, visibility: &Visibility, before: &Awaits, told: bool, chosen: bool) -> bool {
    let own = matches!((by, viewer), (By::Seat(seat), Viewer::Seat(own)) if seat == own);
    let hidden = match (visibility, before) {
        (Visibility::Part(_), Awaits::Chance) => !chosen,
        (Visibility::Part(_), _) => true,
        (Visibility::Hidden, Awaits::Seats(seats)) => seats.len() > 1,
        _ => false,
    };
    hidden && !own && !told
}

/// Imagines another world for `viewer` and plays both on.
fn twin(
    real: &dyn DynGame,
    viewer: Viewer,
    texts: &[String],
    source: &mut SeededSource,
    (chosen, count): (bool, &mut Count),
) -> Result<(), String> {
    let mut chosen = chosen;
    let mut real = real.copy();
    let mut imagined = real.imagine(viewer, source);
    count.different += u32::from(real.state() != imagined.state());
    for _ in 0..12 {
        compare(&*real, &*imagined, viewer, texts, source)?;
        count.compared += 1;
        let Some((by, [what, other], visibility)) = common_events(&*real, &*imagined, viewer, source) else {
            return Ok(());
        };
        let before = real.awaits();
        let happened = [real.apply(by, &what), imagined.apply(by, &other)];
        let [Ok(one), Ok(two)] = happened else {
            return Err(format!("{by:?}: {what} or {other} is refused"));
        };
        let told = [heard(&one, viewer), heard(&two, viewer)];
        let sealed = still_sealed(by, viewer, &visibility, &before, !told.concat().is_empty(), chosen);
        chosen |= matches!(by, By::Seat(_));
        let alike = told[0] == told[1]
            && real.view(viewer) == imagined.view(viewer)
            && real.scene(viewer) == imagined.scene(viewer)
            && real.awaits() == imagined.awaits()
            && real.forced() == imagined.forced();
        if !alike && !sealed {
            // Something came out that was hidden: from here on the viewer can tell the worlds apart.
            return Ok(());
        }
        count.played += 1;
        count.sealed += u32::from(sealed && what != other);
    }
    Ok(())
}

/// Looks at random points of a random game whether anything leaks.
pub(crate) fn search(
    start: Box<dyn DynGame>,
    texts: &[String],
    source: &mut SeededSource,
    count: &mut Count,
) -> Result<(), String> {
    let mut play = start;
    // A crowd has long games: one moment tells as much as one of a small table.
    let mut chosen = false;
    let rare = 12 * u32::from(play.seats()).div_ceil(2);
    while let Some((by, what)) = any_event(&*play, source) {
        if source.below(rare) == 0 {
            let viewer = match source.below(u32::from(play.seats()) + 1) {
                0 => Viewer::Table,
                seat => Viewer::Seat(Seat(seat as u8 - 1)),
            };
            twin(&*play, viewer, texts, source, (chosen, count)).map_err(|what| format!("{viewer:?}: {what}"))?;
        }
        chosen |= matches!(by, By::Seat(_));
        play.apply(by, &what).map_err(|refusal| refusal.to_string())?;
    }
    Ok(())
}

/// Searches one random game of every table of a game; every `round` other ones.
fn search_tables(cases: &[Case], round: u64, count: &mut Count) {
    for (index, case) in cases.iter().enumerate() {
        let texts = pool(case, index as u64);
        let mut source = SeededSource::numbered(8 + 100 * round, index as u64);
        if let Err(leak) = search(case.start(), &texts, &mut source, count) {
            panic!("{case}: {leak}");
        }
    }
}

#[test]
fn nothing_secret_reaches_a_viewer() {
    for entry in CATALOGUE {
        let tables = cases(entry);
        let mut count = Count::default();
        // Short games at few tables are searched more often; and those in which hands are hidden, where two worlds soon
        // part because what is played in one is not held in the other.
        for round in 0..40 {
            if count.compared <= 100 || count.played <= 50 {
                search_tables(&tables, round, &mut count);
            }
        }
        assert!(
            count.compared > 100 && count.played > 50,
            "{}: compared too little",
            entry.slug
        );
    }
}

#[test]
fn a_planted_leak_is_found() {
    for entry in CATALOGUE {
        let tables = cases(entry);
        let secret: Vec<&Case> = tables.iter().filter(|case| has_secrets(case)).collect();
        for leak in Leak::ALL {
            // Some leaks show only where the viewer is asked, and short games have few such moments.
            let found = (0..10).any(|round| {
                secret.iter().enumerate().any(|(index, case)| {
                    let mut source = SeededSource::numbered(9 + 100 * round, index as u64);
                    let texts = pool(case, index as u64);
                    let planted = Leaky::plant(case.start(), leak);
                    search(planted, &texts, &mut source, &mut Count::default()).is_err()
                })
            });
            assert!(found || secret.is_empty(), "{}: {leak:?} went through", entry.slug);
        }
    }
}

/// Whether anything in a random game at this table is hidden from somebody.
fn has_secrets(case: &Case) -> bool {
    let mut count = Count::default();
    let _ = search(case.start(), &[String::new()], &mut SeededSource::new(10), &mut count);
    count.different > 0
}
