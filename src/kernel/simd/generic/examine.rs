//! Examining a path: a look for anything that matters, and where there is something, all questions
//! to each register at once.
//!
//! Triplets are judged where they *end*, so that a register needs only what precedes it. The value
//! is in the lane of the second digit then, and every other lane has its own byte, which is ASCII
//! wherever UTF-8 is asked for. Adjacent triplets end three lanes apart. So sequences of UTF-8 are
//! validated where they are, by the look-ups of [`utf8`](super::utf8), with the bytes three, six
//! and nine lanes before in the place of those one, two and three before: what precedes a triplet
//! there is either a triplet or ASCII.

use super::Frames;
use super::member::Member;
use super::tables::Aligned;
use super::triplets::HexDigits;
use super::utf8::{Rules, is_nonzero};
use super::vector::{Cpu, Hex, Lanes, Vector, load_at, load_few, overlapping};
use crate::kernel::memory::SHORT_PATH;
use crate::kernel::rules::{Decoding, Digits, Examined, PathRules};
use crate::sets::AsciiSet;

/// Bytes that the first look takes at a time.
const STEP: usize = 64;

/// Past the last byte, a triplet that is not complete shows after two lanes, a sequence after
/// three.
const REACH: usize = 2;

/// A place before which nothing is odd and there is no triplet, `None` if that is so in all of the
/// path; and whether there are [`Examined::DOTS`] before that place, or perhaps a little after it.
#[inline(always)]
unsafe fn first_look<V: Vector>(path: &[u8], rules: &PathRules) -> (Option<usize>, bool) {
    let (src, len) = (path.as_ptr(), path.len());
    // SAFETY: `src` is valid for reads of `len` bytes. In the inner loop each of the places is at most
    // 16 bytes before an end that is at most `len`, and none is before `start >= 1`, so from
    // each of them and from the place before it 16 bytes are readable.
    unsafe {
        let (look, zero) = (Look::<V>::new(Cpu::new(), rules), V::splat(0));
        if len <= 16 {
            let v = load_padded::<V>(src, 0, len);
            let (odd, dots) = look.at(v, v.previous1(zero));
            return (is_nonzero(odd).then_some(0), dots.any());
        }
        let (mut dots, mut at) = (zero, 1);
        while at < len {
            // If the path is longer than a step, the last one begins in the one before.
            let start = if len <= STEP { at } else { at.min(len - STEP) };
            // Without a branch on the number of bytes, 16 or more.
            let starts = overlapping(STEP.min(len - start));
            let (mut odd, mut place) = (zero, 0);
            while place < 4 {
                let v = load_at(src.add(start), starts, place);
                let found = look.at(v, load_at(src.add(start - 1), starts, place));
                (odd, dots) = (odd.or(found.0), dots.or(found.1));
                place += V::LANES / 16;
            }
            if is_nonzero(odd) {
                return (Some(at - 1), dots.any());
            }
            at += STEP;
        }
        (None, dots.any())
    }
}

/// The first look: whether there is anything to examine.
#[derive(Clone, Copy)]
struct Look<V> {
    odd: Member<V>,
    /// The top bit, if bytes >= 0x80 are odd.
    top: V,
}

impl<V: Vector> Look<V> {
    #[inline(always)]
    fn new(cpu: Cpu<V>, rules: &PathRules) -> Self {
        Self {
            odd: Member::new(cpu, &rules.raw),
            top: cpu.splat(if rules.non_ascii { 0 } else { 0x80 }),
        }
    }

    /// 0xFF at a `/` or `.` (which differ in the last bit) after a `/`.
    #[inline(always)]
    fn dots(v: V, before: V) -> V {
        let slash = v.cpu().splat(b'/');
        v.or(v.cpu().splat(1)).equal(slash).and(before.equal(slash))
    }

    /// Not zero where something is odd or a `%`, and [`Self::dots`]; `before` has the bytes before
    /// those of `v`.
    #[inline(always)]
    fn at(self, v: V, before: V) -> (V, V) {
        (self.odd.bits(v).or(v.and(self.top)), Self::dots(v, before))
    }
}

/// [`Kernel::examine`](super::super::contract::Kernel::examine).
#[inline(always)]
pub(in crate::kernel) unsafe fn examine<K: Frames>(
    path: &[u8],
    rules: &PathRules,
    decoding: Option<&mut Decoding<'_>>,
) -> Examined {
    // SAFETY: `path.len() <= SHORT_PATH` and there is room for it where it is decoded.
    unsafe {
        let (from, dots) = first_look::<K::Vector>(path, rules);
        let Some(from) = from else {
            return Examined { read: path.len(), found: u8::from(dots) * Examined::DOTS };
        };
        match decoding {
            Some(_) if path.len() <= SHORT_PATH => {
                K::examine_rest::<true>(path, 0, dots, rules, decoding)
            }
            _ => K::examine_rest::<false>(path, from, dots, rules, None),
        }
    }
}

/// [`Frames::examine_rest`]. If there are triplets to keep, or if something is odd, the written bytes are
/// unspecified.
///
/// # Safety
/// That of the trait.
#[inline(always)]
pub(in crate::kernel) unsafe fn examine_rest<V: Vector, const DECODE: bool>(
    path: &[u8],
    from: usize,
    dots: bool,
    rules: &PathRules,
    decoding: Option<&mut Decoding<'_>>,
) -> Examined {
    let (src, len) = (path.as_ptr(), path.len());
    let (keep, dst) = match decoding {
        Some(Decoding { keep, slots, .. }) => (*keep, slots.as_mut_ptr().cast::<u8>()),
        None => (&AsciiSet::EMPTY, core::ptr::null_mut()),
    };
    let (mut at, mut end) = (from, 0);
    // SAFETY: `src` is valid for reads of `len` bytes: both are those of the slice. With `DECODE`,
    // `end <= at <= len + REACH` before each store, which ends at `end + LANES` at the latest:
    // `dst` is valid for writes of `SHORT_PATH + 64` bytes, and `len + REACH + LANES` are no more.
    unsafe {
        let cpu = Cpu::<V>::new();
        let mut look = CloseLook::new(cpu, rules);
        let keep = Member::new(cpu, keep);
        let mut kept = cpu.splat(0);
        while at <= len + REACH {
            let v = load_padded::<V>(src, at, len);
            let (before, _) = look.before;
            let (odd, percents, ends) = look.ask(v);
            if odd != 0 {
                let read = len.min(at + odd.trailing_zeros() as usize);
                return Examined { read, found: look.found(dots) | Examined::ODD };
            }
            if DECODE {
                // Every `%` begins a triplet, whose value is in the lane where it ends.
                let [values, ..] = look.values_before;
                kept = kept.or(keep.bits(values).and(ends));
                let drop = percents.or(v.previous1(before).equal(cpu.splat(b'%'))).mask();
                end += values.store_kept(drop, dst.add(end));
            }
            at += V::LANES;
        }
        let found = look.found(dots);
        if DECODE && !is_nonzero(kept) {
            // Padding was counted.
            return Examined { read: end - (at - len), found: found | Examined::DECODED };
        }
        Examined { read: len, found }
    }
}

/// The close look: the constants of every check, and the findings so far.
struct CloseLook<V> {
    look: Look<V>,
    values: Member<V>,
    digits: HexDigits<V>,
    utf8: Rules<V>,
    /// 0xFF if UTF-8 is asked for.
    is_utf8: V,
    /// The bytes before a register, none at first, and their classes.
    before: (V, V),
    /// The bytes before a register, with the values in the lanes where triplets end, and the same moved
    /// up by three and six lanes.
    values_before: [V; 3],
    /// 0xFF in some lane, where there are such.
    escapes: V,
    dots: V,
    spelled: V,
}

impl<V: Vector> CloseLook<V> {
    #[inline(always)]
    fn new(cpu: Cpu<V>, rules: &PathRules) -> Self {
        let zero = cpu.splat(0);
        Self {
            look: Look::new(cpu, rules),
            values: Member::new(cpu, &rules.values),
            digits: HexDigits::new(cpu, Digits::Any),
            utf8: Rules::new(cpu),
            is_utf8: cpu.splat(if rules.utf8 { 0xFF } else { 0 }),
            before: (zero, zero),
            values_before: [zero; 3],
            escapes: zero,
            dots: zero,
            spelled: zero,
        }
    }

    /// A bit where something odd is or ends; and 0xFF at each `%`, and where triplets end.
    #[inline(always)]
    fn ask(&mut self, v: V) -> (u64, V, V) {
        let (cpu, (before, class_before)) = (v.cpu(), self.before);
        let percents = v.equal(cpu.splat(b'%'));
        let class = self.digits.class(v);
        let high = class.previous1(class_before);
        let ends = v.previous2(before).equal(cpu.splat(b'%'));
        let malformed = ends.and(self.digits.no_digits(high, class));

        let value = HexDigits::value(high, class);
        let bytes = ends.select(value, v);
        let odd = self.look.odd.bits(v).and_not(percents);
        let odd = odd.or(self.values.bits(value).and(ends)).or(v.and(self.look.top));

        let (ill_formed, values) = self.utf8.errors_of_values(bytes, self.values_before);
        let ill_formed = ill_formed.and(self.is_utf8);

        // See `PathRules::is_spelling`.
        let spelled =
            value.or(cpu.splat(1)).equal(cpu.splat(b'/')).or(value.equal(cpu.splat(b'\\')));
        self.escapes = self.escapes.or(percents);
        self.dots = self.dots.or(Look::dots(v, v.previous1(before)));
        self.spelled = self.spelled.or(spelled.and(ends));
        (self.before, self.values_before) = ((v, class), values);
        // Only the top bit of malformed ones counts.
        let odd = odd.or(ill_formed).add_saturating(cpu.splat(0x7F)).or(malformed);
        (odd.top_bit().mask(), percents, ends)
    }

    /// The findings, in bits, with the dots of the first look.
    #[inline(always)]
    fn found(&self, dots: bool) -> u8 {
        (u8::from(self.escapes.any()) * Examined::ESCAPES)
            | (u8::from(dots | self.dots.any()) * Examined::DOTS)
            | (u8::from(self.spelled.any()) * Examined::SPELLED)
    }
}

/// The bytes from `at` on up to the end, and past them bytes that are neither odd nor a digit.
///
/// # Safety
/// `src` is valid for reads of `len` bytes.
#[inline(always)]
unsafe fn load_padded<V: Vector>(src: *const u8, at: usize, len: usize) -> V {
    let left = len.saturating_sub(at).min(V::LANES);
    // SAFETY: `src` is valid for reads of `len` bytes, by this function's contract; `LANES` are
    // loaded where that number is left; `len >= 16` for `load_rest`, and `load_few` reads the
    // `left <= len < 16` bytes from `at` on. `32 - left + LANES <= 64`, the length of the table, as
    // `LANES <= 32`.
    unsafe {
        if left == V::LANES {
            return V::load(src.add(at));
        }
        let v = if len >= 16 {
            V::load_rest(src, at, len)
        } else {
            V::from_halves(load_few::<V::Half>(src.wrapping_add(at), left), V::Half::splat(0))
        };
        v.or(V::load(PADDING.0.as_ptr().cast::<u8>().add(32 - left)))
    }
}

/// From `32 - n` on, zeros in `n` lanes, and then padding.
static PADDING: Aligned<[[u8; 32]; 2]> = Aligned([[0; 32], [b'z'; 32]]);
