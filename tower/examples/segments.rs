//! A server that answers with the segments of the resolved path:
//!
//! ```sh
//! cargo run -p percent-simd-tower --features axum --example segments -- 127.0.0.1:8080
//! ```

use axum::extract::Request;
use axum::{Router, ServiceExt};
use percent_simd::path::STRICT;
use percent_simd_tower::PathPolicyLayer;
use percent_simd_tower::extract::ResolvedSegments;
use tokio::net::TcpListener;
use tower::Layer;

/// Handlers never see a path that climbs, hides a slash, or contains NUL: the layer answers it with
/// 400.
async fn show(ResolvedSegments(segments): ResolvedSegments) -> String {
    format!("{segments:?}\n")
}

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let address = std::env::args().nth(1).unwrap_or_else(|| "127.0.0.1:8080".to_owned());
    let listener = TcpListener::bind(&address).await?;
    eprintln!(
        "listening on {}: curl --path-as-is 'http://{0}/a/%2e%2e/b%20c'",
        listener.local_addr()?
    );
    let router = Router::new().fallback(show);
    let app = PathPolicyLayer::new(STRICT).annotate(true).layer(router);
    axum::serve(listener, ServiceExt::<Request>::into_make_service(app)).await
}
