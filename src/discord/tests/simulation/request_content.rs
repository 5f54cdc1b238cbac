//! What the bot tells people, as its requests show it.

use serde_json::Value;

use super::discord::Asks;
use super::process::words;
use super::world::State;
use crate::discord::custom_id::{CustomId, Picked};
use crate::words::ENGLISH;

/// A place to press: a button, or an option of a menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PanelState {
    pub(super) custom_id: String,
    /// The value of an option.
    pub(super) value: Option<String>,
    pub(super) press: CustomId,
}

/// Everything that can be pressed in a message.
pub(super) fn spots(components: &Value) -> Vec<PanelState> {
    let rows = components.as_array().into_iter().flatten();
    let parts = rows.flat_map(|row| row["components"].as_array().into_iter().flatten());
    let mut spots = Vec::new();
    for part in parts {
        let (Some(custom_id), false) = (part["custom_id"].as_str(), part["disabled"] == true) else {
            continue;
        };
        let Ok(press) = custom_id.parse::<CustomId>() else {
            continue;
        };
        // An option of the lobby's menu, of a menu of `/play` or of the seasons, is the custom id of what it does.
        let holds_ids = matches!(
            press,
            CustomId::Arrange { .. } | CustomId::PlayMenu { .. } | CustomId::SeasonMenu { .. }
        );
        let inner = |value: &str| value.parse().ok().filter(|_| holds_ids);
        let spot = |value: Option<&str>| PanelState {
            custom_id: custom_id.to_owned(),
            value: value.map(str::to_owned),
            press: value.and_then(inner).unwrap_or_else(|| press.clone()),
        };
        match part["options"].as_array() {
            Some(options) => spots.extend(options.iter().map(|option| spot(option["value"].as_str()))),
            None => spots.push(spot(None)),
        }
    }
    spots
}

impl PanelState {
    /// The choice that is made here, in notation.
    pub(super) fn choice(&self) -> Option<String> {
        match (&self.press, &self.value) {
            (CustomId::Choose { what, .. }, _) => Some(what.clone()),
            (CustomId::Pick { .. }, Some(value)) => match value.parse() {
                Ok(Picked::Choice(what)) => Some(what),
                _ => None,
            },
            _ => None,
        }
    }
}

/// The entry of the log that a press is about.
fn step(press: &CustomId) -> Option<u64> {
    match press {
        CustomId::Choose { step, .. }
        | CustomId::Step { step, .. }
        | CustomId::Try { step, .. }
        | CustomId::Pick { step, .. }
        | CustomId::Type { step, .. }
        | CustomId::Typed { step, .. } => Some(*step),
        CustomId::AskAgree { offer, .. }
        | CustomId::AnswerDrawOffer { offer, .. }
        | CustomId::Decline { offer, .. }
        | CustomId::WithdrawDrawOffer { offer, .. } => Some(*offer),
        _ => None,
    }
}

/// Whether a message tells of what is not stored.
pub(super) fn early(state: &mut State, body: &Value) -> Option<String> {
    let components = match &body["data"] {
        Value::Null => &body["components"],
        data => &data["components"],
    };
    for spot in spots(components) {
        let (Some(table), Some(step)) = (spot.press.table(), step(&spot.press)) else {
            continue;
        };
        if state.stored.get(&table).is_some_and(|stored| *stored >= step) {
            continue;
        }
        let disk = state.disk.clone()?;
        let stored = disk.look(table).map_or(0, |stored| stored.entries.len() as u64);
        state.stored.insert(table, stored);
        if stored < step {
            return Some(format!(
                "entry {step} of table {table} is told of, and {stored} is the last that is stored"
            ));
        }
    }
    None
}

/// What the bot says beside changing the message that was pressed, or within it, and to which interaction.
pub(super) fn complaint(state: &State, path: &str, body: &Value) -> Option<(u64, String)> {
    let mut parts = path.split(['/', '?']).skip(1);
    let (interaction, said) = match (parts.next(), parts.next(), parts.next(), parts.next()) {
        (Some("interactions"), Some(id), Some(_), Some("callback"))
            if body["type"] == 4 || (body["type"] == 7 && is_stale(&body["data"])) =>
        {
            (id.parse().ok(), &body["data"])
        }
        (Some("webhooks"), Some(_), Some(token), None) => (state.discord.of_token(token), body),
        (Some("webhooks"), Some(_), Some(token), Some("messages")) if is_stale(body) => {
            (state.discord.of_token(token), body)
        }
        _ => return None,
    };
    Some((interaction?, texts(said)))
}

/// Whether a panel says that a button of a step that was over was pressed on it.
fn is_stale(panel: &Value) -> bool {
    let says = words().message(ENGLISH, "panel-stale");
    says.is_some_and(|says| texts(panel).contains(&says))
}

/// The texts of a message.
fn texts(message: &Value) -> String {
    let components = message["components"].as_array().into_iter().flatten();
    components
        .filter_map(|component| component["content"].as_str())
        .collect::<Vec<_>>()
        .join("\n")
}

/// Whether a press asks for something that is written in the log if it is done, and is answered by changing the message
/// that was pressed, and by nothing more.
pub(super) fn is_action(asks: &Asks) -> bool {
    let Asks::CustomId { press, typed } = asks else {
        return false;
    };
    match press {
        CustomId::Join { .. }
        | CustomId::Leave { .. }
        | CustomId::AddComputer { .. }
        | CustomId::RemoveComputer { .. }
        | CustomId::SitOn { .. }
        | CustomId::AddComputerOn { .. }
        | CustomId::Balance { .. }
        | CustomId::SwapSides { .. }
        | CustomId::Pause { .. }
        | CustomId::Resume { .. }
        | CustomId::Start { .. }
        | CustomId::Cancel { .. }
        | CustomId::Return { .. }
        | CustomId::NextRound { .. }
        | CustomId::Decline { .. }
        | CustomId::Choose { .. }
        | CustomId::Typed { .. } => true,
        CustomId::Pick { .. } => typed
            .as_deref()
            .is_some_and(|value| matches!(value.parse(), Ok(Picked::Choice(_)))),
        _ => false,
    }
}

/// Whether a press may be in a log at all.
pub(super) fn may_write(asks: &Asks) -> bool {
    match asks {
        Asks::Command(_) => true,
        Asks::CustomId { press, .. } => {
            is_action(asks)
                || matches!(
                    press,
                    CustomId::CancelSure { .. }
                        | CustomId::CancelLost { .. }
                        | CustomId::LeaveSure { .. }
                        | CustomId::LeaveLost { .. }
                        | CustomId::LeaveLast { .. }
                        | CustomId::Nudge { .. }
                        | CustomId::AddLuck { .. }
                        | CustomId::SetOptions { .. }
                        | CustomId::Resign { .. }
                        | CustomId::OfferDraw { .. }
                        | CustomId::AnswerDrawOffer { .. }
                        | CustomId::WithdrawDrawOffer { .. }
                        | CustomId::Rematch { .. }
                        | CustomId::Play { open: true, .. }
                        | CustomId::Thread { .. }
                )
        }
    }
}
