//! Removes ids, names and tokens from all output.

/// From how many digits on a number counts as an id.
const ID: usize = 15;

/// What must not be told.
#[derive(Clone, Debug, Default)]
pub(crate) struct Redaction {
    hidden: Vec<String>,
}

impl Redaction {
    /// From now on this text is hidden. Short ones would hide half of every word.
    pub(crate) fn hide(&mut self, text: &str) {
        if text.chars().count() >= 3 && !self.hidden.iter().any(|known| known == text) {
            self.hidden.push(text.to_owned());
            self.hidden.sort_by_key(|text| std::cmp::Reverse(text.len()));
        }
    }

    /// The text without what is hidden.
    pub(crate) fn apply(&self, text: &str) -> String {
        let named = self
            .hidden
            .iter()
            .fold(text.to_owned(), |text, hidden| text.replace(hidden, "<hidden>"));
        let mut clean = String::new();
        let mut digits = String::new();
        for letter in named.chars().chain(['\0']) {
            if letter.is_ascii_digit() {
                digits.push(letter);
                continue;
            }
            clean += if digits.len() >= ID { "<id>" } else { &digits };
            digits.clear();
            if letter != '\0' {
                clean.push(letter);
            }
        }
        clean
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_names_and_tokens_are_hidden() {
        let mut redaction = Redaction::default();
        for text in ["Ana", "Ana Maria", "abc.def", "", "x"] {
            redaction.hide(text);
        }
        let told = redaction.apply("Ana Maria (123456789012345678) of Ana sent abc.def: 400 with code 50035, x");
        assert_eq!(
            told,
            "<hidden> (<id>) of <hidden> sent <hidden>: 400 with code 50035, x"
        );
    }
}
