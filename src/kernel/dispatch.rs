//! The choice among the kernels, and the looks that callers inline without one. `kernel` compiles
//! this module only for targets that have a vector kernel; the others get `no_vector.rs`.

#[cfg(target_arch = "aarch64")]
use super::aarch64::neon as baseline;
#[cfg(feature = "form")]
use super::marks::FormMarks;
use super::marks::PLACES;
use super::utf8_classes::{BLOCK, Classes};
#[cfg(target_arch = "wasm32")]
use super::wasm32::simd128 as baseline;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use super::x86::{self, sse2 as baseline};
use crate::backend::{Backend, Kind};

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

const _: () = assert!(
    Kind::ANY_VECTOR,
    "src/kernel/mod.rs compiles vector kernels for this build, and the table in src/backend.rs has none"
);

/// Evaluates a block in which a name stands for the module of the backend's kernel, or the
/// expression for the scalar one: the only macro on the way of a call. A kernel that lacks a line
/// here never runs, and a test says so.
///
/// The functions of kernels are unsafe, so the caller writes `unsafe` and says why the memory that
/// they touch is valid. That the CPU has the instructions holds for every call: a `Backend` of a
/// kind exists only where they were detected.
macro_rules! dispatch {
    ($backend:expr, $kernel:ident, $call:expr, $scalar:expr) => {{
        use crate::backend::Kind;
        let kind = $backend.kind();
        #[cfg(test)]
        crate::kernel::trace::ran(kind);
        match kind {
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Kind::Sse2 => {
                use crate::kernel::x86::sse2 as $kernel;
                $call
            }
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Kind::Ssse3 => {
                use crate::kernel::x86::ssse3 as $kernel;
                $call
            }
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Kind::Avx2 => {
                use crate::kernel::x86::avx2 as $kernel;
                $call
            }
            #[cfg(all(feature = "avx512", any(target_arch = "x86", target_arch = "x86_64")))]
            Kind::Avx512 => {
                use crate::kernel::x86::avx512 as $kernel;
                $call
            }
            #[cfg(target_arch = "aarch64")]
            Kind::Neon => {
                use crate::kernel::aarch64::neon as $kernel;
                $call
            }
            #[cfg(target_arch = "wasm32")]
            Kind::Simd128 => {
                use crate::kernel::wasm32::simd128 as $kernel;
                $call
            }
            _ => $scalar,
        }
    }};
}
pub(super) use dispatch;

/// Whether the input is free of `a` and `b`, which are not zero, and (with `ASCII`) of all
/// bytes >= 0x80.
///
/// `None` if the input is not short. Most inputs are short and clean, and this look, inlined into
/// the caller, costs less than a call. The scalar backend gets `None`: whoever names it gets that
/// alone.
#[inline(always)]
pub(super) fn is_free_of<const ASCII: bool>(
    backend: Backend,
    input: &[u8],
    a: u8,
    b: u8,
) -> Option<bool> {
    if input.len() > PLACES || backend.kind() == Kind::Scalar {
        return None;
    }
    #[cfg(test)]
    super::trace::ran(BASELINE);
    // SAFETY: `kernel` has this module only where the baseline's instructions are enabled statically.
    #[allow(unused_unsafe, reason = "it is safe where it enables no features of its own")]
    Some(unsafe { baseline::is_free_of::<ASCII>(input, a, b) })
}

/// Whether the input has `%`, and whether it has a byte >= 0x80 or two dots beside each other;
/// `None` as in [`is_free_of`].
#[cfg(feature = "inspect")]
#[inline(always)]
pub(super) fn look_for_suspects(backend: Backend, input: &[u8]) -> Option<(bool, bool)> {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if input.len() <= PLACES && backend.kind() != Kind::Scalar {
        #[cfg(test)]
        super::trace::ran(Kind::Sse2);
        // SAFETY: `kernel` has `x86` only where SSE2 is enabled statically.
        return Some(unsafe { x86::sse2::look_for_suspects(input) });
    }
    let _ = (backend, input);
    None
}

/// Which of the first [`PLACES`] bytes are one of three, which are not zero; `None` as in
/// [`is_free_of`]. (A call of the wider kernels was measured: it makes parsing of forms a quarter
/// slower, and checks of paths 8 %.)
#[inline(always)]
pub(super) fn places_of(backend: Backend, input: &[u8], bytes: [u8; 3]) -> Option<u64> {
    if backend.kind() == Kind::Scalar {
        return None;
    }
    #[cfg(test)]
    super::trace::ran(BASELINE);
    // SAFETY: `kernel` has this module only where the baseline's instructions are enabled statically.
    #[allow(unused_unsafe, reason = "it is safe where it enables no features of its own")]
    Some(unsafe { baseline::places_of(input, bytes) })
}

/// What a parser of forms asks of the first [`PLACES`] bytes; `None` as in [`is_free_of`].
#[cfg(feature = "form")]
#[inline(always)]
pub(super) fn form_marks(backend: Backend, input: &[u8]) -> Option<FormMarks> {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if backend.kind() != Kind::Scalar {
        #[cfg(test)]
        super::trace::ran(Kind::Sse2);
        // SAFETY: `kernel` has `x86` only where SSE2 is enabled statically.
        return Some(unsafe { x86::sse2::form_marks(input) });
    }
    let _ = (backend, input);
    None
}

/// The classes of the first `len` bytes of a block, at most 64; `None` as in [`is_free_of`], and
/// where the compiler's vectors are as good.
#[inline(always)]
pub(super) fn utf8_classes(backend: Backend, block: &[u8; BLOCK], len: usize) -> Option<Classes> {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if backend.kind() != Kind::Scalar {
        #[cfg(test)]
        super::trace::ran(Kind::Sse2);
        // SAFETY: `kernel` has `x86` only where SSE2 is enabled statically.
        return Some(unsafe { x86::sse2_utf8::classes(block, len) });
    }
    let _ = (backend, block, len);
    None
}
