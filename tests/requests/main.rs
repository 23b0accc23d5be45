//! The subjects of a server's decisions: request lines, paths, suspicious escapes.

mod columns;
#[cfg(feature = "http")]
mod http;
mod inspect;
mod path;
mod request_line;
