//! Sets, and the schemes that define them.

use core::ffi::c_char;
use core::ptr;

use percent_simd::AsciiSet;

use super::{border, memory};
use crate::names;
use crate::result::{Failure, percent_simd_result};
use crate::values::percent_simd_set;

/// The set without members.
#[unsafe(no_mangle)]
pub extern "C" fn percent_simd_set_empty() -> percent_simd_set {
    AsciiSet::EMPTY.into()
}

/// Makes the set of these bytes, in any order, repeated or not.
///
/// Fails with INVALID_ARGUMENT for a byte >= 0x80, because encoders always escape these, and no set
/// contains them. `position` becomes its offset.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn percent_simd_set_of_bytes(
    bytes: *const c_char,
    len: usize,
    set: *mut percent_simd_set,
    position: *mut usize,
) -> percent_simd_result {
    border!(Some(position), None, {
        // SAFETY: the header's contract: `set` is NULL or may be written to.
        let set = unsafe { memory::place(set)? };
        // SAFETY: the header's contract: `bytes` is NULL or points to `len` readable bytes.
        let bytes = unsafe { memory::input(bytes, len)? };
        match AsciiSet::try_from_bytes(bytes) {
            Some(members) => set.write(members.into()),
            None => {
                let at = bytes.iter().position(|byte| !byte.is_ascii()).unwrap_or(len);
                return Err(Failure::at(at, percent_simd_result::InvalidArgument));
            }
        }
        Ok(())
    })
}

/// The set that a scheme (percent_simd_scheme) escapes; the set of all ASCII bytes if there is no such scheme.
#[unsafe(no_mangle)]
pub extern "C" fn percent_simd_set_of_scheme(scheme: u32) -> percent_simd_set {
    names::scheme(scheme).map_or(AsciiSet::EMPTY.complement(), |(_, scheme)| scheme.set()).into()
}

/// The bytes that are in one of the sets or in both.
#[unsafe(no_mangle)]
pub extern "C" fn percent_simd_set_union(
    one: percent_simd_set,
    other: percent_simd_set,
) -> percent_simd_set {
    AsciiSet::from(one).union(other.into()).into()
}

/// The bytes that are in both sets.
#[unsafe(no_mangle)]
pub extern "C" fn percent_simd_set_intersection(
    one: percent_simd_set,
    other: percent_simd_set,
) -> percent_simd_set {
    AsciiSet::from(one).intersection(other.into()).into()
}

/// The bytes that are in the first set and not in the second.
#[unsafe(no_mangle)]
pub extern "C" fn percent_simd_set_difference(
    one: percent_simd_set,
    other: percent_simd_set,
) -> percent_simd_set {
    AsciiSet::from(one).difference(other.into()).into()
}

/// The ASCII bytes that are not in the set.
#[unsafe(no_mangle)]
pub extern "C" fn percent_simd_set_complement(set: percent_simd_set) -> percent_simd_set {
    AsciiSet::from(set).complement().into()
}

/// Returns whether the byte is in the set; false for every byte >= 0x80.
#[unsafe(no_mangle)]
pub extern "C" fn percent_simd_set_contains(set: percent_simd_set, byte: u8) -> bool {
    AsciiSet::from(set).contains(byte)
}

/// The name of a scheme (percent_simd_scheme), such as `url-path`: a NUL-terminated static string.
/// NULL if there is no scheme with this number, so counting up from 0 lists all of them.
#[unsafe(no_mangle)]
pub extern "C" fn percent_simd_scheme_name(scheme: u32) -> *const c_char {
    names::scheme(scheme).map_or(ptr::null(), |(name, _)| name.as_ptr())
}

/// Returns whether decoding by this scheme (percent_simd_scheme) gives text, as for JS_COMPONENT
/// and BAGGAGE: decode with percent_simd_decode_utf8. `false` if there is no scheme with this
/// number.
#[unsafe(no_mangle)]
pub extern "C" fn percent_simd_scheme_decodes_to_text(scheme: u32) -> bool {
    names::scheme(scheme).is_some_and(|(_, scheme)| scheme.decodes_to_text())
}

/// Finds the scheme (percent_simd_scheme) with this name. Fails with UNKNOWN_NAME.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn percent_simd_scheme_from_name(
    name: *const c_char,
    len: usize,
    scheme: *mut u32,
) -> percent_simd_result {
    border!(None, None, {
        // SAFETY: the header's contract: `scheme` is NULL or may be written to.
        let scheme = unsafe { memory::place(scheme)? };
        // SAFETY: the header's contract: `name` is NULL or points to `len` readable bytes.
        let name = unsafe { memory::input(name, len)? };
        scheme.write(names::scheme_number(name).ok_or(percent_simd_result::UnknownName)?);
        Ok(())
    })
}
