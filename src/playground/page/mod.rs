//! The page on which people play: plain HTML, style and scripts over the people's routes, embedded in the binary.
//!
//! This module knows nothing of the world or its state: the scripts fetch all that the page shows, as anybody could. Words of a
//! person or a bot reach the page as text nodes only. The policy below forbids everything that is not ours: inline
//! scripts and styles, other hosts, frames and forms that leave.

use axum::Router;
use axum::extract::Path;
use axum::http::{HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

/// What the browser may do with the page: load from and talk to this server, and nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HTML: &str = "text/html; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// Every file of the page: name, type and content.
const FILES: [(&str, &str, &str); 52] = [
    ("page.html", HTML, include_str!("assets/page.html")),
    ("page.css", STYLE, include_str!("assets/page.css")),
    ("shell.css", STYLE, include_str!("assets/shell.css")),
    ("people.css", STYLE, include_str!("assets/people.css")),
    ("scenes.css", STYLE, include_str!("assets/scenes.css")),
    ("message.css", STYLE, include_str!("assets/message.css")),
    ("controls.css", STYLE, include_str!("assets/controls.css")),
    ("composer.css", STYLE, include_str!("assets/composer.css")),
    ("icon.svg", "image/svg+xml", include_str!("assets/icon.svg")),
    ("api.js", SCRIPT, include_str!("assets/api.js")),
    ("arrange.js", SCRIPT, include_str!("assets/arrange.js")),
    ("cards.js", SCRIPT, include_str!("assets/cards.js")),
    ("choices.js", SCRIPT, include_str!("assets/choices.js")),
    ("command.js", SCRIPT, include_str!("assets/command.js")),
    ("commands.js", SCRIPT, include_str!("assets/commands.js")),
    ("components.js", SCRIPT, include_str!("assets/components.js")),
    ("composer.js", SCRIPT, include_str!("assets/composer.js")),
    ("dom.js", SCRIPT, include_str!("assets/dom.js")),
    ("embed.js", SCRIPT, include_str!("assets/embed.js")),
    ("faults.js", SCRIPT, include_str!("assets/faults.js")),
    ("filepill.js", SCRIPT, include_str!("assets/filepill.js")),
    ("files.js", SCRIPT, include_str!("assets/files.js")),
    ("head.js", SCRIPT, include_str!("assets/head.js")),
    ("icons.js", SCRIPT, include_str!("assets/icons.js")),
    ("inline.js", SCRIPT, include_str!("assets/inline.js")),
    ("interact.js", SCRIPT, include_str!("assets/interact.js")),
    ("json.js", SCRIPT, include_str!("assets/json.js")),
    ("keys.js", SCRIPT, include_str!("assets/keys.js")),
    ("line.js", SCRIPT, include_str!("assets/line.js")),
    ("log.js", SCRIPT, include_str!("assets/log.js")),
    ("main.js", SCRIPT, include_str!("assets/main.js")),
    ("markdown.js", SCRIPT, include_str!("assets/markdown.js")),
    ("members.js", SCRIPT, include_str!("assets/members.js")),
    ("message.js", SCRIPT, include_str!("assets/message.js")),
    ("modal.js", SCRIPT, include_str!("assets/modal.js")),
    ("news.js", SCRIPT, include_str!("assets/news.js")),
    ("patch.js", SCRIPT, include_str!("assets/patch.js")),
    ("pill.js", SCRIPT, include_str!("assets/pill.js")),
    ("scenes.js", SCRIPT, include_str!("assets/scenes.js")),
    ("select.js", SCRIPT, include_str!("assets/select.js")),
    ("sheets.js", SCRIPT, include_str!("assets/sheets.js")),
    ("sidebar.js", SCRIPT, include_str!("assets/sidebar.js")),
    ("sides.js", SCRIPT, include_str!("assets/sides.js")),
    ("store.js", SCRIPT, include_str!("assets/store.js")),
    ("times.js", SCRIPT, include_str!("assets/times.js")),
    ("traffic.js", SCRIPT, include_str!("assets/traffic.js")),
    ("troubles.js", SCRIPT, include_str!("assets/troubles.js")),
    ("typing.js", SCRIPT, include_str!("assets/typing.js")),
    ("viewport.js", SCRIPT, include_str!("assets/viewport.js")),
    ("welcome.js", SCRIPT, include_str!("assets/welcome.js")),
    ("who.js", SCRIPT, include_str!("assets/who.js")),
    ("wire.js", SCRIPT, include_str!("assets/wire.js")),
];

/// The routes of the page: `/` is the page itself, `/page/{name}` its files.
pub(crate) fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new()
        .route("/", get(async || file("page.html")))
        .route("/page/{name}", get(named))
}

async fn named(Path(name): Path<String>) -> Response {
    file(&name)
}

fn file(name: &str) -> Response {
    let Some((_, kind, content)) = FILES.iter().find(|(known, _, _)| *known == name) else {
        return (StatusCode::NOT_FOUND, "There is no such file.\n").into_response();
    };
    let headers: [(HeaderName, &str); 6] = [
        (header::CONTENT_TYPE, kind),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
        // The binary may be another one tomorrow on the same port.
        (header::CACHE_CONTROL, "no-store"),
    ];
    (headers, *content).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asset(name: &str) -> &'static str {
        FILES
            .iter()
            .find(|(known, _, _)| *known == name)
            .map(|(_, _, content)| *content)
            .unwrap_or_default()
    }

    fn scripts() -> impl Iterator<Item = (&'static str, &'static str)> {
        FILES
            .iter()
            .filter(|(_, kind, _)| *kind == SCRIPT)
            .map(|(name, _, content)| (*name, *content))
    }

    #[test]
    fn every_file_has_a_policy_that_lets_nothing_in() {
        for (name, kind, _) in FILES {
            let response = file(name);
            assert_eq!(response.status(), StatusCode::OK, "{name}");
            assert_eq!(response.headers()[header::CONTENT_TYPE], kind, "{name}");
            assert_eq!(response.headers()[header::CONTENT_SECURITY_POLICY], POLICY, "{name}");
            assert_eq!(response.headers()[header::X_CONTENT_TYPE_OPTIONS], "nosniff", "{name}");
        }
        assert!(!POLICY.contains("unsafe") && !POLICY.contains("data:") && !POLICY.contains('*'));
        assert_eq!(file("../page.html").status(), StatusCode::NOT_FOUND);
    }

    #[test]
    fn whatever_the_page_and_its_scripts_name_is_there() {
        let named = |text: &'static str, before: &'static str| {
            text.split(before).skip(1).filter_map(|rest| rest.split('"').next())
        };
        for path in named(asset("page.html"), "\"/page/") {
            assert!(!asset(path).is_empty(), "page.html names {path}");
        }
        for (script, text) in scripts() {
            for path in named(text, "from \"./") {
                assert!(!asset(path).is_empty(), "{script} names {path}");
            }
        }
        let used = |name: &str| {
            asset("page.html").contains(&format!("/page/{name}"))
                || scripts().any(|(_, text)| text.contains(&format!("\"./{name}\"")))
        };
        for (name, _, _) in FILES.iter().filter(|(name, _, _)| *name != "page.html") {
            assert!(used(name), "nothing names {name}");
        }
    }

    #[test]
    fn nothing_typed_can_become_markup() {
        let doors = [
            "innerHTML",
            "outerHTML",
            "insertAdjacentHTML",
            "document.write",
            "eval(",
            "new Function",
            "DOMParser",
            "srcdoc",
        ];
        for (script, text) in scripts() {
            for door in doors {
                assert!(!text.contains(door), "{script} has {door}");
            }
        }
        let page = asset("page.html");
        for handler in [
            " onclick",
            " onload",
            " onerror",
            "style=",
            "javascript:",
            "<style",
            "http://",
            "https://",
        ] {
            assert!(!page.contains(handler), "page.html has {handler}");
        }
        assert_eq!(page.matches("<script").count(), 1);
    }
}
