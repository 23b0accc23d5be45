//! Marking what encoding and decoding change, for callers that know places in an input and ask
//! where they come to be in the output.

use super::Frames;
use super::ahead::Ahead;
use super::decode::{RUN, Run, decode, decode_plain};
use super::member::{Escaped, Test};
use super::vector::{Lanes, Vector, load_up_to};
use crate::kernel::marks::{Block, PLACES};
use crate::kernel::rules::{DecodeRules, Progress};
use crate::sets::AsciiSet;

/// Makes blocks, one after another.
#[derive(Default)]
pub(in crate::kernel) struct Marker {
    marked: usize,
    percents: u64,
}

impl Marker {
    /// The next block, from the bytes that are escaped.
    #[inline(always)]
    pub(in crate::kernel) fn escaped(&mut self, marks: u64) -> Block {
        self.marked += marks.count_ones() as usize;
        Block { marks, within: 0, marked: self.marked }
    }

    /// The next block, from the digits that are dropped, and where triplets may begin that stay.
    #[inline(always)]
    pub(in crate::kernel) fn dropped(&mut self, drop: u64, percents: u64) -> Block {
        let stay = percents << 1 | percents << 2 | self.percents >> 62 | self.percents >> 63;
        let marked = self.marked + drop.count_ones() as usize;
        *self = Self { marked, percents };
        Block { marks: drop, within: drop | stay, marked }
    }
}

/// The progress `done`, extended by `rest` from `from` to `len` if all of that is done. The bytes
/// between them belong to `done`.
#[inline(always)]
pub(in crate::kernel) fn with_rest(
    done: Progress,
    rest: Progress,
    from: usize,
    len: usize,
) -> Progress {
    if from + rest.read < len {
        return done;
    }
    Progress { read: len, written: done.written + rest.written }
}

/// # Safety
/// The CPU has the instruction set.
#[inline(always)]
pub(in crate::kernel) unsafe fn mark_escaped<V: Vector>(
    input: &[u8],
    set: &AsciiSet,
    blocks: &mut [Block],
) -> bool {
    let (src, len) = (input.as_ptr(), input.len());
    let mut marker = Marker::default();
    // SAFETY: the CPU has the instruction set, by this function's contract; `src` is valid for
    // reads of `len` bytes, which is all that `load_up_to` asks for. Whole registers are loaded
    // where `at + PLACES <= len` by the condition, and `lane + LANES <= PLACES`.
    unsafe {
        let (whole, half) = (Escaped::<V>::new(set), Escaped::<V::Half>::new(set));
        for (block, at) in blocks.iter_mut().zip((0..).step_by(PLACES)) {
            let (mut marks, mut lane) = (0, 0);
            if len.saturating_sub(at) >= PLACES {
                while lane < PLACES {
                    marks |= whole.test(V::load(src.add(at + lane))).mask() << lane;
                    lane += V::LANES;
                }
            }
            while lane < PLACES && at + lane < len {
                marks |= half.test(load_up_to::<V::Half>(src, at + lane, len)).mask() << lane;
                lane += 16;
            }
            *block = marker.escaped(marks);
        }
    }
    true
}

/// [`Kernel::decode_marked`](super::super::contract::Kernel::decode_marked).
///
/// # Safety
/// The CPU has the instruction set of the kernel; the rest is that of the trait.
#[inline(always)]
pub(in crate::kernel) unsafe fn decode_marked<K: Frames>(
    src: *const u8,
    len: usize,
    dst: *mut u8,
    room: usize,
    rules: &DecodeRules,
    blocks: &mut [Block],
) -> Option<Progress> {
    // SAFETY: this function's contract is that of `decode_marked_by`.
    Some(unsafe {
        if rules.is_plain() {
            K::decode_marked_by::<false>(src, len, dst, room, rules, blocks)
        } else {
            K::decode_marked_by::<true>(src, len, dst, room, rules, blocks)
        }
    })
}

/// [`Frames::decode_marked_by`].
///
/// # Safety
/// The contract of [`decode_marked`].
#[inline(always)]
pub(in crate::kernel) unsafe fn decode_marked_by<K: Frames, const POLICY: bool>(
    src: *const u8,
    len: usize,
    dst: *mut u8,
    room: usize,
    rules: &DecodeRules,
    blocks: &mut [Block],
) -> Progress {
    // SAFETY: this function's contract is that of `whole_blocks`.
    let (done, carry, marker) =
        unsafe { whole_blocks::<K::Vector, POLICY>(src, len, dst, rules, blocks) };
    let Some(carry) = carry else { return done };
    let (from, to) = (done.read + carry.count_ones() as usize, done.written);
    // SAFETY: the CPU has the instruction set, `src` is valid for reads of `len` bytes, `dst` for
    // writes of `room >= len`, and they do not overlap, by this function's contract. At most two
    // bytes are carried, and after a block a register follows, so `from <= len`; `to <= done.read <=
    // from`, so `room - to >= len - from`.
    unsafe {
        mark_rest::<K::Vector>(src, done.read, len, carry, rules, marker, blocks);
        let (src, rest, dst, room) = (src.add(from), len - from, dst.add(to), room - to);
        let rest = if POLICY {
            decode::<K>(src, rest, dst, room, rules)
        } else {
            let written = decode_plain::<K>(src, rest, dst, room, rules.plus_as_space);
            Progress { read: rest, written }
        };
        with_rest(done, rest, from, len)
    }
}

/// Decodes whole blocks, as many as a register follows, and marks them. Returns what is decoded,
/// and (unless something is refused) which of the bytes after that are digits of a triplet that is
/// decoded already.
///
/// # Safety
/// The CPU has the instruction set. `src` is valid for reads of `len` bytes, and `dst` for writes
/// of as many. They do not overlap.
#[inline(always)]
unsafe fn whole_blocks<V: Vector, const POLICY: bool>(
    src: *const u8,
    len: usize,
    dst: *mut u8,
    rules: &DecodeRules,
    blocks: &mut [Block],
) -> (Progress, Option<u64>, Marker) {
    let mut marker = Marker::default();
    // SAFETY: the CPU has the instruction set, by this function's contract; the contract of the two
    // steps is this function's.
    //
    // A register is loaded where `at + PLACES + LANES <= len`, by the conditions.
    unsafe {
        let mut run = Run::<V, POLICY>::new(src, len, dst, len, rules);
        // Clean bytes are looked for ever more rarely if clean runs prove short: an answer that no
        // branch foresees costs more than decoding.
        let mut stretch = RUN;
        while len - run.at >= PLACES + V::LANES {
            let start = run.at;
            mark_clean(&mut run, (src, len, dst), blocks, &mut marker);
            if len - run.at < PLACES + V::LANES {
                break;
            }
            stretch = if run.at - start < 4 * RUN { 2 * stretch } else { RUN };
            let stop = run.at.saturating_add(stretch);
            let mut ahead = Ahead::new(&run.decoding, V::load(src.add(run.at)));
            while run.at < stop && len - run.at >= PLACES + V::LANES {
                let done = Progress { read: run.at, written: run.end };
                let Some((drop, percents)) = decode_block(&mut run, &mut ahead, src) else {
                    return (done, None, marker);
                };
                blocks[run.at / PLACES] = marker.dropped(drop, percents);
                run.at += PLACES;
            }
        }
        (Progress { read: run.at, written: run.end }, Some(run.carry), marker)
    }
}

/// Copies and marks clean bytes, [`RUN`] at a time.
///
/// # Safety
/// The contract of [`whole_blocks`], whose `src`, `len` and `dst` are the triple.
#[inline(always)]
unsafe fn mark_clean<V: Vector, const POLICY: bool>(
    run: &mut Run<V, POLICY>,
    (src, len, dst): (*const u8, usize, *mut u8),
    blocks: &mut [Block],
    marker: &mut Marker,
) {
    let clean = run.decoding.clean;
    // SAFETY: RUN bytes are left where as many are copied, and `end <= at`.
    unsafe {
        while run.carry == 0
            && len - run.at >= RUN
            && clean.copy_all::<RUN>(src.add(run.at), dst.add(run.end))
        {
            for block in &mut blocks[run.at / PLACES..][..RUN / PLACES] {
                *block = marker.dropped(0, 0);
            }
            run.at += RUN;
            run.end += RUN;
        }
    }
}

/// Decodes [`PLACES`] bytes: the mask of the digits that are dropped, and of each `%` if `POLICY`;
/// `None` where something is refused.
///
/// # Safety
/// The contract of [`whole_blocks`]; `at + PLACES + LANES` is at most its `len`, and `ahead` has the
/// register at `at`.
#[inline(always)]
unsafe fn decode_block<V: Vector, const POLICY: bool>(
    run: &mut Run<V, POLICY>,
    ahead: &mut Ahead<V>,
    src: *const u8,
) -> Option<(u64, u64)> {
    let (mut drop, mut percents, mut lane) = (0, 0, 0);
    // SAFETY: the last load ends at `at + PLACES + LANES`, by this function's contract. `end <= at`, so
    // stores of as many bytes as were loaded end within the room.
    unsafe {
        while lane < PLACES {
            let v = ahead.v;
            let next = V::load(src.add(run.at + lane + V::LANES));
            let (values, dropped) = run.block(ahead, next)?;
            drop |= (dropped & !0 >> (64 - V::LANES)) << lane;
            if POLICY {
                percents |= run.decoding.clean.percents(v).mask() << lane;
            }
            run.store(values, dropped);
            lane += V::LANES;
        }
    }
    Some((drop, percents))
}

/// Marks the blocks from `at` on; the digits in `carry` are dropped from them.
///
/// # Safety
/// The CPU has the instruction set, and `src` is valid for reads of `len` bytes.
#[inline(always)]
unsafe fn mark_rest<V: Vector>(
    src: *const u8,
    at: usize,
    len: usize,
    carry: u64,
    rules: &DecodeRules,
    mut marker: Marker,
    blocks: &mut [Block],
) {
    // SAFETY: the CPU has the instruction set, by this function's contract; `src` is valid for
    // reads of `len` bytes, which is all that `load_up_to` asks for.
    unsafe {
        let mut run = Run::<V::Half, true>::new(src, len, core::ptr::null_mut(), 0, rules);
        run.carry = carry;
        for (block, at) in blocks[at / PLACES..].iter_mut().zip((at..).step_by(PLACES)) {
            let (mut drop, mut percents) = (0, 0);
            for lane in (0..PLACES).step_by(16) {
                let v = load_up_to::<V::Half>(src, at + lane, len);
                let next = load_up_to::<V::Half>(src, at + lane + 16, len);
                // (`None` is a refused triplet. No caller asks for marks past it.)
                let dropped = run.block(&mut Ahead::new(&run.decoding, v), next);
                drop |= (dropped.map_or(0, |(_, drop)| drop) & 0xFFFF) << lane;
                percents |= run.decoding.clean.percents(v).mask() << lane;
            }
            *block = marker.dropped(drop, percents);
        }
    }
}
