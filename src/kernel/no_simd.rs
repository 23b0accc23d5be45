//! Replacement of `simd` for targets and builds without a vector kernel: the scalar kernel runs
//! everything.

pub(super) mod dispatch {
    use crate::backend::{Backend, Kind};
    #[cfg(feature = "form")]
    use crate::kernel::marks::FormMarks;
    use crate::kernel::marks::{BLOCK, Classes};

    /// Evaluates the expression for the scalar kernel.
    macro_rules! dispatch {
        ($backend:expr, $kernel:ident, $call:expr, $scalar:expr) => {{
            let _ = $backend;
            #[cfg(test)]
            crate::kernel::trace::ran(crate::backend::Kind::Scalar);
            $scalar
        }};
    }
    pub(in crate::kernel) use dispatch;

    /// No look at short input is quicker than a kernel.
    #[inline(always)]
    pub(in crate::kernel) const fn is_free_of<const ASCII: bool>(
        _: Backend,
        _: &[u8],
        _: u8,
        _: u8,
    ) -> Option<bool> {
        None
    }

    /// No look for suspects is quicker.
    #[cfg(feature = "inspect")]
    #[inline(always)]
    pub(in crate::kernel) const fn look_for_suspects(_: Backend, _: &[u8]) -> Option<(bool, bool)> {
        None
    }

    /// No look at a block is quicker.
    #[inline(always)]
    pub(in crate::kernel) const fn places_of(_: Backend, _: &[u8], _: [u8; 3]) -> Option<u64> {
        None
    }

    /// No look at a form is quicker.
    #[cfg(feature = "form")]
    #[inline(always)]
    pub(in crate::kernel) const fn form_marks(_: Backend, _: &[u8]) -> Option<FormMarks> {
        None
    }

    /// No look at UTF-8 classes is quicker.
    #[inline(always)]
    pub(in crate::kernel) const fn utf8_classes(
        _: Backend,
        _: &[u8; BLOCK],
        _: usize,
    ) -> Option<Classes> {
        None
    }

    const _: () = assert!(
        !Kind::ANY_VECTOR,
        "the table of backends in src/backend.rs has a kernel for this build, and src/kernel/mod.rs has none"
    );
}
