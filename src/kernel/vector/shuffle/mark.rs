//! Marking what encoding and decoding change, for callers that know places in an input and ask
//! where they come to be in the output.

use super::decode::{RUN, Run};
use super::find::{Escaped, Test};
use super::vector::{Vector, load_up_to};
use crate::kernel::vector::mode::SELECTIVE;
use crate::kernel::{Block, DecodeRules, PLACES, Progress};
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

/// What is done together with the bytes from `from` to `len`, if these are done, too; what is between
/// them belongs to what is done.
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
) {
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
}

/// Decodes whole blocks, as many as a register follows, and marks them. Returns what is decoded,
/// and (unless something is refused) which of the bytes after that are digits of a triplet that is
/// decoded already. `+` is SP where that is asked for, if `PLUS`.
///
/// # Safety
/// The CPU has the instruction set. `src` is valid for reads of `len` bytes, and `dst` for writes
/// of as many. They do not overlap.
#[inline(always)]
pub(in crate::kernel) unsafe fn decode_marked<V: Vector, const PLUS: bool, const MODE: u8>(
    src: *const u8,
    len: usize,
    dst: *mut u8,
    rules: &DecodeRules,
    blocks: &mut [Block],
) -> (Progress, Option<u64>, Marker) {
    let mut marker = Marker::default();
    // SAFETY: the CPU has the instruction set, by this function's contract, as `run` proves; `src`
    // is valid for reads of `len` bytes, and `dst` for writes of as many.
    //
    // `at + RUN <= len` where RUN bytes are copied, and `at + PLACES + LANES <= len` where a block is
    // decoded, by the conditions: its last load is at `at + PLACES`. `end <= at`, so stores of as
    // many bytes as were loaded end at `len` at the latest.
    unsafe {
        let mut run = Run::<V, PLUS, MODE>::new(src, len, dst, len, rules);
        run.decoding = run.decoding.with_plus(rules.plus_as_space);
        let (digits, clean) = (run.decoding.digits, run.decoding.clean);
        // Whether bytes are clean is asked ever more rarely where clean runs prove short: an answer
        // that no branch foresees costs more than decoding.
        let mut stretch = RUN;
        while len - run.at >= PLACES + V::LANES {
            let start = run.at;
            while run.carry == 0
                && len - run.at >= RUN
                && clean.copy_all::<PLUS, RUN>(src.add(run.at), dst.add(run.end))
            {
                for block in &mut blocks[run.at / PLACES..][..RUN / PLACES] {
                    *block = marker.dropped(0, 0);
                }
                run.at += RUN;
                run.end += RUN;
            }
            if len - run.at < PLACES + V::LANES {
                break;
            }
            stretch = if run.at - start < 4 * RUN { 2 * stretch } else { RUN };
            let stop = run.at.saturating_add(stretch);
            let mut v = V::load(src.add(run.at));
            let mut class = digits.class(v);
            while run.at < stop && len - run.at >= PLACES + V::LANES {
                let done = Progress { read: run.at, written: run.end };
                let (mut drop, mut percents, mut lane) = (0, 0, 0);
                while lane < PLACES {
                    let next = V::load(src.add(run.at + lane + V::LANES));
                    let following = digits.class(next);
                    let Some((values, dropped)) = run.block(v, class, following) else {
                        return (done, None, marker);
                    };
                    drop |= (dropped & !0 >> (64 - V::LANES)) << lane;
                    if MODE & SELECTIVE != 0 {
                        percents |= clean.percents(v).mask() << lane;
                    }
                    run.store(values, dropped);
                    (v, class) = (next, following);
                    lane += V::LANES;
                }
                blocks[run.at / PLACES] = marker.dropped(drop, percents);
                run.at += PLACES;
            }
        }
        (Progress { read: run.at, written: run.end }, Some(run.carry), marker)
    }
}

/// Marks the blocks from `at` on, of which the digits in `carry` are dropped.
///
/// # Safety
/// The CPU has the instruction set, and `src` is valid for reads of `len` bytes.
#[inline(always)]
pub(in crate::kernel) unsafe fn mark_rest<V: Vector>(
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
        let mut run =
            Run::<V::Half, false, SELECTIVE>::new(src, len, core::ptr::null_mut(), 0, rules);
        run.carry = carry;
        for (block, at) in blocks[at / PLACES..].iter_mut().zip((at..).step_by(PLACES)) {
            let (mut drop, mut percents) = (0, 0);
            for lane in (0..PLACES).step_by(16) {
                let v = load_up_to::<V::Half>(src, at + lane, len);
                let next = load_up_to::<V::Half>(src, at + lane + 16, len);
                let digits = run.decoding.digits;
                // (What is refused is never asked for.)
                let dropped = run.block(v, digits.class(v), digits.class(next));
                drop |= (dropped.map_or(0, |(_, drop)| drop) & 0xFFFF) << lane;
                percents |= run.decoding.clean.percents(v).mask() << lane;
            }
            *block = marker.dropped(drop, percents);
        }
    }
}

/// Defines the functions of a kernel that mark, for [`kernel!`](super::kernel).
macro_rules! marks {
    ($vector:ty, $features:literal) => {
        /// Marks the bytes that are in `set` or >= 0x80.
        #[target_feature(enable = $features)]
        pub(in crate::kernel) fn mark_escaped(
            input: &[u8],
            set: &crate::sets::AsciiSet,
            blocks: &mut [crate::kernel::Block],
        ) -> bool {
            // SAFETY: the attribute enables the features that the vector needs.
            unsafe {
                crate::kernel::vector::shuffle::mark::mark_escaped::<$vector>(input, set, blocks)
            }
            true
        }

        /// [`Block::fold`](crate::kernel::Block::fold).
        #[target_feature(enable = $features)]
        pub(in crate::kernel) fn fold_places<T, S>(
            blocks: &[crate::kernel::Block],
            places: impl Iterator<Item = (usize, T)>,
            state: S,
            fold: impl FnMut(S, (usize, T), (usize, u64)) -> S,
        ) -> S {
            crate::kernel::Block::fold(blocks, places, state, fold)
        }

        /// Decodes `len > 0` bytes from `src` to `dst`, and marks what is dropped.
        ///
        /// # Safety
        /// `src` is valid for reads of `len` bytes, and `dst` for writes of `room >= len` bytes,
        /// any of which may be written. The two do not overlap.
        #[target_feature(enable = $features)]
        pub(in crate::kernel) unsafe fn decode_marked(
            src: *const u8,
            len: usize,
            dst: *mut u8,
            room: usize,
            rules: &crate::kernel::DecodeRules,
            blocks: &mut [crate::kernel::Block],
        ) -> Option<crate::kernel::Progress> {
            // SAFETY: the attribute enables the features that the vector needs; `src` is valid for
            // reads of `len` bytes, `dst` for writes of `room >= len`, and they do not overlap, by
            // this function's contract.
            Some(unsafe {
                use crate::kernel::vector::mode;
                match rules.mode() {
                    mode::PLAIN if !rules.plus_as_space => {
                        decode_marked_with::<false, { mode::PLAIN }>(
                            src, len, dst, room, rules, blocks,
                        )
                    }
                    mode::PLAIN => decode_marked_with::<true, { mode::PLAIN }>(
                        src, len, dst, room, rules, blocks,
                    ),
                    mode::STRICT => decode_marked_with::<true, { mode::STRICT }>(
                        src, len, dst, room, rules, blocks,
                    ),
                    mode::BOTH => decode_marked_with::<true, { mode::BOTH }>(
                        src, len, dst, room, rules, blocks,
                    ),
                    _ => decode_marked_with::<true, { mode::SELECTIVE }>(
                        src, len, dst, room, rules, blocks,
                    ),
                }
            })
        }

        /// # Safety
        /// The contract of [`decode_marked`].
        #[inline(never)]
        #[target_feature(enable = $features)]
        unsafe fn decode_marked_with<const PLUS: bool, const MODE: u8>(
            src: *const u8,
            len: usize,
            dst: *mut u8,
            room: usize,
            rules: &crate::kernel::DecodeRules,
            blocks: &mut [crate::kernel::Block],
        ) -> crate::kernel::Progress {
            // SAFETY: the attribute enables the features that the vector needs; `src` is valid for
            // reads of `len` bytes, `dst` for writes of `room >= len`, and they do not overlap, by
            // this function's contract.
            let (done, carry, marker) = unsafe {
                crate::kernel::vector::shuffle::mark::decode_marked::<$vector, PLUS, MODE>(
                    src, len, dst, rules, blocks,
                )
            };
            match carry {
                // SAFETY: `src` is valid for reads of `len` bytes, `dst` for writes of
                // `room >= len`, and they do not overlap, by this function's contract. At most two
                // bytes are carried, and after a block a register follows, so that `from <= len`;
                // `done.written <= done.read <= from`, so that `room - written >= len - from`.
                Some(carry) => unsafe {
                    mark_rest(src, done.read, len, carry, rules, marker, blocks);
                    let (from, to) = (done.read + carry.count_ones() as usize, done.written);
                    let rest = decode(src.add(from), len - from, dst.add(to), room - to, rules);
                    crate::kernel::vector::shuffle::mark::with_rest(done, rest, from, len)
                },
                None => done,
            }
        }

        /// Marks the blocks from `at` on, of which the digits in `carry` are dropped.
        ///
        /// # Safety
        /// `src` is valid for reads of `len` bytes.
        #[inline(never)]
        #[target_feature(enable = $features)]
        unsafe fn mark_rest(
            src: *const u8,
            at: usize,
            len: usize,
            carry: u64,
            rules: &crate::kernel::DecodeRules,
            marker: crate::kernel::vector::shuffle::mark::Marker,
            blocks: &mut [crate::kernel::Block],
        ) {
            // SAFETY: the attribute enables the features that the vector needs; `src` is valid for
            // reads of `len` bytes, by this function's contract.
            unsafe {
                crate::kernel::vector::shuffle::mark::mark_rest::<$vector>(
                    src, at, len, carry, rules, marker, blocks,
                )
            }
        }
    };
}
pub(in crate::kernel) use marks;
