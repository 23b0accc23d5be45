//! The only unsafe code that is not SIMD: memory that is not initialised yet, and bytes that are
//! known to be text. A build without the feature `simd` forbids unsafe code; there each of these
//! leaves is a checked equivalent.
//!
//! A leaf that relies on its caller is a macro and takes the reason why the caller is right. With
//! `simd`, the `SAFETY` note of the unsafe block refers to this `$reason`; without, the reason is
//! the message of the panic.

#[cfg(not(feature = "simd"))]
pub(super) use checked::*;
#[cfg(feature = "simd")]
pub(super) use unchecked::*;

#[cfg(feature = "simd")]
mod unchecked {
    #[cfg(feature = "alloc")]
    use alloc::vec::Vec;
    use core::mem::MaybeUninit;

    /// A byte of an output buffer, perhaps not initialised. Kernels store initialised bytes only.
    pub(crate) type Slot = MaybeUninit<u8>;

    /// A slot that nothing was stored in yet.
    pub(crate) const EMPTY: Slot = Slot::uninit();

    /// The slot that holds `byte`.
    #[inline(always)]
    pub(crate) const fn slot(byte: u8) -> Slot {
        MaybeUninit::new(byte)
    }

    /// Room for at least `len` bytes past the end of a Vec, which [`keep!`] then makes a part of
    /// it.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) fn room(out: &mut Vec<u8>, len: usize) -> &mut [Slot] {
        out.reserve(len);
        out.spare_capacity_mut()
    }

    /// A buffer of initialised bytes as slots, because nothing but initialised bytes is stored in
    /// them.
    macro_rules! slots {
        ($buffer:expr, $reason:literal) => {{
            let buffer: &mut [u8] = $buffer;
            // SAFETY: `MaybeUninit<u8>` has the layout of `u8`, and both slices are the same
            // `buffer.len()` bytes, borrowed mutably for as long. They stay initialised: `$reason`
            // says why only initialised bytes are stored.
            unsafe { &mut *(core::ptr::from_mut(buffer) as *mut [$crate::kernel::trust::Slot]) }
        }};
    }

    /// The first `len` slots as bytes, because they were initialised.
    macro_rules! initialised {
        ($slots:expr, $len:expr, $reason:literal) => {{
            let slots: &[$crate::kernel::trust::Slot] = &$slots[..$len];
            // SAFETY: `MaybeUninit<u8>` has the layout of `u8`, and `slots` are exactly `$len`
            // slots, by the checked index. `$reason` says why all of them are initialised.
            unsafe { &*(core::ptr::from_ref(slots) as *const [u8]) }
        }};
    }

    /// Makes `len` the length of a Vec, because this many bytes of its memory are initialised.
    #[cfg(feature = "alloc")]
    macro_rules! keep {
        ($out:expr, $len:expr, $reason:literal) => {{
            let (out, len): (&mut alloc::vec::Vec<u8>, usize) = ($out, $len);
            debug_assert!(len <= out.capacity(), $reason);
            // SAFETY: `$reason` says why `len <= out.capacity()` and why the bytes from the old
            // length to `len` are initialised; those before it were.
            unsafe { out.set_len(len) }
        }};
    }

    /// Bytes as text, because they are UTF-8.
    macro_rules! text {
        ($bytes:expr, $reason:literal) => {{
            let bytes: &[u8] = $bytes;
            debug_assert!(core::str::from_utf8(bytes).is_ok(), $reason);
            // SAFETY: `$reason` says why the bytes are UTF-8.
            unsafe { core::str::from_utf8_unchecked(bytes) }
        }};
    }

    /// The bytes of a String, because it is text again when the caller is done.
    #[cfg(feature = "alloc")]
    macro_rules! bytes_of {
        ($string:expr, $reason:literal) => {{
            let string: &mut alloc::string::String = $string;
            // SAFETY: `$reason` says why the String is UTF-8 when the borrow ends, also by
            // unwinding.
            unsafe { string.as_mut_vec() }
        }};
    }

    #[cfg(feature = "alloc")]
    pub(crate) use {bytes_of, keep};
    pub(crate) use {initialised, slots, text};
}

#[cfg(not(feature = "simd"))]
mod checked {
    #[cfg(feature = "alloc")]
    use alloc::vec::Vec;

    /// A byte of an output buffer.
    pub(crate) type Slot = u8;

    /// A slot that nothing was stored in yet.
    pub(crate) const EMPTY: Slot = 0;

    /// The slot that holds `byte`.
    #[inline(always)]
    pub(crate) const fn slot(byte: u8) -> Slot {
        byte
    }

    /// `len` bytes past the end of a Vec, which [`keep!`] then cuts.
    #[cfg(feature = "alloc")]
    pub(crate) fn room(out: &mut Vec<u8>, len: usize) -> &mut [Slot] {
        let old = out.len();
        out.resize(old.checked_add(len).expect("capacity overflow"), 0);
        &mut out[old..]
    }

    macro_rules! slots {
        ($buffer:expr, $reason:literal) => {
            $buffer
        };
    }

    macro_rules! initialised {
        ($slots:expr, $len:expr, $reason:literal) => {
            &$slots[..$len]
        };
    }

    #[cfg(feature = "alloc")]
    macro_rules! keep {
        ($out:expr, $len:expr, $reason:literal) => {
            $out.truncate($len)
        };
    }

    macro_rules! text {
        ($bytes:expr, $reason:literal) => {
            core::str::from_utf8($bytes).expect($reason)
        };
    }

    #[cfg(feature = "alloc")]
    pub(crate) use keep;
    pub(crate) use {initialised, slots, text};
}
