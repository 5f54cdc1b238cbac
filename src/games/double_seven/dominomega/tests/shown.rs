//! What pictures show, over whole games.

use super::super::*;
use crate::games::double_seven::tests::coordinates;

#[test]
fn every_place_that_is_offered_stands_on_the_picture_which_keeps_its_size() {
    coordinates::menus_offer_what_is_shown::<Dominomega>((2, 3), 40, |choice| Some(*choice));
}

#[test]
fn no_mark_covers_a_symbol() {
    coordinates::symbols_stay_bare::<Dominomega>((2, 3), 20);
}
