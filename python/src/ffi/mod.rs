//! The foreign interfaces: the only module with unsafe code.

#![allow(unsafe_code)]

pub(crate) mod arrow;
mod buffer;
mod call;
mod text;

pub(crate) use buffer::with_writable;
pub(crate) use call::{
    Answer, Args, Function, check_interpreter, function, name_of, original, set_originals,
};
pub(crate) use text::{
    Errors, ascii, bytes, contains_as_str, new_ascii, new_text, subclass_text, substring, text,
};
