//! The options that verbs share.

pub(crate) mod chars;
pub(crate) mod charset;
mod fields;
mod in_place;
mod input;
mod numbers;
mod output;
mod reports;
mod scheme;
mod transform;

pub(crate) use self::fields::FieldArgs;
pub(crate) use self::in_place::{InPlaceArgs, with_suffixes};
pub(crate) use self::input::InputArgs;
pub(crate) use self::numbers::times;
pub(crate) use self::output::OutputArgs;
pub(crate) use self::reports::ReportArgs;
pub(crate) use self::scheme::{NO_SCHEME, Named, scheme, without};
pub(crate) use self::transform::TransformArgs;
