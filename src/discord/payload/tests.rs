//! Messages as JSON: their order, what comes and goes with an edit, and what a phone shows.

use super::*;

fn message() -> Payload {
    Payload {
        above: "Hello".to_owned(),
        below: "What now?".to_owned(),
        rows: vec![
            Row::Buttons(vec![
                Button::new("Join", Style::Go, &CustomId::Join { table: 7 }),
                Button::link("There", "https://example.org/").disabled(),
            ]),
            Row::Select(Select {
                custom_id: "menu".to_owned(),
                placeholder: "Choose".to_owned(),
                options: vec![SelectOption {
                    label: "A".to_owned(),
                    value: "a".to_owned(),
                    description: String::new(),
                    chosen: false,
                    icon: None,
                }],
                many: false,
            }),
        ],
        ..Payload::default()
    }
}

fn picture(width: i32, alt: &str) -> Picture {
    let sketch = Sketch {
        size: (width, 40),
        shapes: Vec::new(),
        alt: Vec::new(),
        ..Sketch::default()
    };
    Picture::new(sketch, alt.to_owned())
}

/// The types of the components at the top.
fn order(body: &Value) -> Vec<u64> {
    let components = body["components"].as_array().expect("a list");
    components
        .iter()
        .filter_map(|component| component["type"].as_u64())
        .collect()
}

#[test]
fn what_happened_comes_first_then_the_picture_the_question_and_the_buttons() {
    let pictured = Payload {
        picture: Some(picture(720, "A board.")),
        ..message()
    };
    let body = pictured.body(File::New);
    assert_eq!(order(&body), [10, 12, 10, 1, 1]);
    assert_eq!(body["components"][0]["content"], "Hello");
    assert_eq!(body["components"][2]["content"], "What now?");
    let bare = Payload {
        above: String::new(),
        ..pictured
    };
    assert_eq!(order(&bare.body(File::Standing)), [12, 10, 1, 1], "no text is empty");
    assert_eq!(bare.text(), "What now?");
}

#[test]
fn a_picture_comes_stays_or_goes_with_the_words() {
    let pictured = Payload {
        picture: Some(picture(720, "A board.")),
        ..message()
    };
    let item = json!({ "media": { "url": "attachment://board.png" }, "description": "A board." });
    let new = pictured.body(File::New);
    assert_eq!(new["attachments"], json!([{ "id": 0, "filename": "board.png" }]));
    assert_eq!(new["components"][1]["items"], json!([item]));
    let standing = pictured.body(File::Standing);
    assert!(
        standing.get("attachments").is_none(),
        "what is not listed would be dropped"
    );
    assert_eq!(standing["components"][1]["items"], json!([item]));
    assert_eq!(pictured.body(File::Nothing)["attachments"], json!([]));
    for file in [File::Nothing, File::Standing, File::New] {
        let body = message().body(file);
        assert_eq!(body["attachments"], json!([]), "a picture that is not wanted goes");
        assert_eq!(order(&body), [10, 10, 1, 1]);
    }
}

/// Source: docs/DISCORD.md, "Components V2".
#[test]
fn what_a_picture_tells_has_the_room_of_a_gallery() {
    let alt = "A board. ".repeat(200).trim().to_owned();
    let pictured = Payload {
        picture: Some(picture(720, &alt)),
        ..message()
    };
    let new = pictured.body(File::New);
    let short = new["components"][1]["items"][0]["description"]
        .as_str()
        .expect("a text");
    assert!(limits::length(short) <= limits::ALT_TEXT, "{}", limits::length(short));
    let kept = short.trim_end_matches('…').trim_end();
    assert!(
        alt.starts_with(kept) && (kept.ends_with("A") || kept.ends_with("board.")),
        "{short}"
    );
}

#[test]
fn a_notification_says_its_text_and_a_new_message_of_it_alone_is_whole() {
    let ping = Payload {
        above: "Your turn".to_owned(),
        notification: "Your turn".to_owned(),
        below: String::new(),
        mention: vec![5],
        ..message()
    };
    assert!(ping.is_announcement());
    let body = ping.announcement();
    assert_eq!(body["content"], "Your turn");
    assert_eq!(body["allowed_mentions"]["users"], json!(["5"]));
    assert_eq!(order(&body), [1, 1]);
    assert!(body.get("flags").is_none(), "phones show the text of the older layout");
    let panel = Payload {
        notification: "Your turn".to_owned(),
        ..message()
    };
    assert!(!panel.is_announcement());
    assert_eq!(order(&panel.announcement()), [0; 0], "its buttons come with the rest");
}

#[test]
fn a_new_message_has_nothing_that_must_go_first() {
    let public = new_message(message().json(), false);
    let keys: Vec<&String> = public.as_object().expect("fields").keys().collect();
    assert_eq!(keys, ["flags", "components", "allowed_mentions"]);
    assert_eq!(public["flags"], COMPONENTS_V2);
    assert_eq!(new_message(message().json(), true)["flags"], COMPONENTS_V2 | EPHEMERAL);
}

#[test]
fn a_digest_tells_what_is_drawn_and_what_is_told_of_it() {
    let with = |width, alt| Payload {
        picture: Some(picture(width, alt)),
        ..message()
    };
    let digests = [with(720, "a"), with(721, "a"), with(720, "b"), message()].map(|payload| payload.digest());
    for (at, digest) in digests.iter().enumerate() {
        assert!(!digests[..at].contains(digest), "{at}");
    }
    let pictured = with(720, "a");
    let key = pictured.picture.as_ref().map(Picture::key);
    assert_eq!(pictured.digest_with(key), pictured.digest());
    assert_eq!(pictured.digest_with(None), message().digest());
}

#[test]
fn an_edit_always_replaces_everything_and_pings_nobody() {
    let json = Payload::default().json();
    assert_eq!(
        (&json["content"], &json["flags"]),
        (&Value::Null, &COMPONENTS_V2.into())
    );
    assert_eq!(json["embeds"], json!([]));
    assert_eq!(json["components"], json!([]));
    assert_eq!(json["allowed_mentions"], json!({ "parse": [], "users": [] }));
}

#[test]
fn a_ping_names_its_people_and_nobody_else() {
    let ping = Payload {
        mention: vec![u64::MAX],
        ..message()
    };
    assert_eq!(
        ping.json()["allowed_mentions"],
        json!({ "parse": [], "users": ["18446744073709551615"] })
    );
}

#[test]
fn rows_are_written_as_discord_reads_them() {
    let json = message().json();
    assert_eq!(
        json["components"][2],
        json!({ "type": 1, "components": [
            { "type": 2, "style": 3, "label": "Join", "custom_id": "w1:join:7" },
            { "type": 2, "style": 5, "label": "There", "url": "https://example.org/", "disabled": true },
        ]})
    );
    assert_eq!(
        json["components"][3]["components"][0]["options"],
        json!([{ "label": "A", "value": "a" }])
    );
}

#[test]
fn a_digest_tells_payloads_apart() {
    let other = Payload {
        above: "Hullo".to_owned(),
        ..message()
    };
    assert_eq!(message().digest(), message().digest());
    assert_ne!(message().digest(), other.digest());
}

#[test]
fn an_icon_is_named_beside_the_words_and_makes_no_message_another_one() {
    let named = |icon: Option<&str>| {
        let mut message = message();
        for row in &mut message.rows {
            match row {
                Row::Buttons(buttons) => buttons[0].icon = icon.map(str::to_owned),
                Row::Select(select) => select.options[0].icon = icon.map(str::to_owned),
            }
        }
        message
    };
    let (bare, with) = (named(None), named(Some("die_4")));
    assert_eq!(
        bare.digest(),
        with.digest(),
        "no message is edited on account of its icons"
    );
    let body = with.json();
    let rows = body["components"].as_array().expect("a list");
    assert_eq!(rows[2]["components"][0][ICON], "die_4");
    assert_eq!(rows[2]["components"][1].get(ICON), None);
    assert_eq!(rows[3]["components"][0]["options"][0][ICON], "die_4");
    assert!(!bare.json().to_string().contains(ICON));
}

#[test]
fn of_the_menus_in_a_form_those_of_which_any_number_can_be_chosen_are_boxes() {
    let labelled = |custom_id: &str, many: bool| Labelled {
        label: "Which?".to_owned(),
        description: String::new(),
        select: Select {
            custom_id: custom_id.to_owned(),
            many,
            ..Select::new(
                &CustomId::Forget,
                "",
                vec![SelectOption::new("One", 1), SelectOption::new("Two", 2)],
            )
        },
    };
    let modal = Modal {
        custom_id: "form".to_owned(),
        title: "Form".to_owned(),
        inputs: Vec::new(),
        menus: vec![labelled("one", false), labelled("any", true)],
    };
    let json = modal.json();
    let [one, any] = [0, 1].map(|at| &json["components"][at]["component"]);
    assert_eq!((&one["type"], &one["required"]), (&json!(3), &json!(true)));
    assert_eq!((&any["type"], &any["required"]), (&json!(22), &json!(false)));
    assert_eq!((&any["min_values"], &any["max_values"]), (&json!(0), &json!(2)));
    assert_eq!(any["options"][1], json!({ "label": "Two", "value": "2" }));
}
