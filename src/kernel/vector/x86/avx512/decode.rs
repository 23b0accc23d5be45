//! Decoding: two look-ups tell where triplets start and what they are, a compression drops their digits.

use super::registers::{BLOCK, BLOCKS, STEP, following, lanes, load, load_masked, load_up_to, reaches_too_far, splat, store, store_first};
use super::tables::{Digits, HexDigits, SetTable, percents};
use crate::kernel::vector::mode::{PLAIN, SELECTIVE, STRICT, with_mode};
use crate::kernel::vector::x86::arch::*;
use crate::kernel::{DecodeRules, Progress};

/// What `keep`, `reject` and strictness do to triplets.
#[derive(Clone, Copy)]
pub(super) struct Selection {
    /// Bit 0: keep, bit 1: reject, bit 7: one of them.
    table: SetTable,
    /// Bit 7 in every lane, if triplets of 80 and above are kept.
    keep_non_ascii: __m512i,
    strict: bool,
}

impl Selection {
    const KEEP: u8 = 0x01;
    const REJECT: u8 = 0x02;
    const SPECIAL: u8 = 0x80;

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) fn new(rules: &DecodeRules) -> Self {
        let (keep, reject) = (SetTable::new(&rules.keep), SetTable::new(&rules.reject));
        let flags = |keep, reject| {
            let keep = _mm512_maskz_set1_epi8(_mm512_test_epi8_mask(keep, keep), (Self::KEEP | Self::SPECIAL) as i8);
            _mm512_or_si512(keep, _mm512_maskz_set1_epi8(_mm512_test_epi8_mask(reject, reject), (Self::REJECT | Self::SPECIAL) as i8))
        };
        Self {
            table: SetTable { low: flags(keep.low, reject.low), high: flags(keep.high, reject.high) },
            keep_non_ascii: splat(if rules.keep_non_ascii { 0x80 } else { 0 }),
            strict: rules.strict,
        }
    }

    /// For each value bit 7: it is kept or rejected.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    fn special(self, value: __m512i) -> __m512i {
        // (look-up & !value) | (value & keep_non_ascii): what is looked up counts for values below 80 only.
        _mm512_ternarylogic_epi64::<0xAC>(value, self.table.look_up(value), self.keep_non_ascii)
    }

    /// Of the valid triplets at `valid`, those that are to be decoded; `None` where something is refused.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    pub(super) fn select(&self, percents: u64, valid: u64, values: __m512i) -> Option<u64> {
        let flags = self.table.look_up(values);
        let non_ascii = _mm512_movepi8_mask(values);
        let kept = (_mm512_test_epi8_mask(flags, splat(Self::KEEP)) & !non_ascii) | _mm512_test_epi8_mask(values, self.keep_non_ascii);
        let rejected = _mm512_test_epi8_mask(flags, splat(Self::REJECT)) & !non_ascii & valid;
        let stray = if self.strict { percents ^ valid } else { 0 };
        (rejected | stray == 0).then_some(valid & !kept)
    }
}

/// How far a decoding came. The bytes of `carry` at `at` are digits of a triplet that is decoded already.
#[derive(Clone, Copy)]
struct Place {
    at: usize,
    end: usize,
    carry: u64,
}

impl Place {
    const START: Self = Self { at: 0, end: 0, carry: 0 };

    /// Where something is refused, the digits of the last decoded triplet are done, too.
    #[inline(always)]
    fn progress(self, len: usize) -> Progress {
        Progress { read: if self.at < len { self.at + self.carry.count_ones() as usize } else { len }, written: self.end }
    }
}

/// Decodes some blocks among whose triplets some are special, exactly; or (if `dst` is null) counts only. `None` where something is refused.
/// It finds out all by itself: what the caller knows would have to stay in registers for this rare case.
///
/// # Safety
/// As [`decode`], or `dst` is null.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
unsafe fn decode_special(src: *const u8, len: usize, dst: *mut u8, rules: &DecodeRules, from: Place, blocks: usize) -> Option<Place> {
    let (hex, selection) = (HexDigits::new(), Selection::new(rules));
    let mut place = from;
    for _ in 0..blocks {
        if place.at == len {
            break;
        }
        // In place: what the blocks before have stored, exactly, ends where they end at the latest.
        // SAFETY: this function's own contract.
        let block = |n: usize| unsafe { load_up_to(src, place.at + n, len) };
        let v = block(0);
        let digits = hex.look_up(block(1), block(2));
        let percents = percents(v);
        let starts = selection.select(percents, digits.starts(percents), digits.values())?;
        let (drop, carry) = dropped(starts, place.carry);
        let keep = lanes(len - place.at) & !drop;
        if !dst.is_null() {
            let values = if rules.plus_as_space { spaces::<true>(digits.values_into(v, starts), v) } else { digits.values_into(v, starts) };
            let values = _mm512_mask_compress_epi8(values, keep, values);
            // SAFETY: this function's own contract: exactly the bytes are stored that this block decodes into.
            unsafe { store_first(dst.wrapping_add(place.end), values, keep.count_ones() as usize) };
        }
        place = Place { at: len.min(place.at + BLOCK), end: place.end + keep.count_ones() as usize, carry };
    }
    Some(place)
}

/// What tells where triplets start that are decoded.
#[derive(Clone, Copy)]
struct Triplets<const MODE: u8> {
    hex: HexDigits,
    selection: Option<Selection>,
}

impl<const MODE: u8> Triplets<MODE> {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn new(rules: &DecodeRules) -> Self {
        Self { hex: HexDigits::new(), selection: if MODE & SELECTIVE != 0 { Some(Selection::new(rules)) } else { None } }
    }

    /// Where decoded triplets start, and the blocks with the values in those places; `None` where something is refused, or (if selective) kept.
    /// `v1` and `v2` are the bytes one and two places further on than `v`.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
    fn find<const N: usize>(&self, percents: [u64; N], [v, v1, v2]: [[__m512i; N]; 3]) -> Option<([u64; N], [__m512i; N])> {
        let (mut starts, mut values) = (percents, v);
        // Mostly nothing is refused or kept in a whole step: one test for all of it.
        let (mut stray, mut special) = (_mm512_setzero_si512(), _mm512_setzero_si512());
        for i in 0..N {
            let digits = self.hex.look_up(v1[i], v2[i]);
            if MODE & STRICT != 0 {
                stray = _mm512_or_si512(stray, digits.flags_at(percents[i]));
            } else {
                starts[i] = digits.starts(percents[i]);
            }
            values[i] = digits.values_into(v[i], starts[i]);
            if MODE & SELECTIVE != 0
                && let Some(selection) = &self.selection
            {
                special = _mm512_mask_max_epu8(special, starts[i], special, selection.special(values[i]));
            }
        }
        let none = (MODE & STRICT == 0 || !Digits::any_flag(stray)) && (MODE & SELECTIVE == 0 || _mm512_movepi8_mask(special) == 0);
        none.then_some((starts, values))
    }
}

/// Where `%` stands in each of some blocks.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn percents_of<const N: usize>(v: [__m512i; N]) -> [u64; N] {
    let mut found = [0; N];
    for i in 0..N {
        found[i] = percents(v[i]);
    }
    found
}

/// Bytes to drop (the digits of decoded triplets), where triplets start and what the block before has left over; and what this one leaves.
#[inline(always)]
fn dropped(starts: u64, carry: u64) -> (u64, u64) {
    let digits = starts | starts << 1;
    (digits << 1 | carry, digits >> 63 | starts >> 62)
}

/// The progress that [`decode`] would make.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
pub(in crate::kernel) fn decoded_len(input: &[u8], rules: &DecodeRules) -> Progress {
    with_mode!(rules, decoded_len_with[](input, rules))
}

#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
fn decoded_len_with<const MODE: u8>(input: &[u8], rules: &DecodeRules) -> Progress {
    let (src, len) = (input.as_ptr(), input.len());
    let triplets = Triplets::<MODE>::new(rules);
    let mut place = Place::START;
    loop {
        let mut blocks = 1;
        let (from, mut decoded) = (place, 0);
        while len - place.at >= STEP + 2 {
            // SAFETY: a step and two bytes are left.
            let step = |n: usize| [0, 1, 2, 3].map(|i| unsafe { load(src.add(place.at + i * BLOCK + n)) });
            let v = step(0);
            let percents = percents_of(v);
            if place.carry != 0 || percents[0] | percents[1] | percents[2] | percents[3] != 0 {
                let Some((starts, _)) = triplets.find(percents, [v, step(1), step(2)]) else {
                    blocks = BLOCKS;
                    break;
                };
                for starts in starts {
                    decoded += starts.count_ones() as usize;
                    place.carry = dropped(starts, place.carry).1;
                }
            }
            place.at += STEP;
        }
        // Two digits of each triplet are dropped, but for what is carried on.
        let dropped_later = place.carry.count_ones() as usize;
        place.end += place.at - from.at + dropped_later - from.carry.count_ones() as usize - 2 * decoded;
        if place.at >= len {
            break;
        }
        // SAFETY: the input is a slice of `len` bytes.
        let block = |n: usize| unsafe { [load_up_to(src, place.at + n, len)] };
        let v = block(0);
        let found = if blocks == 1 { triplets.find(percents_of(v), [v, block(1), block(2)]) } else { None };
        if let Some(([starts], _)) = found {
            let (drop, carry) = dropped(starts, place.carry);
            let keep = lanes(len - place.at) & !drop;
            place = Place { at: len.min(place.at + BLOCK), end: place.end + keep.count_ones() as usize, carry };
            continue;
        }
        // SAFETY: as above; nothing is written.
        let special = if MODE & SELECTIVE != 0 { unsafe { decode_special(src, len, core::ptr::null_mut(), rules, place, blocks) } } else { None };
        let Some(done) = special else { break };
        place = done;
    }
    place.progress(len)
}

/// Decodes `len` bytes from `src` to `dst`, which may be the same.
///
/// # Safety
/// `src` is valid for reads of `len` bytes. `dst` is valid for writes of as many bytes as [`decoded_len`] answers where nothing is refused, of
/// `len` bytes otherwise: these are the room, any byte of which may be written. The two are equal, or do not overlap.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
pub(in crate::kernel) unsafe fn decode(src: *const u8, len: usize, dst: *mut u8, rules: &DecodeRules) -> Progress {
    if len == 0 {
        // A masked load of nothing is slow where the pointer points to nothing, as that of an empty slice does.
        return Progress::NONE;
    }
    // SAFETY: this function's own contract, in each case.
    unsafe {
        // Most calls: nothing but a block or two, without a frame.
        if len <= 2 * BLOCK && !rules.plus_as_space && rules.is_plain() {
            return if len <= BLOCK {
                decode_short::<false, PLAIN, 1>(src, len, dst, rules)
            } else {
                decode_short::<false, PLAIN, 2>(src, len, dst, rules)
            };
        }
        if rules.plus_as_space {
            with_mode!(rules, decode_with[true](src, len, dst, rules))
        } else {
            with_mode!(rules, decode_with[false](src, len, dst, rules))
        }
    }
}

/// # Safety
/// As [`decode`].
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
unsafe fn decode_with<const PLUS: bool, const MODE: u8>(src: *const u8, len: usize, dst: *mut u8, rules: &DecodeRules) -> Progress {
    // SAFETY: this function's own contract.
    unsafe {
        // (The short ones that nothing is minded of have been decoded. A second call of the same function would keep both from being inlined.)
        if len <= BLOCK && (PLUS || MODE != PLAIN) {
            return decode_short::<PLUS, MODE, 1>(src, len, dst, rules);
        }
        Decoding::<PLUS, MODE>::new(src, len, dst, rules).long()
    }
}

/// Decodes an input of at most `N` blocks, and of more than `N` - 1.
///
/// # Safety
/// As [`decode`].
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
unsafe fn decode_short<const PLUS: bool, const MODE: u8, const N: usize>(src: *const u8, len: usize, dst: *mut u8, rules: &DecodeRules) -> Progress {
    let mut v = [_mm512_setzero_si512(); N];
    for (i, block) in v.iter_mut().enumerate() {
        // SAFETY: this function's own contract: all but the last block are whole.
        *block = unsafe { if i + 1 < N { load(src.add(i * BLOCK)) } else { load_up_to(src, i * BLOCK, len) } };
    }
    let [v1, v2] = following(v);
    let Some((starts, values)) = Triplets::<MODE>::new(rules).find(percents_of(v), [v, v1, v2]) else {
        // SAFETY: this function's own contract.
        let special = if MODE & SELECTIVE != 0 { unsafe { decode_special(src, len, dst, rules, Place::START, N) } } else { None };
        return special.unwrap_or(Place::START).progress(len);
    };
    let mut place = Place::START;
    for i in 0..N {
        let input = if i + 1 < N { u64::MAX } else { lanes(len - i * BLOCK) };
        // SAFETY: this function's own contract.
        unsafe { store_block(dst, &mut place, input, starts[i], spaces::<PLUS>(values[i], v[i])) };
    }
    Progress { read: len, written: place.end }
}

/// Stores what a block decodes into, exactly: `input` are its lanes that are input.
///
/// # Safety
/// `dst` is valid for writes of as many bytes from where the output ends.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
unsafe fn store_block(dst: *mut u8, place: &mut Place, input: u64, starts: u64, values: __m512i) {
    let (drop, carry) = dropped(starts, place.carry);
    let keep = input & !drop;
    let kept = keep.count_ones() as usize;
    // SAFETY: this function's own contract.
    unsafe { store_first(dst.wrapping_add(place.end), _mm512_mask_compress_epi8(values, keep, values), kept) };
    place.end += kept;
    place.carry = carry;
}

/// One decoding.
struct Decoding<'a, const PLUS: bool, const MODE: u8> {
    src: *const u8,
    len: usize,
    dst: *mut u8,
    rules: &'a DecodeRules,
    triplets: Triplets<MODE>,
    place: Place,
}

/// Bytes of input behind a step whose output is sure to cover what the step's last store writes too much: 64 bytes of output, of three each.
const COVER: usize = 3 * BLOCK;

impl<'a, const PLUS: bool, const MODE: u8> Decoding<'a, PLUS, MODE> {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn new(src: *const u8, len: usize, dst: *mut u8, rules: &'a DecodeRules) -> Self {
        Self { src, len, dst, rules, triplets: Triplets::new(rules), place: Place::START }
    }

    /// Decodes an input of any length.
    ///
    /// # Safety
    /// As [`decode`].
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
    unsafe fn long(&mut self) -> Progress {
        // SAFETY: this function's own contract; `bulk` asks for the bytes that it needs, and `last` masks what is not there.
        unsafe {
            let mut go_on = self.bulk();
            // A register that starts at the last byte reaches as far as any.
            let near_the_end_of_a_page = reaches_too_far(self.src.add(self.len - 1), 1);
            while go_on && self.place.at < self.len {
                // Each of these stands here once: what is called from two places is not inlined.
                go_on = match self.len - self.place.at {
                    left if left >= STEP + 2 => self.last::<BLOCKS, true>(),
                    // One byte behind a step: only a single block looks at what follows it.
                    left if left <= BLOCK || left > STEP || near_the_end_of_a_page => self.last::<1, false>(),
                    ..=128 => self.last::<2, false>(),
                    _ => self.last::<BLOCKS, false>(),
                };
            }
        }
        self.place.progress(self.len)
    }

    /// Decodes some blocks of which [`Triplets::find`] has found none or too much. False where something is refused.
    ///
    /// # Safety
    /// As [`decode`].
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
    unsafe fn special(&mut self, blocks: usize) -> bool {
        if MODE & SELECTIVE == 0 {
            return false;
        }
        // SAFETY: this function's own contract.
        let done = unsafe { decode_special(self.src, self.len, self.dst, self.rules, self.place, blocks) };
        self.place = done.unwrap_or(self.place);
        done.is_some()
    }

    /// Decodes steps of whole registers, as many as there are. False where something is refused.
    ///
    /// # Safety
    /// As [`decode`].
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
    unsafe fn bulk(&mut self) -> bool {
        // Solid runs of triplets have a loop of their own, tried only after two dense steps, and ever more rarely where runs prove short.
        let (mut dense_steps, mut rest_steps, mut pause) = (0_u32, 0_u32, 1_u32);
        while self.len - self.place.at >= STEP + COVER {
            // SAFETY: at least STEP + COVER bytes are left from `at`; the loads end two bytes after the step.
            let block = |i: usize, n: usize| unsafe { load(self.src.add(self.place.at + i * BLOCK + n)) };
            let step = |n: usize| [block(0, n), block(1, n), block(2, n), block(3, n)];
            let v = step(0);
            let percents = percents_of(v);
            if self.place.carry == 0 && percents[0] | percents[1] | percents[2] | percents[3] == 0 {
                for (i, v) in v.into_iter().enumerate() {
                    // SAFETY: 256 bytes of input become 256 of output, for which there is room.
                    unsafe { store(self.dst.add(self.place.end + i * BLOCK), spaces::<PLUS>(v, v)) };
                }
                self.place.at += STEP;
                self.place.end += STEP;
                dense_steps = 0;
                continue;
            }
            let Some((starts, values)) = self.triplets.find(percents, [v, step(1), step(2)]) else {
                // SAFETY: this function's own contract.
                if unsafe { self.special(BLOCKS) } {
                    continue;
                }
                return false;
            };
            let before = self.place.end;
            for i in 0..BLOCKS {
                let (drop, carry) = dropped(starts[i], self.place.carry);
                self.place.carry = carry;
                let values = spaces::<PLUS>(values[i], v[i]);
                // SAFETY: what this store writes too much is covered: COVER bytes of input follow the step, see there.
                unsafe { store(self.dst.add(self.place.end), _mm512_mask_compress_epi8(values, !drop, values)) };
                self.place.end += BLOCK - drop.count_ones() as usize;
            }
            self.place.at += STEP;
            if MODE & SELECTIVE != 0 {
                continue;
            }
            if rest_steps > 0 {
                rest_steps -= 1;
                continue;
            }
            dense_steps = if self.place.end - before <= STEP / 3 + 1 { dense_steps + 1 } else { 0 };
            if dense_steps >= 2 {
                // What is carried is done: the next triplet, if there is one, starts behind it.
                self.place.at += self.place.carry.count_ones() as usize;
                self.place.carry = 0;
                // SAFETY: this function's own contract.
                let chunks = unsafe { self.solid() };
                pause = if chunks >= 8 { 1 } else { (pause * 2).min(64) };
                rest_steps = pause;
                dense_steps = 0;
            }
        }
        true
    }

    /// Decodes chunks of 64 triplets without a gap, as many as there are, and returns their number. Nothing is carried before or after.
    ///
    /// # Safety
    /// As [`decode`].
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
    unsafe fn solid(&mut self) -> usize {
        const CHUNK: usize = 3 * BLOCK;
        let mut chunks = 0;
        while self.len - self.place.at >= CHUNK {
            // SAFETY: at least 192 bytes are left from `at`.
            let block = |i: usize| unsafe { load(self.src.add(self.place.at + i * BLOCK)) };
            let z = [block(0), block(1), block(2)];
            // Every third byte: those of the first two registers, then those of the third.
            let role = |r: usize| {
                // SAFETY: the tables are 64 bytes long.
                let (front, back) = unsafe { (load(ROLES[r][0].as_ptr()), load(ROLES[r][1].as_ptr())) };
                _mm512_permutex2var_epi8(_mm512_permutex2var_epi8(z[0], front, z[1]), back, z[2])
            };
            let digits = self.triplets.hex.look_up(role(1), role(2));
            if digits.starts(percents(role(0))) != u64::MAX {
                break;
            }
            // SAFETY: 192 bytes of input become 64 of output, for which there is room.
            unsafe { store(self.dst.add(self.place.end), digits.values()) };
            self.place.at += CHUNK;
            self.place.end += BLOCK;
            chunks += 1;
        }
        chunks
    }

    /// Decodes a step of `N` registers, and stores exactly. `WHOLE`: two more bytes are left behind it. Otherwise no byte is read that is not there;
    /// several registers are the last ones, and a single one touches no page that the input does not touch. False where something is refused.
    ///
    /// # Safety
    /// As [`decode`].
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
    unsafe fn last<const N: usize, const WHOLE: bool>(&mut self) -> bool {
        let mut v = [_mm512_setzero_si512(); N];
        for (i, block) in v.iter_mut().enumerate() {
            let at = self.place.at + i * BLOCK;
            // SAFETY: this function's own contract: `src` has `len` bytes.
            *block = unsafe {
                match N {
                    _ if WHOLE => load(self.src.add(at)),
                    1 => load_up_to(self.src, at, self.len),
                    _ => load_masked(self.src, at, self.len),
                }
            };
        }
        let [v1, v2] = if WHOLE {
            // SAFETY: two bytes are left behind the step.
            [1, 2].map(|n| core::array::from_fn(|i| unsafe { load(self.src.add(self.place.at + i * BLOCK + n)) }))
        } else if N == 1 {
            // SAFETY: this function's own contract.
            [1, 2].map(|n| [unsafe { load_up_to(self.src, self.place.at + n, self.len) }; N])
        } else {
            following(v)
        };
        let Some((starts, values)) = self.triplets.find(percents_of(v), [v, v1, v2]) else {
            // SAFETY: this function's own contract.
            return unsafe { self.special(N) };
        };
        for i in 0..N {
            let input = if WHOLE { u64::MAX } else { lanes(self.len.saturating_sub(self.place.at + i * BLOCK)) };
            // SAFETY: exactly the bytes are stored that this block decodes into.
            unsafe { store_block(self.dst, &mut self.place, input, starts[i], spaces::<PLUS>(values[i], v[i])) };
        }
        self.place.at = (self.place.at + N * BLOCK).min(self.len);
        true
    }
}

/// For each role in a run of triplets (`%`, high digit, low digit) two permutations: from the first two of three registers, then with the third.
static ROLES: [[[u8; 64]; 2]; 3] = {
    let mut tables = [[[0; 64]; 2]; 3];
    let mut role = 0;
    while role < 3 {
        let mut i = 0;
        while i < 64 {
            let from = 3 * i + role;
            if from < 128 {
                tables[role][0][i] = from as u8;
                tables[role][1][i] = i as u8;
            } else {
                tables[role][1][i] = (from - 64) as u8;
            }
            i += 1;
        }
        role += 1;
    }
    tables
};

/// SP where `+` stands in `v`, if `PLUS`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn spaces<const PLUS: bool>(values: __m512i, v: __m512i) -> __m512i {
    if PLUS { _mm512_mask_mov_epi8(values, _mm512_cmpeq_epi8_mask(v, splat(b'+')), splat(b' ')) } else { values }
}
