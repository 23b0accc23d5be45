//! WHATWG URL Standard, section 3.5 *Host parsing*: a domain, percent-decoded once and checked.

#[cfg(feature = "alloc")]
pub use crate::host::host;
pub use crate::host::{HostError, HostErrorKind, check_domain};
