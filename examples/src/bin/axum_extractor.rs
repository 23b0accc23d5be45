//! A server that answers with the segments of the path:
//!
//! ```sh
//! cargo run -p percent-simd-examples --bin axum_extractor -- 127.0.0.1:8080
//! ```

use axum::Router;
use percent_simd_examples::safe_path::SafePath;
use tokio::net::TcpListener;

/// Handlers that take a [`SafePath`] never see a path that climbs, hides a slash, or contains NUL:
/// these are answered with 400.
async fn show(SafePath(segments): SafePath) -> String {
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
    axum::serve(listener, Router::new().fallback(show)).await
}
