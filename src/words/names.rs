//! Makes text from outside harmless.
//!
//! A stranger chooses a name. It must not ping anybody, imitate our own markup, reverse the direction of the line or fill
//! the screen; and it must still be the name that people know.

/// The most letters of a name that are shown.
const LONGEST_NAME: usize = 32;

/// How many combining marks may sit on one letter: enough for every script, too few to reach into other lines.
const MARKS_ON_A_LETTER: usize = 3;

/// A person's name, safe inside a Discord message: one line, no markup, no mention, no reversed direction. `None` when
/// no visible letter remains.
pub fn clean_name(raw: &str) -> Option<String> {
    let visible = visible(raw);
    let trimmed = visible.trim();
    if !trimmed.chars().any(|letter| !is_mark(letter) && letter != JOINER) {
        return None;
    }
    let mut name = String::with_capacity(trimmed.len());
    for letter in trimmed.chars() {
        if is_markup(letter) {
            name.push('\\');
        }
        name.push(letter);
        if letter == '@' {
            // Breaks @everyone, @here and <@id> for good, wherever the name ends up.
            name.push('\u{200b}');
        }
    }
    if trimmed.chars().any(is_right_to_left) {
        // Isolates the name: it keeps its own direction and leaves that of the sentence alone.
        name = format!("\u{2068}{name}\u{2069}");
    }
    Some(name)
}

/// Joins emoji of several parts.
const JOINER: char = '\u{200d}';

/// The visible part of `raw`: no control characters, invisible letters or direction marks; single spaces; a bounded length.
fn visible(raw: &str) -> String {
    let mut seen = String::new();
    let mut marks = 0;
    for letter in raw.chars() {
        let letter = if letter.is_whitespace() { ' ' } else { letter };
        if letter.is_control() || is_invisible(letter) || (letter == ' ' && seen.ends_with([' ', JOINER])) {
            continue;
        }
        if letter == JOINER && seen.chars().next_back().is_none_or(|last| last.is_ascii()) {
            continue;
        }
        marks = if is_mark(letter) { marks + 1 } else { 0 };
        if marks > MARKS_ON_A_LETTER {
            continue;
        }
        if seen.chars().count() == LONGEST_NAME {
            break;
        }
        seen.push(letter);
    }
    seen
}

/// Notation and other text of ours (or typed by a person), safe inside a message: unchanged when Discord finds no markup in
/// it, else as code.
pub(super) fn clean_text(raw: &str) -> String {
    const LONGEST: usize = 200;
    let mut text: String = raw
        .chars()
        .filter(|letter| !is_invisible(*letter))
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .take(LONGEST)
        .collect();
    let means_something = |letter| {
        matches!(
            letter,
            '\\' | '*' | '_' | '~' | '`' | '|' | '>' | '#' | '[' | ']' | '<' | '@'
        )
    };
    if text.contains(means_something) || text.starts_with("- ") || text.contains("://") {
        text = text.replace('`', "'").replace('@', "@\u{200b}");
        text = format!("`{text}`");
    }
    text
}

/// A message without Discord's markup: escapes, code, bold and underline lose their marks, and struck-out text goes into
/// brackets.
pub fn plain(marked: &str) -> String {
    let mut out = String::with_capacity(marked.len());
    let mut rest = marked;
    let mut struck = false;
    let mut code = false;
    while let Some(letter) = rest.chars().next() {
        let after = &rest[letter.len_utf8()..];
        rest = after;
        if letter == '`' {
            code = !code;
        } else if code {
            out.push(letter);
        } else if letter == '\\' && after.starts_with(|next: char| next.is_ascii_punctuation()) {
            out.push_str(&after[..1]);
            rest = &after[1..];
        } else if let Some(after) = after.strip_prefix(letter).filter(|_| matches!(letter, '*' | '_' | '~')) {
            if letter == '~' {
                out.push(if struck { ')' } else { '(' });
                struck = !struck;
            }
            rest = after;
        } else {
            out.push(letter);
        }
    }
    out
}

/// Whether Discord might read the letter as part of markup, a mention or a link.
fn is_markup(letter: char) -> bool {
    letter.is_ascii_punctuation() && !matches!(letter, '\'' | '"' | ',' | '!' | '?' | '&' | '%' | '$' | ';' | '/')
}

/// Whether the letter takes no room, hides others or reverses the line.
fn is_invisible(letter: char) -> bool {
    matches!(letter,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}' | '\u{200c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{2800}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffd}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}' | '\u{e000}'..='\u{f8ff}')
}

/// Whether the letter is a combining mark, which sits on the letter before it.
fn is_mark(letter: char) -> bool {
    matches!(letter,
        '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5bd}' | '\u{610}'..='\u{61a}'
        | '\u{64b}'..='\u{65f}' | '\u{e31}' | '\u{e34}'..='\u{e3a}' | '\u{e47}'..='\u{e4e}' | '\u{1ab0}'..='\u{1aff}'
        | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe00}'..='\u{fe0f}' | '\u{fe20}'..='\u{fe2f}')
}

fn is_right_to_left(letter: char) -> bool {
    matches!(letter,
        '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{10800}'..='\u{10fff}'
        | '\u{1e800}'..='\u{1efff}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn clean(raw: &str) -> String {
        clean_name(raw).unwrap_or_default()
    }

    #[test]
    fn names_stay_what_they_are_where_that_does_no_harm() {
        for name in ["Ada", "José Ñandú", "李小龍", "O'Neil", "👩‍👩‍👧", "Zoë & Co", "ยิ่งใหญ่"]
        {
            assert_eq!(clean(name), name);
        }
    }

    #[test]
    fn markup_is_shown_and_does_nothing() {
        assert_eq!(clean("**bold** _it_ ~~no~~"), r"\*\*bold\*\* \_it\_ \~\~no\~\~");
        assert_eq!(clean("`code` ||spoil||"), r"\`code\` \|\|spoil\|\|");
        assert_eq!(clean("[a](https://b.c)"), r"\[a\]\(https\://b\.c\)");
        assert_eq!(clean("# big"), r"\# big");
        assert_eq!(clean("1. one"), r"1\. one");
        assert_eq!(clean(r"back\slash"), r"back\\slash");
    }

    #[test]
    fn nobody_is_pinged() {
        assert_eq!(clean("@everyone"), "\\@\u{200b}everyone");
        for name in [
            "@here",
            "<@123>",
            "<@!123>",
            "<@&9>",
            "@\u{200b}everyone",
            "@\u{2060}here",
        ] {
            let cleaned = clean(name);
            for ping in ["@everyone", "@here", "<@", "@1", "@!", "@&"] {
                assert!(!cleaned.contains(ping), "{cleaned:?}");
            }
        }
        assert_eq!(clean("<#55> <:x:1> <t:1>"), r"\<\#55\> \<\:x\:1\> \<t\:1\>");
    }

    #[test]
    fn direction_cannot_be_turned() {
        assert_eq!(clean("abc\u{202e}fed\u{202c}"), "abcfed");
        assert_eq!(clean("\u{2067}x\u{2069}"), "x");
        assert_eq!(clean("שלום"), "\u{2068}שלום\u{2069}");
    }

    #[test]
    fn invisible_names_are_no_names_and_long_ones_end() {
        for nothing in [
            "",
            "   ",
            "\u{200b}",
            "\u{3164}\u{3164}",
            "\n\t",
            "\u{301}",
            "\u{200d}",
            "\u{e0041}",
        ] {
            assert_eq!(clean_name(nothing), None, "{nothing:?}");
        }
        assert_eq!(clean("a\n\nb\u{7}c   d"), "a bc d");
        assert_eq!(clean(&"x".repeat(500)).len(), 32);
        assert_eq!(clean(&format!("a{}", "\u{301}".repeat(50))).chars().count(), 4);
    }

    #[test]
    fn notation_is_shown_as_it_is() {
        assert_eq!(clean_text("claim 05"), "claim 05");
        assert_eq!(clean_text("3@2,1 4@3,1"), "`3@\u{200b}2,1 4@\u{200b}3,1`");
        assert_eq!(clean_text("p*^1"), "`p*^1`");
        assert_eq!(clean_text("`x`\n<@1>"), "`'x' <@\u{200b}1>`");
        assert_eq!(clean_text("--"), "--");
    }

    #[test]
    fn plain_text_has_lost_its_marks() {
        assert_eq!(plain("The die shows **5**."), "The die shows 5.");
        assert_eq!(plain("~~33~~ and 45, `3t` or `a*b`"), "(33) and 45, 3t or a*b");
        assert_eq!(plain(&clean("**Ada_")), "**Ada_");
        assert_eq!(plain("\\"), "\\");
    }

    proptest! {
        #[test]
        fn any_name_is_one_safe_line(raw in "\\PC{0,60}|[@<>#*`a-z\u{200b}\u{202e}\n]{0,40}") {
            if let Some(name) = clean_name(&raw) {
                let one_line = !name.contains(['\n', '\r', '\u{202e}']);
                prop_assert!(one_line);
                prop_assert!(name.chars().count() <= 2 * LONGEST_NAME + LONGEST_NAME + 2);
                let ping = name.match_indices('@').any(|(at, _)| !name[at + 1..].starts_with('\u{200b}'));
                prop_assert!(!ping);
                let unmarked = plain(&name);
                prop_assert!(unmarked.chars().count() <= name.chars().count());
            }
            let _ = plain(&raw);
            let _ = clean_text(&raw);
        }
    }
}
