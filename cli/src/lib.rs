//! The parts of `pct` that are no program: a library so that tests and fuzz targets reach them.
#![forbid(unsafe_code)]

pub mod fields;
