//! WHATWG URL Standard, section 3.5 *Host parsing*: a domain, percent-decoded once and checked.

pub use crate::host::check_domain;
#[cfg(feature = "alloc")]
pub use crate::host::host;
