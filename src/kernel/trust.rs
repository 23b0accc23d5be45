//! Unsafe code that is not SIMD (all but one line of `encode`): memory that is not initialised yet,
//! and bytes that are known to be text. A build without the feature `simd` forbids unsafe code; there
//! each of these leaves is a checked equivalent.
//!
//! A leaf that relies on its caller is a macro and takes the reason why the caller is right. With
//! `simd`, the `SAFETY` note of the unsafe block refers to this `$reason`; without, the reason is
//! the message of the panic.

#[cfg(feature = "alloc")]
use alloc::{string::String, vec::Vec};

/// A byte of an output buffer, perhaps not initialised. Kernels store initialised bytes only.
#[cfg(feature = "simd")]
pub(crate) type Slot = core::mem::MaybeUninit<u8>;
#[cfg(not(feature = "simd"))]
pub(crate) type Slot = u8;

/// A slot that nothing was stored in yet.
#[cfg(feature = "simd")]
pub(crate) const EMPTY: Slot = Slot::uninit();
#[cfg(not(feature = "simd"))]
pub(crate) const EMPTY: Slot = 0;

/// The slot that holds `byte`.
#[inline(always)]
pub(crate) const fn slot(byte: u8) -> Slot {
    as_slots(&[byte])[0]
}

/// Initialised bytes as slots, to be copied.
#[inline(always)]
pub(crate) const fn as_slots(bytes: &[u8]) -> &[Slot] {
    // SAFETY: `MaybeUninit<u8>` has the layout of `u8`, and both slices are the same
    // `bytes.len()` bytes, borrowed for as long and only read.
    #[cfg(feature = "simd")]
    let bytes = unsafe { &*(core::ptr::from_ref(bytes) as *const [Slot]) };
    bytes
}

/// The bytes as text, if they are UTF-8. The filter never drops anything: it tells the compiler the
/// length. Otherwise the result is moved as a whole, and that load waits for two stores.
#[inline(always)]
pub(crate) fn utf8(bytes: &[u8]) -> Option<&str> {
    core::str::from_utf8(bytes).ok().filter(|text| text.len() == bytes.len())
}

/// Makes room for at least `room` bytes past the end of a Vec, and appends what `fill` stores at
/// the front of it. After an error the Vec is as it was.
///
/// # Panics
/// If `fill` does not return the front of its argument.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(crate) fn append<E>(
    out: &mut Vec<u8>,
    room: usize,
    fill: impl for<'a> FnOnce(&'a mut [Slot]) -> Result<&'a [u8], E>,
) -> Result<(), E> {
    #[cfg(feature = "simd")]
    {
        out.reserve(room);
        let spare = out.spare_capacity_mut();
        let (start, most) = (spare.as_ptr().cast(), spare.len());
        let filled = fill(spare)?; // a slice of `u8` is initialised
        assert!(filled.as_ptr() == start && filled.len() <= most, "the room's front is filled");
        let len = filled.len();
        // SAFETY: `len` bytes past the end of the Vec are initialised and within its capacity, by the
        // assertion.
        unsafe { out.set_len(out.len() + len) };
        Ok(())
    }
    #[cfg(not(feature = "simd"))]
    {
        let old = out.len();
        out.resize(old.checked_add(room).expect("capacity overflow"), 0);
        let filled = fill(&mut out[old..]).map(<[u8]>::len);
        out.truncate(old + *filled.as_ref().unwrap_or(&0));
        filled.map(|_| ())
    }
}

/// [`append`] for a String. (A build without `simd` has better ways, and never comes here.)
///
/// # Panics
/// If `fill` does not return the front of its argument.
#[cfg(feature = "alloc")]
#[cfg_attr(feature = "simd", inline(always))]
pub(crate) fn append_text<E>(
    out: &mut String,
    room: usize,
    fill: impl for<'a> FnOnce(&'a mut [Slot]) -> Result<&'a str, E>,
) -> Result<(), E> {
    #[cfg(feature = "simd")]
    {
        // SAFETY: nothing but `append` touches the bytes, and it appends those of a `str` or none,
        // so the String is UTF-8 when the borrow ends, also by unwinding.
        let bytes = unsafe { out.as_mut_vec() };
        append(bytes, room, |slots| fill(slots).map(str::as_bytes))
    }
    #[cfg(not(feature = "simd"))]
    {
        out.push_str(fill(&mut alloc::vec![EMPTY; room])?);
        Ok(())
    }
}

/// A buffer of initialised bytes as slots, because nothing but initialised bytes is stored in them.
macro_rules! slots {
    ($buffer:expr, $reason:literal) => {{
        #[cfg(feature = "simd")]
        use $crate::kernel::trust::Slot;
        let buffer: &mut [u8] = $buffer;
        // SAFETY: `MaybeUninit<u8>` has the layout of `u8`, and both slices are the same
        // `buffer.len()` bytes, borrowed mutably for as long. They stay initialised: `$reason`
        // says why only initialised bytes are stored.
        #[cfg(feature = "simd")]
        let buffer = unsafe { &mut *(core::ptr::from_mut(buffer) as *mut [Slot]) };
        buffer
    }};
}

/// The first `len` slots as bytes, because they were initialised.
macro_rules! initialised {
    ($slots:expr, $len:expr, $reason:literal) => {{
        let slots: &mut [$crate::kernel::trust::Slot] = &mut $slots[..$len];
        // SAFETY: `MaybeUninit<u8>` has the layout of `u8`, and `slots` are exactly `$len`
        // slots, by the checked index, borrowed mutably. `$reason` says why all of them are
        // initialised.
        #[cfg(feature = "simd")]
        let slots = unsafe { &mut *(core::ptr::from_mut(slots) as *mut [u8]) };
        slots
    }};
}

/// Bytes as text, because they are UTF-8.
macro_rules! text {
    ($bytes:expr, $reason:literal) => {{
        let bytes: &[u8] = $bytes;
        debug_assert!(core::str::from_utf8(bytes).is_ok(), $reason);
        // SAFETY: `$reason` says why the bytes are UTF-8.
        #[cfg(feature = "simd")]
        let text = unsafe { core::str::from_utf8_unchecked(bytes) };
        #[cfg(not(feature = "simd"))]
        let text = $crate::kernel::trust::utf8(bytes).expect($reason);
        text
    }};
}

pub(crate) use {initialised, slots, text};
