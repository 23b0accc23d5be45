//! Inspection of inputs.

use core::ffi::c_char;
use core::ptr;

use super::{border, memory};
use crate::names;
use crate::result::{of_decode, percent_simd_result};
use crate::values::percent_simd_report;

/// Reports the decoded length, malformed triplets and flags of the input in one pass, and refuses
/// nothing. Fails with INVALID_ARGUMENT only.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn percent_simd_inspect(
    input: *const c_char,
    input_len: usize,
    report: *mut percent_simd_report,
) -> percent_simd_result {
    border!(None, None, {
        // SAFETY: the header's contract: `report` is NULL or may be written to.
        let report = unsafe { memory::place(report)? };
        // SAFETY: the header's contract: `input` is NULL or has `input_len` readable bytes.
        let found = percent_simd::inspect(unsafe { memory::input(input, input_len)? });
        let malformed = found.malformed();
        report.write(percent_simd_report {
            decoded_len: found.decoded_len(),
            triplets: found.triplets(),
            malformed_count: found.malformed_count(),
            malformed_position: malformed.map_or(input_len, |error| error.position()),
            malformed: malformed.map_or(percent_simd_result::Ok, |error| of_decode(error.kind())),
            flags: found.flags().bits(),
        });
        Ok(())
    })
}

/// The name of a single flag (PERCENT_SIMD_FLAG_...), such as `dot-segment`: a NUL-terminated
/// static string. NULL for other values.
#[unsafe(no_mangle)]
pub extern "C" fn percent_simd_flag_name(flag: u32) -> *const c_char {
    names::flag(flag).map_or(ptr::null(), |name| name.as_ptr())
}

/// Finds the flag with this name. Fails with UNKNOWN_NAME.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn percent_simd_flag_from_name(
    name: *const c_char,
    len: usize,
    flag: *mut u32,
) -> percent_simd_result {
    border!(None, None, {
        // SAFETY: the header's contract: `flag` is NULL or may be written to.
        let flag = unsafe { memory::place(flag)? };
        // SAFETY: the header's contract: `name` is NULL or points to `len` readable bytes.
        let name = unsafe { memory::input(name, len)? };
        flag.write(names::flag_bits(name).ok_or(percent_simd_result::UnknownName)?);
        Ok(())
    })
}
