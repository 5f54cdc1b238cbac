//! Macros that define each kind of custom id in one place.

/// Declares the kinds of custom ids: the enum, how each kind is written and read, and which table it is about. A kind with
/// two words has a flag; its first word means `true`.
macro_rules! custom_ids {
    (
        $(#[$about_all:meta])*
        $ids:ident {
            $(
                $(#[$about:meta])*
                $name:ident $word:literal $(/ $no:literal by $flag:ident)? $(of $table:ident)? {
                    $($(#[$about_part:meta])* $part:ident: $type:ty $(as $form:ident)?,)*
                }
            )*
        }
        $(#[$about_bare:meta])*
        $bare:ident $bare_word:literal $bare_rest:literal
    ) => {
        $(#[$about_all])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum $ids {
            $(
                $(#[$about])*
                $name {
                    $(
                        /// The table.
                        $table: u64,
                    )?
                    $(
                        #[doc = concat!("Whether the word is `", $word, "`, and not `", $no, "`.")]
                        $flag: bool,
                    )?
                    $($(#[$about_part])* $part: $type,)*
                },
            )*
            $(#[$about_bare])*
            $bare,
        }

        impl $ids {
            /// The table, if every id of this kind is about one.
            fn of_table(&self) -> Option<u64> {
                match self {
                    $($ids::$name { $($table,)? .. } => None$(.or(Some(*$table)))?,)*
                    $ids::$bare => None,
                }
            }
        }

        impl fmt::Display for $ids {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}:", text::VERSION)?;
                match self {
                    $(
                        $ids::$name { $($table,)? $($flag,)? $($part),* } => {
                            let word = $word;
                            $(let word = if *$flag { word } else { $no };)?
                            f.write_str(word)?;
                            $(Number::write($table, f)?;)?
                            $(<form!($($form)?) as Part<$type>>::write($part, f)?;)*
                        }
                    )*
                    $ids::$bare => f.write_str(concat!($bare_word, $bare_rest))?,
                }
                Ok(())
            }
        }

        impl FromStr for $ids {
            type Err = NotOurs;

            fn from_str(id: &str) -> Result<$ids, NotOurs> {
                if limits::length(id) > limits::CUSTOM_ID {
                    return Err(NotOurs);
                }
                let read = || {
                    let rest = id.strip_prefix(text::VERSION)?.strip_prefix(':')?;
                    let (word, mut rest) = rest.split_at(rest.find(':')?);
                    Some(match word {
                        $(
                            $word $(| $no)? => $ids::$name {
                                $($flag: word != $no,)?
                                $($table: Number::read(&mut rest)?,)?
                                $($part: <form!($($form)?) as Part<$type>>::read(&mut rest)?,)*
                            },
                        )*
                        $bare_word => $ids::$bare,
                        _ => return None,
                    })
                };
                // Refuses any other text, and any other spelling: writing the value again must give the same text.
                read().filter(|read: &$ids| read.to_string() == id).ok_or(NotOurs)
            }
        }
    };
}

/// How a part is written: as a number unless the declaration says otherwise.
macro_rules! form {
    () => {
        Number
    };
    ($form:ident) => {
        $form
    };
}

/// Declares an enum whose values are written as one word each.
macro_rules! words {
    ($(#[$about_all:meta])* $all:ident { $($(#[$about:meta])* $name:ident $word:literal,)* }) => {
        $(#[$about_all])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub enum $all {
            $($(#[$about])* $name,)*
        }

        impl $all {
            /// All values, in the order in which to offer them.
            pub const ALL: [$all; [$($word),*].len()] = [$($all::$name),*];
        }

        $crate::rules::notation! { $all { $($name => $word,)* } }
    };
}
