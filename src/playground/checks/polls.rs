//! Polls (Discord's docs, Poll Resource): what is asked, and what can be answered.

use super::form::{Fields, Form, Text};
use super::{emoji, limits};

/// Checks the poll of a new message.
pub(super) fn read(form: &mut Form, body: &Fields) {
    form.inside(body, "poll", |form, poll| {
        media(form, poll, "question", limits::POLL_QUESTION);
        let answers = form.required_list(poll, "answers", 1..=limits::POLL_ANSWERS);
        form.each("answers", answers, |form, _, answer| {
            media(form, answer, "poll_media", limits::POLL_ANSWER);
        });
        form.integer(poll, "duration", 1..=limits::POLL_HOURS);
        form.truth(poll, "allow_multiselect");
        form.one_of(poll, "layout_type", &[1]);
    });
}

fn media(form: &mut Form, from: &Fields, key: &str, most: usize) {
    form.inside_required(from, key, |form, media| {
        form.text(media, "text", Text::some(most).required());
        emoji::read(form, media);
    });
}
