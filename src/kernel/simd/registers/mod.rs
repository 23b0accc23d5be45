//! The registers of the instruction sets, each as [`Lanes`](super::generic::Lanes) and, but for SSE2,
//! as a [`Vector`](super::generic::Vector).

/// The methods of a vector of sixteen bytes that concern halves: it is its own half.
macro_rules! own_half {
    () => {
        #[inline(always)]
        fn half(self, _part: usize) -> Self {
            self
        }

        #[inline(always)]
        unsafe fn from_halves(first: Self, _second: Self) -> Self {
            first
        }
    };
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub(super) mod avx2;
#[cfg(target_arch = "aarch64")]
pub(super) mod neon;
#[cfg(target_arch = "wasm32")]
pub(super) mod simd128;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub(super) mod sse;

/// The registers whose instructions are enabled for all code wherever this module is compiled.
#[cfg(target_arch = "aarch64")]
pub(super) use neon::V16 as Baseline;
#[cfg(target_arch = "wasm32")]
pub(super) use simd128::V16 as Baseline;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub(super) type Baseline = sse::V16<false>;
