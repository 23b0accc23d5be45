//! RFC 3987 *Internationalized Resource Identifiers*, section 3: conversion between IRIs and URIs;
//! and LEIRI, the system identifiers of XML.

mod from_uri;
mod to_uri;

pub use from_uri::{Part, from_uri, from_uri_part};
pub use to_uri::{to_uri, to_uri_bytes};
