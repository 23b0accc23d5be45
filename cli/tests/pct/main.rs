//! Drives the built program.

mod blocks;
#[cfg(feature = "encoding")]
mod charset;
mod check;
mod decode;
mod encode;
mod inputs;
mod listings;
mod normalize;
mod random;
mod reference;
mod sample;
mod schemes;
mod support;
mod utf8;
