//! The kernels that a thread has run, for the test that only the kernel of the requested backend
//! runs.

use std::cell::Cell;

use crate::backend::Kind;

thread_local! {
    /// A bit for each [`Kind`].
    static RAN: Cell<u8> = const { Cell::new(0) };
}

/// Records that the kernel of a backend runs.
pub(in crate::kernel) fn ran(kind: Kind) {
    RAN.set(RAN.get() | 1 << kind as u8);
}

/// The names of the backends whose kernels have run on this thread since the last call.
#[cfg(feature = "alloc")]
pub(super) fn take() -> impl Iterator<Item = &'static str> {
    let ran = RAN.take();
    Kind::NAMES
        .into_iter()
        .enumerate()
        .filter(move |(kind, _)| ran >> kind & 1 != 0)
        .map(|(_, name)| name)
}
