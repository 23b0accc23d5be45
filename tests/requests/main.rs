//! The input of a server's decisions: request lines, paths, suspicious escapes.

mod columns;
mod hosts;
#[cfg(feature = "http")]
mod http;
mod inspect;
mod path;
mod request_line;
