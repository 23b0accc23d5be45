//! The pairs of forms and queries.

use core::ffi::c_char;
use core::ptr;

use percent_simd::form::{Pair, Parser};

use super::{border, memory};
use crate::result::{Failure, percent_simd_result};
use crate::values::{
    PERCENT_SIMD_FORM_SEMICOLONS, percent_simd_form, percent_simd_pair, percent_simd_slice,
};

/// The start of a form or a query (application/x-www-form-urlencoded, WHATWG URL 5.1): the part
/// after the `?` of a URL, or a body. `options`: PERCENT_SIMD_FORM_..., or 0.
#[unsafe(no_mangle)]
pub extern "C" fn percent_simd_form_begin(
    input: *const c_char,
    input_len: usize,
    options: u32,
) -> percent_simd_form {
    percent_simd_form { input, len: input_len, next: 0, options, reserved: 0 }
}

/// Writes up to `capacity` pairs to `pairs` and their number to `count`, and moves the cursor past
/// them. A count below the capacity means that no pairs remain. Names and values are slices of the
/// input, still encoded; percent_simd_decoder_of_scheme(PERCENT_SIMD_SCHEME_FORM) decodes them. A
/// capacity of 1 returns them one by one; a dozen at a time is faster.
///
/// Fails with INVALID_ARGUMENT only.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn percent_simd_form_next(
    form: *mut percent_simd_form,
    pairs: *mut percent_simd_pair,
    capacity: usize,
    count: *mut usize,
) -> percent_simd_result {
    border!(None, None, {
        // SAFETY: the header's contract: `count` is NULL or may be written to.
        let count = unsafe { memory::place(count)? };
        // SAFETY: the header's contract: `form` is NULL or points to one.
        let cursor = *unsafe { memory::read(form)? };
        // SAFETY: `form` is not NULL, because `read` has accepted it; the header's contract permits
        // writes to its field.
        let next = unsafe { memory::place(&raw mut (*form).next)? };
        let is_array = capacity == 0 || (!pairs.is_null() && pairs.is_aligned());
        if !is_array || capacity > isize::MAX as usize / size_of::<percent_simd_pair>() {
            return Err(percent_simd_result::InvalidArgument.into());
        }
        // SAFETY: the header's contract: `cursor.input` is NULL or has `cursor.len` readable bytes, for as long as the form is in use.
        let rest = unsafe { rest_of(&cursor)? };
        let (mut found, mut last) = (0, None);
        let mut parsed = parser(cursor.options).parse(rest);
        while found < capacity {
            let Some(pair) = parsed.next() else { break };
            // SAFETY: the header's contract: `pairs` points to `capacity` writable pairs, and `found < capacity` by the loop condition.
            unsafe { pairs.add(found).write(slices(pair)) };
            found += 1;
            last = Some(pair);
        }
        next.write(match last {
            _ if found < capacity => cursor.len,
            Some(pair) => cursor.next + pair.value_range().end,
            None => cursor.next,
        });
        count.write(found);
        Ok(())
    })
}

/// Finds the first pair after the cursor whose decoded name equals `name`, and moves the cursor
/// past it, or to the end if there is none. Writes the pair to `pair`, and whether there is one to
/// `is_found`. `name` is not encoded.
///
/// Fails with INVALID_ARGUMENT only.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn percent_simd_form_find(
    form: *mut percent_simd_form,
    name: *const c_char,
    name_len: usize,
    pair: *mut percent_simd_pair,
    is_found: *mut bool,
) -> percent_simd_result {
    border!(None, None, {
        // SAFETY: the header's contract: `is_found` is NULL or may be written to.
        let is_found = unsafe { memory::place(is_found)? };
        // SAFETY: the header's contract: `form` and `pair` are NULL or may be written to.
        let (cursor, place) = unsafe { (memory::place(form)?, memory::place(pair)?) };
        // SAFETY: the header's contract: `form` is NULL or points to one; `read` refuses NULL.
        let mut form = *unsafe { memory::read(form)? };
        // SAFETY: the header's contract: `form.input` is NULL or has `form.len` readable bytes, and `name` has `name_len`.
        let (rest, name) = unsafe { (rest_of(&form)?, memory::input(name, name_len)?) };
        let found = parser(form.options).parse(rest).find(|pair| pair.name_is(name));
        form.next += found.map_or(rest.len(), |pair| pair.value_range().end);
        cursor.write(form);
        if let Some(found) = found {
            place.write(slices(found));
        }
        is_found.write(found.is_some());
        Ok(())
    })
}

/// The input after the cursor.
///
/// # Safety
/// `form.input` is NULL or points to `form.len` readable bytes.
unsafe fn rest_of<'a>(form: &percent_simd_form) -> Result<&'a [u8], Failure> {
    if form.options & !PERCENT_SIMD_FORM_SEMICOLONS != 0 || form.reserved != 0 {
        return Err(percent_simd_result::InvalidArgument.into());
    }
    // SAFETY: this function's contract.
    let input = unsafe { memory::input(form.input, form.len)? };
    input.get(form.next..).ok_or_else(|| percent_simd_result::InvalidArgument.into())
}

fn parser(options: u32) -> Parser {
    Parser::new().semicolons(options & PERCENT_SIMD_FORM_SEMICOLONS != 0)
}

fn slices(pair: Pair<'_>) -> percent_simd_pair {
    let value = pair.value_raw();
    let data = if pair.has_equals() { value.as_ptr().cast() } else { ptr::null() };
    percent_simd_pair {
        name: percent_simd_slice {
            data: pair.name_raw().as_ptr().cast(),
            len: pair.name_raw().len(),
        },
        value: percent_simd_slice { data, len: value.len() },
    }
}
