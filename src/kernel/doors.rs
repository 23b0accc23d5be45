//! The kernels of instruction sets that only describe their [`registers`](super::registers): each
//! function opens the instructions to the [`generic`] one.

use super::contract::Kernel;
use super::generic::{self, SHORT, Vector};
#[cfg(all(feature = "path", feature = "alloc"))]
use super::limits::SHORT_PATH;
#[cfg(feature = "batch")]
use super::marks::Block;
#[cfg(feature = "path")]
use super::path_rules::{Examined, PathRules};
use super::registers;
use super::rules::{DecodeRules, EncodeRules, Progress};
#[cfg(all(feature = "ssse3", any(target_arch = "x86", target_arch = "x86_64")))]
use super::scalar;
use super::trust::Slot;
use crate::sets::AsciiSet;

/// Implements [`Kernel`] by the generic functions in the registers of a
/// [`Vector`](generic::Vector): each function enables the instructions, and is the generic one. (A
/// trait's default could not: it enables no instructions.)
///
/// * `plain`: the `POLICY` of decoding under plain rules. `true` compiles one function for these
///   and all others.
/// * `keeping`: `vector` or `scalar`, the code for encoding where valid triplets stay.
macro_rules! by_registers {
    (
        $kernel:ident, $vector:ty, $features:literal, plain = $plain:literal, keeping = $keeping:ident
    ) => {
        impl Kernel for $kernel {
            #[target_feature(enable = $features)]
            unsafe fn find_either(input: &[u8], a: u8, b: u8) -> usize {
                // SAFETY: the attribute enables the features that the vector needs.
                unsafe { generic::find_either::<$vector>(input, a, b) }
            }

            #[cfg(feature = "inspect")]
            #[target_feature(enable = $features)]
            unsafe fn find_suspect(input: &[u8], byte: u8) -> usize {
                // SAFETY: the attribute enables the features that the vector needs.
                unsafe { generic::find_suspect::<$vector>(input, byte) }
            }

            #[target_feature(enable = $features)]
            unsafe fn find_triplet(input: &[u8], plus: bool) -> usize {
                // SAFETY: the attribute enables the features that the vector needs.
                unsafe { generic::find_triplet::<$vector>(input, plus) }
            }

            #[target_feature(enable = $features)]
            unsafe fn find_member(input: &[u8], set: &AsciiSet) -> usize {
                // SAFETY: the attribute enables the features that the vector needs.
                unsafe { generic::find_member::<$vector>(input, set) }
            }

            #[target_feature(enable = $features)]
            unsafe fn members(input: &[u8], set: &AsciiSet) -> u64 {
                // SAFETY: the attribute enables the features that the vector needs.
                unsafe { generic::members::<$vector>(input, set) }
            }

            #[target_feature(enable = $features)]
            unsafe fn is_utf8(input: &[u8]) -> bool {
                // SAFETY: the attribute enables the features that the vector needs.
                unsafe { generic::is_utf8::<$vector>(input) }
            }

            #[target_feature(enable = $features)]
            unsafe fn decode_text(
                src: *const u8,
                len: usize,
                dst: *mut u8,
                plus: bool,
            ) -> Option<(usize, bool)> {
                // SAFETY: the attribute enables the features that the vector needs; `src` is valid
                // for reads of `len` bytes, and `dst` for writes of `len + 32 <= len + 64`, by this
                // function's contract.
                let (written, known) = unsafe {
                    generic::decode_text::<$vector>(src, len, dst, plus)
                };
                let is_text = match known {
                    Some(is_text) => is_text,
                    // SAFETY: the `written` bytes from `dst` on have just been written; the
                    // attribute enables the features of `is_utf8`.
                    None => unsafe { Self::is_utf8(core::slice::from_raw_parts(dst, written)) },
                };
                Some((written, is_text))
            }

            #[cfg(feature = "path")]
            #[target_feature(enable = $features)]
            unsafe fn examine(path: &[u8], rules: &PathRules) -> Examined {
                // SAFETY: the attribute enables the features that the vector needs.
                let first = unsafe { generic::first_look::<$vector>(path, rules) };
                match first.from {
                    Some(from) => Self::examine_from(path, from, first.dots, rules),
                    None => first.of_all(path),
                }
            }

            #[cfg(all(feature = "path", feature = "alloc"))]
            #[target_feature(enable = $features)]
            unsafe fn examine_decoding(
                path: &[u8],
                rules: &PathRules,
                keep: &AsciiSet,
                dst: *mut u8,
            ) -> Examined {
                // SAFETY: the attribute enables the features that the vector needs.
                let first = unsafe { generic::first_look::<$vector>(path, rules) };
                match first.from {
                    Some(_) if path.len() <= SHORT_PATH => {
                        // SAFETY: `dst` is valid for writes of `DECODED_PATH` bytes, by this
                        // function's contract, and `path.len() <= SHORT_PATH`.
                        unsafe { Self::examine_decoding_short(path, first.dots, rules, keep, dst) }
                    }
                    Some(from) => Self::examine_from(path, from, first.dots, rules),
                    None => first.of_all(path),
                }
            }

            #[target_feature(enable = $features)]
            unsafe fn encoded_len(input: &[u8], rules: &EncodeRules) -> usize {
                if rules.keep_escapes {
                    return Self::encoded_len_keeping(input, rules);
                }
                // SAFETY: the attribute enables the features that the vector needs.
                unsafe { generic::encoded_len::<$vector, false>(input, rules) }
            }

            #[target_feature(enable = $features)]
            unsafe fn encode(
                input: &[u8],
                out: &mut [Slot],
                rules: &EncodeRules,
            ) -> usize {
                // SAFETY: the attribute enables the features that the vector needs; `out` holds as
                // many bytes as `encoded_len` answers, by this function's contract.
                unsafe {
                    if rules.keep_escapes {
                        return Self::encode_keeping(input, out, rules);
                    }
                    if input.len() < 16 {
                        return Self::encode_few(input, out, rules);
                    }
                    Self::encode_long(input, out, rules)
                }
            }

            #[cfg(feature = "batch")]
            #[target_feature(enable = $features)]
            unsafe fn mark_escaped(
                input: &[u8],
                set: &AsciiSet,
                blocks: &mut [Block],
            ) -> bool {
                // SAFETY: the attribute enables the features that the vector needs.
                unsafe { generic::mark_escaped::<$vector>(input, set, blocks) }
                true
            }

            #[cfg(feature = "batch")]
            #[target_feature(enable = $features)]
            unsafe fn fold_places<T, S>(
                blocks: &[Block],
                places: impl Iterator<Item = (usize, T)>,
                state: S,
                fold: impl FnMut(S, (usize, T), (usize, u64)) -> S,
            ) -> S {
                Block::fold(blocks, places, state, fold)
            }

            #[cfg(feature = "batch")]
            #[target_feature(enable = $features)]
            unsafe fn decode_marked(
                src: *const u8,
                len: usize,
                dst: *mut u8,
                room: usize,
                rules: &DecodeRules,
                blocks: &mut [Block],
            ) -> Option<Progress> {
                // SAFETY: the contract of `decode_marked_by` is this function's.
                Some(unsafe {
                    if rules.is_plain() {
                        Self::decode_marked_by::<false>(src, len, dst, room, rules, blocks)
                    } else {
                        Self::decode_marked_by::<true>(src, len, dst, room, rules, blocks)
                    }
                })
            }

            #[target_feature(enable = $features)]
            unsafe fn decoded_len(input: &[u8], rules: &DecodeRules) -> Progress {
                // SAFETY: the attribute enables the features that the vector needs.
                unsafe { generic::decoded_len::<$vector>(input, rules) }
            }

            #[target_feature(enable = $features)]
            unsafe fn decode(
                src: *const u8,
                len: usize,
                dst: *mut u8,
                room: usize,
                rules: &DecodeRules,
            ) -> Progress {
                // SAFETY: the attribute enables the features that the vector needs; `src` is valid
                // for reads of `len` bytes, `dst` for writes of `room >= len`, and they overlap at
                // most as `decode_short` allows, by this function's contract.
                unsafe {
                    if len < 16 {
                        return if rules.is_plain() {
                            Self::decode_few::<$plain>(src, len, dst, room, rules)
                        } else {
                            Self::decode_few::<true>(src, len, dst, room, rules)
                        };
                    }
                    // Most calls: a short line without a `%`, decoded without a frame.
                    if generic::decode_clean::<$vector>(src, len, dst, rules) {
                        return Progress { read: len, written: len };
                    }
                    match (len <= SHORT, rules.is_plain()) {
                        (true, true) => Self::decode_short::<$plain>(src, len, dst, room, rules),
                        (true, false) => Self::decode_short::<true>(src, len, dst, room, rules),
                        (false, true) => Self::decode_long::<$plain>(src, len, dst, room, rules),
                        (false, false) => Self::decode_long::<true>(src, len, dst, room, rules),
                    }
                }
            }
        }

        impl $kernel {
            /// [`examine`](Kernel::examine) from a place before which nothing is odd. Not inlined:
            /// most paths need none of its registers.
            #[cfg(feature = "path")]
            #[inline(never)]
            #[target_feature(enable = $features)]
            fn examine_from(path: &[u8], from: usize, dots: bool, rules: &PathRules) -> Examined {
                let (none, dst) = (&AsciiSet::EMPTY, core::ptr::null_mut());
                // SAFETY: the attribute enables the features that the vector needs; without
                // `DECODE`, nothing is written to `dst`.
                unsafe {
                    generic::examine_from::<$vector, false>(path, from, dots, rules, none, dst)
                }
            }

            /// [`examine_decoding`](Kernel::examine_decoding) for a short path in which there is
            /// something.
            ///
            /// # Safety
            /// `dst` is valid for writes of `DECODED_PATH` bytes, and `path.len() <= SHORT_PATH`.
            #[cfg(all(feature = "path", feature = "alloc"))]
            #[inline(never)]
            #[target_feature(enable = $features)]
            unsafe fn examine_decoding_short(
                path: &[u8],
                dots: bool,
                rules: &PathRules,
                keep: &AsciiSet,
                dst: *mut u8,
            ) -> Examined {
                // SAFETY: the attribute enables the features that the vector needs; `dst` is valid
                // for writes of `DECODED_PATH == SHORT_PATH + 64` bytes, and `path.len() + 2 + 32
                // <= SHORT_PATH + 64`, by this function's contract.
                unsafe { generic::examine_from::<$vector, true>(path, 0, dots, rules, keep, dst) }
            }

            /// # Safety
            /// The contract of [`decode_marked`](Kernel::decode_marked).
            #[cfg(feature = "batch")]
            #[inline(never)]
            #[target_feature(enable = $features)]
            unsafe fn decode_marked_by<const POLICY: bool>(
                src: *const u8,
                len: usize,
                dst: *mut u8,
                room: usize,
                rules: &DecodeRules,
                blocks: &mut [Block],
            ) -> Progress {
                // SAFETY: the attribute enables the features that the vector needs; the rest is
                // this function's contract.
                let (done, carry, marker) = unsafe {
                    generic::decode_marked::<$vector, POLICY>(src, len, dst, rules, blocks)
                };
                let Some(carry) = carry else { return done };
                let (from, to) = (done.read + carry.count_ones() as usize, done.written);
                // SAFETY: `src` is valid for reads of `len` bytes, `dst` for writes of `room >=
                // len`, and they do not overlap, by this function's contract. At most two bytes are
                // carried, and after a block a register follows, so `from <= len`; `to <= done.read
                // <= from`, so `room - to >= len - from`.
                unsafe {
                    let read = done.read;
                    generic::mark_rest::<$vector>(src, read, len, carry, rules, marker, blocks);
                    let (rest, room) = (len - from, room - to);
                    let rest = Self::decode(src.add(from), rest, dst.add(to), room, rules);
                    generic::with_rest(done, rest, from, len)
                }
            }

            /// [`encode`](Kernel::encode) for 16 bytes or more, of which no triplet stays.
            ///
            /// # Safety
            /// The contract of [`encode`](Kernel::encode), and `input.len() >= 16`.
            #[inline(never)]
            #[target_feature(enable = $features)]
            unsafe fn encode_long(input: &[u8], out: &mut [Slot], rules: &EncodeRules) -> usize {
                // SAFETY: the attribute enables the features that the vector needs; the rest is
                // this function's contract.
                unsafe { generic::encode::<$vector, false>(input, out, rules) }
            }

            /// [`encode`](Kernel::encode) for fewer than 16 bytes, of which no triplet stays: by
            /// itself, it needs no frame.
            ///
            /// # Safety
            /// The contract of [`encode`](Kernel::encode), and `input.len() < 16`.
            #[inline(never)]
            #[target_feature(enable = $features)]
            unsafe fn encode_few(input: &[u8], out: &mut [Slot], rules: &EncodeRules) -> usize {
                // SAFETY: the attribute enables the features that the vector needs; the rest is
                // this function's contract.
                unsafe {
                    generic::encode_few::<<$vector as Vector>::Half>(input, out, rules)
                }
            }

            /// [`decode`](Kernel::decode) for fewer than 16 bytes: by itself, it needs no frame.
            ///
            /// # Safety
            /// The contract of [`decode`](Kernel::decode), and `len < 16`.
            #[inline(never)]
            #[target_feature(enable = $features)]
            unsafe fn decode_few<const POLICY: bool>(
                src: *const u8,
                len: usize,
                dst: *mut u8,
                room: usize,
                rules: &DecodeRules,
            ) -> Progress {
                // SAFETY: the attribute enables the features that the vector needs; the rest is
                // this function's contract.
                unsafe {
                    generic::decode_few::<<$vector as Vector>::Half, POLICY>(
                        src, len, dst, room, rules,
                    )
                }
            }

            /// [`decode`](Kernel::decode) for 16 to [`SHORT`] bytes that are not clean.
            ///
            /// # Safety
            /// The contract of [`decode`](Kernel::decode), and `16 <= len <= SHORT`.
            #[inline(never)]
            #[target_feature(enable = $features)]
            unsafe fn decode_short<const POLICY: bool>(
                src: *const u8,
                len: usize,
                dst: *mut u8,
                room: usize,
                rules: &DecodeRules,
            ) -> Progress {
                // SAFETY: the attribute enables the features that the vector needs; the rest is
                // this function's contract.
                unsafe { generic::decode_short::<$vector, POLICY>(src, len, dst, room, rules) }
            }

            /// [`decode`](Kernel::decode) for more than [`SHORT`] bytes.
            ///
            /// # Safety
            /// The contract of [`decode`](Kernel::decode).
            #[inline(never)]
            #[target_feature(enable = $features)]
            unsafe fn decode_long<const POLICY: bool>(
                src: *const u8,
                len: usize,
                dst: *mut u8,
                room: usize,
                rules: &DecodeRules,
            ) -> Progress {
                // SAFETY: the attribute enables the features that the vector needs; the rest is
                // this function's contract. `written <= read <= len`, so `len - read` bytes are
                // left to read from `src + read`, and `room - written >= len - read` to write from
                // `dst + written`, which does not begin after `src + read` if the two overlap.
                unsafe {
                    let Progress { read, written } =
                        generic::decode_bulk::<$vector, POLICY>(src, len, dst, room, rules);
                    if len - read > SHORT {
                        return Progress { read, written }; // something is refused
                    }
                    Self::decode(src.add(read), len - read, dst.add(written), room - written, rules)
                        .after(read, written)
                }
            }
        }

        by_registers!(@keeping $keeping, $kernel, $vector, $features);
    };
    (@keeping vector, $kernel:ident, $vector:ty, $features:literal) => {
        impl $kernel {
            /// [`encoded_len`](Kernel::encoded_len) where valid triplets stay.
            #[inline(never)]
            #[target_feature(enable = $features)]
            pub(in crate::kernel) fn encoded_len_keeping(
                input: &[u8],
                rules: &EncodeRules,
            ) -> usize {
                // SAFETY: the attribute enables the features that the vector needs.
                unsafe { generic::encoded_len::<$vector, true>(input, rules) }
            }

            /// [`encode`](Kernel::encode) where valid triplets stay.
            ///
            /// # Safety
            /// `out` holds at least as many bytes as [`encoded_len`](Kernel::encoded_len) answers.
            #[inline(never)]
            #[target_feature(enable = $features)]
            pub(in crate::kernel) unsafe fn encode_keeping(
                input: &[u8],
                out: &mut [Slot],
                rules: &EncodeRules,
            ) -> usize {
                // SAFETY: the attribute enables the features that the vector needs; `out` holds as
                // many bytes as `encoded_len` answers, by this function's contract.
                unsafe { generic::encode::<$vector, true>(input, out, rules) }
            }
        }
    };
    (@keeping scalar, $kernel:ident, $vector:ty, $features:literal) => {
        impl $kernel {
            /// [`Kernel::encoded_len`] where valid triplets stay: rarely asked for, and not worth
            /// code.
            fn encoded_len_keeping(input: &[u8], rules: &EncodeRules) -> usize {
                scalar::encoded_len(input, rules)
            }

            /// [`Kernel::encode`] where valid triplets stay.
            fn encode_keeping(input: &[u8], out: &mut [Slot], rules: &EncodeRules) -> usize {
                scalar::encode(input, out, rules)
            }
        }
    };
}

/// SSSE3 (every x86-64 CPU since about 2008). Few CPUs lack AVX2, so that it is a feature.
#[cfg(all(feature = "ssse3", any(target_arch = "x86", target_arch = "x86_64")))]
pub(super) struct Ssse3;
#[cfg(all(feature = "ssse3", any(target_arch = "x86", target_arch = "x86_64")))]
by_registers!(Ssse3, registers::ssse3::V16, "ssse3", plain = true, keeping = scalar);

/// AVX2 (Haswell, Zen and later): registers of 32 bytes, which are two halves of 16 to most
/// instructions.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub(super) struct Avx2;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
by_registers!(Avx2, registers::avx2::V32, "avx2,bmi1,bmi2,popcnt", plain = false, keeping = vector);

/// NEON (every AArch64 CPU).
#[cfg(target_arch = "aarch64")]
pub(super) struct Neon;
#[cfg(target_arch = "aarch64")]
by_registers!(Neon, registers::neon::V16, "neon", plain = false, keeping = vector);

/// WebAssembly's fixed-width SIMD.
#[cfg(target_arch = "wasm32")]
pub(super) struct Simd128;
#[cfg(target_arch = "wasm32")]
by_registers!(Simd128, registers::simd128::V16, "simd128", plain = false, keeping = vector);
