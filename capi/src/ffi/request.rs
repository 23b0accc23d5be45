//! Request lines and targets.

use core::ffi::c_char;
use core::ptr;

use percent_simd::request_line::{Authority, RequestLine, Target};

use super::{border, memory};
use crate::result::percent_simd_result;
use crate::values::{percent_simd_request, percent_simd_slice, percent_simd_target_form};

/// Splits the first line of an HTTP/1 request (RFC 9112 3) into slices of it; a final CRLF or LF is
/// allowed. Nothing is decoded: pass the path to percent_simd_path_resolve, and the query to
/// percent_simd_form_begin. Fails with one of the results about request lines (64 to 95) at
/// `position`, or with INVALID_ARGUMENT.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn percent_simd_request_line(
    line: *const c_char,
    len: usize,
    request: *mut percent_simd_request,
    position: *mut usize,
) -> percent_simd_result {
    border!(Some(position), None, {
        // SAFETY: the header's contract: `request` is NULL or may be written to.
        let request = unsafe { memory::place(request)? };
        // SAFETY: the header's contract: `line` is NULL or has `len` readable bytes.
        let line = RequestLine::parse(unsafe { memory::input(line, len)? })?;
        request.write(percent_simd_request {
            method: slice(line.method),
            major: line.version.major,
            minor: line.version.minor,
            ..of_target(line.target)
        });
        Ok(())
    })
}

/// Splits a bare request target, in any of the four forms. Fails as percent_simd_request_line does.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn percent_simd_target(
    target: *const c_char,
    len: usize,
    request: *mut percent_simd_request,
    position: *mut usize,
) -> percent_simd_result {
    border!(Some(position), None, {
        // SAFETY: the header's contract: `request` is NULL or may be written to.
        let request = unsafe { memory::place(request)? };
        // SAFETY: the header's contract: `target` is NULL or has `len` readable bytes.
        request.write(of_target(Target::parse(unsafe { memory::input(target, len)? })?));
        Ok(())
    })
}

const NONE: percent_simd_slice = percent_simd_slice { data: ptr::null(), len: 0 };

fn slice(part: &[u8]) -> percent_simd_slice {
    percent_simd_slice { data: part.as_ptr().cast(), len: part.len() }
}

fn optional(part: Option<&[u8]>) -> percent_simd_slice {
    part.map_or(NONE, slice)
}

fn of_target(target: Target<'_>) -> percent_simd_request {
    let nothing = percent_simd_request {
        method: NONE,
        scheme: NONE,
        userinfo: NONE,
        host: NONE,
        port: NONE,
        path: NONE,
        query: NONE,
        form: percent_simd_target_form::Asterisk,
        major: 0,
        minor: 0,
    };
    let of_server = |authority: Authority<'_>, form| percent_simd_request {
        userinfo: optional(authority.userinfo),
        host: slice(authority.host),
        port: optional(authority.port),
        form,
        ..nothing
    };
    match target {
        Target::Origin { path, query } => percent_simd_request {
            path: slice(path),
            query: optional(query),
            form: percent_simd_target_form::Origin,
            ..nothing
        },
        Target::Absolute { scheme, authority, path, query } => percent_simd_request {
            scheme: slice(scheme),
            path: slice(path),
            query: optional(query),
            ..of_server(authority, percent_simd_target_form::Absolute)
        },
        Target::Authority(authority) => of_server(authority, percent_simd_target_form::Authority),
        // A form that is unknown here would get a name in the next ABI.
        _ => nothing,
    }
}
