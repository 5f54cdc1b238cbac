//! The one message with all of a person's settings, and its pages.

use std::collections::BTreeSet;

use whistle::discord::custom_id::{Boards, Confirm, CustomId, Listed, PanelAt, Ping, SettingsMenu, SettingsPage};
use whistle::discord::payload::Row;
use whistle::discord::show;

use super::{proves_sound, words};

fn targets(row: &Row) -> Vec<CustomId> {
    let ids: Vec<&str> = match row {
        Row::Buttons(buttons) => buttons.iter().map(|button| button.target.as_str()).collect(),
        Row::Select(select) => select.options.iter().map(|option| option.value.as_str()).collect(),
    };
    let ids = ids.into_iter().map(str::parse);
    ids.collect::<Result<_, _>>().expect("each is ours")
}

/// What a menu shows as holding now, with its label.
fn chosen(row: &Row) -> (Vec<CustomId>, String) {
    let Row::Select(select) = row else {
        panic!("no menu: {row:?}")
    };
    let chosen: Vec<_> = select.options.iter().filter(|option| option.chosen).collect();
    let ids = chosen.iter().map(|option| option.value.parse());
    let labels: Vec<&str> = chosen.iter().map(|option| option.label.as_str()).collect();
    (ids.collect::<Result<_, _>>().expect("each is ours"), labels.join(", "))
}

/// Which menu a row is.
fn menu(row: &Row) -> Option<SettingsMenu> {
    match row {
        Row::Select(select) => match select.custom_id.parse() {
            Ok(CustomId::SettingsMenu { menu }) => Some(menu),
            other => panic!("{other:?}"),
        },
        Row::Buttons(_) => None,
    }
}

#[test]
fn each_setting_has_a_menu_that_says_in_its_label_what_it_sets_and_what_holds() {
    let words = words();
    let mut labels = BTreeSet::new();
    let all = Ping::ALL
        .into_iter()
        .flat_map(|ping| PanelAt::ALL.map(|panel| (ping, panel)));
    let all = all.flat_map(|(ping, panel)| Boards::ALL.map(|boards| (ping, panel, boards)));
    for ((ping, panel, boards), confirm) in all.flat_map(|others| Confirm::ALL.map(|confirm| (others, confirm))) {
        let settings = show::settings(&words, "en", ping, panel, boards, confirm);
        proves_sound(&settings);
        let text = settings.text();
        assert!(text.contains("Your settings"), "{text}");
        let [pings, panels, kinds, asks, pages] = settings.rows.as_slice() else {
            panic!("five rows: {:?}", settings.rows)
        };
        let rows = [pings, panels, kinds, asks];
        assert_eq!(rows.map(menu), SettingsMenu::ALL.map(Some));
        assert_eq!(targets(pings), Ping::ALL.map(|how| CustomId::Ping { how }));
        assert_eq!(targets(panels), PanelAt::ALL.map(|at| CustomId::PanelAt { at }));
        assert_eq!(targets(kinds), Boards::ALL.map(|how| CustomId::Boards { how }));
        assert_eq!(targets(asks), Confirm::ALL.map(|how| CustomId::Confirm { how }));
        let opened = [SettingsPage::Everywhere, SettingsPage::Forget].map(|page| CustomId::Settings { page });
        assert_eq!(targets(pages), opened, "it asks first");
        let said = rows.map(chosen);
        let holds = said.clone().map(|(ids, _)| ids);
        assert_eq!(holds[0], [CustomId::Ping { how: ping }]);
        assert_eq!(holds[1], [CustomId::PanelAt { at: panel }]);
        assert_eq!(holds[2], [CustomId::Boards { how: boards }]);
        assert_eq!(holds[3], [CustomId::Confirm { how: confirm }]);
        let said = said.map(|(_, label)| label);
        for (label, names) in said
            .iter()
            .zip(["Your turn: ", "Your panel: ", "Your boards: ", "Confirming: "])
        {
            assert!(label.starts_with(names), "{label}");
        }
        labels.insert(said);
        let heard = rows.map(|row| match row {
            Row::Select(select) => select.placeholder.as_str(),
            Row::Buttons(_) => "",
        });
        assert_eq!(
            heard,
            ["Pings", "Panel", "Boards", "Confirming"],
            "a screen reader says which is which"
        );
    }
    let all = Ping::ALL.len() * PanelAt::ALL.len() * Boards::ALL.len() * Confirm::ALL.len();
    assert_eq!(labels.len(), all, "each says something else");
}

#[test]
fn who_is_asked_whether_to_be_forgotten_can_go_back_to_the_settings() {
    let asked = show::forget(&words(), "en");
    let [row] = asked.rows.as_slice() else {
        panic!("one row: {:?}", asked.rows)
    };
    let page = SettingsPage::All;
    assert_eq!(targets(row), [CustomId::Forget, CustomId::Settings { page }]);
}

#[test]
fn whether_one_is_shown_over_all_servers_is_said_with_what_can_be_changed_about_it() {
    let shown = |name: Option<&str>, account: &str| {
        let payload = show::listed(&words(), "en", name.map(str::to_owned), account);
        proves_sound(&payload);
        let [row] = payload.rows.as_slice() else {
            panic!("one row: {:?}", payload.rows)
        };
        (payload.text(), targets(row))
    };
    let back = CustomId::Settings {
        page: SettingsPage::All,
    };
    let [hide, show] = [Listed::Hidden, Listed::Named].map(|how| CustomId::Listed { how });
    let (text, buttons) = shown(None, "Ana");
    assert!(
        text.contains("You are hidden now. You would be shown as Ana."),
        "{text}"
    );
    assert_eq!(buttons, [show.clone(), back.clone()]);
    let (text, buttons) = shown(Some("Ana"), "Ana");
    assert!(text.contains("You are shown as Ana now"), "{text}");
    assert_eq!(buttons, [hide.clone(), back.clone()]);
    let (text, buttons) = shown(Some("Ana"), "Anna");
    assert!(
        text.contains("You are shown as Ana now"),
        "what was chosen holds: {text}"
    );
    assert_eq!(buttons, [show, hide, back]);
    let (text, _) = shown(Some("<@17> **B**"), "Ana");
    assert!(
        !text.contains("<@17>") && !text.contains(" **B**"),
        "a name is plain text: {text}"
    );
}
