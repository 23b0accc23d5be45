//! The proxy between raw TCP and an upstream that says what it was asked for.

mod fields;
mod framing;
mod limits;
mod servers;
mod targets;
