//! The foreign interfaces: the only module with unsafe code.

#![allow(unsafe_code)]

pub(crate) mod arrow;
mod buffer;
mod call;
mod text;

pub(crate) use buffer::with_writable;
pub(crate) use call::{Answer, Args, Function, add, check_interpreter, is_function, original};
pub(crate) use text::{Handler, ascii, bytes, new_ascii, new_text, substring, text};
