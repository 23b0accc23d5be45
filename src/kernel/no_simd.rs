//! Replacement of `simd` for targets and builds without a vector kernel: the scalar kernel runs
//! everything.

pub(super) mod dispatch {
    use crate::backend::{Backend, Kind};
    #[cfg(feature = "form")]
    use crate::kernel::marks::FormMarks;
    use crate::kernel::marks::{BLOCK, Classes, PLACES};

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

    /// Returns whether an input of at most 64 bytes has neither `a` nor `b`, and with `ASCII` no byte
    /// outside ASCII; `None` if it is longer. No branch for each byte, so that the compiler looks at
    /// many at a time.
    #[inline]
    pub(in crate::kernel) fn is_free_of<const ASCII: bool>(
        _: Backend,
        input: &[u8],
        a: u8,
        b: u8,
    ) -> Option<bool> {
        let found = |any, &byte: &u8| any | (byte == a) | (byte == b) | (ASCII & (byte >= 0x80));
        (input.len() <= PLACES).then(|| !input.iter().fold(false, found))
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
