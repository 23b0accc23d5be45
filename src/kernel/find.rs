//! Finding: the checked entries, and looks at the first 64 bytes of an input, all at a time.

use super::dispatch::{dispatch, look};
use super::marks::PLACES;
use super::rules::DecodeRules;
use super::scalar;
use crate::backend::Backend;
use crate::sets::AsciiSet;

/// The index of the first byte that is `a` or `b`, or the input's length.
#[inline]
pub(crate) fn find_either(backend: Backend, input: &[u8], a: u8, b: u8) -> usize {
    // SAFETY: `input` is a slice, of which a kernel only reads.
    dispatch!(backend, K, unsafe { K::find_either(input, a, b) }, scalar::find_either(input, a, b))
}

/// The index of the first byte that is `byte` or >= 0x80, or a `.` before another one; or the
/// length.
#[cfg(feature = "inspect")]
#[inline(never)]
pub(crate) fn find_suspect<const LAZY: bool>(backend: Backend, input: &[u8], byte: u8) -> usize {
    dispatch!(
        backend,
        K,
        // SAFETY: `input` is a slice, of which a kernel only reads.
        unsafe { K::find_suspect(input, byte) },
        scalar::find_suspect::<true>(input, byte)
    )
}

/// The index of the first byte that is in the set or not ASCII, or the length.
#[inline(never)]
pub(crate) fn find_in(backend: Backend, input: &[u8], set: &AsciiSet) -> usize {
    // SAFETY: `input` is a slice, of which a kernel only reads.
    dispatch!(backend, K, unsafe { K::find_member(input, set) }, scalar::find_member(input, set))
}

/// The input as far as kernels may see it: up to the first raw byte that
/// [`DecodeRules::reject_raw`] refuses.
///
/// Kernels look at triplets only. No valid triplet crosses that place, since its bytes are not raw; a
/// malformed one may, and keeps its kind, since the error is named from the whole input.
#[inline(always)]
pub(super) fn accepted<'a>(backend: Backend, input: &'a [u8], rules: &DecodeRules) -> &'a [u8] {
    if rules.reject_raw { before_raw::<true>(backend, input, rules) } else { input }
}

/// The input up to the first raw byte that is refused.
#[cold]
#[inline(never)]
fn before_raw<'a, const LAZY: bool>(
    backend: Backend,
    input: &'a [u8],
    rules: &DecodeRules,
) -> &'a [u8] {
    let rejected = rules.rejected_raw();
    let mut at = if rejected.is_empty() { input.len() } else { 0 };
    while at < input.len() {
        at += find_in(backend, &input[at..], &rejected);
        if at == input.len() {
            break;
        }
        // Bytes >= 0x80 stop the search, too, and are often many: look at a block.
        let block = &input[at..];
        let mut places =
            members(backend, block, &rejected) & !members(backend, block, &AsciiSet::EMPTY);
        while places != 0 {
            let place = at + places.trailing_zeros() as usize;
            if scalar::end_of_triplet_around::<true>(input, place, rules.digits).is_none() {
                return &input[..place];
            }
            places &= places - 1;
        }
        at += block.len().min(PLACES);
    }
    input
}

/// The number of bytes at the start that are neither in the set nor >= 0x80: for callers that ask
/// again and again and mostly get a few bytes. The first few are looked at before a kernel is
/// called, and so is a short input.
#[inline(always)]
pub(crate) fn len_unescaped(backend: Option<Backend>, input: &[u8], set: &AsciiSet) -> usize {
    const FEW: usize = 8;
    const SHORT: usize = 16;
    let few = if input.len() <= SHORT { input.len() } else { FEW };
    match input[..few].iter().position(|&byte| set.or_non_ascii(byte)) {
        Some(index) => index,
        None if few == input.len() => few,
        None => few + find_in(backend.unwrap_or_else(Backend::active), &input[few..], set),
    }
}

/// Returns whether a short input has `%`, and whether it has a byte >= 0x80 or two dots beside each
/// other; `None` as in [`look`](super::decode::look).
#[cfg(feature = "inspect")]
#[inline(always)]
pub(crate) fn look_for_suspects(backend: Backend, input: &[u8]) -> Option<(bool, bool)> {
    if input.len() > PLACES {
        return None;
    }
    look!(backend, looks::look_for_suspects(input))
}

/// The mask of the first [`PLACES`] bytes that are one of three, none of them zero: the first byte
/// is the lowest bit.
///
/// For bytes that occur every few bytes, where a call of a kernel for each costs more than this
/// look. (A call of the wider kernels was measured: it makes parsing of forms a quarter slower, and
/// checks of paths 8 %.)
#[inline]
pub(crate) fn places_of(backend: Backend, input: &[u8], bytes: [u8; 3]) -> u64 {
    // Beside an inlined vector version, an inlined copy of the other takes the caller's registers.
    look!(backend, looks::places_of(input, (bytes, false))).unwrap_or_else(
        #[inline(never)]
        || scalar::places_of(input, [(bytes, false)])[0],
    )
}

/// The three masks of what is wanted, as in [`places_of`]. (`wanted` is a closure, because an array that
/// is passed goes to memory, and its constants with it.)
#[cfg(any(feature = "form", test))]
#[inline(always)]
pub(super) fn places(
    backend: Backend,
    input: &[u8],
    wanted: impl Fn() -> [super::marks::Wanted; 3],
) -> [u64; 3] {
    let look = look!(backend, {
        let [a, b, c] = wanted();
        [looks::places_of(input, a), looks::places_of(input, b), looks::places_of(input, c)]
    });
    look.unwrap_or_else(
        #[inline(never)]
        || scalar::places_of(input, wanted()),
    )
}

/// The mask of the first [`PLACES`] bytes that are in `set` or >= 0x80: the first byte is the
/// lowest bit.
#[inline]
pub(crate) fn members(backend: Backend, input: &[u8], set: &AsciiSet) -> u64 {
    // SAFETY: `input` is a slice, of which a kernel only reads.
    dispatch!(backend, K, unsafe { K::members(input, set) }, scalar::members(input, set))
}
