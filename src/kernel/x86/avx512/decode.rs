//! Decoding: two look-ups tell where triplets start and what they are, a compression drops their digits.

use super::registers::{
    BLOCK, BLOCKS, STEP, following_reaches_too_far, lanes, load, load_masked, load_up_to, load_with_following, load_with_following_from_the_end,
    reaches_too_far, splat, store, store_first,
};
use super::tables::{Digits, HexDigits, SetTable, percents};
use crate::kernel::x86::arch::*;
use crate::kernel::{DecodeRules, Progress};

/// What `keep`, `reject` and strictness do to triplets.
#[derive(Clone, Copy)]
struct Selection {
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
    fn new(rules: &DecodeRules) -> Self {
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

    /// Of the valid triplets at `starts`, leaves those that are to be decoded; false where something is refused.
    #[inline(never)]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
    fn select_step<const N: usize>(&self, percents: &[u64; N], starts: &mut [u64; N], digits: &[Digits; N]) -> bool {
        let mut refused = 0;
        for i in 0..N {
            let values = digits[i].values();
            let flags = self.table.look_up(values);
            let non_ascii = _mm512_movepi8_mask(values);
            let kept = (_mm512_test_epi8_mask(flags, splat(Self::KEEP)) & !non_ascii) | _mm512_test_epi8_mask(values, self.keep_non_ascii);
            refused |= _mm512_test_epi8_mask(flags, splat(Self::REJECT)) & !non_ascii & starts[i];
            if self.strict {
                refused |= percents[i] ^ starts[i];
            }
            starts[i] &= !kept;
        }
        refused == 0
    }
}

/// What tells where triplets start that are decoded. Selecting is a parameter, since it costs something.
#[derive(Clone, Copy)]
struct Triplets<const SELECT: bool> {
    hex: HexDigits,
    selection: Option<Selection>,
}

impl<const SELECT: bool> Triplets<SELECT> {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn new(rules: &DecodeRules) -> Self {
        Self { hex: HexDigits::new(), selection: if SELECT { Some(Selection::new(rules)) } else { None } }
    }

    /// Where decoded triplets start, and the blocks with the values in those places; `None` where something is refused. `v1` and `v2` are the
    /// bytes one and two places further on than `v`.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
    fn find<const N: usize>(&self, percents: [u64; N], [v, v1, v2]: [[__m512i; N]; 3]) -> Option<([u64; N], [__m512i; N])> {
        let mut starts = [0; N];
        let mut digits = [self.hex.look_up(v1[0], v2[0]); N];
        let mut values = v;
        for i in 0..N {
            digits[i] = self.hex.look_up(v1[i], v2[i]);
            starts[i] = digits[i].starts(percents[i]);
            values[i] = digits[i].values_into(v[i], starts[i]);
        }
        if SELECT && let Some(selection) = &self.selection {
            // Mostly nothing is kept or refused in a whole step: only where it is, look which.
            let (mut special, mut stray) = (_mm512_setzero_si512(), 0);
            for i in 0..N {
                special = _mm512_mask_max_epu8(special, starts[i], special, selection.special(values[i]));
                if selection.strict {
                    stray |= percents[i] ^ starts[i];
                }
            }
            if _mm512_movepi8_mask(special) | stray != 0 {
                if !selection.select_step(&percents, &mut starts, &digits) {
                    return None;
                }
                for i in 0..N {
                    values[i] = digits[i].values_into(v[i], starts[i]);
                }
            }
        }
        Some((starts, values))
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
    if rules.is_selective() { decoded_len_with::<true>(input, rules) } else { decoded_len_with::<false>(input, rules) }
}

#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
fn decoded_len_with<const SELECT: bool>(input: &[u8], rules: &DecodeRules) -> Progress {
    let (src, len) = (input.as_ptr(), input.len());
    let triplets = Triplets::<SELECT>::new(rules);
    let (mut at, mut decoded, mut carry) = (0, 0, 0);
    let mut count = |starts: u64, carry: &mut u64| {
        decoded += starts.count_ones() as usize;
        *carry = dropped(starts, *carry).1;
    };
    let mut go_on = true;
    while go_on && len - at >= STEP + 2 {
        // SAFETY: a step and two bytes are left from `at`.
        let block = |i: usize, n: usize| unsafe { load(src.add(at + i * BLOCK + n)) };
        let step = |n: usize| [block(0, n), block(1, n), block(2, n), block(3, n)];
        let v = step(0);
        let percents = percents_of(v);
        if carry == 0 && percents[0] | percents[1] | percents[2] | percents[3] == 0 {
            at += STEP;
            continue;
        }
        match triplets.find(percents, [v, step(1), step(2)]) {
            Some((starts, _)) => starts.into_iter().for_each(|starts| count(starts, &mut carry)),
            None => go_on = false,
        }
        if go_on {
            at += STEP;
        }
    }
    while at < len {
        // SAFETY: the input is a slice of `len` bytes.
        let block = |n: usize| unsafe { [load_up_to(src, at + n, len)] };
        let v = block(0);
        let Some(([starts], _)) = triplets.find(percents_of(v), [v, block(1), block(2)]) else {
            let read = at + carry.count_ones() as usize;
            return Progress { read, written: read - 2 * decoded };
        };
        count(starts, &mut carry);
        at += BLOCK;
    }
    Progress { read: len, written: len - 2 * decoded }
}

/// Decodes `len` bytes from `src` to `dst`, which may be the same.
///
/// # Safety
/// `src` is valid for reads of `len` bytes; `dst` is valid for writes of as many bytes as [`decoded_len`] answers where nothing is refused, of
/// `len` bytes otherwise. The two are equal, or do not overlap.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
pub(in crate::kernel) unsafe fn decode(src: *const u8, len: usize, dst: *mut u8, rules: &DecodeRules) -> Progress {
    // SAFETY: this function's own contract, in each case.
    unsafe {
        match (rules.plus_as_space, rules.is_selective()) {
            // Most calls: nothing but one block, without a frame.
            (false, false) if len <= BLOCK && !following_reaches_too_far(src, len) => {
                decode_short::<false, false>(len, dst, rules, load_with_following(src, len))
            }
            (false, false) => decode_with::<false, false>(src, len, dst, rules),
            (true, false) => decode_with::<true, false>(src, len, dst, rules),
            (false, true) => decode_with::<false, true>(src, len, dst, rules),
            (true, true) => decode_with::<true, true>(src, len, dst, rules),
        }
    }
}

/// # Safety
/// As [`decode`].
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
unsafe fn decode_with<const PLUS: bool, const SELECT: bool>(src: *const u8, len: usize, dst: *mut u8, rules: &DecodeRules) -> Progress {
    // SAFETY: this function's own contract.
    unsafe {
        if len <= BLOCK && !following_reaches_too_far(src, len) {
            return decode_short::<PLUS, SELECT>(len, dst, rules, load_with_following(src, len));
        }
        if len <= BLOCK {
            return decode_short::<PLUS, SELECT>(len, dst, rules, load_with_following_from_the_end(src, len));
        }
        Decoding::<PLUS, SELECT>::new(src, len, dst, rules).long()
    }
}

/// Decodes an input of at most one block, given its registers.
///
/// # Safety
/// As [`decode`].
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
unsafe fn decode_short<const PLUS: bool, const SELECT: bool>(len: usize, dst: *mut u8, rules: &DecodeRules, [v, v1, v2]: [__m512i; 3]) -> Progress {
    let triplets = Triplets::<SELECT>::new(rules);
    let Some(([starts], [values])) = triplets.find(percents_of([v]), [[v], [v1], [v2]]) else {
        return Progress { read: 0, written: 0 };
    };
    let keep = lanes(len) & !(starts << 1 | starts << 2);
    let written = keep.count_ones() as usize;
    let values = spaces::<PLUS>(values, v);
    // SAFETY: this function's own contract: exactly what the block decodes into is stored.
    unsafe { store_first(dst, _mm512_mask_compress_epi8(values, keep, values), written) };
    Progress { read: len, written }
}

/// One decoding.
struct Decoding<const PLUS: bool, const SELECT: bool> {
    src: *const u8,
    len: usize,
    dst: *mut u8,
    triplets: Triplets<SELECT>,
    /// Read and written so far. The bytes of `carry` at `at` are digits of a triplet that is decoded already.
    at: usize,
    end: usize,
    carry: u64,
}

/// Bytes of input behind a step whose output is sure to cover what the step's last store writes too much: 64 bytes of output, of three each.
const COVER: usize = 3 * BLOCK;

impl<const PLUS: bool, const SELECT: bool> Decoding<PLUS, SELECT> {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn new(src: *const u8, len: usize, dst: *mut u8, rules: &DecodeRules) -> Self {
        Self { src, len, dst, triplets: Triplets::new(rules), at: 0, end: 0, carry: 0 }
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
            while go_on && self.at < self.len {
                go_on = match self.len - self.at {
                    left if left >= STEP + 2 => self.last::<BLOCKS, true>(),
                    _ if near_the_end_of_a_page => self.last::<1, false>(),
                    ..=BLOCK => self.last::<1, false>(),
                    ..=128 => self.last::<2, false>(),
                    _ => self.last::<BLOCKS, false>(),
                };
            }
        }
        // Where something is refused, the digits of the last decoded triplet are done, too.
        Progress { read: if self.at < self.len { self.at + self.carry.count_ones() as usize } else { self.len }, written: self.end }
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
        while self.len - self.at >= STEP + COVER {
            // SAFETY: at least STEP + COVER bytes are left from `at`; the loads end two bytes after the step.
            let block = |i: usize, n: usize| unsafe { load(self.src.add(self.at + i * BLOCK + n)) };
            let step = |n: usize| [block(0, n), block(1, n), block(2, n), block(3, n)];
            let v = step(0);
            let percents = percents_of(v);
            if self.carry == 0 && percents[0] | percents[1] | percents[2] | percents[3] == 0 {
                for (i, v) in v.into_iter().enumerate() {
                    // SAFETY: 256 bytes of input become 256 of output, for which there is room.
                    unsafe { store(self.dst.add(self.end + i * BLOCK), spaces::<PLUS>(v, v)) };
                }
                self.at += STEP;
                self.end += STEP;
                dense_steps = 0;
                continue;
            }
            let Some((starts, values)) = self.triplets.find(percents, [v, step(1), step(2)]) else { return false };
            let before = self.end;
            for i in 0..BLOCKS {
                let (drop, carry) = dropped(starts[i], self.carry);
                self.carry = carry;
                let values = spaces::<PLUS>(values[i], v[i]);
                // SAFETY: what this store writes too much is covered: COVER bytes of input follow the step, see there.
                unsafe { store(self.dst.add(self.end), _mm512_mask_compress_epi8(values, !drop, values)) };
                self.end += BLOCK - drop.count_ones() as usize;
            }
            self.at += STEP;
            if SELECT {
                continue;
            }
            if rest_steps > 0 {
                rest_steps -= 1;
                continue;
            }
            dense_steps = if self.end - before <= STEP / 3 + 1 { dense_steps + 1 } else { 0 };
            if dense_steps >= 2 {
                // What is carried is done: the next triplet, if there is one, starts behind it.
                self.at += self.carry.count_ones() as usize;
                self.carry = 0;
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
        while self.len - self.at >= CHUNK {
            // SAFETY: at least 192 bytes are left from `at`.
            let block = |i: usize| unsafe { load(self.src.add(self.at + i * BLOCK)) };
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
            unsafe { store(self.dst.add(self.end), digits.values()) };
            self.at += CHUNK;
            self.end += BLOCK;
            chunks += 1;
        }
        chunks
    }

    /// Decodes a step of up to `N` registers that may be the last one, and stores exactly. `WHOLE`: a step and two bytes are left; otherwise no
    /// byte is read that is not there, and with one register no page is touched that the input does not touch. False where something is refused.
    ///
    /// # Safety
    /// As [`decode`].
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,popcnt")]
    unsafe fn last<const N: usize, const WHOLE: bool>(&mut self) -> bool {
        let mut loaded = [[_mm512_setzero_si512(); N]; 3];
        for (n, registers) in loaded.iter_mut().enumerate() {
            for (i, register) in registers.iter_mut().enumerate() {
                let at = self.at + i * BLOCK + n;
                // SAFETY: this function's own contract: `src` has `len` bytes.
                *register = unsafe {
                    match N {
                        _ if WHOLE => load(self.src.add(at)),
                        1 => load_up_to(self.src, at, self.len),
                        _ => load_masked(self.src, at, self.len),
                    }
                };
            }
        }
        let v = loaded[0];
        let Some((starts, values)) = self.triplets.find(percents_of(v), loaded) else { return false };
        for i in 0..N {
            let input = if WHOLE { u64::MAX } else { lanes(self.len.saturating_sub(self.at + i * BLOCK)) };
            let (drop, carry) = dropped(starts[i], self.carry);
            self.carry = carry;
            let keep = input & !drop;
            let kept = keep.count_ones() as usize;
            let values = spaces::<PLUS>(values[i], v[i]);
            // SAFETY: exactly the bytes are stored that this block decodes into.
            unsafe { store_first(self.dst.wrapping_add(self.end), _mm512_mask_compress_epi8(values, keep, values), kept) };
            self.end += kept;
        }
        self.at = (self.at + N * BLOCK).min(self.len);
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
