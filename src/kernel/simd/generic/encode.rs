//! Encoding: classify a register of bytes at a time, and write the output of 8 inputs at once, by a
//! table of shuffles.

use core::ptr::copy_nonoverlapping;

use super::Frames;
use super::decode::{STEP, copy_step};
use super::member::{Member, Test};
use super::tables::EXPAND;
use super::vector::{
    Copied, Cpu, Lanes, Replacement, Vector, Vector16, load_at, load_few, moved_down, overlapping,
    store_first,
};
use crate::kernel::marks::PLACES;
use crate::kernel::rules::EncodeRules;
use crate::kernel::trust::{EMPTY, Slot};
use crate::sets::AsciiSet;

/// Bytes that a store of the output of 8 inputs touches, at most.
const WIDTH: usize = 32;

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
    // SAFETY: `out` is long enough, by this function's contract. `at + STEP + COVER <= len` by the loop
    // condition: `copy_step` takes STEP bytes, for which there is room, and so do the registers before
    // `stop`. The output of 8 inputs is stored as a whole: WIDTH bytes; its own are at least 8, and
    // COVER = WIDTH - 8 bytes of input follow. 16 bytes are left for `rest`: the input has them, and
    // the loop leaves more than COVER.
    unsafe {
        let mut run = Run::<V>::new(input, out, rules);
        let (src, dst, encoding) = (run.src, run.dst, run.encoding);
        while run.len - run.at >= STEP + V::LANES + COVER {
            if copy_step(src.add(run.at), dst.add(run.end), &encoding) {
                run.at += STEP;
                run.end += STEP;
                continue;
            }
            let stop = run.at + STEP;
            while run.at < stop {
                let v = V::load(src.add(run.at));
                let escaped = encoding.found(v);
                let both = encoding.low_and_high(v, escaped);
                let (escaped, mut eight) = (escaped.mask(), 0);
                while eight < V::LANES / 8 {
                    let lanes = lanes(escaped >> (8 * eight));
                    encoding.store(both[eight % 2].repeat(eight / 2), lanes, dst.add(run.end));
                    run.end += len_of(lanes);
                    eight += 1;
                }
                run.at += V::LANES;
            }
        }
        let v = V::load_repeated(src.add(run.at));
        let inputs = (run.len - run.at - 1) % 16 + 1;
        run.rest(v, inputs)
    }
}

/// [`Frames::encode_few`].
///
/// # Safety
/// `input.len() < 16`, and `out` holds at least [`encoded_len`] bytes.
#[inline(always)]
pub(in crate::kernel) unsafe fn encode_few<H: Vector16>(
    input: &[u8],
    out: &mut [Slot],
    rules: &EncodeRules,
) -> usize {
    let (src, len) = (input.as_ptr(), input.len());
    // SAFETY: `out` is long enough, by this function's contract, and of WIDTH bytes where `store` takes
    // it. `src` is valid for reads of `len < 16` bytes: of fewer than 8, or of 8 from 0 and from
    // `len - 8 >= 0`, which is at most 7. All of them are in `v`.
    unsafe {
        let run = Run::<H>::new(input, out, rules);
        if len >= 8 {
            let back = moved_down(H::load8(src.add(len - 8)), 8 - len as isize);
            return run.rest(H::load8(src).or(back), len);
        }
        let v = load_few(src, len);
        if run.room < WIDTH {
            return run.rest(v, len);
        }
        let escaped = run.encoding.found(v);
        let lanes = lanes(escaped.mask() & 0xFF >> (8 - len));
        run.encoding.store(run.encoding.low_and_high(v, escaped)[0], lanes, run.dst);
        len_of(lanes) - (8 - len)
    }
}

/// Everything that a block needs, in registers.
#[derive(Clone, Copy)]
pub(in crate::kernel::simd) struct Encoding<V> {
    escaped: Member<V>,
    /// The digits XOR `%`.
    pub(in crate::kernel::simd) hex: V,
    pub(in crate::kernel::simd) percent: V,
    low_nibble: V,
    /// SP may become `+`.
    space: Replacement<V>,
}

impl<V: Vector> Encoding<V> {
    #[inline(always)]
    pub(in crate::kernel::simd) fn new(cpu: Cpu<V>, rules: &EncodeRules) -> Self {
        let digits = if rules.lowercase_hex { b"0123456789abcdef" } else { b"0123456789ABCDEF" };
        let percent = cpu.splat(b'%');
        Self {
            escaped: Member::escaped(cpu, &rules.set),
            hex: cpu.table(digits).xor(percent),
            percent,
            low_nibble: cpu.splat(0x0F),
            space: Replacement::new(cpu, b' ', b'+', rules.space_as_plus),
        }
    }

    /// For the first and the last 8 of every sixteen lanes: the low digits where escaped, else the
    /// bytes themselves; then the high digits. All of it XOR `%`, so that a shuffle that makes zero
    /// makes a `%`.
    #[inline(always)]
    fn low_and_high(&self, v: V, escaped: V) -> [V; 2] {
        let low = self.hex.look_up(v.and(self.low_nibble));
        let low = escaped.select(low, self.copy(v).xor(self.percent));
        let high = self.hex.look_up_high(v);
        [low.join_low8(high), low.join_high8(high)]
    }

    /// Stores the output of 8 inputs, and something past it.
    ///
    /// # Safety
    /// `dst` is valid for writes of [`WIDTH`] bytes.
    #[inline(always)]
    unsafe fn store(&self, low_and_high: V, lanes: &[u8; WIDTH], dst: *mut u8) {
        let (lanes, mut at) = (lanes.as_ptr(), 0);
        while at < WIDTH {
            // SAFETY: `at + LANES <= WIDTH`, as `at` is a multiple of LANES, which divides WIDTH. So many
            // lanes there are, and `dst` is valid for writes of WIDTH bytes, by this function's contract.
            unsafe {
                low_and_high.shuffle(V::load(lanes.add(at))).xor(self.percent).store(dst.add(at))
            };
            at += V::LANES;
        }
    }
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

/// The lanes that make the output of 8 inputs, by the mask of those to escape.
#[inline(always)]
fn lanes(escaped: u64) -> &'static [u8; WIDTH] {
    &EXPAND.0[(escaped & 0xFF) as usize]
}

/// The length of the output of 8 inputs: at least 8, at most 24.
#[inline(always)]
fn len_of(lanes: &[u8; WIDTH]) -> usize {
    usize::from(lanes[WIDTH - 1])
}

/// The state of an encoding.
///
/// Every byte of input becomes at least one of output, and `dst` has room for all of that, so at least
/// `len - at` bytes of it are left from `end` on: every method relies on this, and preserves it.
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

impl<V: Vector> Run<V> {
    #[inline(always)]
    unsafe fn new(input: &[u8], out: &mut [Slot], rules: &EncodeRules) -> Self {
        let (src, len, room) = (input.as_ptr(), input.len(), out.len());
        // SAFETY: nothing but the instructions is asked for.
        let encoding = Encoding::new(unsafe { Cpu::new() }, rules);
        Self { src, len, dst: out.as_mut_ptr().cast(), room, at: 0, end: 0, encoding }
    }

    /// Encodes the rest, 16 bytes at a time, and returns the length of all output. The last 16 are
    /// whole, so that only the first are cut; the next ones overwrite the surplus of their stores.
    /// The output for which there is no room for whole stores is made on the stack.
    ///
    /// # Safety
    /// `src` is valid for reads of `len` bytes, and `dst` for writes of all of the output. The first
    /// `inputs` bytes that are left, 16 at most, are in every sixteen lanes of `v`, and a multiple of 16
    /// is left after them.
    #[inline(always)]
    unsafe fn rest(mut self, mut v: V, mut inputs: usize) -> usize {
        // SAFETY: `load_repeated` takes 16 bytes: at each load a multiple of 16 is left, by this
        // function's contract, and it is not zero. `store_whole` gets the output of `inputs` bytes.
        // Where it has no room, less than 24 + WIDTH bytes of output are left, for which and for whole
        // stores the buffer has room; `dst` has room for them from `end` on: for `inputs`, if they are
        // the last ones, and clean.
        unsafe {
            while self.store_whole(v, inputs) {
                if self.at == self.len {
                    return self.end;
                }
                v = V::load_repeated(self.src.add(self.at));
                inputs = 16;
            }
            let (dst, end) = (self.dst.add(self.end), self.end);
            let escaped = self.encoding.found(v).mask() & 0xFFFF >> (16 - inputs);
            if escaped == 0 && self.at + inputs == self.len {
                store_first(dst, self.encoding.copy(v).half(0), inputs);
                return end + inputs;
            }
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
    /// `dst` is valid for writes of `room` bytes, and `inputs <= 16`.
    #[inline(always)]
    unsafe fn store_whole(&mut self, v: V, inputs: usize) -> bool {
        // Negative where `room < WIDTH`, as lengths are below `isize::MAX`, and no `middle` is.
        let last = self.room.wrapping_sub(WIDTH) as isize;
        let escaped = self.encoding.found(v);
        let both = self.encoding.low_and_high(v, escaped);
        let escaped = escaped.mask() & 0xFFFF >> (16 - inputs);
        let (first, second) = (lanes(escaped), lanes(escaped >> 8));
        let written = len_of(first) + len_of(second) - (16 - inputs);
        let middle = self.end + len_of(first).min(written);
        if middle as isize > last {
            return false;
        }
        // SAFETY: `end <= middle`, and `middle + WIDTH <= room`.
        unsafe {
            self.encoding.store(both[0], first, self.dst.add(self.end));
            self.encoding.store(both[1], second, self.dst.add(middle));
        }
        self.end += written;
        self.at += inputs;
        true
    }
}

#[inline(always)]
pub(in crate::kernel) unsafe fn members<V: Vector>(input: &[u8], set: &AsciiSet) -> u64 {
    let (src, len) = (input.as_ptr(), input.len().min(PLACES));
    let (mut places, mut at) = (0, 0);
    // SAFETY: `load_rest` takes a byte or more, and `load_few` `len < 16`. In the loop
    // `16 <= len`, and each start is at most `len - 16`.
    unsafe {
        if len > 0 && V::LANES == PLACES {
            let found =
                Member::<V>::escaped(Cpu::new(), set).test(V::load_rest(src, 0, len)).mask();
            return found & u64::MAX >> (PLACES - len);
        }
        if len < 16 {
            let escaped = Member::<V::Half>::escaped(Cpu::new(), set);
            // The zeros past the end of the input may be members.
            return escaped.test(load_few::<V::Half>(src, len)).mask() & !(u64::MAX << len);
        }
        // Without a branch on the length: four times 16 bytes that overlap.
        let escaped = Member::<V>::escaped(Cpu::new(), set);
        let starts = overlapping(len);
        while at < 4 {
            let found = escaped.test(load_at::<V>(src, starts, at)).mask();
            places |= (found & 0xFFFF) << starts[at];
            if V::LANES == 32 {
                places |= (found >> 16) << starts[at + 1];
            }
            at += V::LANES / 16;
        }
        places
    }
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
