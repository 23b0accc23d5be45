//! The choice among the kernels.

use crate::backend::Kind;

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
        crate::kernel::tests::trace::ran(kind);
        match kind {
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Kind::Sse2 => {
                type $kernel = crate::kernel::simd::doors::Sse2;
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

/// Evaluates a look, which callers inline: for short input it costs less than a call. `None` for the
/// scalar backend: whoever names it gets that alone.
macro_rules! look {
    ($backend:expr, $look:expr) => {{
        use crate::kernel::simd::looks;
        let kind = $backend.kind();
        if kind == crate::backend::Kind::Scalar {
            None
        } else {
            #[cfg(test)]
            crate::kernel::tests::trace::ran(kind);
            Some($look)
        }
    }};
}
pub(in crate::kernel) use look;
