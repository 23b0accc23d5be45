//! How a server can trust the paths of its requests: what the programs of this package share.

pub mod proxy;
pub mod safe_path;
