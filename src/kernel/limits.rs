//! Limits that the kernels and their callers share.

/// The bytes of the widest register: with as much room past a result, every store is a whole one.
pub(crate) const REGISTER: usize = 64;

/// Text of up to this many bytes is decoded and validated in one pass, on the stack first where the
/// result takes memory of its own.
pub(crate) const SHORT_TEXT: usize = 256;

/// A path of up to this many bytes is decoded where it is examined.
#[cfg(all(feature = "path", feature = "alloc"))]
pub(crate) const SHORT_PATH: usize = 128;

/// The room for that, and for whole registers past it.
#[cfg(all(feature = "path", feature = "alloc"))]
pub(crate) const DECODED_PATH: usize = SHORT_PATH + REGISTER;
