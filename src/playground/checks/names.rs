//! Names and descriptions of application commands, their options and choices (docs/DISCORD.md, "Commands").

use super::form::{Fields, Form, Text};
use super::limits;

/// The locales that Discord knows.
const LOCALES: [&str; 32] = [
    "id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl", "no", "pl", "pt-BR",
    "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th", "zh-CN", "ja", "zh-TW", "ko",
];

/// Reads a name and its localizations. What is typed must fit Discord's pattern and be lower case; what stands in a
/// menu need not.
pub(super) fn named<'v>(form: &mut Form, fields: &'v Fields, typed: bool) -> Option<&'v str> {
    let rule = Text::some(limits::COMMAND_NAME);
    let fits = |name: &str| !typed || typable(name);
    localizations(form, fields, "name", rule, fits);
    let name = form.text(fields, "name", rule.required())?;
    if !fits(name) {
        form.refuse_at("name", "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid");
        return None;
    }
    Some(name)
}

/// Reads a description and its localizations.
pub(super) fn described(form: &mut Form, fields: &Fields, rule: Text) {
    form.text(fields, "description", rule);
    let texts = Text::some(limits::COMMAND_DESCRIPTION);
    localizations(form, fields, "description", texts, |_| true);
}

/// Whether a name fits `^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]+$` and has no letter with a lower-case form.
///
/// `char::is_alphanumeric` takes in, beside letters and numbers, the vowel signs of other scripts; nothing else here
/// knows Unicode's scripts, and no name in this project needs the difference.
fn typable(name: &str) -> bool {
    let letter = |c: char| {
        matches!(c, '-' | '_' | '\'')
            || c.is_alphanumeric()
            || matches!(c, '\u{900}'..='\u{97F}' | '\u{E01}'..='\u{E5B}')
    };
    name.chars().all(|c| letter(c) && c.to_lowercase().eq([c]))
}

/// Reads `<key>_localizations`: known locales, each text by the rule and the pattern.
pub(super) fn localizations(form: &mut Form, fields: &Fields, key: &str, rule: Text, fits: impl Fn(&str) -> bool) {
    let key = format!("{key}_localizations");
    form.inside(fields, &key, |form, texts| {
        for (locale, value) in texts {
            if !LOCALES.contains(&locale.as_str()) {
                let words = format!("Value must be one of {LOCALES:?}.");
                form.refuse_at(locale, "BASE_TYPE_CHOICES", words);
            } else if !value.is_null() {
                form.at(locale, |form| {
                    if form.text_value(value, rule).is_some_and(|text| !fits(text)) {
                        form.refuse("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid");
                    }
                });
            }
        }
    });
}
