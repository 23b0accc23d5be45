//! Functions of other libraries of C and C++ that encode and decode, each in its best use: libcurl, GLib, apr-util, ada.

use ada_url as _; // links ada

use std::ffi::{CStr, c_char, c_int, c_void};
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
    fn g_uri_unescape_string(input: *const c_char, illegal: *const c_char) -> *mut c_char;
    fn g_uri_escape_string(
        input: *const c_char,
        allowed: *const c_char,
        allow_utf8: c_int,
    ) -> *mut c_char;
    fn g_free(memory: *mut c_void);
    fn apr_unescape_url(
        output: *mut c_char,
        input: *const c_char,
        len: isize,
        forbid: *const c_char,
        reserved: *const c_char,
        plus: c_int,
        out_len: *mut usize,
    ) -> c_int;
    fn caller_ada_decode(input: *const c_char, len: usize) -> usize;
    fn caller_ada_encode(input: *const c_char, len: usize, set: *const u8) -> usize;
}

/// `curl_easy_unescape`, whose result is the caller's to free; its length.
#[must_use]
pub fn curl_unescape(input: &CStr) -> usize {
    let mut len = 0;
    let bytes = input.to_bytes();
    // SAFETY: pointer and length are those of `input`; curl 7.82 and later ignore the handle; what is returned is freed once.
    unsafe {
        let output =
            curl_easy_unescape(ptr::null_mut(), input.as_ptr(), bytes.len() as c_int, &raw mut len);
        curl_free(output.cast());
    }
    len as usize
}

/// `curl_easy_escape`; the length is not returned by it.
pub fn curl_escape(input: &CStr) {
    // SAFETY: pointer and length are those of `input`; curl 7.82 and later ignore the handle; what is returned is freed once.
    unsafe {
        let output =
            curl_easy_escape(ptr::null_mut(), input.as_ptr(), input.to_bytes().len() as c_int);
        curl_free(output.cast());
    }
}

/// `g_uri_unescape_string`; whether it accepts the input.
#[must_use]
pub fn glib_unescape(input: &CStr) -> bool {
    // SAFETY: `input` ends with a NUL; NULL forbids nothing; what is returned is NULL or freed once.
    unsafe {
        let output = g_uri_unescape_string(input.as_ptr(), ptr::null());
        g_free(output.cast());
        !output.is_null()
    }
}

/// `g_uri_escape_string` of a component.
pub fn glib_escape(input: &CStr) {
    // SAFETY: `input` ends with a NUL; NULL allows the unreserved characters alone; what is returned is freed once.
    unsafe { g_free(g_uri_escape_string(input.as_ptr(), ptr::null(), 0).cast()) }
}

/// `apr_unescape_url` to the caller's memory; its result, 0 if it accepts the input.
#[must_use]
pub fn apr_unescape(input: &CStr, output: &mut [u8]) -> c_int {
    let mut len = 0;
    assert!(output.len() > input.to_bytes().len());
    // SAFETY: `input` ends with a NUL, and `output` is longer than it is with that, by the assertion; NULL forbids nothing.
    unsafe {
        apr_unescape_url(
            output.as_mut_ptr().cast(),
            input.as_ptr(),
            -1,
            ptr::null(),
            ptr::null(),
            0,
            &raw mut len,
        )
    }
}

/// `ada::unicode::percent_decode`, which returns a `std::string`; its length.
#[must_use]
pub fn ada_decode(input: &CStr) -> usize {
    // SAFETY: pointer and length are those of `input`.
    unsafe { caller_ada_decode(input.as_ptr(), input.to_bytes().len()) }
}

/// `ada::unicode::percent_encode`, which returns a `std::string`; its length. The set has a bit for each byte.
#[must_use]
pub fn ada_encode(input: &CStr, set: &[u8; 32]) -> usize {
    // SAFETY: pointer and length are those of `input`; ada looks up a bit for each of 256 bytes in the set.
    unsafe { caller_ada_encode(input.as_ptr(), input.to_bytes().len(), set.as_ptr()) }
}
