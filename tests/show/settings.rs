//! The one message with all of a person's settings.

use std::collections::BTreeSet;

use whistle::discord::custom_id::{Boards, Confirm, CustomId, PanelAt, Ping, SettingsPage};
use whistle::discord::payload::{Button, Payload, Row, Style};
use whistle::discord::show;

use super::words;

fn buttons(row: &Row) -> &[Button] {
    match row {
        Row::Buttons(buttons) => buttons,
        Row::Select(select) => panic!("a menu: {select:?}"),
    }
}

/// The rows of buttons of a message that has nothing else to press.
fn rows(payload: &Payload) -> Vec<&[Button]> {
    payload.rows.iter().map(buttons).collect()
}

fn targets(row: &[Button]) -> Vec<CustomId> {
    let ids = row.iter().map(|button| button.target.parse());
    ids.collect::<Result<_, _>>().expect("each is ours")
}

/// What a row marks as holding now.
fn marked(row: &[Button]) -> Vec<CustomId> {
    let marked: Vec<Button> = row
        .iter()
        .filter(|button| button.style == Style::Main)
        .cloned()
        .collect();
    targets(&marked)
}

#[test]
fn each_setting_has_a_line_that_says_what_holds_and_a_row_that_marks_it() {
    /// How many words stand beside the labels.
    const WORDS: usize = 52;
    let words = words();
    let mut texts = BTreeSet::new();
    let all = Ping::ALL
        .into_iter()
        .flat_map(|ping| PanelAt::ALL.map(|panel| (ping, panel)));
    let all = all.flat_map(|(ping, panel)| Boards::ALL.map(|boards| (ping, panel, boards)));
    for ((ping, panel, boards), confirm) in all.flat_map(|others| Confirm::ALL.map(|confirm| (others, confirm))) {
        let settings = show::settings(&words, "en", ping, panel, boards, confirm);
        let text = settings.text();
        assert!(text.split_whitespace().count() <= WORDS, "{text}");
        assert_eq!(text.lines().count(), 5, "a heading and four lines: {text}");
        let rows = rows(&settings);
        let [pings, panels, kinds, asks, forget] = rows.as_slice() else {
            panic!("five rows: {rows:?}")
        };
        assert_eq!(targets(pings), Ping::ALL.map(|how| CustomId::Ping { how }));
        assert_eq!(targets(panels), PanelAt::ALL.map(|at| CustomId::PanelAt { at }));
        assert_eq!(targets(kinds), Boards::ALL.map(|how| CustomId::Boards { how }));
        assert_eq!(targets(asks), Confirm::ALL.map(|how| CustomId::Confirm { how }));
        let page = SettingsPage::Forget;
        assert_eq!(targets(forget), [CustomId::Settings { page }], "it asks first");
        assert_eq!(marked(pings), [CustomId::Ping { how: ping }]);
        assert_eq!(marked(panels), [CustomId::PanelAt { at: panel }]);
        assert_eq!(marked(kinds), [CustomId::Boards { how: boards }]);
        assert_eq!(marked(asks), [CustomId::Confirm { how: confirm }]);
        assert!(marked(forget).is_empty());
        texts.insert(text);
    }
    let all = Ping::ALL.len() * PanelAt::ALL.len() * Boards::ALL.len() * Confirm::ALL.len();
    assert_eq!(texts.len(), all, "each says something else");
}

#[test]
fn who_is_asked_whether_to_be_forgotten_can_go_back_to_the_settings() {
    let asked = show::forget(&words(), "en");
    let rows = rows(&asked);
    let [row] = rows.as_slice() else {
        panic!("one row: {rows:?}")
    };
    let page = SettingsPage::All;
    assert_eq!(targets(row), [CustomId::Forget, CustomId::Settings { page }]);
}
