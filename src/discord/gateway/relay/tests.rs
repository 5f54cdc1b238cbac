//! The relay between a shard and a gateway, both played by the test.

use serde_json::json;
use tokio_tungstenite::{accept_async, connect_async};

use super::*;

/// A gateway to which shards come, and a relay to it.
struct Stage {
    listener: TcpListener,
    relay: Relay,
    passed: Passed,
    url: String,
}

/// One end of a connection.
struct End<S>(WebSocketStream<S>);

impl<S: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin> End<S> {
    async fn say(&mut self, frame: Value) {
        self.0.send(Message::text(frame.to_string())).await.expect("it is sent");
    }

    /// The next frame.
    async fn hears(&mut self) -> Value {
        match self.next().await {
            Some(Message::Text(text)) => serde_json::from_str(&text).expect("JSON"),
            other => panic!("no frame but {other:?}"),
        }
    }

    /// What comes next; `None` if the connection has ended.
    async fn next(&mut self) -> Option<Message> {
        let next = timeout(Duration::from_secs(20), self.0.next()).await;
        next.expect("something comes").and_then(Result::ok)
    }

    async fn close_code(&mut self) -> Option<u16> {
        match self.next().await {
            Some(Message::Close(frame)) => frame.map(|frame| frame.code.into()),
            None => None,
            other => panic!("no close but {other:?}"),
        }
    }
}

type GatewayEnd = End<TcpStream>;
type ShardEnd = End<MaybeTlsStream<TcpStream>>;

impl Stage {
    async fn open() -> Stage {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let passed = Passed::default();
        let relay = Relay::open(passed.clone()).await.expect("a port");
        let url = relay.to(&format!("ws://{address}/gateway"));
        relay.release();
        Stage {
            listener,
            relay,
            passed,
            url,
        }
    }

    /// Another relay to the same gateway, which goes on with these sessions.
    async fn next(self, sessions: Vec<Session>) -> Stage {
        let passed = Passed::default();
        let relay = Relay::open(passed.clone()).await.expect("a port");
        let url = relay.to(&lock(&self.relay.shared.known).gateway);
        relay.inherit(sessions);
        relay.release();
        Stage {
            relay,
            passed,
            url,
            ..self
        }
    }

    /// A shard that connects as serenity does, after HELLO.
    async fn connect(&self) -> (ShardEnd, GatewayEnd) {
        let url = format!("{}?v=10", self.url);
        let (shard, gateway) = tokio::join!(connect_async(&url), async {
            let (stream, _) = self.listener.accept().await.expect("a connection");
            accept_async(stream).await.expect("a handshake")
        });
        let (mut shard, mut gateway) = (End(shard.expect("a connection").0), End(gateway));
        gateway
            .say(json!({ "op": 10, "d": { "heartbeat_interval": 41250 } }))
            .await;
        assert_eq!(shard.hears().await["op"], 10);
        (shard, gateway)
    }

    /// A shard with a session, whose last event has this number.
    async fn begun(&self, seq: u64) -> (ShardEnd, GatewayEnd) {
        let (mut shard, mut gateway) = self.connect().await;
        shard.say(identify()).await;
        let wanted = gateway.hears().await;
        assert_eq!((&wanted["op"], &wanted["d"]["compress"]), (&json!(2), &json!(false)));
        gateway.say(self.ready()).await;
        assert_eq!(shard.hears().await["t"], "READY");
        for seq in 2..=seq {
            gateway.say(event(seq)).await;
            assert_eq!(shard.hears().await["s"], seq);
        }
        (shard, gateway)
    }

    fn ready(&self) -> Value {
        let address = self.listener.local_addr().expect("an address");
        json!({ "t": "READY", "s": 1, "op": 0, "d": {
            "session_id": "abc", "resume_gateway_url": format!("ws://{address}/resume"), "user": { "id": "7" },
            "guilds": [{ "id": "5", "unavailable": true }],
        } })
    }
}

fn identify() -> Value {
    json!({ "op": 2, "d": { "token": "T", "compress": true, "shard": [0, 1], "intents": 1 } })
}

fn event(seq: u64) -> Value {
    json!({ "t": "MESSAGE_CREATE", "s": seq, "op": 0, "d": { "id": "1" } })
}

#[tokio::test]
async fn a_session_is_handed_over_and_resumed_with_what_came_meanwhile() {
    let stage = Stage::open().await;
    let (mut shard, mut gateway) = stage.begun(3).await;
    gateway.say(json!({ "op": 11, "d": null })).await;
    assert_eq!(shard.hears().await["op"], 11, "an answer to a heartbeat");
    let sessions = stage.relay.stop().await;
    assert_eq!(gateway.close_code().await, Some(LEAVES_THE_SESSION));

    let stage = stage.next(sessions).await;
    assert_eq!(stage.relay.inherited(), Some(1));
    let (mut shard, mut gateway) = stage.connect().await;
    shard.say(identify()).await;
    let resume = json!({ "op": 6, "d": { "token": "T", "session_id": "abc", "seq": 3 } });
    assert_eq!(gateway.hears().await, resume);
    gateway.say(event(4)).await;
    let ready = shard.hears().await;
    assert_eq!((&ready["t"], &ready["s"]), (&json!("READY"), &json!(3)));
    assert_eq!(ready["d"]["guilds"], json!([{ "id": "5", "unavailable": true }]));
    assert_eq!(ready["d"]["user"]["id"], "7");
    assert_eq!(shard.hears().await, event(4));
    gateway.say(json!({ "t": "RESUMED", "s": 5, "op": 0, "d": {} })).await;
    assert_eq!(shard.hears().await["t"], "RESUMED");

    // And once more, from where this one has come.
    let stage = {
        let sessions = stage.relay.stop().await;
        stage.next(sessions).await
    };
    let (mut shard, mut gateway) = stage.connect().await;
    shard.say(identify()).await;
    assert_eq!(gateway.hears().await["d"]["seq"], 5);
}

#[tokio::test]
async fn a_shard_is_connected_before_there_is_a_session_for_it() {
    let mut stage = Stage::open().await;
    let both = stage.begun(3).await;
    let before = stage.relay;
    stage.relay = Relay::open(Passed::default()).await.expect("a port");
    stage.url = stage.relay.to(&lock(&before.shared.known).gateway);
    stage.relay.inherit(before.sessions());
    let (mut shard, mut gateway) = stage.connect().await;
    shard.say(identify()).await;
    stage.relay.all_held(1).await;
    shard.say(json!({ "op": 1, "d": null })).await;
    assert_eq!(gateway.hears().await["op"], 1, "a heartbeat, and nothing before it");

    let (mut old_shard, mut old_gateway) = both;
    old_gateway.say(event(4)).await;
    assert_eq!(old_shard.hears().await, event(4), "the one before still serves");
    stage.relay.inherit(before.stop().await);
    stage.relay.release();
    assert_eq!(gateway.hears().await["d"]["seq"], 4);
}

/// Who pressed while nobody was there has read that nobody answers, and may have pressed again.
#[tokio::test]
async fn a_press_that_nobody_waits_for_any_more_is_not_passed_on_when_a_session_is_handed_over() {
    let press = |id: i64, seq: u64| {
        let id = ((id - 1_420_070_400_000) << 22).to_string();
        json!({ "t": "INTERACTION_CREATE", "s": seq, "op": 0, "d": { "id": id } })
    };
    let stage = Stage::open().await;
    let both = stage.begun(3).await;
    let sessions = stage.relay.stop().await.into_iter();
    let sessions = sessions.filter_map(|session| Session::of_kept(&session.kept()?));
    drop(both);
    let sessions = sessions.collect();
    let stage = stage.next(sessions).await;
    let (mut shard, mut gateway) = stage.connect().await;
    shard.say(identify()).await;
    assert_eq!(gateway.hears().await["op"], 6);
    let (late, in_time) = (press(epoch_ms() - 10_000, 4), press(epoch_ms(), 5));
    gateway.say(late).await;
    assert_eq!(shard.hears().await["t"], "READY");
    gateway.say(in_time.clone()).await;
    assert_eq!(shard.hears().await, in_time);
    let id = in_time["d"]["id"]
        .as_str()
        .and_then(|id| id.parse().ok())
        .expect("an id");
    assert!(
        stage.passed.may_be_answered(id),
        "the bot before has noted less than it has heard"
    );
    gateway.say(json!({ "t": "RESUMED", "s": 6, "op": 0, "d": {} })).await;
    assert_eq!(shard.hears().await["t"], "RESUMED");
    let from_now_on = press(epoch_ms() - 10_000, 7);
    gateway.say(from_now_on.clone()).await;
    assert_eq!(shard.hears().await, from_now_on, "by whatever clock");
}

#[tokio::test]
async fn where_discord_does_not_know_the_session_another_one_is_begun() {
    let old = json!({ "t": "INTERACTION_CREATE", "s": 2, "op": 0, "d": { "id": "77" } });
    let stage = Stage::open().await;
    let both = stage.begun(3).await;
    let sessions = stage.relay.stop().await;
    drop(both);
    let stage = stage.next(sessions).await;
    let (mut shard, mut gateway) = stage.connect().await;
    shard.say(identify()).await;
    assert_eq!(gateway.hears().await["op"], 6);
    gateway.say(json!({ "op": 9, "d": false })).await;
    let wanted = gateway.hears().await;
    assert_eq!((&wanted["op"], &wanted["d"]["token"]), (&json!(2), &json!("T")));
    gateway.say(stage.ready()).await;
    let ready = shard.hears().await;
    assert_eq!((&ready["t"], &ready["s"]), (&json!("READY"), &json!(1)));
    gateway.say(old.clone()).await;
    assert_eq!(
        shard.hears().await,
        old,
        "by whatever clock: this session repeats nothing"
    );
    assert_eq!(stage.relay.stop().await.len(), 1, "this one can be handed over again");
}

#[tokio::test]
async fn a_sequence_that_discord_refuses_is_refused_to_the_shard() {
    let stage = Stage::open().await;
    let both = stage.begun(3).await;
    let sessions = stage.relay.stop().await;
    drop(both);
    let stage = stage.next(sessions).await;
    let (mut shard, mut gateway) = stage.connect().await;
    shard.say(identify()).await;
    assert_eq!(gateway.hears().await["op"], 6);
    let close = CloseFrame {
        code: 4007.into(),
        reason: "".into(),
    };
    gateway.0.send(Message::Close(Some(close))).await.expect("it is sent");
    assert_eq!(shard.close_code().await, Some(4007));
    // The shard connects again, and now begins a session.
    let (mut shard, mut gateway) = stage.connect().await;
    shard.say(identify()).await;
    assert_eq!(gateway.hears().await["op"], 2);
}

#[tokio::test]
async fn a_connection_that_breaks_off_before_the_session_is_resumed_does_not_lose_the_session() {
    let stage = Stage::open().await;
    let both = stage.begun(3).await;
    let sessions = stage.relay.stop().await;
    drop(both);
    let stage = stage.next(sessions).await;
    for heard in [false, true] {
        let (mut shard, mut gateway) = stage.connect().await;
        shard.say(identify()).await;
        assert_eq!(gateway.hears().await["d"]["seq"], 3);
        if heard {
            gateway.say(event(4)).await;
            assert_eq!(shard.hears().await["t"], "READY");
            assert_eq!(shard.hears().await, event(4));
        }
        drop(gateway);
        assert!(shard.next().await.is_none(), "it breaks off");
    }
    let (mut shard, mut gateway) = stage.connect().await;
    shard.say(identify()).await;
    assert_eq!(gateway.hears().await["op"], 6, "it is still there");
    gateway.say(event(4)).await;
    gateway.say(json!({ "t": "RESUMED", "s": 5, "op": 0, "d": {} })).await;
    for kind in ["READY", "MESSAGE_CREATE", "RESUMED"] {
        assert_eq!(shard.hears().await["t"], kind);
    }
    drop(gateway);
    assert!(shard.next().await.is_none(), "it breaks off");
    // Whoever begins anew now wants another session.
    let (mut shard, mut gateway) = stage.connect().await;
    shard.say(identify()).await;
    assert_eq!(gateway.hears().await["op"], 2);
}

#[tokio::test]
async fn an_address_that_never_answers_leaves_time_for_the_next_one() {
    let stage = Stage::open().await;
    let both = stage.begun(3).await;
    let silent = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a port");
    let silent_at = silent.local_addr().expect("an address").to_string();
    let own = stage.listener.local_addr().expect("an address").to_string();
    let sessions = serde_json::to_string(&stage.relay.stop().await).expect("JSON");
    drop(both);
    let sessions = sessions.replace(&format!("ws://{own}/resume"), &format!("ws://{silent_at}/resume"));
    let stage = stage.next(serde_json::from_str(&sessions).expect("JSON")).await;
    let (mut shard, mut gateway) = stage.connect().await;
    shard.say(identify()).await;
    assert_eq!(gateway.hears().await["d"]["seq"], 3);
    assert!(silent.accept().await.is_ok(), "the other address was tried before");
}

#[tokio::test]
async fn a_session_that_the_shard_has_resumed_itself_is_handed_over_as_well() {
    let stage = Stage::open().await;
    let (shard, gateway) = stage.begun(5).await;
    drop(gateway);
    let mut shard = shard;
    assert!(shard.next().await.is_none(), "it breaks off as Discord did");
    let (mut shard, mut gateway) = stage.connect().await;
    let resume = json!({ "op": 6, "d": { "token": "T", "session_id": "abc", "seq": 4 } });
    shard.say(resume.clone()).await;
    assert_eq!(gateway.hears().await, resume);
    gateway.say(event(5)).await;
    gateway.say(event(6)).await;
    assert_eq!((shard.hears().await, shard.hears().await), (event(5), event(6)));
    let sessions = stage.relay.stop().await;
    let stage = stage.next(sessions).await;
    let (mut shard, mut gateway) = stage.connect().await;
    shard.say(identify()).await;
    assert_eq!(gateway.hears().await["d"]["seq"], 6);
}

#[tokio::test]
async fn a_session_of_another_number_of_shards_is_left_aside() {
    let stage = Stage::open().await;
    let both = stage.begun(2).await;
    let mut sessions = stage.relay.stop().await;
    drop(both);
    sessions[0].shards = 2;
    let stage = stage.next(sessions).await;
    assert_eq!(stage.relay.inherited(), None, "there is no second one");
    let (mut shard, mut gateway) = stage.connect().await;
    shard.say(identify()).await;
    assert_eq!(gateway.hears().await["op"], 2);
}

#[tokio::test]
async fn what_the_relay_has_passed_on_is_waited_for_and_after_its_stop_nothing_is() {
    let stage = Stage::open().await;
    let (mut shard, mut gateway) = stage.begun(1).await;
    let press = json!({ "t": "INTERACTION_CREATE", "s": 2, "op": 0, "d": { "id": "77" } });
    gateway.say(press.clone()).await;
    assert_eq!(shard.hears().await, press);
    let waited = timeout(
        Duration::from_millis(50),
        stage.passed.all_taken(Duration::from_secs(60)),
    );
    assert!(waited.await.is_err(), "nobody has it in hand");
    stage.passed.taken(77);
    stage.passed.all_taken(Duration::from_secs(60)).await;
    stage.relay.stop().await;
    gateway.say(event(3)).await;
    // Until the relay reads no more, a shard that is told to close is answered.
    shard.0.close(None).await.expect("it is sent");
    assert_eq!(shard.close_code().await, None);
}

#[tokio::test]
async fn a_form_with_labels_reaches_the_shard_in_rows_and_all_else_as_it_came() {
    let stage = Stage::open().await;
    let (mut shard, mut discord) = stage.begun(1).await;
    let form = |parts: Value| {
        let interaction = json!({ "id": "9", "type": 5, "data": { "custom_id": "form", "components": [parts] } });
        json!({ "t": "INTERACTION_CREATE", "s": 2, "op": 0, "d": interaction })
    };
    let select = json!({ "type": 3, "custom_id": "menu", "values": ["one", "two"] });
    discord.say(form(json!({ "type": 18, "component": select }))).await;
    let input = json!({ "type": 4, "custom_id": "menu", "value": "one two" });
    let row = form(json!({ "type": 1, "components": [input] }));
    assert_eq!(shard.hears().await, row);
    discord.say(row.clone()).await;
    assert_eq!(shard.hears().await, row);
}

#[tokio::test]
async fn a_shard_that_closes_closes_at_discord() {
    let stage = Stage::open().await;
    let (mut shard, mut gateway) = stage.begun(1).await;
    let close = CloseFrame {
        code: 1000.into(),
        reason: "".into(),
    };
    shard.0.close(Some(close)).await.expect("it is sent");
    assert_eq!(gateway.close_code().await, Some(1000));
    assert_eq!(shard.close_code().await, Some(1000), "the shard is answered");
}

#[tokio::test]
async fn whoever_does_not_know_the_path_is_turned_away() {
    let stage = Stage::open().await;
    let base = stage.url.rsplit_once('/').expect("a path").0;
    for path in ["", "/", "/gateway", "/00112233"] {
        assert!(connect_async(format!("{base}{path}")).await.is_err(), "{path}");
    }
    assert!(
        timeout(Duration::from_millis(50), stage.listener.accept())
            .await
            .is_err()
    );
}

#[tokio::test]
async fn where_discord_cannot_be_reached_neither_can_the_relay() {
    let stage = Stage::open().await;
    let url = stage.url.clone();
    let Stage { relay, listener, .. } = stage;
    drop(listener);
    assert!(connect_async(url).await.is_err());
    drop(relay);
}

/// Each would take the session from the other, over and over.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_may_have_lost_a_shard_does_not_take_its_session_back() {
    let Some(address) = crate::store::testing::new_address().await else {
        return;
    };
    let database = crate::store::Database::Server(address);
    let (store, _right) = crate::store::Store::serve(&database).await.expect("a store");
    let stage = Stage::open().await;
    let kept = store.sessions().expect("a server's");
    stage.relay.turns().share(kept.clone());
    drop(stage.begun(2).await);
    let resume = json!({ "op": 6, "d": { "token": "T", "session_id": "abc", "seq": 2 } });
    let (mut shard, mut gateway) = stage.connect().await;
    shard.say(resume.clone()).await;
    assert_eq!(gateway.hears().await["op"], 6);
    drop((shard, gateway));
    kept.doubt(true);
    let (mut shard, mut gateway) = stage.connect().await;
    shard.say(resume.clone()).await;
    shard.say(json!({ "op": 1, "d": null })).await;
    assert_eq!(gateway.hears().await["op"], 1, "a heartbeat, and nothing before it");
    kept.doubt(false);
    assert_eq!(gateway.hears().await, resume);
}

#[tokio::test]
async fn a_session_that_discord_never_takes_up_is_given_up_for_another_one() {
    let stage = Stage::open().await;
    let both = stage.begun(3).await;
    let sessions = stage.relay.stop().await;
    drop(both);
    let stage = stage.next(sessions).await;
    for op in [6, 6, 6, 2] {
        let (mut shard, mut gateway) = stage.connect().await;
        shard.say(identify()).await;
        assert_eq!(gateway.hears().await["op"], op);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_identify_waits_for_the_turn_that_another_bot_has() {
    const KEEP: Duration = Duration::from_secs(1);
    let Some(address) = crate::store::testing::new_address().await else {
        return;
    };
    let database = crate::store::Database::Server(address);
    let half = async |own| {
        let shards = crate::store::Shards::new(own, 8).expect("shards");
        crate::store::Store::serve_shards(&database, crate::store::WantedShards::These(shards))
            .await
            .expect("a store")
    };
    let ((low, _low), (high, _high)) = (half(0..4).await, half(4..8).await);
    let stage = Stage::open().await;
    stage.relay.turns().allow(2);
    stage.relay.turns().share(low.sessions().expect("other bots"));
    high.cluster().expect("other bots").take_turn(1, KEEP).await;
    let begun = std::time::Instant::now();
    let (mut other, mut gateway) = stage.connect().await;
    let of = |shard: u32| json!({ "op": 2, "d": { "token": "T", "shard": [shard, 8] } });
    other.say(of(3)).await;
    // A connection that waits passes on what else is said.
    other.say(json!({ "op": 1, "d": null })).await;
    assert_eq!(gateway.hears().await["op"], 1);
    let (mut free, mut beside) = stage.connect().await;
    free.say(of(2)).await;
    assert_eq!(beside.hears().await["d"]["shard"], json!([2, 8]), "its turn is free");
    assert_eq!(gateway.hears().await["d"]["shard"], json!([3, 8]));
    assert!(
        begun.elapsed() >= KEEP - Duration::from_millis(100),
        "{:?}",
        begun.elapsed()
    );
}
