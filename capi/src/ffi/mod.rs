//! The boundary to C, with all unsafe code of this package.
//!
//! The contract is at the top of the header: the requirements for non-NULL pointers, and the
//! permitted overlaps. The functions here check everything checkable (NULL, alignment, lengths
//! above `isize::MAX`, overlap of input and output), and rely on the caller for the rest. No
//! pointer outlives the call.
//!
//! Each exported function that can fail is [`border!`] around a block, which may use `?`.
//!
//! The output is never read before it is written. The library's functions on the caller's slice
//! only store to it (`decode_into`, `encode_into`), or receive bytes copied there before. So C may
//! pass uninitialised memory as output.
#![allow(unsafe_code)]
#![allow(non_camel_case_types, clippy::missing_safety_doc)] // the names are those of C; the contract is the header's

mod memory;
mod panics;

// The header declares the functions in the order of these modules; rustfmt sorts a group without
// empty lines.
mod encode;

mod decode;

mod text;

mod stream;

mod form;

mod request;

mod path;

mod inspect;

mod sets;

mod about;

pub use about::*;
pub use decode::*;
pub use encode::*;
pub use form::*;
pub use inspect::*;
pub use path::*;
pub use request::*;
pub use sets::*;
pub use stream::*;
pub use text::*;

use crate::result::{Failure, percent_simd_result};

/// The boundary of one call: a panic does not reach C. `border!(FALLBACK, CLOSURE)` gives the
/// closure's value, or the fallback. `border!(POSITION, LENGTH, BLOCK)` gives the result of a
/// block, which may use `?`; a failure writes the position and the sufficient length.
macro_rules! border {
    ($fallback:expr, $body:expr) => {
        crate::ffi::panics::caught($body).unwrap_or($fallback)
    };
    ($position:expr, $needed:expr, $body:block) => {
        border!(percent_simd_result::Panic, || {
            if !crate::ffi::are_aligned($position, $needed) {
                return percent_simd_result::InvalidArgument;
            }
            let body = || -> Result<(), crate::result::Failure> { $body };
            match body() {
                Ok(()) => percent_simd_result::Ok,
                // SAFETY: the header's contract: `position` and the length are NULL or may be written to.
                Err(failure) => unsafe { crate::ffi::failed(failure, $position, $needed) },
            }
        })
    };
}
use border;

/// Returns whether both places are NULL or aligned.
#[inline]
fn are_aligned(position: Option<*mut usize>, needed: Option<*mut usize>) -> bool {
    [position, needed].into_iter().flatten().all(|place| place.is_aligned())
}

/// The result of a failed call. Writes the position and the sufficient length, if they exist and
/// their places are not NULL.
///
/// # Safety
/// Each place is NULL or may be written to.
#[cold]
unsafe fn failed(
    failure: Failure,
    position: Option<*mut usize>,
    needed: Option<*mut usize>,
) -> percent_simd_result {
    for (place, value) in [(position, failure.position), (needed, failure.needed)] {
        if let (Some(place), Some(value)) = (place, value) {
            // SAFETY: this function's contract.
            if let Ok(place) = unsafe { memory::place(place) } {
                place.write(value);
            }
        }
    }
    failure.result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_does_not_pass_the_border() {
        let (mut position, mut len) = (7_usize, 8_usize);
        let (at, needed) = (&raw mut position, &raw mut len);
        std::panic::set_hook(Box::new(|_| {}));
        assert_eq!(
            border!(Some(at), Some(needed), { panic!("a defect") }),
            percent_simd_result::Panic
        );
        assert_eq!(border!(5, || if needed.is_null() { 4 } else { panic!("a defect") }), 5);
        drop(std::panic::take_hook());
        assert_eq!((position, len), (7, 8), "no out-parameter is written");
    }

    #[test]
    fn a_failure_writes_its_position() {
        let (mut position, mut len) = (7_usize, 8_usize);
        let (at, needed) = (&raw mut position, &raw mut len);
        let failure =
            |position, needed| Failure { result: percent_simd_result::BadHex, position, needed };
        let result = border!(Some(at), Some(needed), { Err(failure(Some(3), None)) });
        assert_eq!((result, position, len), (percent_simd_result::BadHex, 3, 8));
        border!(Some(at), Some(needed), { Err(failure(None, Some(9))) });
        assert_eq!((position, len), (3, 9));
        border!(None, None, { Err(failure(Some(1), Some(1))) });
        border!(Some(core::ptr::null_mut()), None, { Err(failure(Some(1), Some(1))) });
        assert_eq!((position, len), (3, 9));
        // A misaligned place is refused before the call has any effect.
        let misaligned = at.wrapping_byte_add(1);
        for (position, needed) in [(Some(misaligned), None), (None, Some(misaligned))] {
            let result = border!(position, needed, { panic!("it is not reached") });
            assert_eq!(result, percent_simd_result::InvalidArgument);
        }
    }
}
