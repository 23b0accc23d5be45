//! Functions on whole columns. Input and output have Arrow's PyCapsule interface.

mod chunks;
mod rows;
mod text;
mod verbs;

pub(crate) use verbs::{
    decode_column, encode_column, flags_column, normalize_column, path_check_column,
    query_param_column, query_param_values_column, query_params_column,
};
