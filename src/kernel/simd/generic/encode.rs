//! Encoding: classify a register of bytes at a time, and write the output of 8 inputs at once.

use core::ptr::copy_nonoverlapping;

use super::Frames;
use super::clean::{Copied, STEP, copy_step};
use super::expand::{Encoding, Expanded, MOST, WIDTH};
use super::find::members;
use super::member::Test;
use super::vector::{Cpu, Vector, Vector16, load_few};
use crate::kernel::marks::PLACES;
use crate::kernel::rules::EncodeRules;
use crate::kernel::trust::{EMPTY, Slot};

/// The bytes of input after a block: their output is no shorter, and covers the bytes that the block's
/// last store writes past its own output of 8 bytes or more.
const COVER: usize = WIDTH - 8;

/// [`Kernel::encode`](super::super::contract::Kernel::encode).
///
/// # Safety
/// That of the trait.
#[inline(always)]
pub(in crate::kernel) unsafe fn encode<K: Frames>(
    input: &[u8],
    out: &mut [Slot],
    rules: &EncodeRules,
) -> usize {
    // SAFETY: `out` is long enough, by this function's contract.
    unsafe {
        if input.len() >= 16 {
            K::encode_long(input, out, rules)
        } else {
            K::encode_few(input, out, rules)
        }
    }
}

/// [`Frames::encode_long`].
///
/// # Safety
/// `out` holds at least [`encoded_len`] bytes, and the input is of 16 bytes at least.
#[inline(always)]
pub(in crate::kernel) unsafe fn encode_long<V: Vector>(
    input: &[u8],
    out: &mut [Slot],
    rules: &EncodeRules,
) -> usize {
    // SAFETY: `out` is long enough, by this function's contract. `rest` finds 16 bytes left: the
    // input has them, and `bulk` leaves more than COVER.
    unsafe {
        let encoding = Encoding::new(Cpu::new(), rules);
        let (src, len, room) = (input.as_ptr(), input.len(), out.len());
        let dst = out.as_mut_ptr().cast();
        let mut run = Run::<V> { src, len, dst, room, at: 0, end: 0, encoding };
        run.bulk();
        run.rest()
    }
}

/// The state of an encoding.
///
/// Every byte of input becomes at least one of output, and `dst` has room for all of that, so at
/// least `len - at` bytes of room are left from `end` on: the methods rely on it, and keep it so.
struct Run<V> {
    src: *const u8,
    len: usize,
    dst: *mut u8,
    room: usize,
    /// Bytes of input that are done.
    at: usize,
    /// Bytes of output that they make.
    end: usize,
    encoding: Encoding<V>,
}

impl<V: Vector> Copied<V> for Encoding<V> {
    #[inline(always)]
    fn found(&self, v: V) -> V {
        self.escaped.test(v)
    }

    #[inline(always)]
    fn copy(&self, v: V) -> V {
        self.space.made(v)
    }
}

impl<V: Vector> Run<V> {
    /// Encodes steps of [`STEP`] bytes while enough input follows.
    ///
    /// # Safety
    /// `src` is valid for reads of `len` bytes, and `dst` for writes of all of the output.
    #[inline(always)]
    unsafe fn bulk(&mut self) {
        let (src, dst, run) = (self.src, self.dst, self.encoding);
        // SAFETY: `at + STEP + COVER <= len` by the loop condition: `copy_step` takes STEP bytes,
        // for which there is room, and so do the registers before `stop`. A block's output is
        // stored as a whole: WIDTH bytes; its own output covers at least 8, and COVER = WIDTH - 8
        // bytes of input follow.
        unsafe {
            while self.len - self.at >= STEP + V::LANES + COVER {
                let (from, to) = (src.add(self.at), dst.add(self.end));
                if copy_step(from, to, &run) {
                    self.at += STEP;
                    self.end += STEP;
                    continue;
                }
                let stop = self.at + STEP;
                while self.at < stop {
                    let v = V::load(src.add(self.at));
                    self.store_block(v, run.escaped.test(v));
                    self.at += V::LANES;
                }
            }
        }
    }

    /// Stores the output of a register, and something past it.
    ///
    /// # Safety
    /// `dst` is valid for writes of the output from `end` on, and of [`COVER`] bytes after it.
    #[inline(always)]
    unsafe fn store_block(&mut self, v: V, escaped: V) {
        let (low, high) = self.encoding.low_and_high(v, escaped);
        let (first, second) = (low.join_low8(high), low.join_high8(high));
        let (escaped, percent) = (escaped.mask(), self.encoding.percent);
        let mut part = 0;
        while part < V::LANES / 16 {
            let escaped = escaped >> (16 * part);
            for output in [
                Expanded::new(first.repeat(part), escaped, percent),
                Expanded::new(second.repeat(part), escaped >> 8, percent),
            ] {
                // SAFETY: the output of 8 inputs is at least 8 bytes long, and the output after it
                // at least COVER = WIDTH - 8, by this function's contract.
                unsafe { output.store(self.dst.add(self.end)) };
                self.end += output.len();
            }
            part += 1;
        }
    }

    /// Encodes the rest, 16 bytes at a time, and returns the length of all output. The last 16 are
    /// whole, so that only the first are cut; the next ones overwrite the surplus of their stores.
    /// The output for which there is no room for whole stores is made on the stack.
    ///
    /// # Safety
    /// `src` is valid for reads of `len` bytes, at least 16 of them are left, and `dst` is valid for
    /// writes of all of the output.
    #[inline(always)]
    unsafe fn rest(mut self) -> usize {
        let mut inputs = (self.len - self.at - 1) % 16 + 1;
        // SAFETY: `load_repeated` takes 16 bytes, and at least 16 are left, by this function's
        // contract: `inputs` is their remainder divided by 16, or 16, so at each later load a
        // multiple of 16 is left, and it is not zero. `store_whole` gets the output of `inputs`
        // bytes. Where it has no room, less than MOST + WIDTH bytes of output are left, for which
        // and for whole stores the buffer has room; `dst` has room for them from `end` on.
        unsafe {
            let mut v = V::load_repeated(self.src.add(self.at));
            while self.store_whole(v, inputs) {
                if self.at == self.len {
                    return self.end;
                }
                v = V::load_repeated(self.src.add(self.at));
                inputs = 16;
            }
            let (dst, end) = (self.dst.add(self.end), self.end);
            let mut buffer = [EMPTY; 4 * WIDTH];
            (self.dst, self.end, self.room) = (buffer.as_mut_ptr().cast(), 0, buffer.len());
            while self.store_whole(v, inputs) && self.at < self.len {
                v = V::load_repeated(self.src.add(self.at));
                inputs = 16;
            }
            copy_nonoverlapping(self.dst, dst, self.end);
            end + self.end
        }
    }

    /// Stores the output of the first `inputs` bytes of sixteen, which are in every sixteen lanes, and
    /// something past it. False where there is no room for that: then nothing is done.
    ///
    /// # Safety
    /// `dst` is valid for writes of `room` bytes, and `1 <= inputs <= 16`.
    #[inline(always)]
    unsafe fn store_whole(&mut self, v: V, inputs: usize) -> bool {
        // Negative where `room < WIDTH`, as lengths are below `isize::MAX`, and no `middle` is.
        let last = self.room.wrapping_sub(WIDTH) as isize;
        let escaped = self.encoding.escaped.test(v);
        let [first, second] = self.encoding.expand(v, escaped, 0xFFFF >> (16 - inputs));
        let written = first.len() + second.len() - (16 - inputs);
        let middle = self.end + first.len().min(written);
        if middle as isize > last {
            return false;
        }
        // SAFETY: `end <= middle`, and `middle + WIDTH <= room`.
        unsafe {
            first.store(self.dst.add(self.end));
            second.store(self.dst.add(middle));
        }
        self.end += written;
        self.at += inputs;
        true
    }
}

/// [`Frames::encode_few`]: on the stack where there is less room than whole stores need. From 8 bytes on
/// these are the first 8 and the last 8, which may overlap.
///
/// # Safety
/// `input.len() < 16`, and `out` holds at least [`encoded_len`] bytes.
#[inline(always)]
pub(in crate::kernel) unsafe fn encode_few<H: Vector16>(
    input: &[u8],
    out: &mut [Slot],
    rules: &EncodeRules,
) -> usize {
    const ROOM: usize = 2 * MOST;
    if input.is_empty() {
        return 0;
    }
    let (src, len, is_exact) = (input.as_ptr(), input.len(), out.len() < ROOM);
    let mut buffer = [EMPTY; ROOM];
    let dst = if is_exact { buffer.as_mut_ptr() } else { out.as_mut_ptr() }.cast::<u8>();
    // SAFETY: `src` is valid for reads of `len` bytes: of `len < 8`, or of 8 from 0 and from
    // `len - 8 >= 0`. `store` touches MOST bytes, as these are registers of 16, and
    // `middle <= MOST`: there is room for twice that.
    let written = unsafe {
        let encoding = Encoding::<H>::new(Cpu::new(), rules);
        if len < 8 {
            let v = load_few(src, len);
            let [output, _] = encoding.expand(v, encoding.escaped.test(v), 0xFF >> (8 - len));
            output.store(dst);
            output.len() - (8 - len)
        } else {
            let again = 16 - len;
            let v = H::load8(src).join_low8(H::load8(src.add(len - 8)));
            let inputs = 0xFF00 | 0xFF >> again;
            let [first, second] = encoding.expand(v, encoding.escaped.test(v), inputs);
            let middle = first.len() - again;
            first.store(dst);
            second.store(dst.add(middle));
            middle + second.len()
        }
    };
    if is_exact {
        out[..written].copy_from_slice(&buffer[..written]);
    }
    written
}

#[inline(always)]
pub(in crate::kernel) unsafe fn encoded_len<V: Vector>(input: &[u8], rules: &EncodeRules) -> usize {
    let (mut rest, mut triplets) = (input, 0_usize);
    // SAFETY: nothing but the instructions is asked for.
    unsafe {
        while let Some((block, others)) = rest.split_first_chunk::<PLACES>() {
            triplets += members::<V>(block, &rules.set).count_ones() as usize;
            rest = others;
        }
        triplets += members::<V>(rest, &rules.set).count_ones() as usize;
    }
    triplets.saturating_mul(2).saturating_add(input.len())
}
