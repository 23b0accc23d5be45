//! The choice among the kernels, and the looks that callers inline without one.

use super::generic::looks;
use crate::backend::{Backend, Kind};
#[cfg(feature = "form")]
use crate::kernel::marks::FormMarks;
use crate::kernel::marks::PLACES;
use crate::kernel::marks::{BLOCK, Classes};

/// The backend whose instructions are enabled for all code wherever this module is compiled, and
/// which every other vector kernel of the architecture builds on.
#[cfg(test)]
const BASELINE: Kind = {
    #[cfg(target_arch = "aarch64")]
    let kind = Kind::Neon;
    #[cfg(target_arch = "wasm32")]
    let kind = Kind::Simd128;
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    let kind = Kind::Sse2;
    kind
};

/// The registers of [`BASELINE`].
#[cfg(target_arch = "aarch64")]
use super::registers::neon::V16;
#[cfg(target_arch = "wasm32")]
use super::registers::simd128::V16;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use super::registers::sse2::V16;

const _: () = assert!(
    Kind::ANY_VECTOR,
    "src/kernel/mod.rs compiles vector kernels for this build, and the table in src/backend.rs has none"
);

/// Evaluates a block in which a name stands for the backend's
/// [`Kernel`](super::contract::Kernel), or the expression for the scalar one: the only macro on the
/// way of a call. A kernel that lacks a line here never runs, and a test says so.
///
/// The functions of kernels are unsafe, so the caller writes `unsafe` and says why the memory that
/// they touch is valid. That the CPU has the instructions holds for every call: a `Backend` of a
/// kind exists only where they were detected.
macro_rules! dispatch {
    ($backend:expr, $kernel:ident, $call:expr, $scalar:expr) => {{
        use crate::backend::Kind;
        use crate::kernel::simd::contract::Kernel as _;
        let kind = $backend.kind();
        #[cfg(test)]
        crate::kernel::trace::ran(kind);
        match kind {
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Kind::Sse2 => {
                type $kernel = crate::kernel::simd::sse2::Sse2;
                $call
            }
            #[cfg(all(feature = "ssse3", any(target_arch = "x86", target_arch = "x86_64")))]
            Kind::Ssse3 => {
                type $kernel = crate::kernel::simd::doors::Ssse3;
                $call
            }
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Kind::Avx2 => {
                type $kernel = crate::kernel::simd::doors::Avx2;
                $call
            }
            #[cfg(all(feature = "avx512", any(target_arch = "x86", target_arch = "x86_64")))]
            Kind::Avx512 => {
                type $kernel = crate::kernel::simd::avx512::Avx512;
                $call
            }
            #[cfg(target_arch = "aarch64")]
            Kind::Neon => {
                type $kernel = crate::kernel::simd::doors::Neon;
                $call
            }
            #[cfg(target_arch = "wasm32")]
            Kind::Simd128 => {
                type $kernel = crate::kernel::simd::doors::Simd128;
                $call
            }
            _ => $scalar,
        }
    }};
}
pub(in crate::kernel) use dispatch;

/// Returns whether the input is free of `a` and `b`, which are not zero, and (with `ASCII`) of all
/// bytes >= 0x80.
///
/// `None` if the input is not short. Most inputs are short and clean, and this look, inlined into
/// the caller, costs less than a call. The scalar backend gets `None`: whoever names it gets that
/// alone.
#[inline(always)]
pub(in crate::kernel) fn is_free_of<const ASCII: bool>(
    backend: Backend,
    input: &[u8],
    a: u8,
    b: u8,
) -> Option<bool> {
    if input.len() > PLACES || backend.kind() == Kind::Scalar {
        return None;
    }
    #[cfg(test)]
    crate::kernel::trace::ran(BASELINE);
    Some(looks::is_free_of::<V16, ASCII>(input, a, b))
}

/// Returns whether the input has `%`, and whether it has a byte >= 0x80 or two dots beside each
/// other; `None` as in [`is_free_of`].
#[cfg(feature = "inspect")]
#[inline(always)]
pub(in crate::kernel) fn look_for_suspects(backend: Backend, input: &[u8]) -> Option<(bool, bool)> {
    if input.len() > PLACES || backend.kind() == Kind::Scalar {
        return None;
    }
    #[cfg(test)]
    crate::kernel::trace::ran(BASELINE);
    Some(looks::look_for_suspects::<V16>(input))
}

/// The mask of the first [`PLACES`] bytes that are one of three, none of them zero; `None` as in
/// [`is_free_of`]. (A call of the wider kernels was measured: it makes parsing of forms a quarter
/// slower, and checks of paths 8 %.)
#[inline(always)]
pub(in crate::kernel) fn places_of(backend: Backend, input: &[u8], bytes: [u8; 3]) -> Option<u64> {
    if backend.kind() == Kind::Scalar {
        return None;
    }
    #[cfg(test)]
    crate::kernel::trace::ran(BASELINE);
    Some(looks::places_of::<V16>(input, bytes))
}

/// The marks of the first [`PLACES`] bytes of a form; `None` as in [`is_free_of`].
#[cfg(feature = "form")]
#[inline(always)]
pub(in crate::kernel) fn form_marks(backend: Backend, input: &[u8]) -> Option<FormMarks> {
    if backend.kind() == Kind::Scalar {
        return None;
    }
    #[cfg(test)]
    crate::kernel::trace::ran(BASELINE);
    Some(looks::form_marks::<V16>(input))
}

/// The classes of the first `len` bytes of a block, at most 64; `None` as in [`is_free_of`].
#[inline(always)]
pub(in crate::kernel) fn utf8_classes(
    backend: Backend,
    block: &[u8; BLOCK],
    len: usize,
) -> Option<Classes> {
    if backend.kind() == Kind::Scalar {
        return None;
    }
    #[cfg(test)]
    crate::kernel::trace::ran(BASELINE);
    Some(looks::classes::<V16>(block, len))
}
