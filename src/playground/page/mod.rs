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

/// The files of these names, each with its content.
macro_rules! files {
    ($($name:literal)*) => { &[$(($name, include_str!(concat!("assets/", $name)))),*] };
}

/// Every file of the page: name and content.
const FILES: &[(&str, &str)] = files! {
    "page.html" "page.css" "shell.css" "people.css" "scenes.css" "message.css" "controls.css" "composer.css"
    "icon.svg"
    "api.js" "arrange.js" "cards.js" "choices.js" "command.js" "commands.js" "components.js" "composer.js" "dom.js"
    "embed.js" "faults.js" "filepill.js" "files.js" "head.js" "icons.js" "inline.js" "interact.js" "json.js" "keys.js"
    "line.js" "log.js" "main.js" "markdown.js" "members.js" "message.js" "modal.js" "news.js" "patch.js" "pill.js"
    "scenes.js" "select.js" "sheets.js" "sidebar.js" "sides.js" "store.js" "times.js" "traffic.js" "troubles.js"
    "typing.js" "viewport.js" "welcome.js" "who.js" "wire.js"
};

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
    let Some((_, content)) = FILES.iter().find(|(known, _)| *known == name) else {
        return (StatusCode::NOT_FOUND, "There is no such file.\n").into_response();
    };
    let headers: [(HeaderName, &str); 6] = [
        (header::CONTENT_TYPE, kind(name)),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
        // The binary may be another one tomorrow on the same port.
        (header::CACHE_CONTROL, "no-store"),
    ];
    (headers, *content).into_response()
}

/// The type of a file, by the ending of its name.
fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "text/javascript; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asset(name: &str) -> &'static str {
        FILES
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, content)| *content)
            .unwrap_or_default()
    }

    fn scripts() -> impl Iterator<Item = (&'static str, &'static str)> {
        FILES.iter().filter(|(name, _)| name.ends_with(".js")).copied()
    }

    #[test]
    fn every_file_has_a_policy_that_lets_nothing_in() {
        let kinds = [
            ("page.html", "text/html; charset=utf-8"),
            ("page.css", "text/css; charset=utf-8"),
            ("icon.svg", "image/svg+xml"),
            ("main.js", "text/javascript; charset=utf-8"),
        ];
        for (name, kind) in kinds {
            assert_eq!(file(name).headers()[header::CONTENT_TYPE], kind, "{name}");
        }
        for (name, _) in FILES {
            let response = file(name);
            assert_eq!(response.status(), StatusCode::OK, "{name}");
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
        for (name, _) in FILES.iter().filter(|(name, _)| *name != "page.html") {
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
