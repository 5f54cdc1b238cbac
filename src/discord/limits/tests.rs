//! Payloads at the edge of each limit, and beyond.

use serde_json::json;

use super::*;
use crate::discord::custom_id::CustomId;
use crate::discord::payload::{Input, Labelled, Picture, SelectOption};
use crate::rules::Sketch;

#[test]
fn what_fits_is_left_alone() {
    assert_eq!(fit("Ana", 3), "Ana");
    assert_eq!(fit("", 0), "");
}

#[test]
fn what_does_not_fit_ends_in_an_ellipsis_at_a_word() {
    assert_eq!(fit("one two three four", 15), "one two three…");
    assert_eq!(fit("one two three four", 14), "one two three…");
    assert_eq!(fit("abcdefghij", 5), "abcd…");
    assert_eq!(fit("a\nb", 0), "");
}

#[test]
fn a_cut_never_leaves_half_an_emoji() {
    let family = "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}".repeat(20);
    for limit in 1..60 {
        let cut = fit(&family, limit);
        assert!(length(&cut) <= limit, "{limit}: {cut:?}");
        assert!(!cut.contains("\u{200d}…"), "{cut:?}");
    }
}

fn button(id: &str) -> Button {
    Button {
        label: "Go".to_owned(),
        style: Style::Plain,
        target: id.to_owned(),
        disabled: false,
        icon: None,
    }
}

fn with_rows(rows: Vec<Row>) -> Payload {
    Payload {
        above: "Hello".to_owned(),
        rows,
        ..Payload::default()
    }
}

#[test]
fn an_empty_message_is_refused() {
    assert_eq!(check(&Payload::default()), Err(Unfit::Empty));
    assert_eq!(check(&with_rows(Vec::new())), Ok(()));
}

#[test]
fn every_count_and_length_is_held_at_its_edge() {
    let row = |count: usize| Row::Buttons((0..count).map(|at| button(&at.to_string())).collect());
    assert_eq!(check(&with_rows(vec![row(BUTTONS)])), Ok(()));
    assert!(check(&with_rows(vec![row(BUTTONS + 1)])).is_err());
    assert!(check(&with_rows(vec![row(0)])).is_err());
    let rows = |count: usize| {
        (0..count)
            .map(|at| Row::Buttons(vec![button(&at.to_string())]))
            .collect()
    };
    assert_eq!(check(&with_rows(rows(ROWS))), Ok(()));
    assert!(check(&with_rows(rows(ROWS + 1))).is_err());
    let content = |length: usize| Payload {
        above: "x".repeat(length),
        ..Payload::default()
    };
    assert_eq!(check(&content(TEXT)), Ok(()));
    assert!(check(&content(TEXT + 1)).is_err());
    let id = |length: usize| with_rows(vec![Row::Buttons(vec![button(&"x".repeat(length))])]);
    assert_eq!(check(&id(CUSTOM_ID)), Ok(()));
    assert!(check(&id(CUSTOM_ID + 1)).is_err());
    assert!(check(&id(0)).is_err());
}

#[test]
fn texts_and_components_are_counted_together() {
    let payload = |above: usize, below: usize| Payload {
        above: "x".repeat(above),
        below: "y".repeat(below),
        ..Payload::default()
    };
    assert_eq!(check(&payload(3000, 1000)), Ok(()));
    assert!(check(&payload(3000, 1001)).is_err());
    assert_eq!(check(&payload(0, TEXT)), Ok(()));
    assert!(check(&payload(TEXT + 1, 0)).is_err());
    let full = |row: usize| (0..BUTTONS).map(|at| button(&format!("{row} {at}"))).collect();
    let rows = || (0..ROWS).map(|row| Row::Buttons(full(row))).collect();
    assert_eq!(
        check(&with_rows(rows())),
        Ok(()),
        "a full message has 33 of {COMPONENTS}"
    );
    let announced = |length: usize| Payload {
        notification: "x".repeat(length),
        ..with_rows(Vec::new())
    };
    assert_eq!(check(&announced(CONTENT)), Ok(()));
    assert!(check(&announced(CONTENT + 1)).is_err());
}

#[test]
fn a_picture_is_told_in_words_that_have_room() {
    let with = |alt: String| Payload {
        above: "Hello".to_owned(),
        picture: Some(Picture::new(
            Sketch {
                size: (1, 1),
                shapes: Vec::new(),
                alt: Vec::new(),
                ..Sketch::default()
            },
            alt,
        )),
        ..Payload::default()
    };
    assert_eq!(check(&with("x".repeat(ALT_TEXT))), Ok(()));
    assert!(check(&with("x".repeat(ALT_TEXT + 1))).is_err());
    assert!(check(&with(String::new())).is_err());
}

#[test]
fn one_id_twice_is_refused_in_a_message_and_in_a_menu() {
    let twice = with_rows(vec![Row::Buttons(vec![button("a")]), Row::Buttons(vec![button("a")])]);
    assert_eq!(check(&twice), Err(Unfit::Twice { id: "a".to_owned() }));
    let option = |value: &str| SelectOption {
        label: "One".to_owned(),
        value: value.to_owned(),
        description: String::new(),
        chosen: false,
        icon: None,
    };
    let menu = |options: Vec<SelectOption>| {
        with_rows(vec![Row::Select(Select {
            custom_id: "s".to_owned(),
            placeholder: String::new(),
            options,
            many: false,
        })])
    };
    assert_eq!(check(&menu(vec![option("1"), option("2")])), Ok(()));
    assert!(check(&menu(vec![option("1"), option("1")])).is_err());
    assert!(check(&menu(Vec::new())).is_err());
    assert!(check(&menu((0..26).map(|at| option(&at.to_string())).collect())).is_err());
}

#[test]
fn a_modal_has_one_to_five_inputs_with_short_labels() {
    let input = |id: usize, label: usize| Input {
        custom_id: id.to_string(),
        label: "x".repeat(label),
        hint: String::new(),
        value: String::new(),
        longest: 100,
        required: true,
    };
    let modal = |inputs: Vec<Input>| Modal {
        custom_id: "m".to_owned(),
        title: "Title".to_owned(),
        inputs,
        menus: Vec::new(),
    };
    assert_eq!(check_modal(&modal(vec![input(0, INPUT_LABEL)])), Ok(()));
    assert!(check_modal(&modal(vec![input(0, INPUT_LABEL + 1)])).is_err());
    assert!(check_modal(&modal(Vec::new())).is_err());
    assert!(check_modal(&modal((0..6).map(|at| input(at, 1)).collect())).is_err());
    let menu = |id: usize, label: usize| Labelled {
        label: "x".repeat(label),
        description: String::new(),
        select: Select {
            custom_id: id.to_string(),
            ..Select::new(&CustomId::Forget, "", vec![SelectOption::new("One", 1)])
        },
    };
    let with = |inputs: usize, menus: Vec<Labelled>| Modal {
        menus,
        ..modal((0..inputs).map(|at| input(at, 1)).collect())
    };
    assert_eq!(check_modal(&with(0, vec![menu(0, INPUT_LABEL)])), Ok(()));
    assert!(check_modal(&with(0, vec![menu(0, INPUT_LABEL + 1)])).is_err());
    assert!(check_modal(&with(1, vec![menu(0, 1)])).is_err(), "two parts of one id");
    assert!(
        check_modal(&with(4, vec![menu(4, 1), menu(5, 1)])).is_err(),
        "together they are too many"
    );
    let boxes = |count: usize| {
        let mut boxes = menu(0, 1);
        boxes.select.many = true;
        boxes.select.options = (0..count).map(|at| SelectOption::new("One", at)).collect();
        with(0, vec![boxes])
    };
    assert_eq!(check_modal(&boxes(BOXES)), Ok(()));
    assert!(check_modal(&boxes(BOXES + 1)).is_err());
}

#[test]
fn what_is_offered_to_typists_is_short_and_never_empty() {
    let offer = |name: usize, value: usize| Completion {
        name: "n".repeat(name),
        value: "v".repeat(value),
    };
    let full = vec![offer(COMMAND_CHOICE, COMMAND_CHOICE); COMMAND_OPTIONS];
    assert_eq!(check_completions(&full), Ok(()));
    assert_eq!(check_completions(&[]), Ok(()));
    assert!(check_completions(&[full, vec![offer(1, 1)]].concat()).is_err());
    for wrong in [(0, 1), (1, 0), (COMMAND_CHOICE + 1, 1), (1, COMMAND_CHOICE + 1)] {
        assert!(check_completions(&[offer(wrong.0, wrong.1)]).is_err(), "{wrong:?}");
    }
}

#[test]
fn a_file_has_a_name_of_its_own_and_room() {
    let file = |name: &str, bytes: usize| (name.to_owned(), vec![0; bytes]);
    let many = |count: usize| (0..count).map(|at| file(&at.to_string(), 1)).collect::<Vec<_>>();
    assert_eq!(check_files(&many(FILES)), Ok(()));
    assert!(check_files(&many(FILES + 1)).is_err());
    assert_eq!(check_files(&[file("a", FILE_BYTES), file("b", FILE_BYTES)]), Ok(()));
    assert!(check_files(&[file("a", FILE_BYTES + 1)]).is_err());
    let whole = ["a", "b", "c"].map(|name| file(name, FILE_BYTES));
    assert!(check_files(&whole).is_err(), "one request has room for less");
    assert!(check_files(&[file(" ", 1)]).is_err());
    assert_eq!(
        check_files(&[file("a", 1), file("a", 2)]),
        Err(Unfit::Twice { id: "a".to_owned() })
    );
}

#[test]
fn a_thread_has_a_name_that_is_not_too_long() {
    assert_eq!(check_thread_name(&"n".repeat(THREAD_NAME)), Ok(()));
    assert!(check_thread_name(&"n".repeat(THREAD_NAME + 1)).is_err());
    assert!(check_thread_name(" ").is_err());
}

/// A command with one option of one choice; `change` makes something else of it.
fn command(change: impl FnOnce(&mut Value)) -> Result<(), Unfit> {
    let choice = json!({ "name": "c", "value": "v" });
    let option = json!({ "name": "o", "description": "d", "choices": [choice] });
    let part = json!({ "name": "p", "description": "d", "options": [option] });
    let mut command = json!({ "name": "n", "description": "d", "options": [part] });
    change(&mut command);
    check_commands(&json!([command]))
}

#[test]
fn the_texts_of_a_command_are_held_at_their_edges() {
    assert_eq!(command(|_| ()), Ok(()));
    for (path, limit) in [
        ("/name", COMMAND_NAME),
        ("/description", COMMAND_DESCRIPTION),
        ("/options/0/name", COMMAND_NAME),
        ("/options/0/options/0/name", COMMAND_NAME),
        ("/options/0/options/0/description", COMMAND_DESCRIPTION),
        ("/options/0/options/0/choices/0/name", COMMAND_CHOICE),
        ("/options/0/options/0/choices/0/value", COMMAND_CHOICE),
    ] {
        let set = |text: String| command(|command| *command.pointer_mut(path).expect("it is there") = text.into());
        assert_eq!(set("x".repeat(limit)), Ok(()), "{path}");
        assert!(
            set("x".repeat(limit + 1)).is_err() && set(String::new()).is_err(),
            "{path}"
        );
    }
    let translated = |length: usize| {
        command(|command| command["options"][0]["description_localizations"] = json!({ "de": "x".repeat(length) }))
    };
    assert_eq!(translated(COMMAND_DESCRIPTION), Ok(()));
    let unfit = translated(COMMAND_DESCRIPTION + 1).expect_err("a translation is a text");
    assert_eq!(unfit.to_string(), "/n: description: 101 of at most 100");
}

#[test]
fn commands_are_counted_and_named_apart() {
    let named = |count: usize, texts: usize| -> Vec<Value> {
        let text = "x".repeat(texts);
        let one = |at: usize| json!({ "name": at.to_string(), "description": text });
        (0..count).map(one).collect()
    };
    assert_eq!(check_commands(&json!(named(COMMANDS, 1))), Ok(()));
    assert!(check_commands(&json!(named(COMMANDS + 1, 1))).is_err());
    let options = |options: Vec<Value>| command(|command| command["options"] = json!(options));
    assert_eq!(options(named(COMMAND_OPTIONS, 1)), Ok(()));
    assert!(options(named(COMMAND_OPTIONS + 1, 1)).is_err());
    assert!(options([named(1, 1), named(1, 1)].concat()).is_err(), "one name twice");
    let choices = |count: usize| {
        let choices: Vec<Value> = (0..count).map(|at| json!({ "name": "c", "value": at })).collect();
        command(|command| command["options"][0]["options"][0]["choices"] = json!(choices))
    };
    assert_eq!(choices(COMMAND_OPTIONS), Ok(()));
    assert!(choices(COMMAND_OPTIONS + 1).is_err());
}

#[test]
fn all_texts_of_a_command_are_counted_together() {
    // Every name is one letter; the command's own description is what is left.
    let filled = |length: usize| {
        let option = |name: char| json!({ "name": name.to_string(), "description": "x".repeat(98) });
        let options: Vec<Value> = ('a'..='t').map(option).collect();
        let parts = ["a", "b", "c", "d"].map(|name| json!({ "name": name, "description": "d", "options": options }));
        let said = 1 + parts.len() * (2 + options.len() * 99);
        command(|command| {
            command["options"] = json!(parts);
            command["description"] = "x".repeat(length - said).into();
        })
    };
    assert_eq!(filled(COMMAND_TOTAL), Ok(()));
    let unfit = filled(COMMAND_TOTAL + 1).expect_err("it is one letter too long");
    assert_eq!(unfit.to_string(), "/n: all texts: 8001 of at most 8000");
}
