//! Suspicious escapes, paths, request lines and URIs: checked, compared and split.

mod flags;
mod path;
mod uri;

pub(crate) use flags::{flag_bits, inspect};
pub(crate) use path::{PathPolicy, add_presets, path_policy_of};
pub(crate) use uri::{equivalent, normalize, normalizer};
