//! libcurl and ada, which allocate their results. The functions return the length, where it is
//! known.
#![allow(unsafe_code)]

use ada_url as _; // links ada

use std::ffi::{c_char, c_int, c_void};
use std::ptr;

unsafe extern "C" {
    fn curl_easy_unescape(
        handle: *mut c_void,
        input: *const c_char,
        len: c_int,
        out_len: *mut c_int,
    ) -> *mut c_char;
    fn curl_easy_escape(handle: *mut c_void, input: *const c_char, len: c_int) -> *mut c_char;
    fn curl_free(memory: *mut c_void);
    fn caller_ada_decode(input: *const c_char, len: usize) -> usize;
    fn caller_ada_encode(input: *const c_char, len: usize, set: *const u8) -> usize;
}

pub(crate) fn curl_unescape(input: &[u8]) -> usize {
    let mut len = 0;
    // SAFETY: pointer and length are those of `input`; curl 7.82 and later ignore the handle; the result is freed once.
    unsafe {
        curl_free(
            curl_easy_unescape(
                ptr::null_mut(),
                input.as_ptr().cast(),
                input.len() as c_int,
                &raw mut len,
            )
            .cast(),
        );
    }
    len as usize
}

/// Returns 0, because curl does not return the length.
pub(crate) fn curl_escape(input: &[u8]) -> usize {
    // SAFETY: pointer and length are those of `input`; curl 7.82 and later ignore the handle; the result is freed once.
    unsafe {
        curl_free(
            curl_easy_escape(ptr::null_mut(), input.as_ptr().cast(), input.len() as c_int).cast(),
        );
    }
    0
}

pub(crate) fn ada_decode(input: &[u8]) -> usize {
    // SAFETY: pointer and length are those of `input`.
    unsafe { caller_ada_decode(input.as_ptr().cast(), input.len()) }
}

/// The set has a bit for each byte.
pub(crate) fn ada_encode(input: &[u8], set: &[u8; 32]) -> usize {
    // SAFETY: pointer and length are those of `input`; ada looks up a bit for each of 256 bytes in the set.
    unsafe { caller_ada_encode(input.as_ptr().cast(), input.len(), set.as_ptr()) }
}
