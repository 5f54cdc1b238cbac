//! Texts that are cut, and files at the edge of each limit and beyond.

use super::*;

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

#[test]
fn files_have_room_each_and_together() {
    let files = |count: usize, bytes: usize| vec![(String::new(), vec![0; bytes]); count];
    assert!(files_fit(&files(FILES, 1)));
    assert!(!files_fit(&files(FILES + 1, 1)));
    assert!(files_fit(&files(2, FILE_BYTES)));
    assert!(!files_fit(&files(1, FILE_BYTES + 1)));
    assert!(!files_fit(&files(3, FILE_BYTES)), "one request has room for less");
}
