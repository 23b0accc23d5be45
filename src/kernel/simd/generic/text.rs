//! Decoding short input to text: the values of triplets are validated in their places, before the
//! gaps are closed. A load after that would wait: store forwarding fails where several stores have
//! written the bytes of one load.
//!
//! If all raw bytes are ASCII, a sequence of UTF-8 consists of adjacent triplets, which start three
//! lanes apart; every other lane has its own byte. So the bytes three, six and nine lanes before
//! take the place of those one, two and three before, as in [`examine`](super::examine()).

use core::hint::assert_unchecked;
use core::mem::MaybeUninit;
use core::slice::from_raw_parts;

use super::decode::{Notes, Run, copy_front};
use super::utf8::{Rules, incomplete, is_nonzero};
use super::vector::{Lanes, Vector};
use super::{Frames, Registers};
use crate::kernel::memory::SHORT_TEXT;
use crate::kernel::rules::{DecodeRules, Progress};
use crate::kernel::simd::contract::Kernel;

/// [`Kernel::decode_text`].
///
/// # Safety
/// That of the trait.
///
/// # Panics
/// If the input is longer than [`SHORT_TEXT`].
#[inline(always)]
pub(in crate::kernel) unsafe fn decode_text<K: Frames, const DIRTY: bool>(
    src: *const [u8],
    dst: *mut [u8],
    rules: &DecodeRules,
) -> (usize, bool) {
    assert!(src.len() <= SHORT_TEXT);
    // SAFETY: the contract of each is this function's.
    unsafe {
        // (A pattern, so that nothing is compiled for other registers.)
        if let (true, 16 | 32) = (DIRTY, <Registers<K> as Lanes>::LANES) {
            return K::decode_text_in_frame(src, dst, rules);
        }
        match copy_front::<_, true>(src, dst, rules) {
            Ok(()) => (src.len(), true),
            Err(Some(v)) => decode_values::<K, Registers<K>>(src, dst, rules, Some(v)),
            Err(None) => K::decode_text_in_frame(src, dst, rules),
        }
    }
}

/// [`decode_text`] by these registers. `first` is loaded already if it is the only one.
///
/// # Safety
/// The contract of [`decode_text`].
#[inline(always)]
pub(in crate::kernel) unsafe fn decode_values<K: Kernel, V: Vector>(
    src: *const [u8],
    dst: *mut [u8],
    rules: &DecodeRules,
    first: Option<V>,
) -> (usize, bool) {
    // SAFETY: the contract is this function's: `src` is valid for reads, and `dst` is longer by a register;
    // the front of that is initialised then. Nothing is done yet.
    unsafe {
        if let (32, ..16) = (V::LANES, src.len()) {
            return decode_values::<K, V::Half>(src, dst, rules, None); // few bytes fill no register of 32
        }
        assert_unchecked(first.is_none() || src.len() <= V::LANES); // few bytes take no loop
        let zero = V::splat(0);
        let mut blocks = [const { MaybeUninit::uninit() }; SHORT_TEXT / 16];
        let text = Text { blocks: &mut blocks, len: 0, raw: zero, union: zero };
        let mut run = Run::<V, _, true>::new(src, dst, rules, text);
        let Progress { written, .. } = match first {
            Some(first) => run.rest_from(first),
            None => run.rest(),
        };
        let decoded = || from_raw_parts(dst.cast(), written);
        (written, run.notes.is_utf8().unwrap_or_else(|| K::is_utf8(decoded())))
    }
}

/// Text in registers, with the values of triplets in the lanes where these start.
struct Text<'a, V> {
    /// (Apart, since the compiler keeps nothing beside an array in registers that is indexed.)
    blocks: &'a mut [MaybeUninit<V>; SHORT_TEXT / 16],
    /// The number of blocks.
    len: usize,
    /// The bits of all raw bytes, and of all values.
    raw: V,
    union: V,
}

impl<V: Vector> Notes<V> for Text<'_, V> {
    const ROOM: bool = true;

    #[inline(always)]
    fn register(&mut self, _: usize, v: V, values: V, _: u64) {
        self.blocks[self.len].write(values);
        self.len += 1;
        self.raw = self.raw.or(v);
        self.union = self.union.or(values);
    }
}

impl<V: Vector> Text<'_, V> {
    /// Returns whether all of it is UTF-8; `None` if some raw byte is >= 0x80.
    #[inline(always)]
    fn is_utf8(&self) -> Option<bool> {
        if !self.union.top_bit().any() {
            return Some(true);
        }
        if self.raw.top_bit().any() {
            return None;
        }
        let cpu = self.raw.cpu();
        let (rules, mut errors) = (Rules::new(cpu), cpu.splat(0));
        let mut preceding = [errors; 3];
        for block in &self.blocks[..self.len] {
            // SAFETY: `register` has written the first `len` blocks.
            let values = unsafe { block.assume_init() };
            let found;
            (found, preceding) = rules.errors_of_values(values, preceding);
            errors = errors.or(found);
        }
        Some(!is_nonzero(errors.or(incomplete::<V, 3>(preceding[0]))))
    }
}
