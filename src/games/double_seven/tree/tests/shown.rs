//! What pictures show, over whole games.

use super::super::*;
use crate::games::double_seven::tests::coordinates;

#[test]
fn every_place_that_is_offered_stands_on_the_picture_which_keeps_its_size() {
    coordinates::menus_offer_what_is_shown::<Tree>((1, 4), 40, |choice| match choice {
        Choice::Place(placement) => Some(*placement),
        Choice::Draw | Choice::Pass => None,
    });
}

#[test]
fn no_mark_covers_a_symbol() {
    coordinates::symbols_stay_bare::<Tree>((1, 4), 20);
}
