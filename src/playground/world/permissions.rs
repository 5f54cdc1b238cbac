//! Permission bits and how they add up in a channel: everyone's role, then the member's roles, then the channel's overwrites
//! for everyone, for roles, and for the member. This module knows only numbers; the world knows who has which roles.

/// Names and bits, as Discord's documentation names them.
pub(crate) const NAMES: &[(&str, u64)] = &[
    ("KICK_MEMBERS", 1 << 1),
    ("ADMINISTRATOR", ADMINISTRATOR),
    ("MANAGE_CHANNELS", MANAGE_CHANNELS),
    ("MANAGE_GUILD", 1 << 5),
    ("ADD_REACTIONS", ADD_REACTIONS),
    ("VIEW_CHANNEL", VIEW_CHANNEL),
    ("SEND_MESSAGES", SEND_MESSAGES),
    ("SEND_TTS_MESSAGES", 1 << 12),
    ("MANAGE_MESSAGES", MANAGE_MESSAGES),
    ("EMBED_LINKS", EMBED_LINKS),
    ("ATTACH_FILES", ATTACH_FILES),
    ("READ_MESSAGE_HISTORY", READ_MESSAGE_HISTORY),
    ("MENTION_EVERYONE", MENTION_EVERYONE),
    ("USE_EXTERNAL_EMOJIS", 1 << 18),
    ("CHANGE_NICKNAME", 1 << 26),
    ("MANAGE_ROLES", 1 << 28),
    ("USE_APPLICATION_COMMANDS", USE_APPLICATION_COMMANDS),
    ("MANAGE_THREADS", MANAGE_THREADS),
    ("CREATE_PUBLIC_THREADS", CREATE_PUBLIC_THREADS),
    ("CREATE_PRIVATE_THREADS", CREATE_PRIVATE_THREADS),
    ("SEND_MESSAGES_IN_THREADS", SEND_MESSAGES_IN_THREADS),
    ("PIN_MESSAGES", PIN_MESSAGES),
];

pub(crate) const ADMINISTRATOR: u64 = 1 << 3;
pub(crate) const MANAGE_CHANNELS: u64 = 1 << 4;
pub(crate) const ADD_REACTIONS: u64 = 1 << 6;
pub(crate) const VIEW_CHANNEL: u64 = 1 << 10;
pub(crate) const SEND_MESSAGES: u64 = 1 << 11;
pub(crate) const MANAGE_MESSAGES: u64 = 1 << 13;
pub(crate) const EMBED_LINKS: u64 = 1 << 14;
pub(crate) const ATTACH_FILES: u64 = 1 << 15;
pub(crate) const READ_MESSAGE_HISTORY: u64 = 1 << 16;
pub(crate) const MENTION_EVERYONE: u64 = 1 << 17;
pub(crate) const USE_APPLICATION_COMMANDS: u64 = 1 << 31;
pub(crate) const MANAGE_THREADS: u64 = 1 << 34;
pub(crate) const CREATE_PUBLIC_THREADS: u64 = 1 << 35;
pub(crate) const CREATE_PRIVATE_THREADS: u64 = 1 << 36;
pub(crate) const SEND_MESSAGES_IN_THREADS: u64 = 1 << 38;
pub(crate) const PIN_MESSAGES: u64 = 1 << 51;

/// Every bit that has a name here.
pub(crate) const ALL: u64 = {
    let (mut all, mut i) = (0, 0);
    while i < NAMES.len() {
        all |= NAMES[i].1;
        i += 1;
    }
    all
};

/// What everybody may do.
pub(crate) const EVERYONE: u64 = VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
    | USE_APPLICATION_COMMANDS
    | CREATE_PUBLIC_THREADS
    | SEND_MESSAGES_IN_THREADS
    | ADD_REACTIONS
    | 1 << 18
    | 1 << 26;

/// What the bot's own role adds, unless the configuration says otherwise.
pub(crate) const BOT_DEFAULT: u64 = EVERYONE | MANAGE_MESSAGES | MANAGE_THREADS | CREATE_PRIVATE_THREADS | PIN_MESSAGES;

/// What holds in a direct message.
pub(crate) const DIRECT: u64 = VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
    | MENTION_EVERYONE
    | ADD_REACTIONS
    | PIN_MESSAGES
    | 1 << 18;

/// One overwrite of a channel.
#[derive(Clone, Debug)]
pub(crate) struct Overwrite {
    /// The role or the member it is for.
    pub(crate) id: super::Id,
    /// Whether it is for a member (1) or a role (0).
    pub(crate) member: bool,
    pub(crate) allow: u64,
    pub(crate) deny: u64,
}

/// The bit of a name.
pub(crate) fn bit(name: &str) -> Option<u64> {
    NAMES.iter().find(|(known, _)| *known == name).map(|(_, bit)| *bit)
}

/// The names of the bits in a number.
pub(crate) fn names(bits: u64) -> Vec<&'static str> {
    NAMES
        .iter()
        .filter(|(_, bit)| bits & bit != 0)
        .map(|(name, _)| *name)
        .collect()
}

/// What remains in a channel of the permissions that a member's roles give in the guild.
pub(crate) fn in_channel(
    base: u64,
    everyone: super::Id,
    roles: &[super::Id],
    member: super::Id,
    overwrites: &[Overwrite],
) -> u64 {
    if base & ADMINISTRATOR != 0 {
        return ALL;
    }
    let apply = |held: u64, deny: u64, allow: u64| held & !deny | allow;
    let sum = |pick: &dyn Fn(&Overwrite) -> bool| {
        overwrites
            .iter()
            .filter(|o| pick(o))
            .fold((0, 0), |(deny, allow), o| (deny | o.deny, allow | o.allow))
    };
    let mut held = base;
    for (deny, allow) in [
        sum(&|o| !o.member && o.id == everyone),
        sum(&|o| !o.member && o.id != everyone && roles.contains(&o.id)),
        sum(&|o| o.member && o.id == member),
    ] {
        held = apply(held, deny, allow);
    }
    // Who cannot see a channel can do nothing in it; who cannot send cannot attach.
    if held & VIEW_CHANNEL == 0 {
        return 0;
    }
    held
}

#[cfg(test)]
mod tests {
    use super::super::Id;
    use super::*;

    #[test]
    fn nearer_overwrites_win() {
        let (everyone, role, member) = (Id(1), Id(2), Id(3));
        let over = |id, member, allow, deny| Overwrite {
            id,
            member,
            allow,
            deny,
        };
        let base = VIEW_CHANNEL | SEND_MESSAGES;
        let count = |list: &[Overwrite]| in_channel(base, everyone, &[role], member, list);
        assert_eq!(count(&[]), base);
        assert_eq!(count(&[over(everyone, false, 0, SEND_MESSAGES)]), VIEW_CHANNEL);
        assert_eq!(
            count(&[
                over(member, true, SEND_MESSAGES, 0),
                over(role, false, 0, SEND_MESSAGES)
            ]),
            base
        );
        assert_eq!(count(&[over(Id(9), true, 0, SEND_MESSAGES)]), base);
        assert_eq!(count(&[over(member, true, 0, VIEW_CHANNEL)]), 0);
        assert_eq!(
            in_channel(
                ADMINISTRATOR,
                everyone,
                &[],
                member,
                &[over(member, true, 0, VIEW_CHANNEL)]
            ),
            ALL
        );
    }
}
