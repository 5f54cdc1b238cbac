//! Bots of other libraries than the one that whistle uses, against the playground: whatever works with Discord must work with it.
//!
//! Each library has a small bot in `bots`, which is what somebody would write who knows that library, and nothing in it
//! knows the playground but for its address. One [`story`] is played with all of them, from the side of the people, and
//! ends with everything that was on the wire being held against Discord's description. See [`bot`] for when it is played.

mod bot;
#[path = "../support/kit.rs"]
mod kit;
mod story;
#[path = "../support/openapi.rs"]
mod support;

use bot::Library;

#[tokio::test]
async fn a_bot_of_discord_js_plays_the_story() {
    story::play(&Library {
        tool: "WHISTLE_NODE_MODULES",
        script: "with_discord_js.js",
        forbidden: "DiscordAPIError",
        invalid: "DiscordAPIError",
        revives: true,
    })
    .await;
}

#[tokio::test]
async fn a_bot_of_discord_py_plays_the_story() {
    story::play(&Library {
        tool: "WHISTLE_PYTHON",
        script: "with_discord_py.py",
        forbidden: "Forbidden",
        invalid: "HTTPException",
        revives: true,
    })
    .await;
}

#[tokio::test]
async fn a_bot_of_disnake_plays_the_story() {
    story::play(&Library {
        tool: "WHISTLE_PYTHON",
        script: "with_disnake.py",
        forbidden: "Forbidden",
        invalid: "HTTPException",
        revives: true,
    })
    .await;
}

#[tokio::test]
async fn a_bot_of_interactions_py_plays_the_story() {
    story::play(&Library {
        tool: "WHISTLE_PYTHON",
        script: "with_interactions_py.py",
        forbidden: "Forbidden",
        invalid: "HTTPException",
        revives: false,
    })
    .await;
}

#[tokio::test]
async fn a_bot_of_oceanic_plays_the_story() {
    story::play(&Library {
        tool: "WHISTLE_NODE_MODULES",
        script: "with_oceanic.js",
        forbidden: "DiscordRESTError",
        invalid: "DiscordRESTError",
        revives: true,
    })
    .await;
}

#[tokio::test]
async fn a_bot_of_hikari_plays_the_story() {
    story::play(&Library {
        tool: "WHISTLE_PYTHON",
        script: "with_hikari.py",
        forbidden: "ForbiddenError",
        invalid: "BadRequestError",
        revives: true,
    })
    .await;
}
