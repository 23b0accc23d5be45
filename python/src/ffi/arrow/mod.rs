//! Columns of Apache Arrow, through its C data interface and its PyCapsule interface.
//!
//! The structures and their release are those of `arrow-array`. Its streams have record batches alone, so
//! streams of arrays are here. pyo3-arrow 0.20 has such streams. With it in place of [`export`] and of the
//! calls of [`import`], 160 lines less, the wheel grows by 21 percent (999 KB to 1,212), and the module by 79
//! (2.46 MB to 4.40): it needs chrono-tz, numpy and arrow-cast. It asks a producer for its schema with the
//! GIL held (a producer that waits for a thread of Python never answers), panics where one has no callback or
//! no message, and checks no counts.

mod export;
mod import;

use std::ffi::CStr;

pub(crate) use export::{schema_capsule, stream_capsule};
pub(crate) use import::{Dictionaries, Imported, import};

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";
