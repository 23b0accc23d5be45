//! The expected verdicts of `integrations/nginx` on request targets: by the library's Rust API, for
//! two configurations of `percent_guard`.

use std::io::{self, Write};

use percent_simd::path::{self, PathPolicy};
use percent_simd::request_line::{RequestLineErrorKind, Target};
use percent_simd::{Flags, form, inspect};

/// A line for each line of `targets`: the reasons under `strict`, and under `nginx` with flags;
/// `ok` without a reason.
pub(crate) fn write(out: &mut impl Write, targets: &[u8]) -> io::Result<()> {
    let flags = Flags::NUL | Flags::NESTED | Flags::OVERLONG | Flags::DOT_SEGMENT;
    for target in targets.split(|&byte| byte == b'\n').filter(|target| !target.is_empty()) {
        let seen = seen_by_nginx(target);
        writeln!(
            out,
            "{} {}",
            reason(path::STRICT, Flags::EMPTY, seen),
            reason(path::NGINX, flags, seen)
        )?;
    }
    Ok(())
}

/// The target that a module sees: nginx has split the server off an absolute form, and skipped
/// extra spaces before the version.
fn seen_by_nginx(target: &[u8]) -> &[u8] {
    let spaces = target.iter().rev().take_while(|&&byte| byte == b' ').count();
    let target = &target[..target.len() - spaces];
    if target.starts_with(b"/") {
        return target;
    }
    let server = target.windows(3).position(|bytes| bytes == b"://").map_or(0, |at| at + 3);
    target[server..]
        .iter()
        .position(|byte| b"/?".contains(byte))
        .map_or(b"/", |at| &target[server + at..])
}

fn reason(policy: PathPolicy, flags: Flags, target: &[u8]) -> &'static str {
    let (path, query) = if let Some(query) = target.strip_prefix(b"?") {
        (None, Some(query)) // without a path, which means `/`
    } else {
        // A `#` in the query is part of it, because the policies are about paths.
        let query = target.iter().position(|&byte| byte == b'?');
        let fragment = query.and_then(|at| target[at..].iter().position(|&byte| byte == b'#'));
        let end = fragment.map_or(target.len(), |len| query.unwrap_or_default() + len);
        match Target::parse(&target[..end]) {
            Ok(parsed) => (parsed.path(), query.map(|at| &target[at + 1..])),
            Err(error) => return of_request(error.kind()),
        }
    };
    if let Some(Err(error)) = path.map(|path| policy.check(path)) {
        return super::of_path(error.kind());
    }
    let pairs =
        form::parse(query.unwrap_or_default()).flat_map(|pair| [pair.name_raw(), pair.value_raw()]);
    let parts = path.into_iter().chain(pairs);
    let found = parts.fold(Flags::EMPTY, |found, part| found | inspect(part).flags());
    found.intersection(flags).iter().next().and_then(Flags::name).unwrap_or("ok")
}

fn of_request(kind: RequestLineErrorKind) -> &'static str {
    match kind {
        RequestLineErrorKind::Method => "method",
        RequestLineErrorKind::Control(_) => "target-control",
        RequestLineErrorKind::Space => "space",
        RequestLineErrorKind::Fragment => "fragment",
        RequestLineErrorKind::Form => "form",
        RequestLineErrorKind::Userinfo => "userinfo",
        RequestLineErrorKind::Host => "host",
        RequestLineErrorKind::Port => "port",
        RequestLineErrorKind::Version => "version",
        other => panic!("the documentation knows no such refusal: {other:?}"),
    }
}
