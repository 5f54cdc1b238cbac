//! The menu at which a panel stands. A menu with one entry goes on by itself, so that a forced choice takes one tap. Only the
//! first menu of a seat that has chosen does not: what it chose is not to be changed by itself.

use super::super::custom_id::Confirm;
use super::drawn::At;
use super::menu::{MenuPlace, meant};
use crate::referee::Table;
use crate::rules::{Leads, Menu, Seat};

/// The menu at which the panel of a seat stands.
pub(super) struct OpenMenu {
    /// The menu.
    pub(super) menu: Menu,
    /// Where it stands.
    pub(super) place: MenuPlace,
    /// A choice, in notation, that is shown before it is made.
    pub(super) tried: Option<String>,
}

impl OpenMenu {
    /// The menu in front of `seat` at `at`, or the one to which it goes on by itself; `None` if the seat has nothing to choose.
    /// A path that leads nowhere (any more) gives the first menu; a choice that cannot be made gives its menu.
    pub(super) fn of(table: &Table, seat: Seat, at: At<'_>) -> Option<OpenMenu> {
        let step = table.offered(seat)?;
        let menu_at = |path: &[String]| {
            let menu = table.menu(seat, &path.iter().map(String::as_str).collect::<Vec<_>>())?;
            Some(match at.confirm {
                Confirm::Game => menu,
                Confirm::Always => menu.with_previews(),
            })
        };
        let mut path: Vec<String> = at.path.iter().map(|step| (*step).to_owned()).collect();
        let reached = menu_at(&path);
        let meant = at.tried.and_then(|what| meant(reached.as_ref(), what));
        let mut tried = meant.filter(|what| table.takes(seat, what));
        let (mut menu, mut page) = match reached {
            Some(menu) => (menu, at.page),
            None => {
                path.clear();
                (menu_at(&path)?, 0)
            }
        };
        let stays = |steps: usize| steps == 0 && table.asked(seat).is_none();
        while tried.is_none() && !stays(path.len()) {
            match menu.only().cloned() {
                Some(Leads::Preview(what)) => tried = Some(what),
                Some(Leads::Step(step)) => {
                    path.push(step);
                    (menu, page) = (menu_at(&path)?, 0);
                }
                Some(Leads::Choice(_) | Leads::Nowhere) | None => break,
            }
        }
        // A menu that goes on by itself would lead here again.
        let offers_more =
            |steps: &usize| menu_at(&path[..*steps]).is_some_and(|menu| stays(*steps) || menu.only().is_none());
        let before = path.len() + usize::from(tried.is_some());
        let back = (0..before).rev().find(offers_more);
        let place = MenuPlace {
            table: table.id,
            step,
            path,
            page,
            back,
        };
        Some(OpenMenu { menu, place, tried })
    }

    /// The steps to the menu.
    pub(super) fn steps(&self) -> Vec<&str> {
        self.place.path.iter().map(String::as_str).collect()
    }
}
