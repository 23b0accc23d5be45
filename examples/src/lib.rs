//! How a server can trust the paths that it is asked for: what the programs of this package share.

pub mod proxy;
pub mod safe_path;
