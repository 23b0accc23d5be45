//! Information about the library: versions, results, backends.

use core::ffi::c_char;
use core::ptr;

use percent_simd::Backend;

use super::{border, memory};
use crate::names;
use crate::result::{self, percent_simd_result};

/// The version of the header: major.
pub const PERCENT_SIMD_VERSION_MAJOR: u32 = 0;
/// The version of the header: minor. While the major version is 0, each minor version has an ABI and a soname of its own.
pub const PERCENT_SIMD_VERSION_MINOR: u32 = 1;
/// The version of the header: patch.
pub const PERCENT_SIMD_VERSION_PATCH: u32 = 0;

/// The version of the library, MAJOR.MINOR.PATCH: a NUL-terminated static string.
#[unsafe(no_mangle)]
pub extern "C" fn percent_simd_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// The version of the library as a number: major, minor and patch, eight bits each.
#[unsafe(no_mangle)]
pub extern "C" fn percent_simd_version_number() -> u32 {
    PERCENT_SIMD_VERSION_MAJOR << 16 | PERCENT_SIMD_VERSION_MINOR << 8 | PERCENT_SIMD_VERSION_PATCH
}

/// The name of a result, such as `climbs-above-root`, for logs and counters: a NUL-terminated
/// static string. `unknown` if there is no such result.
#[unsafe(no_mangle)]
pub extern "C" fn percent_simd_result_name(result: u32) -> *const c_char {
    result::texts(result).map_or(c"unknown", |texts| texts.0).as_ptr()
}

/// The meaning of a result, in a sentence: a NUL-terminated static string.
#[unsafe(no_mangle)]
pub extern "C" fn percent_simd_result_message(result: u32) -> *const c_char {
    result::texts(result).map_or(c"no such result", |texts| texts.1).as_ptr()
}

/// The name of a backend that this CPU supports, from the narrowest (0, `scalar`) to the widest: a
/// NUL-terminated static string. NULL past the last one.
#[unsafe(no_mangle)]
pub extern "C" fn percent_simd_backend_name(index: usize) -> *const c_char {
    border!(ptr::null(), || name_of(Backend::available().nth(index)))
}

/// The name of the active backend: the widest, unless another one was activated.
#[unsafe(no_mangle)]
pub extern "C" fn percent_simd_backend_active() -> *const c_char {
    border!(ptr::null(), || name_of(Some(Backend::active())))
}

/// Activates the backend with this name for the whole process. This is for tests and comparisons,
/// because all backends give the same results. Fails with UNKNOWN_NAME, also if this CPU does not
/// support it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn percent_simd_backend_activate(
    name: *const c_char,
    len: usize,
) -> percent_simd_result {
    border!(None, None, {
        // SAFETY: the header's contract: `name` is NULL or points to `len` readable bytes.
        let name = unsafe { memory::input(name, len)? };
        let wanted = core::str::from_utf8(name).ok().and_then(Backend::from_name);
        wanted.ok_or(percent_simd_result::UnknownName)?.set_active();
        Ok(())
    })
}

fn name_of(backend: Option<Backend>) -> *const c_char {
    backend.and_then(names::backend).map_or(ptr::null(), |name| name.as_ptr())
}

const _: () = {
    let version = env!("CARGO_PKG_VERSION").as_bytes();
    assert!(
        matches!(version, [b'0', b'.', b'1', b'.', b'0']),
        "the numbers above are the package's version"
    );
};
