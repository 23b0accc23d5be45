//! Errors that more than one function gives.

use datafusion_common::{DataFusionError, exec_datafusion_err};
use percent_simd::batch::{BatchError, BatchErrorKind};

/// The error of a column as one of DataFusion.
pub(crate) fn failed(error: BatchError) -> DataFusionError {
    match error.kind() {
        BatchErrorKind::Overflow => too_long(),
        _ => DataFusionError::External(Box::new(error)),
    }
}

pub(crate) fn too_long() -> DataFusionError {
    exec_datafusion_err!(
        "the result of a batch is longer than 2 GiB, which the offsets of its type cannot hold; cast the argument to LargeUtf8 or LargeBinary"
    )
}
