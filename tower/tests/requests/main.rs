//! The layers around services, by calls and through a real server.

mod bypass;
mod client;
#[cfg(feature = "axum")]
mod extract;
mod files;
mod forms;
mod fuzzed;
mod gateway;
mod inspect;
mod path_policy;
#[cfg(feature = "axum")]
mod proxy;
#[cfg(feature = "axum")]
mod router;
mod server;
mod table;
