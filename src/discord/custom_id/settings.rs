//! The words of the settings: what somebody chooses for themselves, and where.

words! {
    /// How somebody wants to hear that it is their turn.
    Ping {
        /// By a private message.
        #[default]
        Dm "dm",
        /// By a mention in the table's channel.
        Channel "channel",
        /// Not at all.
        None "none",
    }
}

words! {
    /// Where somebody wants their panel.
    PanelAt {
        /// In the private chat with the bot.
        #[default]
        Chat "dm",
        /// In the table's channel, to them only, when they ask for it.
        Here "here",
    }
}

words! {
    /// A menu of the settings.
    SettingsMenu {
        /// How to hear that it is one's turn.
        #[default]
        Ping "ping",
        /// Where one's panel is.
        PanelAt "panelat",
        /// How one's own boards are shown.
        Boards "boards",
        /// Whether one's own choices are shown before they count.
        Confirm "confirm",
    }
}

words! {
    /// A page of the settings.
    SettingsPage {
        /// Everything that a person can set.
        #[default]
        All "all",
        /// The question whether the bot shall forget the person.
        Forget "forget",
        /// Whether the person is shown over all servers.
        Everywhere "world",
    }
}

words! {
    /// Whether somebody is shown over all servers.
    Listed {
        /// No.
        #[default]
        Hidden "hidden",
        /// Under the name of their account.
        Named "named",
    }
}

words! {
    /// How somebody, or a table, wants boards to be shown.
    Boards {
        /// As pictures, described in their alternative text; each number that is drawn as a sign (the rings of dominoes) has its
        /// digit beside the sign.
        #[default]
        Pictures "pictures",
        /// As pictures, with signs alone.
        Rings "rings",
        /// As pictures, with digits in place of signs.
        Digits "digits",
        /// As text in a code block.
        Text "text",
    }
}

words! {
    /// Whether somebody's choice is shown before it counts, and confirmed.
    Confirm {
        /// Where the game asks for that.
        #[default]
        Game "game",
        /// Every choice.
        Always "always",
    }
}
