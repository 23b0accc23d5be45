//! The foreign interfaces: the only module with unsafe code.

#![allow(unsafe_code)]

pub(crate) mod arrow;
mod buffer;
mod call;
mod text;

pub(crate) use buffer::with_writable;
pub(crate) use call::{
    Answer, Args, FUNCTIONS, Function, Named, check_interpreter, function, known_name, name_of,
    original,
};
pub(crate) use text::{
    Errors, any_text, ascii, bytes, contains_as_str, new_ascii, new_text, substring, text,
};
