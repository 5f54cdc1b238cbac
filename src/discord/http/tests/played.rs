//! A server that a simulation plays, in place of Discord.

use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use reqwest::{Method, StatusCode};
use serde_json::Value;

use super::super::{Api, Exchange, Failure, Request, Response};
use crate::discord::governor::BucketReport;
use crate::discord::tests::leaks;
use crate::referee::fair::loaded;

/// Such a server: it takes one request, and after a while gives a status, a body, and what is left of the
/// limit that it counts against; or nothing, when the line broke.
pub(in crate::discord) trait Server: Send + Sync {
    /// Takes a request to a path below `/api/v10`, with its file if one comes with it.
    fn take(
        &self,
        method: &Method,
        path: &str,
        body: Option<&Value>,
        file: Option<&[u8]>,
    ) -> BoxFuture<'static, Option<(u16, Value, Option<BucketReport>)>>;

    /// Hears of the files that come with the next request.
    fn hear_of_files(&self, files: &[(String, Vec<u8>)]) {
        let _ = files;
    }
}

#[derive(Clone)]
struct Played(Arc<dyn Server>);

impl Api {
    /// A client of a server that a simulation plays.
    pub(in crate::discord) fn played(server: Arc<dyn Server>, application: u64) -> Api {
        Api::over(Arc::new(Played(server)), application, loaded::word())
    }
}

impl Exchange for Played {
    fn exchange<'a>(&'a self, request: Request<'a>, _: bool) -> BoxFuture<'a, Result<Response, Failure>> {
        let named = request.files.iter();
        let named: Vec<_> = named
            .map(|(name, bytes)| (leaks::name(name.clone()), bytes.clone()))
            .collect();
        self.0.hear_of_files(&named);
        let file = request.files.first().map(|(_, bytes)| bytes.as_slice());
        let taken = self.0.take(&request.method, request.path, request.body, file);
        let lost = || Failure::Unreachable("no answer came".to_owned());
        async move {
            let answered = tokio::time::timeout(request.patience, taken).await.ok().flatten();
            let (status, body, standing) = answered.ok_or_else(lost)?;
            Ok(Response {
                status: StatusCode::from_u16(status).map_err(|_| lost())?,
                bytes: body.to_string().into_bytes(),
                asked: None,
                standing,
                shared: false,
            })
        }
        .boxed()
    }

    fn apart(&self) -> Result<Arc<dyn Exchange>, reqwest::Error> {
        Ok(Arc::new(self.clone()))
    }
}
