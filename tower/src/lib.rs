#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

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

pub use future::ResponseFuture;
pub use inspect::{InspectLayer, InspectService, Inspected};
pub use judged::{Judged, Verdict};
pub use path_policy::{OnChanged, PathPolicyLayer, PathPolicyService, RedirectStatus};
pub use refusal::Refusal;
pub use respond::{EmptyResponse, OnRefused};
