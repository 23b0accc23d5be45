//! The options that verbs have in common, and what they ask for.

pub(crate) mod chars;
#[cfg(feature = "charset")]
pub(crate) mod charset;
mod fields;
mod input;
mod listed;
mod output;
mod reports;
mod scheme;
mod transform;

pub(crate) use self::fields::{FieldArgs, FieldRules};
pub(crate) use self::input::{InputArgs, positive, times};
pub(crate) use self::listed::Listed;
pub(crate) use self::output::{InPlaceArgs, OutputArgs, with_suffixes};
pub(crate) use self::reports::ReportArgs;
pub(crate) use self::scheme::{NO_SCHEME, Named, scheme, without};
pub(crate) use self::transform::TransformArgs;
