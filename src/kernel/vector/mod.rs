//! The kernels of the instruction sets and what they share: everything that is SIMD, and the choice
//! among them. `kernel` compiles this module only for targets that have at least one of them.

#[cfg(target_arch = "aarch64")]
pub(super) mod aarch64;
mod mode;
mod partial;
mod shuffle;
mod utf8;
#[cfg(target_arch = "wasm32")]
pub(super) mod wasm32;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub(super) mod x86;

#[cfg(target_arch = "aarch64")]
use self::aarch64::neon as baseline;
#[cfg(target_arch = "wasm32")]
use self::wasm32::simd128 as baseline;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use self::x86::sse2 as baseline;
use super::PLACES;
use super::lossy::{BLOCK, Classes};
use super::pairs::FormMarks;
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

/// Calls a function of the backend's kernel, or evaluates the expression for the scalar one.
///
/// Beside a call of an unsafe function, the caller says why the memory that it touches is valid.
macro_rules! dispatch {
    ($backend:expr, $function:ident $arguments:tt, $scalar:expr) => {
        crate::backend::backends! { crate::kernel::vector::kernel_of { ($backend) $function $arguments ($scalar) } }
    };
}
pub(super) use dispatch;

/// [`dispatch!`], with the table of backends: an arm for each of those that this architecture has.
macro_rules! kernel_of {
    (
        ($backend:expr) $function:ident $arguments:tt ($scalar:expr)
        $(
            $kind:ident $name:tt
            $(= $arch:ident::$module:ident on [$($target:tt)+] with $base:tt and [$($feature:tt)*] $(hide $hide:tt)?)?;
        )+
    ) => {
        match $backend.kind() {
            $($(
                #[cfg(any($(target_arch = $target),+))]
                crate::backend::Kind::$kind => {
                    #[cfg(test)]
                    crate::kernel::trace::ran(crate::backend::Kind::$kind);
                    // SAFETY: a `Backend` of this kind exists only where the CPU has the features
                    // that the function's attribute enables. Only `encode` and `decode` ask for
                    // more, valid memory: the caller says beside the call why it is.
                    #[allow(unused_unsafe, reason = "on wasm, a module does not load without its instructions, so safe functions are safe to call")]
                    unsafe { crate::kernel::vector::$arch::$module::$function $arguments }
                }
            )?)+
            #[allow(unreachable_patterns, reason = "no architecture has all kernels")]
            _ => {
                #[cfg(test)]
                crate::kernel::trace::ran(crate::backend::Kind::Scalar);
                $scalar
            }
        }
    };
}
pub(super) use kernel_of;

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
    // SAFETY: `vector` is compiled only where the baseline's instructions are enabled statically.
    #[allow(unused_unsafe, reason = "it is safe where it enables no features of its own")]
    Some(unsafe { baseline::is_free_of::<ASCII>(input, a, b) })
}

/// Whether the input has `%`, and whether it has a byte >= 0x80 or two dots beside each other;
/// `None` as in [`is_free_of`].
#[inline(always)]
pub(super) fn look_for_suspects(backend: Backend, input: &[u8]) -> Option<(bool, bool)> {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if input.len() <= PLACES && backend.kind() != Kind::Scalar {
        #[cfg(test)]
        super::trace::ran(Kind::Sse2);
        // SAFETY: `vector` is compiled for x86 only where SSE2 is enabled statically.
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
    // SAFETY: `vector` is compiled only where the baseline's instructions are enabled statically.
    #[allow(unused_unsafe, reason = "it is safe where it enables no features of its own")]
    Some(unsafe { baseline::places_of(input, bytes) })
}

/// What a parser of forms asks of the first [`PLACES`] bytes; `None` as in [`is_free_of`].
#[inline(always)]
pub(super) fn form_marks(backend: Backend, input: &[u8]) -> Option<FormMarks> {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if backend.kind() != Kind::Scalar {
        #[cfg(test)]
        super::trace::ran(Kind::Sse2);
        // SAFETY: `vector` is compiled for x86 only where SSE2 is enabled statically.
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
        // SAFETY: `vector` is compiled for x86 only where SSE2 is enabled statically.
        return Some(unsafe { x86::sse2_utf8::classes(block, len) });
    }
    let _ = (backend, block, len);
    None
}
