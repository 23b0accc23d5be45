//! Functions on whole columns. Input and output have Arrow's PyCapsule interface.
//!
//! | module | |
//! | --- | --- |
//! | [`verbs`] | the functions |
//! | [`chunks`] | their application to the chunks of a column, and to dictionaries |
//! | [`rows`] | the rows of arrays, and arrays made of rows |
//! | [`text`] | arrays decoded and encoded to text |
//!
//! Arrays of text are arrays of binary values here; the type is that of the column's field.

mod chunks;
mod rows;
mod text;
mod verbs;

pub(crate) use verbs::{
    decode_column, encode_column, flags_column, normalize_column, path_check_column,
    query_param_column, query_param_values_column, query_params_column,
};
