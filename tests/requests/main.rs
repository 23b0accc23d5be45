//! What a server decides on: request lines, paths, what an input holds.

#[path = "../common/mod.rs"]
mod common;

#[cfg(feature = "http")]
mod http;
mod inspect;
#[cfg(feature = "alloc")]
mod path;
mod request_line;
