//! Discord's numbers, each with the place where it applies. Lengths are in `chars`, sizes in bytes, ranges inclusive.
//!
//! Source: docs/DISCORD.md, "Messages", "Embeds", "Files", "Components", "Components V2", "Modals", "Commands", "Servers",
//! "Threads" and "Forwards and polls".

/// Message content, on every route (the specification's 4000 is not what the server takes).
pub const CONTENT: usize = 2000;
/// A nonce given as a string.
pub const NONCE: usize = 25;
/// Embeds in a message.
pub const EMBEDS: usize = 10;
/// An embed's title.
pub const EMBED_TITLE: usize = 256;
/// An embed's description.
pub const EMBED_DESCRIPTION: usize = 4096;
/// An embed's fields.
pub const EMBED_FIELDS: usize = 25;
/// The name of an embed's field.
pub const EMBED_FIELD_NAME: usize = 256;
/// The value of an embed's field.
pub const EMBED_FIELD_VALUE: usize = 1024;
/// An embed's footer.
pub const EMBED_FOOTER: usize = 2048;
/// An embed's author.
pub const EMBED_AUTHOR: usize = 256;
/// The alternative text of an embed's picture.
pub const EMBED_ALT_TEXT: usize = 4096;
/// All text of all embeds of a message together.
pub const EMBED_TOTAL: usize = 6000;
/// A URL in an embed or in a component's media.
pub const URL: usize = 2048;
/// The greatest colour.
pub const COLOUR: i64 = 0xFF_FFFF;
/// Files of a message.
pub const FILES: usize = 10;
/// One file, without boosts.
pub const FILE_BYTES: u64 = 10 * 1024 * 1024;
/// A whole request.
pub const REQUEST_BYTES: u64 = 25 * 1024 * 1024;
/// The alternative text of an attachment, thumbnail or gallery item.
pub const ALT_TEXT: usize = 1024;
/// Ids in one list of `allowed_mentions`.
pub const MENTIONS: usize = 100;
/// Stickers in a message.
pub const STICKERS: usize = 3;
/// The question of a poll.
pub const POLL_QUESTION: usize = 300;
/// Answers of a poll.
pub const POLL_ANSWERS: usize = 10;
/// One answer of a poll.
pub const POLL_ANSWER: usize = 55;
/// How many hours a poll may be open: 32 days.
pub const POLL_HOURS: i64 = 768;
/// Ids in a bulk delete, least and most.
pub const BULK_DELETE: (usize, usize) = (2, 100);
/// The age after which a message can't be deleted in bulk, in milliseconds (two weeks).
pub const BULK_DELETE_AGE_MS: u64 = 14 * 24 * 60 * 60 * 1000;

/// Action rows of a message without Components V2, and top-level components of a modal.
pub const ROWS: usize = 5;
/// Components of a Components V2 message, counted through all levels.
pub const COMPONENTS: usize = 40;
/// All text displays of a Components V2 message together, and one of them.
pub const TEXT_DISPLAY: usize = 4000;
/// Buttons in a row.
pub const BUTTONS: usize = 5;
/// A button's label.
pub const BUTTON_LABEL: usize = 80;
/// A link button's URL.
pub const BUTTON_URL: usize = 512;
/// A custom id.
pub const CUSTOM_ID: usize = 100;
/// Options of a string select.
pub const SELECT_OPTIONS: usize = 25;
/// Label, value or description of a select's option.
pub const OPTION_TEXT: usize = 100;
/// A select's placeholder.
pub const PLACEHOLDER: usize = 150;
/// Values of a select.
pub const SELECT_VALUES: i64 = 25;
/// Text displays in a section.
pub const SECTION_TEXTS: usize = 3;
/// Items of a gallery.
pub const GALLERY: usize = 10;

/// A modal's title.
pub const MODAL_TITLE: usize = 45;
/// The label of a modal's input.
pub const LABEL: usize = 45;
/// The description of a modal's label.
pub const LABEL_DESCRIPTION: usize = 100;
/// A text input's value, and the bounds it may ask for.
pub const TEXT_INPUT: usize = 4000;
/// A text input's placeholder.
pub const TEXT_INPUT_PLACEHOLDER: usize = 100;
/// Options of a radio group (at least two) or a checkbox group (at least one).
pub const GROUP_OPTIONS: usize = 10;
/// Files of a file upload.
pub const UPLOADS: i64 = 10;

/// Choices of a command option or of an autocomplete answer.
pub const CHOICES: usize = 25;
/// Name or string value of a choice.
pub const CHOICE_TEXT: usize = 100;
/// CHAT_INPUT commands in a scope.
pub const CHAT_COMMANDS: usize = 100;
/// USER commands in a scope, and MESSAGE commands in a scope.
pub const MENU_COMMANDS: usize = 15;
/// Entry point commands in the global scope.
pub const ENTRY_COMMANDS: usize = 1;
/// Commands in one bulk overwrite.
pub const BULK_COMMANDS: usize = 130;
/// The name of a command or option.
pub const COMMAND_NAME: usize = 32;
/// The description of a command or option.
pub const COMMAND_DESCRIPTION: usize = 100;
/// Options on one level of a command.
pub const COMMAND_OPTIONS: usize = 25;
/// Names, descriptions and values of a command together.
pub const COMMAND_TOTAL: usize = 8000;
/// Bounds that a string option may ask for.
pub const OPTION_LENGTH: i64 = 6000;
/// The greatest magnitude of an INTEGER option's value; a NUMBER may be one greater.
pub const INTEGER: i64 = (1 << 53) - 1;

/// The name of a channel or thread.
pub const CHANNEL_NAME: usize = 100;
/// A text channel's topic. (The specification's 4096 is a forum's.)
pub const TOPIC: usize = 1024;
/// Slow mode, in seconds.
pub const SLOW_MODE: i64 = 21_600;
/// After how many idle minutes a thread may be archived.
pub const ARCHIVE_MINUTES: [i64; 4] = [60, 1440, 4320, 10_080];
/// Emojis of an application.
pub const EMOJIS: usize = 2000;
/// The name of an emoji; the shortest has two characters.
pub const EMOJI_NAME: usize = 32;
/// The image of an emoji.
pub const EMOJI_BYTES: usize = 256 * 1024;
