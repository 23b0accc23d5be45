//! Registers one after another, the classes always one ahead: a triplet that starts in the last
//! lanes of a register has its digits in the next one.

use super::triplets::Decoding;
use super::vector::{Vector, Vector16, load_few, load_first, load_rest};

/// A register, and the classes of its bytes.
pub(super) struct Ahead<V> {
    pub(super) v: V,
    class: V,
}

impl<V: Vector> Ahead<V> {
    #[inline(always)]
    pub(super) fn new(decoding: &Decoding<V>, v: V) -> Self {
        Self { v, class: decoding.digits.class(v) }
    }

    /// [`Decoding::block`] of the register, whose place the one after it takes; where something is
    /// refused it stays.
    #[inline(always)]
    pub(super) fn block<const POLICY: bool>(
        &mut self,
        decoding: &Decoding<V>,
        next: V,
    ) -> Option<(u64, V)> {
        let following = decoding.digits.class(next);
        let decoded = decoding.block::<POLICY>(self.v, self.class, following)?;
        *self = Self { v: next, class: following };
        Some(decoded)
    }
}

/// A taker of the registers of [`each_register`]: their bytes, the mask of the triplets that are
/// decoded, and the bytes with the values where these start.
pub(super) trait Sink<V> {
    /// Takes a register that more bytes follow.
    ///
    /// # Safety
    /// That of the implementation.
    unsafe fn take(&mut self, v: V, starts: u64, values: V);

    /// Takes the last register: `left` bytes of input, and zeros.
    ///
    /// # Safety
    /// That of the implementation.
    unsafe fn take_last(&mut self, v: V, starts: u64, values: V, left: usize);
}

/// Decodes the registers from `at` on, the last of which is cut off by the end of the input.
///
/// # Errors
/// The place of the register in which something is refused.
///
/// # Safety
/// The CPU has the instruction set. `src` is valid for reads of `len` bytes, `len >= 16`, and
/// `at < len`. What the sink asks for holds for each register: the bytes after it are loaded before
/// it is taken.
#[inline(always)]
pub(super) unsafe fn each_register<V: Vector, const POLICY: bool>(
    src: *const u8,
    mut at: usize,
    len: usize,
    decoding: &Decoding<V>,
    sink: &mut impl Sink<V>,
) -> Result<(), usize> {
    // SAFETY: the CPU has the instruction set, `src` is valid for reads of `len` bytes and
    // `len >= 16`, by this function's contract, which is what `load_first` and `load_rest` ask for.
    unsafe {
        let first = if at == 0 { load_first::<V>(src, len) } else { load_rest(src, at, len) };
        let mut ahead = Ahead::new(decoding, first);
        while len - at > V::LANES {
            let v = ahead.v;
            let next = load_rest::<V>(src, at + V::LANES, len);
            let (starts, values) = ahead.block::<POLICY>(decoding, next).ok_or(at)?;
            sink.take(v, starts, values);
            at += V::LANES;
        }
        let v = ahead.v;
        let (starts, values) = ahead.block::<POLICY>(decoding, V::splat(0)).ok_or(at)?;
        sink.take_last(v, starts, values, len - at);
    }
    Ok(())
}

/// [`each_register`] of fewer than 16 bytes, which are one register.
///
/// # Safety
/// The CPU has the instruction set. `src` is valid for reads of `len < 16` bytes, and what the sink
/// asks for holds.
#[inline(always)]
pub(super) unsafe fn one_register<H: Vector16, const POLICY: bool>(
    src: *const u8,
    len: usize,
    decoding: &Decoding<H>,
    sink: &mut impl Sink<H>,
) -> Result<(), usize> {
    // SAFETY: the CPU has the instruction set and `src` is valid for reads of `len < 16` bytes, by
    // this function's contract.
    unsafe {
        let v = load_few(src, len);
        let mut ahead = Ahead::new(decoding, v);
        let (starts, values) = ahead.block::<POLICY>(decoding, H::splat(0)).ok_or(0_usize)?;
        sink.take_last(v, starts, values, len);
    }
    Ok(())
}
