//! What a server decides on: request lines, paths, what an input holds.

mod columns;
#[cfg(feature = "http")]
mod http;
mod inspect;
mod path;
mod request_line;
