//! What is written is read back, and nothing else is.

use super::super::*;
use super::support::{Chances, Table, deck};

#[test]
fn choices_have_one_spelling() {
    for text in ["expand 7@0,0 7@1,0", "climb 3@-2,1 4@-1,1", "climb 0@12,-13 7@12,-12"] {
        assert_eq!(text.parse::<Choice>().unwrap().to_string(), text);
    }
    for text in [
        "",
        "expand",
        "expand ",
        "7@0,0 7@1,0",
        "Expand 7@0,0 7@1,0",
        "expand  7@0,0 7@1,0",
        "expand 7@0,0  7@1,0",
        "expand 7@0,0 7@1,0 ",
        "expand 7@1,0 7@0,0",
        "expand 7@0,1 7@1,0",
        "expand 7@0,0 7@2,0",
        "expand 7@0,0 7@0,0",
        "expand 8@0,0 7@1,0",
        "expand 7@-0,0 7@1,0",
        "expand 7@00,0 7@1,0",
        "expand 7@+0,0 7@1,0",
        "expand 7@0,0,7@1,0",
        "expand 7-7",
        "lay 7@0,0 7@1,0",
    ] {
        assert_eq!(text.parse::<Choice>(), Err(Malformed), "{text:?}");
    }
}

#[test]
fn a_deal_is_written_with_all_tiles() {
    let text = deck("3-4 7-7 0-0");
    assert!(text.starts_with("deck 3-4,7-7,0-0,0-1,"));
    assert_eq!(text.parse::<Chance>().unwrap().to_string(), text);
    for bad in [
        text.replace("3-4", "4-3"),
        text.replace("3-4,", ""),
        text.replace("3-4", "7-7"),
        text.replace(',', " "),
        text.to_uppercase(),
        format!("{text},0-0"),
    ] {
        assert!(bad.parse::<Chance>().is_err(), "{bad}");
    }
}

#[test]
fn facts_have_one_spelling() {
    assert_eq!("out 3".parse(), Ok(Fact::Out(Seat(3))));
    assert_eq!(Fact::Out(Seat(0)).to_string(), "out 0");
    for text in [
        "", "out", "out ", "out 03", "out +1", "Out 1", "out 1 ", "out 256", "out -1", "in 1",
    ] {
        assert_eq!(text.parse::<Fact>(), Err(Malformed), "{text:?}");
    }
}

#[test]
fn who_types_is_met_half_way() {
    let laid = ["7@0,0 7@1,0", "3@0,1 5@0,2"];
    let game = Table::at("{}", &laid, &["3-7 1-2", "0-0"], 0).0;
    let read = |text: &str| game.read(Seat(0), text).map(|choice| choice.to_string());
    for (typed, what) in [
        ("climb 7@0,0 3@0,1", "climb 7@0,0 3@0,1"),
        ("  CLIMB   3@0,1  7@0,0 ", "climb 7@0,0 3@0,1"),
        ("3@0,1 7@0,0", "climb 7@0,0 3@0,1"),
        ("climb 3-7 0,1 0,0", "climb 7@0,0 3@0,1"),
        ("1@2,0 2@3,0", "expand 1@2,0 2@3,0"),
        ("2-1 3,0 2,0", "expand 1@2,0 2@3,0"),
        ("Expand 2@3,0 1@2,0", "expand 1@2,0 2@3,0"),
        ("expand 1@1,0 2@2,0", "expand 1@1,0 2@2,0"),
    ] {
        assert_eq!(read(typed).as_deref(), Ok(what), "{typed}");
    }
    for bad in [
        "",
        "climb",
        "jump 1@2,0 2@3,0",
        "1-2",
        "1@2,0",
        "1@2,0 2@4,0",
        "1@2,0 2@3,0 4@5,0",
        "climb climb 1@2,0 2@3,0",
    ] {
        assert_eq!(read(bad), Err(Malformed), "{bad:?}");
    }
}

#[test]
fn whatever_is_offered_is_read_back() {
    let mut dice = Chances(4);
    let mut table = Table::new("{}", 4);
    let deal = table.0.draw(&mut dice);
    table.chance(&deal.to_string()).unwrap();
    let mut seen = 0;
    while let [seat] = table.waiting()[..] {
        let mut choices = Vec::new();
        table.0.choices(Seat(seat), &mut choices);
        for choice in &choices {
            let text = choice.to_string();
            assert_eq!(text.parse(), Ok(*choice));
            assert_eq!(table.0.read(Seat(seat), &text), Ok(*choice));
            seen += 1;
        }
        let choice = table.0.random_choice(Seat(seat), &mut dice).unwrap();
        table.choose(seat, &choice.to_string());
    }
    assert!(seen > 1_000, "{seen}");
}
