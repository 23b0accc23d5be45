//! How a proxy can trust the paths of its requests: what the program and the tests share.

pub mod proxy;
