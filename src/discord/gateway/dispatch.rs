//! The way of an event to poise, which routes commands, and to the bot's own handlers. Events of the gateway and interactions
//! by HTTP take the same way.
//!
//! poise wants serenity's context of a shard with every event. An interaction by HTTP belongs to no shard, so the context of
//! the last session start stands in: nothing looks at the shard behind it.

use std::convert::Infallible;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::{Context, FullEvent, Interaction};
use tokio::sync::watch;
use tokio::time::timeout;

use super::elsewhere;
use crate::discord::app::{App, take_in_hand};
use crate::discord::limits;
use crate::store::Cluster;

/// How long it may take to look up whether an interaction was answered: its person waits.
const LOOK_UP: Duration = Duration::from_millis(limits::ANSWER_MS / 4);
/// How long an interaction may wait for the first session start and still be answered in time.
const PATIENCE: Duration = Duration::from_millis(limits::ANSWER_MS / 4);

/// How long Discord may wait for the answer to an event.
const EVENT_PATIENCE: Duration = Duration::from_millis(limits::ANSWER_MS / 2);

/// poise's framework for this bot.
pub(in crate::discord) type Framework = poise::Framework<Arc<App>, Infallible>;

/// Dispatches interactions that do not come over the gateway. Clones share the same state.
#[derive(Clone, Default)]
pub(in crate::discord) struct Dispatch(watch::Sender<Option<Connected>>);

/// What there is from the first session start on.
#[derive(Clone)]
struct Connected {
    framework: Arc<Framework>,
    app: Arc<App>,
    context: Context,
}

impl Connected {
    /// Whether there is a connection whose bot has not stopped.
    fn serves(connected: &Option<Connected>) -> bool {
        connected
            .as_ref()
            .is_some_and(|connected| !connected.app.in_flight.is_closed())
    }
}

impl Dispatch {
    /// What there is, if the bot is connected for the first time soon and does not stop.
    async fn serving(&self) -> Option<Connected> {
        let mut first = self.0.subscribe();
        let first = timeout(PATIENCE, first.wait_for(Connected::serves)).await;
        let connected = first.ok().and_then(|first| first.ok()?.clone());
        connected.filter(|connected| !connected.app.in_flight.is_closed())
    }

    /// Forgets somebody who has deauthorised the application at the moment `at` (milliseconds since the epoch), and lets them
    /// leave all tables before. An event that comes twice or late does nothing to who has come back since. Returns whether that is
    /// done in time; what is not done in time goes on all the same.
    pub(in crate::discord) async fn deauthorized(&self, person: u64, at: i64) -> bool {
        let Some(Connected { app, .. }) = self.serving().await else {
            return false;
        };
        let Some(token) = take_in_hand(&app.in_flight) else {
            return false;
        };
        let forgets = tokio::spawn(async move {
            let _token = token;
            let forgotten = app.referee.let_go(person, at).await;
            app.messages.people().reopen(person).await;
            forgotten.inspect_err(|denied| tracing::warn!(%denied, "who deauthorised the bot is not forgotten yet"))
        });
        matches!(timeout(EVENT_PATIENCE, forgets).await, Ok(Ok(Ok(()))))
    }

    /// Dispatches an interaction as if the gateway had brought it. Returns once a handler has it in hand, and will finish it
    /// whatever happens. Returns false, with nothing done, if the bot is not connected for the first time soon, and when it
    /// stops.
    pub(in crate::discord) async fn interaction(&self, interaction: Interaction) -> bool {
        let Some(Connected {
            framework,
            app,
            context,
        }) = self.serving().await
        else {
            return false;
        };
        let id = interaction.id().get();
        app.passed.on(id, None, false);
        let event = FullEvent::InteractionCreate { interaction };
        let dispatched = tokio::spawn(async move { serenity::Framework::dispatch(&*framework, context, event).await });
        tokio::select! {
            biased;
            () = app.passed.is_taken(id) => true,
            // No handler takes it, or the bot has stopped in this very moment.
            _ = dispatched => !app.in_flight.is_closed(),
        }
    }

    /// The same for an interaction that came as this JSON from Discord, and may belong to another bot's table.
    pub(in crate::discord) async fn arrived(&self, interaction: Interaction, json: &str) -> bool {
        let Some(Connected { app, .. }) = self.serving().await else {
            return false;
        };
        let Some(shard) = elsewhere::shard(&app, &interaction).await else {
            return self.interaction(interaction).await;
        };
        let Some(token) = take_in_hand(&app.in_flight) else {
            return false;
        };
        let json = json.to_owned();
        tokio::spawn(async move {
            let _token = token;
            elsewhere::hand_over(&app, &interaction, shard, &json).await;
        });
        true
    }

    /// For ever dispatches what other bots hand over, from the first session start on.
    pub(in crate::discord) async fn take_over(&self, cluster: &Cluster) {
        let mut first = self.0.subscribe();
        let connected = first.wait_for(Connected::serves).await.map(drop);
        if connected.is_err() {
            return;
        }
        let taken = |json: String| {
            let dispatch = self.clone();
            tokio::spawn(async move {
                let interaction = elsewhere::read(&json);
                let dispatched = match interaction {
                    Some(interaction) => dispatch.interaction(interaction).await,
                    None => false,
                };
                if !dispatched {
                    tracing::warn!("an interaction that another bot handed over was not handled");
                }
            });
        };
        cluster.take_over(taken).await;
    }

    /// The framework for a gateway client.
    pub(in crate::discord) fn of_gateway(&self, framework: Framework, app: &Arc<OnceLock<Arc<App>>>) -> FromGateway {
        FromGateway {
            framework: Arc::new(framework),
            app: Arc::clone(app),
            dispatch: self.clone(),
        }
    }
}

/// Whether the bot that had the shard before may have answered an interaction. Where that cannot be found out nothing is done, since
/// what somebody was refused must not be done: whoever has no answer reads so at Discord.
async fn may_be_answered(app: &App, interaction: &Interaction) -> bool {
    let token = match interaction {
        Interaction::Command(command) => &command.token,
        Interaction::Component(pressed) => &pressed.token,
        Interaction::Modal(form) => &form.token,
        // Nothing is done by it, so it may be answered once more.
        _ => return false,
    };
    timeout(LOOK_UP, app.api.may_be_answered(token)).await != Ok(false)
}

/// Whether another bot has answered an interaction that the gateway brought, or gets it now.
pub(in crate::discord) async fn is_for_others(app: &App, interaction: &Interaction) -> bool {
    let id = interaction.id().get();
    if app.passed.may_be_answered(id) && may_be_answered(app, interaction).await {
        app.passed.taken(id);
        return true;
    }
    if let Some(frame) = app.passed.frame(id)
        && let Some(shard) = elsewhere::shard(app, interaction).await
        && let Some(json) = elsewhere::of_frame(&frame)
    {
        elsewhere::hand_over(app, interaction, shard, &json).await;
        return true;
    }
    false
}

/// poise's framework, as the gateway client calls it.
pub(in crate::discord) struct FromGateway {
    framework: Arc<Framework>,
    /// There before anything but a session start is dispatched.
    app: Arc<OnceLock<Arc<App>>>,
    dispatch: Dispatch,
}

#[serenity::async_trait]
impl serenity::Framework for FromGateway {
    async fn init(&mut self, client: &serenity::Client) {
        // Nobody shares it before the first event.
        if let Some(framework) = Arc::get_mut(&mut self.framework) {
            framework.init(client).await;
        }
    }

    async fn dispatch(&self, context: Context, event: FullEvent) {
        // Only what comes over the gateway is a sign of life of the gateway.
        let shard = context.shard_id.0;
        let hear = |event: &FullEvent| self.app.get().map(|app| app.shard_health.hear(shard, event));
        let early = hear(&event).is_none().then(|| event.clone());
        let ready = matches!(event, FullEvent::Ready { .. });
        if let (true, Some(app)) = (ready, self.app.get()) {
            self.connected(app, context.clone());
        }
        if let FullEvent::InteractionCreate { interaction } = &event
            && let Some(app) = self.app.get()
            && is_for_others(app, interaction).await
        {
            return;
        }
        let late = (ready && early.is_some()).then(|| context.clone());
        self.framework.dispatch(context, event).await;
        // poise has waited for the app.
        if let Some(event) = early {
            hear(&event);
        }
        if let (Some(context), Some(app)) = (late, self.app.get()) {
            self.connected(app, context);
        }
    }
}

impl FromGateway {
    fn connected(&self, app: &Arc<App>, context: Context) {
        self.dispatch.0.send_replace(Some(Connected {
            framework: Arc::clone(&self.framework),
            app: Arc::clone(app),
            context,
        }));
    }
}
