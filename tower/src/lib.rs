#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod decision;
#[cfg(feature = "axum")]
pub mod extract;
mod future;
mod inspect;
mod judge;
mod judged;
mod path_policy;
mod refusal;
mod respond;
mod target;

pub use decision::{OnChanged, OnOtherHost, RedirectStatus};
pub use future::ResponseFuture;
pub use inspect::{InspectLayer, InspectService, Inspected};
pub use judged::{Judged, Verdict};
pub use path_policy::{PathPolicyLayer, PathPolicyService};
pub use refusal::Refusal;
pub use respond::{EitherBody, EmptyResponse, OnRefused};
