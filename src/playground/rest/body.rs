//! Reads a request's body: JSON, or multipart with `payload_json` and `files[n]` (docs/DISCORD.md, "Files").

use std::collections::HashMap;

use axum::extract::{FromRequest, Multipart, Query, Request};
use axum::http::{Uri, header};
use serde_json::{Value, json};

use crate::playground::refused::Refused;
use crate::playground::world::files::Upload;

/// The largest request, in bytes.
pub(crate) const LARGEST: usize = 25 * 1024 * 1024;

/// The query's parameters; an unreadable query has none.
pub(super) fn query(uri: &Uri) -> HashMap<String, String> {
    Query::try_from_uri(uri).map(|Query(query)| query).unwrap_or_default()
}

/// The body, if there is one, and its files.
pub(super) async fn read(request: Request) -> Result<(Option<Value>, Vec<Upload>), Refused> {
    let kind = request
        .headers()
        .get(header::CONTENT_TYPE)
        .and_then(|v| v.to_str().ok())
        .unwrap_or_default()
        .to_owned();
    let announced = request
        .headers()
        .get(header::CONTENT_LENGTH)
        .and_then(|v| v.to_str().ok()?.parse::<usize>().ok());
    if announced.is_some_and(|length| length > LARGEST) {
        return Err(Refused::known(40005));
    }
    if kind.starts_with("multipart/form-data") {
        let multipart = Multipart::from_request(request, &())
            .await
            .map_err(|_| Refused::known(50109))?;
        let (body, files) = read_parts(multipart).await?;
        return Ok((Some(body), files));
    }
    let bytes = axum::body::to_bytes(request.into_body(), LARGEST)
        .await
        .map_err(|_| Refused::known(40005))?;
    if bytes.is_empty() {
        return Ok((None, Vec::new()));
    }
    if !kind.starts_with("application/json") {
        let message = "Expected \"Content-Type\" header to be one of {'application/json', 'multipart/form-data'}.";
        return Err(Refused::field("", "CONTENT_TYPE_INVALID", message));
    }
    let body = serde_json::from_slice(&bytes).map_err(|_| Refused::known(50109))?;
    Ok((Some(body), Vec::new()))
}

async fn read_parts(mut parts: Multipart) -> Result<(Value, Vec<Upload>), Refused> {
    let (mut body, mut files, mut total) = (json!({}), Vec::new(), 0);
    while let Some(part) = parts.next_field().await.map_err(|_| Refused::known(50109))? {
        let name = part.name().unwrap_or_default().to_owned();
        let file_name = part.file_name().map(str::to_owned);
        let content_type = part.content_type().map(str::to_owned);
        let bytes = part.bytes().await.map_err(|_| Refused::known(40005))?;
        total += bytes.len();
        if total > LARGEST {
            return Err(Refused::known(40005));
        }
        let number = name
            .strip_prefix("files[")
            .and_then(|n| n.strip_suffix(']'))
            .and_then(|n| n.parse().ok());
        match (name.as_str(), number, file_name) {
            ("payload_json", ..) => body = serde_json::from_slice(&bytes).map_err(|_| Refused::known(50109))?,
            (_, n, Some(name)) => {
                let n = n.unwrap_or(files.len() as u64);
                files.push(Upload {
                    n,
                    name,
                    content_type,
                    bytes,
                });
            }
            (_, Some(n), None) => files.push(Upload {
                n,
                name: "unknown".into(),
                content_type,
                bytes,
            }),
            (key, None, None) => {
                let text = String::from_utf8_lossy(&bytes).into_owned();
                if let Value::Object(body) = &mut body {
                    body.insert(key.to_owned(), Value::String(text));
                }
            }
        }
    }
    Ok((body, files))
}
