//! Paths of request targets.

use core::ffi::c_char;
use core::ptr;

use super::{border, memory};
use crate::names;
use crate::path_policy::percent_simd_path_policy;
use crate::policies::with_policy;
use crate::prefix;
use crate::result::{Failure, percent_simd_result};

/// The policy of a preset (percent_simd_preset). If there is no preset with this number, every use
/// of the policy fails with INVALID_ARGUMENT.
#[unsafe(no_mangle)]
pub extern "C" fn percent_simd_path_policy_of_preset(preset: u32) -> percent_simd_path_policy {
    percent_simd_path_policy::of_preset(preset)
}

/// The name of a preset (percent_simd_preset), such as `apache-keep`: a NUL-terminated static
/// string. NULL if there is no preset with this number, so counting up from 0 lists all of them.
#[unsafe(no_mangle)]
pub extern "C" fn percent_simd_preset_name(preset: u32) -> *const c_char {
    names::preset(preset).map_or(ptr::null(), |line| line.0.as_ptr())
}

/// Finds the preset (percent_simd_preset) with this name. Fails with UNKNOWN_NAME.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn percent_simd_preset_from_name(
    name: *const c_char,
    len: usize,
    preset: *mut u32,
) -> percent_simd_result {
    border!(None, None, {
        // SAFETY: the header's contract: `preset` is NULL or may be written to.
        let preset = unsafe { memory::place(preset)? };
        // SAFETY: the header's contract: `name` is NULL or points to `len` readable bytes.
        let name = unsafe { memory::input(name, len)? };
        preset.write(names::preset_number(name).ok_or(percent_simd_result::UnknownName)?);
        Ok(())
    })
}

/// Checks the path of a request target, with its leading `/` and without the query. Fails with one
/// of the results about paths and escapes (16 to 63) at `position`, or with INVALID_ARGUMENT. If the
/// path is accepted, forward its target (percent_simd_path_target); the original path is not safe to
/// forward.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn percent_simd_path_check(
    policy: *const percent_simd_path_policy,
    path: *const c_char,
    len: usize,
    position: *mut usize,
) -> percent_simd_result {
    border!(Some(position), None, {
        // SAFETY: the header's contract, for `policy` and for `path` with its `len`; any bytes are a policy.
        let (policy, path) = unsafe { memory::value_and_input(policy, path, len)? };
        Ok(with_policy!(policy, |policy| policy.check(path))?)
    })
}

/// Writes the resolved path to `output`, and its length to `output_len`: decoded once, except for
/// the escapes that the policy keeps, and without dot segments. This is the path that rules judge;
/// to forward the request, use percent_simd_path_target.
///
/// The capacity must be at least the path's length; the result is never longer. Fails as percent_simd_path_check does, or with
/// OUTPUT_TOO_SMALL, OVERLAP, INVALID_ARGUMENT.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn percent_simd_path_resolve(
    policy: *const percent_simd_path_policy,
    path: *const c_char,
    len: usize,
    output: *mut c_char,
    output_capacity: usize,
    output_len: *mut usize,
    position: *mut usize,
) -> percent_simd_result {
    border!(Some(position), Some(output_len), {
        // SAFETY: the header's contract: `output_len` is NULL or may be written to.
        let resolved = unsafe { memory::place(output_len)? };
        // SAFETY: the header's contract: `policy` is NULL or points to one; any bytes are one.
        let policy = unsafe { memory::read(policy)? };
        // SAFETY: the header's contract: `path` is NULL or has `len` readable bytes, `output` is
        // NULL or has `output_capacity` writable ones; bytes that are read were copied there first.
        let (path, output) =
            unsafe { memory::input_and_output(path, len, output, output_capacity)? };
        let Some(output) = output.get_mut(..len) else {
            with_policy!(policy, |policy| policy.check(path))?; // an error of the input comes first
            let result = percent_simd_result::OutputTooSmall;
            return Err(Failure { result, position: None, needed: Some(len) });
        };
        output.copy_from_slice(path);
        resolved.write(with_policy!(policy, |policy| policy.resolve_in_place(output))?);
        Ok(())
    })
}

/// Writes the target to `output`, the path to forward, and its length to `output_len`. The target
/// has the segments of the resolved path. The client's escapes stay, in upper case, except those of
/// unreserved characters: `/x/../libc%2b%2B.rpm` becomes `/libc%2B%2B.rpm`. A raw byte that no path
/// may hold is escaped. The policy accepts the target, whose target is itself. It is ASCII, and no
/// NUL follows it.
///
/// A capacity of three times the path's length suffices (percent_simd_max_encoded_len); the path's
/// length suffices if nothing is escaped. Fails as percent_simd_path_check does, or with
/// OUTPUT_TOO_SMALL (`output_len` becomes a length that suffices), OVERLAP, INVALID_ARGUMENT.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn percent_simd_path_target(
    policy: *const percent_simd_path_policy,
    path: *const c_char,
    len: usize,
    output: *mut c_char,
    output_capacity: usize,
    output_len: *mut usize,
    position: *mut usize,
) -> percent_simd_result {
    border!(Some(position), Some(output_len), {
        // SAFETY: the header's contract: `output_len` is NULL or may be written to.
        let target = unsafe { memory::place(output_len)? };
        // SAFETY: the header's contract: `policy` is NULL or points to one; any bytes are one.
        let policy = unsafe { memory::read(policy)? };
        // SAFETY: the header's contract: `path` is NULL or has `len` readable bytes, `output` is
        // NULL or has `output_capacity` writable ones; `target_into` reads only bytes that it has
        // written.
        let (path, output) =
            unsafe { memory::input_and_output(path, len, output, output_capacity)? };
        target.write(with_policy!(policy, |policy| policy.target_into(path, output))?);
        Ok(())
    })
}

/// Resolves the path in the first `len` bytes of the buffer in place. The result is at the front,
/// and the rest of the `len` bytes is unspecified; after a failure the buffer is unchanged. If the
/// policy has the action REDIRECT, call percent_simd_path_redirects first. Fails as
/// percent_simd_path_check does.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn percent_simd_path_resolve_in_place(
    policy: *const percent_simd_path_policy,
    buffer: *mut c_char,
    len: usize,
    output_len: *mut usize,
    position: *mut usize,
) -> percent_simd_result {
    border!(Some(position), None, {
        // SAFETY: the header's contract: `output_len` is NULL or may be written to.
        let resolved = unsafe { memory::place(output_len)? };
        // SAFETY: the header's contract: `policy` is NULL or points to one; any bytes are one.
        let policy = unsafe { memory::read(policy)? };
        // SAFETY: the header's contract: `buffer` is NULL or has `len` readable and writable bytes:
        // the path.
        let buffer = unsafe { memory::buffer(buffer, len)? };
        resolved.write(with_policy!(policy, |policy| policy.resolve_in_place(buffer))?);
        Ok(())
    })
}

/// Writes to `redirects` whether the policy asks for a redirect of the client to the path's target
/// (percent_simd_path_target): only one with the action REDIRECT does, such as ENVOY_REDIRECT, for
/// an accepted path with an escaped slash. Fails with INVALID_ARGUMENT only.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn percent_simd_path_redirects(
    policy: *const percent_simd_path_policy,
    path: *const c_char,
    len: usize,
    redirects: *mut bool,
) -> percent_simd_result {
    border!(None, None, {
        // SAFETY: the header's contract: `redirects` is NULL or may be written to.
        let redirects = unsafe { memory::place(redirects)? };
        // SAFETY: the header's contract, for `policy` and for `path` with its `len`; any bytes are a policy.
        let (policy, path) = unsafe { memory::value_and_input(policy, path, len)? };
        redirects.write(with_policy!(policy, |policy| policy.redirects(path)));
        Ok(())
    })
}

/// Writes to `is_under` whether a path is the prefix or below it. The path's first segments must be
/// those of the prefix: `/admin/` and `/admin/users` are under `/admin`, `/administrator` is not.
/// Every path is under `/`. Use this for rules.
///
/// `path` is a target (percent_simd_path_target) or a resolved path (percent_simd_path_resolve),
/// not the client's path, because another spelling would pass any rule. Under a policy whose
/// `escaped_percent` is UNESCAPE, use the target. `prefix` is the decoded text: `/caf\xC3\xA9`.
/// `options` is 0 or PERCENT_SIMD_PREFIX_IGNORE_CASE.
///
/// Fails with PREFIX at `position` in the prefix. Fails with INVALID_ARGUMENT, also for a path
/// without a leading `/`, and for a path with a dot segment, because such a path is not resolved.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn percent_simd_path_is_under(
    path: *const c_char,
    len: usize,
    prefix: *const c_char,
    prefix_len: usize,
    options: u32,
    is_under: *mut bool,
    position: *mut usize,
) -> percent_simd_result {
    border!(Some(position), None, {
        // SAFETY: the header's contract: `is_under` is NULL or may be written to.
        let is_under = unsafe { memory::place(is_under)? };
        // SAFETY: the header's contract: `path` is NULL or points to `len` readable bytes.
        let path = unsafe { memory::input(path, len)? };
        // SAFETY: the header's contract: `prefix` is NULL or points to `prefix_len` readable bytes.
        let prefix = unsafe { memory::input(prefix, prefix_len)? };
        is_under.write(prefix::is_under(path, prefix, options)?);
        Ok(())
    })
}
