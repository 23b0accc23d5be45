//! The kernels of every instruction set that shuffles bytes by a table of sixteen: SSSE3, AVX2,
//! NEON, wasm simd128. One algorithm each for find, encode and decode, over the [`Vector`] that an
//! instruction set makes of its registers.
//!
//! All functions here are generic and always inlined into functions of the instruction set's own
//! file, which the macro `kernel!` defines and which enable its features. (A closure would not
//! inherit them, so none makes or combines registers.)

mod clean;
mod decode;
mod decoded_len;
mod encode;
mod examine;
mod find;
#[cfg(any(target_arch = "aarch64", target_arch = "wasm32"))]
mod look;
#[cfg(feature = "alloc")]
pub(super) mod mark;
mod solid;
mod tables;
mod text;
mod triplets;
mod utf8;
mod vector;

pub(super) use clean::SHORT;
pub(super) use decode::{decode_clean, decode_long, decode_short};
pub(super) use decoded_len::decoded_len;
pub(super) use encode::{encode, encode_with_options, encoded_len};
pub(super) use examine::{examine_from, first_look};
pub(super) use find::{find_either, find_member, find_suspect, find_triplet, members};
#[cfg(any(target_arch = "aarch64", target_arch = "wasm32"))]
pub(super) use look::{is_free_of, places_of};
pub(super) use text::decode_text;
pub(super) use utf8::is_utf8;
pub(super) use vector::{Vector, Vector16, operations};

/// Defines the functions of a kernel (see [`kernel`](crate::kernel)) for the vector of an
/// instruction set, which asks for the CPU features given.
macro_rules! kernel {
    ($vector:ty, $features:literal) => {
        /// The index of the first byte that is `a` or `b`, or the length.
        #[target_feature(enable = $features)]
        pub(in crate::kernel) fn find_either(input: &[u8], a: u8, b: u8) -> usize {
            // SAFETY: the attribute enables the features that the vector needs.
            unsafe { crate::kernel::vector::shuffle::find_either::<$vector>(input, a, b) }
        }

        /// The index of the first byte that is `byte` or >= 0x80, or a `.` before another one, or
        /// the length.
        #[target_feature(enable = $features)]
        pub(in crate::kernel) fn find_suspect(input: &[u8], byte: u8) -> usize {
            // SAFETY: the attribute enables the features that the vector needs.
            unsafe { crate::kernel::vector::shuffle::find_suspect::<$vector>(input, byte) }
        }

        /// The index of the first valid triplet (or of the first `+`, if `plus`), or the length.
        #[target_feature(enable = $features)]
        pub(in crate::kernel) fn find_triplet(input: &[u8], plus: bool) -> usize {
            // SAFETY: the attribute enables the features that the vector needs.
            unsafe { crate::kernel::vector::shuffle::find_triplet::<$vector>(input, plus) }
        }

        /// The index of the first byte that is in `set` or >= 0x80, or the length.
        #[target_feature(enable = $features)]
        pub(in crate::kernel) fn find_member(input: &[u8], set: &crate::sets::AsciiSet) -> usize {
            // SAFETY: the attribute enables the features that the vector needs.
            unsafe { crate::kernel::vector::shuffle::find_member::<$vector>(input, set) }
        }

        /// Which of the first 64 bytes are in `set` or >= 0x80: the first byte is the lowest bit.
        #[target_feature(enable = $features)]
        pub(in crate::kernel) fn members(input: &[u8], set: &crate::sets::AsciiSet) -> u64 {
            // SAFETY: the attribute enables the features that the vector needs.
            unsafe { crate::kernel::vector::shuffle::members::<$vector>(input, set) }
        }

        /// Whether the input is UTF-8.
        #[target_feature(enable = $features)]
        pub(in crate::kernel) fn is_utf8(input: &[u8]) -> bool {
            // SAFETY: the attribute enables the features that the vector needs.
            unsafe { crate::kernel::vector::shuffle::is_utf8::<$vector>(input) }
        }

        /// Decodes short input by the plain rules, `+` as SP if `plus`, and tells whether the
        /// result is UTF-8.
        ///
        /// # Safety
        /// `src` is valid for reads of `len` bytes, and `dst` for writes of `len + 64`, any of
        /// which may be written; they do not overlap.
        #[target_feature(enable = $features)]
        pub(in crate::kernel) unsafe fn decode_text(
            src: *const u8,
            len: usize,
            dst: *mut u8,
            plus: bool,
        ) -> Option<(usize, bool)> {
            let (written, known) =
                // SAFETY: the attribute enables the features that the vector needs; `src` is valid
                // for reads of `len` bytes, and `dst` for writes of `len + 32 <= len + 64`, by this
                // function's contract.
                unsafe {
                    crate::kernel::vector::shuffle::decode_text::<$vector>(src, len, dst, plus)
                };
            let is_text = match known {
                Some(is_text) => is_text,
                // SAFETY: the `written` bytes from `dst` on have just been written.
                None => is_utf8(unsafe { core::slice::from_raw_parts(dst, written) }),
            };
            Some((written, is_text))
        }

        /// What of the path has to be looked at.
        #[target_feature(enable = $features)]
        pub(in crate::kernel) fn examine(
            path: &[u8],
            rules: &crate::kernel::PathRules,
        ) -> crate::kernel::Examined {
            let first =
                // SAFETY: the attribute enables the features that the vector needs.
                unsafe { crate::kernel::vector::shuffle::first_look::<$vector>(path, rules) };
            match first.from {
                Some(from) => examine_from(path, from, first.dots, rules),
                None => first.of_all(path),
            }
        }

        /// The same, and the path decoded if it is short.
        ///
        /// # Safety
        /// `dst` is valid for writes of `DECODED_PATH` bytes, any of
        /// which may be written.
        #[cfg(feature = "alloc")]
        #[target_feature(enable = $features)]
        pub(in crate::kernel) unsafe fn examine_decoding(
            path: &[u8],
            rules: &crate::kernel::PathRules,
            keep: &crate::sets::AsciiSet,
            dst: *mut u8,
        ) -> crate::kernel::Examined {
            let first =
                // SAFETY: the attribute enables the features that the vector needs.
                unsafe { crate::kernel::vector::shuffle::first_look::<$vector>(path, rules) };
            match first.from {
                Some(_) if path.len() <= crate::kernel::examine::SHORT_PATH => {
                    // SAFETY: `dst` is valid for writes of `DECODED_PATH` bytes, by this function's
                    // contract, and the path is short.
                    unsafe { examine_decoding_short(path, first.dots, rules, keep, dst) }
                }
                Some(from) => examine_from(path, from, first.dots, rules),
                None => first.of_all(path),
            }
        }

        /// The same from a place before which nothing is odd. Not inlined: most paths need none of
        /// its registers.
        #[inline(never)]
        #[target_feature(enable = $features)]
        fn examine_from(
            path: &[u8],
            from: usize,
            dots: bool,
            rules: &crate::kernel::PathRules,
        ) -> crate::kernel::Examined {
            let (none, dst) = (&crate::sets::AsciiSet::EMPTY, core::ptr::null_mut());
            // SAFETY: the attribute enables the features that the vector needs.
            unsafe {
                crate::kernel::vector::shuffle::examine_from::<$vector, false>(
                    path, from, dots, rules, none, dst,
                )
            }
        }

        /// Examines and decodes a short path in which there is something.
        ///
        /// # Safety
        /// The contract of [`examine_decoding`], and `path.len() <= SHORT_PATH`.
        #[cfg(feature = "alloc")]
        #[inline(never)]
        #[target_feature(enable = $features)]
        unsafe fn examine_decoding_short(
            path: &[u8],
            dots: bool,
            rules: &crate::kernel::PathRules,
            keep: &crate::sets::AsciiSet,
            dst: *mut u8,
        ) -> crate::kernel::Examined {
            // SAFETY: the attribute enables the features that the vector needs; `dst` is valid for
            // writes of `DECODED_PATH == SHORT_PATH + 64` bytes, by this function's contract, and
            // `path.len() + 2 + 32 <= SHORT_PATH + 64`.
            unsafe {
                crate::kernel::vector::shuffle::examine_from::<$vector, true>(
                    path, 0, dots, rules, keep, dst,
                )
            }
        }

        /// The length of what [`encode`] writes.
        #[target_feature(enable = $features)]
        pub(in crate::kernel) fn encoded_len(
            input: &[u8],
            rules: &crate::kernel::EncodeRules,
        ) -> usize {
            if rules.keep_escapes {
                return encoded_len_keeping(input, rules);
            }
            // SAFETY: the attribute enables the features that the vector needs.
            unsafe { crate::kernel::vector::shuffle::encoded_len::<$vector, false>(input, rules) }
        }

        /// The same where valid triplets stay.
        #[inline(never)]
        #[target_feature(enable = $features)]
        fn encoded_len_keeping(input: &[u8], rules: &crate::kernel::EncodeRules) -> usize {
            // SAFETY: the attribute enables the features that the vector needs.
            unsafe { crate::kernel::vector::shuffle::encoded_len::<$vector, true>(input, rules) }
        }

        /// Encodes all of the input to the front of `out`, and returns the length of that.
        ///
        /// # Safety
        /// `out` holds at least as many bytes as [`encoded_len`] answers.
        #[target_feature(enable = $features)]
        pub(in crate::kernel) unsafe fn encode(
            input: &[u8],
            out: &mut [crate::kernel::trust::Slot],
            rules: &crate::kernel::EncodeRules,
        ) -> usize {
            if rules.has_options() {
                // SAFETY: this function's attribute enables the same features, and its contract is
                // the same.
                return unsafe { encode_with_options(input, out, rules) };
            }
            // SAFETY: the attribute enables the features that the vector needs; `out` holds as many
            // bytes as `encoded_len` answers, by this function's contract.
            unsafe { crate::kernel::vector::shuffle::encode::<$vector>(input, out, rules) }
        }

        /// The same where SP becomes `+`, or valid triplets stay.
        ///
        /// # Safety
        /// `out` holds at least as many bytes as [`encoded_len`] answers.
        #[inline(never)]
        #[target_feature(enable = $features)]
        unsafe fn encode_with_options(
            input: &[u8],
            out: &mut [crate::kernel::trust::Slot],
            rules: &crate::kernel::EncodeRules,
        ) -> usize {
            // SAFETY: the attribute enables the features that the vector needs; `out` holds as many
            // bytes as `encoded_len` answers, by this function's contract.
            unsafe {
                crate::kernel::vector::shuffle::encode_with_options::<$vector>(input, out, rules)
            }
        }

        #[cfg(feature = "alloc")]
        crate::kernel::vector::shuffle::mark::marks!($vector, $features);

        /// The progress that [`decode`] would make.
        #[target_feature(enable = $features)]
        pub(in crate::kernel) fn decoded_len(
            input: &[u8],
            rules: &crate::kernel::DecodeRules,
        ) -> crate::kernel::Progress {
            crate::kernel::vector::mode::with_mode!(rules, decoded_len_with[](input, rules))
        }

        #[inline(never)]
        #[target_feature(enable = $features)]
        fn decoded_len_with<const MODE: u8>(
            input: &[u8],
            rules: &crate::kernel::DecodeRules,
        ) -> crate::kernel::Progress {
            // SAFETY: the attribute enables the features that the vector needs.
            unsafe { crate::kernel::vector::shuffle::decoded_len::<$vector, MODE>(input, rules) }
        }

        /// Decodes `len` bytes from `src` to `dst`, which may be the same.
        ///
        /// # Safety
        /// `src` is valid for reads of `len` bytes, and `dst` for writes of `room >= len` bytes,
        /// any of which may be written. The two are equal, or do not overlap.
        #[target_feature(enable = $features)]
        pub(in crate::kernel) unsafe fn decode(
            src: *const u8,
            len: usize,
            dst: *mut u8,
            room: usize,
            rules: &crate::kernel::DecodeRules,
        ) -> crate::kernel::Progress {
            // SAFETY: the attribute enables the features that the vector needs; `src` is valid for
            // reads of `len` bytes, `dst` for writes of `room >= len`, and they are equal or do not
            // overlap, by this function's contract.
            unsafe {
                // Most calls: a short line without a `%`, decoded without a frame.
                if crate::kernel::vector::shuffle::decode_clean::<$vector>(src, len, dst, rules) {
                    return crate::kernel::Progress { read: len, written: len };
                }
                if rules.plus_as_space {
                    crate::kernel::vector::mode::with_mode!(
                        rules,
                        decode_with[true](src, len, dst, room, rules)
                    )
                } else {
                    crate::kernel::vector::mode::with_mode!(
                        rules,
                        decode_with[false](src, len, dst, room, rules)
                    )
                }
            }
        }

        /// The same for what is not short and clean.
        ///
        /// # Safety
        /// The contract of [`decode`].
        #[inline(never)]
        #[target_feature(enable = $features)]
        unsafe fn decode_with<const PLUS: bool, const MODE: u8>(
            src: *const u8,
            len: usize,
            dst: *mut u8,
            room: usize,
            rules: &crate::kernel::DecodeRules,
        ) -> crate::kernel::Progress {
            // SAFETY: the attribute enables the features that the vector needs; `src` is valid for
            // reads of `len` bytes, `dst` for writes of `room >= len`, and they are equal or do not
            // overlap, by this function's contract.
            unsafe {
                if len > crate::kernel::vector::shuffle::SHORT {
                    return decode_long::<PLUS, MODE>(src, len, dst, room, rules);
                }
                crate::kernel::vector::shuffle::decode_short::<$vector, PLUS, MODE>(
                    src, len, dst, room, rules,
                )
            }
        }

        /// The same for what is not short.
        ///
        /// # Safety
        /// The contract of [`decode`].
        #[inline(never)]
        #[target_feature(enable = $features)]
        unsafe fn decode_long<const PLUS: bool, const MODE: u8>(
            src: *const u8,
            len: usize,
            dst: *mut u8,
            room: usize,
            rules: &crate::kernel::DecodeRules,
        ) -> crate::kernel::Progress {
            // SAFETY: the attribute enables the features that the vector needs; `src` is valid for
            // reads of `len` bytes, `dst` for writes of `room >= len`, and they are equal or do not
            // overlap, by this function's contract.
            unsafe {
                crate::kernel::vector::shuffle::decode_long::<$vector, PLUS, MODE>(
                    src, len, dst, room, rules,
                )
            }
        }
    };
}
pub(super) use kernel;

/// Defines the looks that callers inline, for the vector of an instruction set that is enabled for
/// all code of the target.
#[cfg(any(target_arch = "aarch64", target_arch = "wasm32"))]
macro_rules! looks {
    ($vector:ty) => {
        /// Whether an input of at most [`PLACES`](crate::kernel::PLACES) bytes has neither `a` nor
        /// `b`, which are not zero, nor, with `ASCII`, a byte >= 0x80.
        #[inline(always)]
        pub(in crate::kernel) fn is_free_of<const ASCII: bool>(input: &[u8], a: u8, b: u8) -> bool {
            // SAFETY: `vector` is compiled for this architecture only where the instruction set is
            // enabled for all code.
            unsafe { crate::kernel::vector::shuffle::is_free_of::<$vector, ASCII>(input, a, b) }
        }

        /// Which of the first [`PLACES`](crate::kernel::PLACES) bytes are one of three, which are
        /// not zero.
        #[inline(always)]
        pub(in crate::kernel) fn places_of(input: &[u8], bytes: [u8; 3]) -> u64 {
            // SAFETY: `vector` is compiled for this architecture only where the instruction set is
            // enabled for all code.
            unsafe { crate::kernel::vector::shuffle::places_of::<$vector>(input, bytes) }
        }
    };
}
#[cfg(any(target_arch = "aarch64", target_arch = "wasm32"))]
pub(super) use looks;
