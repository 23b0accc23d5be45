//! In the place of `dispatch`, where the target or the build has no vector kernel: the scalar kernel
//! runs everything.

#[cfg(feature = "form")]
use super::marks::FormMarks;
use super::utf8_classes::{BLOCK, Classes};
use crate::backend::{Backend, Kind};

/// Evaluates the expression for the scalar kernel.
macro_rules! dispatch {
    ($backend:expr, $kernel:ident, $call:expr, $scalar:expr) => {{
        let _ = $backend;
        #[cfg(test)]
        crate::kernel::trace::ran(crate::backend::Kind::Scalar);
        $scalar
    }};
}
pub(super) use dispatch;

/// Nothing looks at short input quicker than a kernel does.
#[inline(always)]
pub(super) const fn is_free_of<const ASCII: bool>(
    _: Backend,
    _: &[u8],
    _: u8,
    _: u8,
) -> Option<bool> {
    None
}

/// Nor for what is suspicious.
#[cfg(feature = "inspect")]
#[inline(always)]
pub(super) const fn look_for_suspects(_: Backend, _: &[u8]) -> Option<(bool, bool)> {
    None
}

/// Nor at a block.
#[inline(always)]
pub(super) const fn places_of(_: Backend, _: &[u8], _: [u8; 3]) -> Option<u64> {
    None
}

/// Nor at a block of a form.
#[cfg(feature = "form")]
#[inline(always)]
pub(super) const fn form_marks(_: Backend, _: &[u8]) -> Option<FormMarks> {
    None
}

/// Nor at what bytes may be in UTF-8.
#[inline(always)]
pub(super) const fn utf8_classes(_: Backend, _: &[u8; BLOCK], _: usize) -> Option<Classes> {
    None
}

const _: () = assert!(
    !Kind::ANY_VECTOR,
    "the table of backends in src/backend.rs has a kernel for this build, and src/kernel/mod.rs has none"
);
