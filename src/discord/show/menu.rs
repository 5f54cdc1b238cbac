//! A game's menu as rows of buttons or as select menus.
//!
//! Four rows hold entries. The fifth row leads elsewhere: back, to other pages, to typing, to the rules. Entries that do not
//! fit as buttons become select menus, and what does not fit into those becomes pages. An entry whose notation does not fit
//! into a custom id can still be typed.

use super::super::custom_id::{Boards, CustomId, Picked};
use super::super::limits::{self, fit};
use super::super::payload::{Button, Row, Select, SelectOption, Style};
use super::voice::Voice;
use crate::games;
use crate::rules::{self, Entry, Layout, Leads, Menu};

/// Rows that hold entries; the last row of a message is for navigation.
const ROWS: usize = limits::ROWS - 1;

/// Buttons in the navigation row of a menu with one page: back and rules.
const WAY: usize = 2;

/// Up to so many choices, pressing one is as easy as typing it.
const HANDFUL: usize = 5;

/// What begins the number of an entry in a custom id; no game's notation begins so.
const NUMBER: char = '#';

/// Where a menu stands: the decision, and the path to the menu.
pub(super) struct MenuPlace {
    /// The table.
    pub(super) table: u64,
    /// The step of the decision.
    pub(super) step: u64,
    /// The steps to the menu.
    pub(super) path: Vec<String>,
    /// The page of the menu, from 0.
    pub(super) page: u16,
    /// As many steps of the path lead to the menu that "Back" shows; `None` if nothing else can be chosen there.
    pub(super) back: Option<usize>,
}

/// A menu's layout.
pub(super) struct Laid {
    /// Its rows, at most five.
    pub(super) rows: Vec<Row>,
    /// The page that is shown, from 0, and how many there are.
    pub(super) page: (u16, u16),
}

impl MenuPlace {
    /// The button that leads back.
    fn back_button(&self, voice: &Voice<'_>) -> Option<Button> {
        let steps = self.back?;
        // Back from a choice to its own menu stays on the page.
        let page = if steps == self.path.len() { self.page } else { 0 };
        let custom_id = self.to(self.path[..steps].to_vec(), page);
        Some(voice.button("button-back", Style::Plain, custom_id))
    }

    fn to(&self, path: Vec<String>, page: u16) -> CustomId {
        CustomId::Step {
            table: self.table,
            step: self.step,
            path,
            page,
        }
    }

    /// The custom id of an entry's button; `None` if it is too long.
    fn press(&self, entry: &Entry, at: usize) -> Option<CustomId> {
        let custom_id = match &entry.leads {
            Leads::Choice(what) => self.choose(what),
            Leads::Preview(what) => return self.preview(what, at),
            Leads::Step(step) => {
                let mut path = self.path.clone();
                path.push(step.clone());
                self.to(path, 0)
            }
            Leads::Nowhere => CustomId::Blank { at: at as u16 },
        };
        custom_id.fits().then_some(custom_id)
    }

    /// The custom id that makes a choice.
    pub(super) fn choose(&self, what: &str) -> CustomId {
        CustomId::Choose {
            table: self.table,
            step: self.step,
            what: what.to_owned(),
        }
    }

    /// The custom id that shows the choice of the entry with the number `at` before it is made; `None` if the choice is too
    /// long for the button that makes it. The number stands for a choice that has no room beside the path.
    fn preview(&self, what: &str, at: usize) -> Option<CustomId> {
        let shows = |what| CustomId::Try {
            table: self.table,
            step: self.step,
            path: self.path.clone(),
            what,
        };
        self.choose(what).fits().then_some(())?;
        let spellings = [what.to_owned(), format!("{NUMBER}{at}")];
        spellings.map(shows).into_iter().find(CustomId::fits)
    }
}

/// The choice that a custom id means by `what`: a choice in notation, or the number of an entry of the menu that the path of
/// that id leads to.
pub(super) fn meant(menu: Option<&Menu>, what: &str) -> Option<String> {
    let Some(number) = what.strip_prefix(NUMBER) else {
        return Some(what.to_owned());
    };
    let entry = menu?.entries.get(number.parse::<usize>().ok()?)?;
    match &entry.leads {
        Leads::Choice(what) | Leads::Preview(what) => Some(what.clone()),
        Leads::Step(_) | Leads::Nowhere => None,
    }
}

/// The row below a choice that is shown before it is made: confirm, or go back to a menu that offers more.
pub(super) fn preview(voice: &Voice<'_>, place: &MenuPlace, what: &str) -> Option<Row> {
    let confirm = Some(place.choose(what)).filter(CustomId::fits)?;
    let mut row = vec![voice.button("button-confirm", Style::Go, confirm)];
    row.extend(place.back_button(voice));
    row.push(voice.button("button-rules", Style::Plain, CustomId::OpenRules { table: place.table }));
    Some(Row::Buttons(row))
}

/// Lays out a menu, with its navigation row.
pub(super) fn lay(voice: &Voice<'_>, place: &MenuPlace, menu: &Menu) -> Laid {
    let (mut rows, page, typing) = match buttons(voice, place, menu) {
        Some(rows) => (rows, (0, 1), false),
        None => selects(voice, place, menu),
    };
    let mut last = way(voice, place, page);
    if rows.len() > ROWS
        && let Some(Row::Buttons(beside)) = rows.pop()
    {
        last.splice(..0, beside);
    }
    // The button for typing stands before the rules, which are always last.
    if typing || (last.len() < limits::BUTTONS && worth_typing(place, menu)) {
        let custom_id = CustomId::again(place.table, place.step, "");
        let button = voice.button("button-type", Style::Plain, custom_id);
        last.insert(last.len() - 1, button);
    }
    rows.push(Row::Buttons(last));
    Laid { rows, page }
}

/// Whether some people would rather type than press: the menu has more than a handful of choices, or it leads to further
/// menus.
fn worth_typing(place: &MenuPlace, menu: &Menu) -> bool {
    let leads = |entry: &&Entry| entry.leads != Leads::Nowhere;
    let goes_on = |entry: &Entry| matches!(entry.leads, Leads::Step(_));
    let leading = menu.entries.iter().filter(leads).count();
    !place.path.is_empty() || leading > HANDFUL || menu.entries.iter().any(goes_on)
}

/// The entries as buttons, if they fit. There may be one short extra row, which joins the navigation row: the last of a grid,
/// or what stands apart in a list.
fn buttons(voice: &Voice<'_>, place: &MenuPlace, menu: &Menu) -> Option<Vec<Row>> {
    let all: Option<Vec<(Button, bool)>> = menu
        .entries
        .iter()
        .enumerate()
        .map(|(at, entry)| {
            let quiet = entry.button == rules::Button::Quiet;
            Some((button(voice, entry, &place.press(entry, at)?), quiet))
        })
        .collect();
    let all = all?;
    if let Layout::Grid(width) = menu.layout {
        let width = usize::from(width);
        let rows = all
            .chunks(width.max(1))
            .map(|row| row.iter().map(|(button, _)| button.clone()).collect::<Vec<_>>());
        let rows: Vec<Row> = rows.map(Row::Buttons).collect();
        let beside = all.len().saturating_sub(width * ROWS);
        return ((1..=limits::BUTTONS).contains(&width) && have_room(&rows, beside)).then_some(rows);
    }
    // Giving up stands apart, so that nobody gives up by mistake.
    let (quiet, others): (Vec<_>, Vec<_>) = all.into_iter().partition(|(_, quiet)| *quiet);
    let bare = |part: Vec<(Button, bool)>| -> Vec<Button> { part.into_iter().map(|(button, _)| button).collect() };
    let (quiet, others) = (bare(quiet), bare(others));
    let (aside, wide) = (abreast(&quiet), abreast(&others));
    // The navigation row holds short labels alone.
    let beside = if aside == limits::BUTTONS {
        quiet.len()
    } else {
        limits::BUTTONS
    };
    let rows = even(others, wide).into_iter().chain(even(quiet, aside));
    let rows: Vec<Row> = rows.map(Row::Buttons).collect();
    have_room(&rows, beside).then_some(rows)
}

/// How many of these buttons a phone shows abreast without cutting a label.
fn abreast(buttons: &[Button]) -> usize {
    let longest = buttons.iter().map(|button| limits::length(&button.label)).max();
    limits::abreast(longest.unwrap_or(0))
}

/// The same rows, of which those are broken whose labels a phone would cut. A message of as many rows as it may have goes
/// without buttons of its last row instead.
pub(super) fn broken(rows: Vec<Row>) -> Vec<Row> {
    let mut spare = limits::ROWS.saturating_sub(rows.len());
    let mut broken = Vec::new();
    for row in rows {
        match row {
            Row::Buttons(buttons) => {
                let wide = abreast(&buttons);
                let more = buttons.len().div_ceil(wide).saturating_sub(1).min(spare);
                spare -= more;
                let buttons = bared(buttons, more + 1);
                let wide = buttons.len().div_ceil(more + 1);
                broken.extend(even(buttons, wide).into_iter().map(Row::Buttons));
            }
            row => broken.push(row),
        }
    }
    broken
}

/// As many of these buttons as a phone shows in so many rows without cutting a label, if it can be: those go that a command
/// replaces, typing first.
fn bared(mut buttons: Vec<Button>, rows: usize) -> Vec<Button> {
    type Means = fn(&CustomId) -> bool;
    const REPLACED: [Means; 2] = [
        |press| matches!(press, CustomId::Type { .. }),
        |press| matches!(press, CustomId::OpenRules { .. }),
    ];
    for is_replaced in REPLACED {
        if buttons.len() > abreast(&buttons) * rows && buttons.len() > 1 {
            buttons.retain(|button| !button.target.parse().is_ok_and(|press| is_replaced(&press)));
        }
    }
    buttons
}

/// Whether rows have room above the navigation row, or all but the last one, whose `beside` buttons then join that row.
fn have_room(rows: &[Row], beside: usize) -> bool {
    rows.len() <= ROWS || (rows.len() == ROWS + 1 && (1..=limits::BUTTONS - WAY).contains(&beside))
}

/// Splits into as few rows of at most `abreast` as possible, as evenly as possible, the longer ones first: six become three
/// and three, not five and one.
fn even<T>(things: Vec<T>, abreast: usize) -> Vec<Vec<T>> {
    let count = things.len().div_ceil(abreast.max(1));
    let mut things = things.into_iter();
    (0..count)
        .map(|row| {
            let left = things.len();
            things.by_ref().take(left.div_ceil(count - row)).collect()
        })
        .collect()
}

/// The same rows for somebody who wants boards to be shown so: who wants text sees no icons, and who wants digits none of signs.
/// The words of a button always stay, because they serve where there is no icon.
pub(super) fn suited(mut rows: Vec<Row>, boards: Boards) -> Vec<Row> {
    let unwanted = |icon: &mut String| match boards {
        Boards::Pictures | Boards::Rings => false,
        Boards::Digits => games::is_of_signs(icon),
        Boards::Text => true,
    };
    for row in &mut rows {
        match row {
            Row::Buttons(buttons) => buttons.iter_mut().for_each(|button| {
                button.icon.take_if(unwanted);
            }),
            Row::Select(select) => select.options.iter_mut().for_each(|option| {
                option.icon.take_if(unwanted);
            }),
        }
    }
    rows
}

fn button(voice: &Voice<'_>, entry: &Entry, custom_id: &CustomId) -> Button {
    let style = match entry.button {
        rules::Button::Main => Style::Main,
        rules::Button::Plain | rules::Button::Quiet => Style::Plain,
    };
    Button {
        icon: entry.icon.clone(),
        ..Button::new(&label(voice, entry), style, custom_id).disabled_if(entry.leads == Leads::Nowhere)
    }
}

/// The label of an entry; never empty.
fn label(voice: &Voice<'_>, entry: &Entry) -> String {
    let label = voice.plain(&entry.label);
    match label.trim() {
        "" => "…".to_owned(),
        label => label.to_owned(),
    }
}

/// The entries with an effect as select menus; the page that is shown, and how many there are; and whether an entry can only
/// be typed.
fn selects(voice: &Voice<'_>, place: &MenuPlace, menu: &Menu) -> (Vec<Row>, (u16, u16), bool) {
    let leading: Vec<(usize, &Entry)> = menu
        .entries
        .iter()
        .enumerate()
        .filter(|(_, entry)| entry.leads != Leads::Nowhere)
        .collect();
    // Where things with icons are listed, such as cards, what can be done without one stays in sight.
    let pictured = leading.iter().any(|(_, entry)| entry.icon.is_some());
    let quiet = |entry: &Entry| entry.button == rules::Button::Quiet || pictured && entry.icon.is_none();
    let mut aside: Vec<Button> = leading
        .iter()
        .filter(|(_, entry)| quiet(entry))
        .filter_map(|(at, entry)| Some(button(voice, entry, &place.press(entry, *at)?)))
        .collect();
    let apart = (1..=limits::BUTTONS).contains(&aside.len()) && aside.len() < leading.len();
    if !apart {
        aside.clear();
    }
    let listed = leading.iter().filter(|(_, entry)| !(apart && quiet(entry)));
    let options: Vec<Option<SelectOption>> = listed.map(|(_, entry)| option(voice, place, entry)).collect();
    let typing = options.iter().any(Option::is_none);
    let options: Vec<SelectOption> = options.into_iter().flatten().collect();
    let parts: Vec<&[SelectOption]> = options.chunks(limits::OPTIONS).collect();
    let abreast = ROWS - usize::from(!aside.is_empty());
    let pages = parts.len().div_ceil(abreast).max(1);
    let page = usize::from(place.page).min(pages - 1);
    let shown = parts.iter().enumerate().skip(page * abreast).take(abreast);
    let several = parts.len() > 1;
    let mut rows: Vec<Row> = shown
        .map(|(part, options)| select(voice, place, part, options, several))
        .collect();
    if !aside.is_empty() {
        rows.push(Row::Buttons(aside));
    }
    (rows, (page as u16, pages as u16), typing)
}

/// An entry as an option; `None` if its notation is too long for a select menu.
fn option(voice: &Voice<'_>, place: &MenuPlace, entry: &Entry) -> Option<SelectOption> {
    let picked = match &entry.leads {
        Leads::Choice(what) => Picked::Choice(what.clone()),
        Leads::Preview(what) => {
            place.choose(what).fits().then_some(())?;
            Picked::Preview(what.clone())
        }
        Leads::Step(step) => Picked::Step(step.clone()),
        Leads::Nowhere => return None,
    };
    let value = picked.to_string();
    let comes_back = value.parse() == Ok(picked);
    comes_back.then(|| SelectOption {
        icon: entry.icon.clone(),
        ..SelectOption::new(&label(voice, entry), value)
    })
}

fn select(voice: &Voice<'_>, place: &MenuPlace, part: usize, options: &[SelectOption], several: bool) -> Row {
    let custom_id = CustomId::Pick {
        table: place.table,
        step: place.step,
        path: place.path.clone(),
        part: part as u16,
    };
    let placeholder = match (several, options) {
        (true, [first, .., last]) => voice.plain(
            &crate::rules::Phrase::new("panel-pick-range")
                .with("first", fit(&first.label, limits::BUTTON_SHOWN))
                .with("last", fit(&last.label, limits::BUTTON_SHOWN)),
        ),
        _ => voice.label("panel-pick"),
    };
    Row::Select(Select::new(&custom_id, &placeholder, options.to_vec()))
}

/// The navigation row: back, other pages, and the rules.
fn way(voice: &Voice<'_>, place: &MenuPlace, (page, pages): (u16, u16)) -> Vec<Button> {
    let mut row: Vec<Button> = place.back_button(voice).into_iter().collect();
    let mut add = |key, custom_id: CustomId| row.push(voice.button(key, Style::Plain, custom_id));
    if page > 0 {
        add("button-previous", place.to(place.path.clone(), page - 1));
    }
    if page + 1 < pages {
        add("button-next", place.to(place.path.clone(), page + 1));
    }
    add("button-rules", CustomId::OpenRules { table: place.table });
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_broken_where_a_phone_would_cut_its_labels() {
        let row = |labels: &[&str]| {
            let button = |label: &&str| Button::new(label, Style::Plain, &CustomId::Join { table: 7 });
            Row::Buttons(labels.iter().map(button).collect())
        };
        let shape = |rows: Vec<Row>| -> Vec<usize> {
            let count = |row: &Row| match row {
                Row::Buttons(buttons) => buttons.len(),
                Row::Select(_) => 0,
            };
            broken(rows).iter().map(count).collect()
        };
        assert_eq!(shape(vec![row(&["eight888"; 5])]), [5]);
        assert_eq!(shape(vec![row(&["eight888", "x", "x", "ninenine9"])]), [2, 2]);
        assert_eq!(shape(vec![row(&["ninenine9"; 3])]), [3]);
        assert_eq!(shape(vec![row(&["x", "x", "x", "x", "ninenine9"])]), [3, 2]);
        assert_eq!(shape(vec![row(&["seventeen letters"; 3])]), [2, 1]);
        assert_eq!(shape(vec![row(&["seventeen letters"; 5])]), [2, 2, 1]);
        let mut full = vec![row(&["x"]); limits::ROWS - 1];
        full.push(row(&["ninenine9"; 5]));
        assert_eq!(shape(full), [1, 1, 1, 1, 5], "there is no room for a sixth row");
    }

    #[test]
    fn a_full_message_goes_without_what_a_command_replaces() {
        let join = CustomId::Join { table: 7 };
        let (typing, rules) = (CustomId::again(7, 1, ""), CustomId::OpenRules { table: 7 });
        let row = |buttons: &[(&str, &CustomId)]| {
            let button = |(label, press): &(&str, &CustomId)| Button::new(label, Style::Plain, press);
            Row::Buttons(buttons.iter().map(button).collect())
        };
        let kept = |labels: [&str; 4]| -> Vec<String> {
            let last = [
                (labels[0], &join),
                (labels[1], &join),
                (labels[2], &typing),
                (labels[3], &rules),
            ];
            let mut rows = vec![row(&[("x", &join)]); limits::ROWS - 1];
            rows.push(row(&last));
            match broken(rows).last() {
                Some(Row::Buttons(last)) => last.iter().map(|button| button.label.clone()).collect(),
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(
            kept(["eight888", "b", "type", "rules"]),
            ["eight888", "b", "type", "rules"]
        );
        assert_eq!(kept(["ninenine9", "b", "type", "rules"]), ["ninenine9", "b", "rules"]);
        assert_eq!(
            kept(["seventeen letters", "b", "type", "rules"]),
            ["seventeen letters", "b"]
        );
    }

    #[test]
    fn rows_are_few_and_even() {
        let rows = |things: usize, abreast| -> Vec<usize> {
            let all: Vec<usize> = (0..things).collect();
            let rows = even(all.clone(), abreast);
            assert_eq!(rows.concat(), all, "in order, and none is lost");
            rows.iter().map(Vec::len).collect()
        };
        assert_eq!(rows(0, 5), [0; 0]);
        assert_eq!(rows(5, 5), [5]);
        assert_eq!(rows(6, 5), [3, 3]);
        assert_eq!(rows(8, 5), [4, 4]);
        assert_eq!(rows(11, 5), [4, 4, 3]);
        assert_eq!(rows(7, 3), [3, 2, 2]);
        assert_eq!(rows(20, 5), [5, 5, 5, 5]);
        assert_eq!(rows(21, 5).len(), 5);
    }
}
