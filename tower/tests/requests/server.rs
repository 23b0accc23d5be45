//! A real server on loopback, for HTTP/1 and HTTP/2.

use std::convert::Infallible;
use std::net::SocketAddr;

use axum::body::Body;
use http::{Request, Response};
use hyper::body::Incoming;
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tower::Service;

/// Serves the service until the test ends, and returns the address.
pub(crate) fn start<S>(service: S) -> SocketAddr
where
    S: Service<Request<Incoming>, Response = Response<Body>, Error = Infallible>,
    S: Clone + Send + 'static,
    S::Future: Send,
{
    let listener = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
    listener.set_nonblocking(true).unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async move {
            let listener = TcpListener::from_std(listener).unwrap();
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                stream.set_nodelay(true).unwrap();
                let service = TowerToHyperService::new(service.clone());
                tokio::spawn(async move {
                    let mut builder = auto::Builder::new(TokioExecutor::new());
                    builder.http2().enable_connect_protocol();
                    let stream = TokioIo::new(stream);
                    // After an error the client has hung up, or has not sent HTTP.
                    let _ = builder.serve_connection_with_upgrades(stream, service).await;
                });
            }
        });
    });
    address
}
