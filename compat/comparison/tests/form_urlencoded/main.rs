//! The drop-in `form_urlencoded`, compared with the original: every function, every trait, every
//! state of the iterators, on every backend.

mod byte_serialize;
mod inputs;
mod parse;
mod random;
mod serializer;
mod traits;
