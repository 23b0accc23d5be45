//! Comparisons of fuzz targets beyond `support::bodies`: with crates that only the fuzzers depend on, the
//! drop-in packages, and the C library.

mod capi;
mod compat;
mod peers;

use support::bodies;

pub use capi::capi;
pub use compat::compat;

/// `decode`: every function that decodes to bytes.
pub fn decode(data: &[u8]) {
    bodies::decode(data);
    peers::decode(data);
}

/// `encode`: every function that encodes.
pub fn encode(data: &[u8]) {
    bodies::encode(data);
    peers::encode(data);
}

/// `form`: pairs parsed and serialized, and HTML's additional steps.
pub fn form(data: &[u8]) {
    bodies::form(data);
    peers::form(data);
}
