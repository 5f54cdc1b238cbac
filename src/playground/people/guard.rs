//! Decides who may speak to the playground. The playground has no passwords: whoever reaches it can act as anybody. So only this
//! machine may reach it, and no page but its own.
//!
//! A page from elsewhere gives itself away: a browser says in `Origin` and `Sec-Fetch-Site` where a request comes from. A page whose
//! name was made to point here (DNS rebinding) gives itself away by its name in `Host`. The only right name is `localhost`; an
//! address is right, too, because nobody can make an address point elsewhere.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Request, State as Held};
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::No;
use crate::playground::App;

/// Where a request comes from, in the browser's words.
const FETCH_SITE: &str = "sec-fetch-site";

/// For the people's routes: by the right name, and from no page but ours.
pub(super) async fn guard_people(Held(app): Held<Arc<App>>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let mut response = match to_here(&app, headers) && from_our_page(headers) {
        true => next.run(request).await,
        false => No::forbidden("people are served on this machine only").into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::CACHE_CONTROL, "no-store"),
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; frame-ancestors 'none'",
        ),
    ] {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
    response
}

/// For the page and its files: by the right name. A link from anywhere may lead to the page, but nothing else may load its files.
pub(crate) async fn guard_page(Held(app): Held<Arc<App>>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let linked = request.method() == Method::GET && text(headers, "sec-fetch-mode") == Some("navigate");
    let mut response = match to_here(&app, headers) && (linked || from_our_page(headers)) {
        true => next.run(request).await,
        false => No::forbidden("the page is served on this machine only").into_response(),
    };
    let headers = response.headers_mut();
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
    headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    response
}

/// For bots, whose side knows no pages at all. Names of other hosts are for those who said that they may be reached by them.
pub(crate) async fn guard_bots(Held(app): Held<Arc<App>>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    match (app.config.allow_remote || to_here(&app, headers)) && from_our_page(headers) {
        true => next.run(request).await,
        false => No::forbidden("bots are served on this machine only").into_response(),
    }
}

/// A header's text; one that is no text is nobody's name.
fn text<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers.get(name).map(|value| value.to_str().unwrap_or("?"))
}

/// Whether a request comes from no page, or from one that this server served under the same name.
fn from_our_page(headers: &HeaderMap) -> bool {
    let site = matches!(text(headers, FETCH_SITE), None | Some("same-origin" | "none"));
    let host = text(headers, header::HOST.as_str());
    let origin = match text(headers, header::ORIGIN.as_str()) {
        None => true,
        Some(origin) => origin
            .strip_prefix("http://")
            .is_some_and(|own| host.is_some_and(|host| own.eq_ignore_ascii_case(host))),
    };
    site && origin
}

/// Whether a request was meant for this server.
fn to_here(app: &App, headers: &HeaderMap) -> bool {
    let mut hosts = headers.get_all(header::HOST).iter();
    let (host, more) = (hosts.next(), hosts.next());
    let host = host.and_then(|host| host.to_str().ok());
    more.is_none() && host.is_some_and(|host| is_ours(host, app.addr, app.config.allow_remote))
}

/// Whether `host` or `host:port` is a name of ours: this machine's own, or an address that we were told to listen on.
fn is_ours(host: &str, bound: SocketAddr, allow_remote: bool) -> bool {
    let (name, port) = match host.strip_prefix('[') {
        Some(rest) => rest.split_once(']').unwrap_or((rest, "?")),
        None => host
            .split_once(':')
            .map_or((host, ""), |(name, _)| (name, &host[name.len()..])),
    };
    let numeric = |port: &str| !port.is_empty() && port.bytes().all(|b| b.is_ascii_digit());
    if !port.is_empty() && !port.strip_prefix(':').is_some_and(numeric) {
        return false;
    }
    if name.eq_ignore_ascii_case("localhost") {
        return true;
    }
    name.parse::<IpAddr>()
        .is_ok_and(|ip| ip.is_loopback() || allow_remote && (bound.ip().is_unspecified() || bound.ip() == ip))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        let pair = |(name, value): &(&'static str, &str)| {
            (header::HeaderName::from_static(name), value.parse().expect("a header"))
        };
        pairs.iter().map(pair).collect()
    }

    #[test]
    fn only_addresses_of_ours_and_localhost_are_right() {
        let (here, all): (SocketAddr, SocketAddr) = ("127.0.0.1:80".parse().unwrap(), "0.0.0.0:80".parse().unwrap());
        for host in [
            "127.0.0.1:80",
            "127.0.0.1",
            "localhost:1",
            "LOCALHOST",
            "[::1]:1",
            "[::1]",
            "127.5.5.5:9",
        ] {
            assert!(is_ours(host, here, false), "{host}");
        }
        for host in [
            "",
            "evil.example",
            "localhost.evil.example",
            "127.0.0.1.evil.example:80",
            "10.0.0.1:80",
            "evil.example:80",
            "127.0.0.1:80@evil.example",
            "[::1",
            "[::1]evil.example",
            "127.0.0.1:",
            "localhost:8o",
            "0.0.0.0:80",
            "[::]:80",
        ] {
            assert!(!is_ours(host, here, false), "{host}");
        }
        assert!(is_ours("10.0.0.1:80", all, true) && is_ours("0.0.0.0", all, true) && is_ours("localhost", all, true));
        assert!(
            !is_ours("evil.example", all, true),
            "a name can be made to point anywhere"
        );
        let one = "10.0.0.1:80".parse().unwrap();
        assert!(is_ours("10.0.0.1:8080", one, true) && !is_ours("10.0.0.2:80", one, true));
    }

    #[test]
    fn other_pages_give_themselves_away() {
        let from = |pairs: &[(&'static str, &str)]| {
            let host = [("host", "127.0.0.1:80")];
            from_our_page(&headers(&[&host[..], pairs].concat()))
        };
        assert!(from(&[]), "no browser");
        assert!(from(&[
            ("origin", "http://127.0.0.1:80"),
            ("sec-fetch-site", "same-origin")
        ]));
        assert!(from(&[("sec-fetch-site", "none")]));
        for origin in [
            "https://evil.example",
            "null",
            "http://127.0.0.1:3000",
            "http://localhost:80",
            "https://127.0.0.1:80",
            "http://127.0.0.1",
            "http://127.0.0.1:80.evil.example",
            "",
        ] {
            assert!(!from(&[("origin", origin)]), "{origin}");
        }
        for site in ["cross-site", "same-site", "?"] {
            assert!(!from(&[("sec-fetch-site", site)]), "{site}");
        }
    }
}
