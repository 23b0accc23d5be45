//! RFC 3987 *Internationalized Resource Identifiers*, section 3: conversion between IRIs and URIs;
//! and LEIRI, the system identifiers of XML.

#[cfg(feature = "alloc")]
mod character;
#[cfg(feature = "alloc")]
mod from_uri;
#[cfg(feature = "alloc")]
mod to_uri;

#[cfg(feature = "alloc")]
pub use from_uri::{Part, from_uri, from_uri_part};
#[cfg(feature = "alloc")]
pub use to_uri::{to_uri, to_uri_bytes};
