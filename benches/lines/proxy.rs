//! Rows of a proxy: paths judged and resolved, and request lines taken apart.

use percent_simd::Backend;
use percent_simd::path::{self, PathError, PathPolicy};
use percent_simd::request_line::RequestLine;

use super::common::peers::percent_encoding_decode;
use super::decode::Values;
use super::input;
use super::set::{Column, Expected, Position, Set, row};

/// What has no peer.
pub(crate) const REQUEST_LINE: &str = "RequestLine::parse";

/// What the scalar path makes of paths and request lines: no peer answers these questions.
pub(crate) struct Judged {
    resolved: Vec<Expected>,
    checked: Vec<Result<(), PathError>>,
    /// The paths of request lines.
    parsed: Vec<Expected>,
}

/// The request line that asks for a target.
pub(crate) fn request_line(target: &[u8]) -> Vec<u8> {
    [b"GET ", target, b" HTTP/1.1\r\n"].concat()
}

impl Judged {
    /// Where a path is accepted, and nothing but decoding can have changed it, it is what
    /// `percent-encoding` decodes.
    pub(crate) fn of(paths: &[&[u8]], lines: &[&[u8]]) -> Self {
        let scalar = Backend::from_name("scalar").expect("it is always there");
        let active = Backend::active();
        scalar.set_active();
        let policy = path::STRICT.on(scalar);
        let resolve = |path: &[u8]| -> Expected {
            let resolved = policy.resolve(path).map_err(|error| error.at())?.path.into_owned();
            let decoded = percent_encoding_decode(path);
            let reshaped = |window: &[u8]| matches!(window, b"//" | b"/.");
            if !decoded.windows(2).any(reshaped) && !decoded.iter().any(|byte| b"%;".contains(byte))
            {
                assert_eq!(resolved, *decoded, "{path:?}");
            }
            Ok(resolved)
        };
        let parse = |line: &&[u8]| -> Expected {
            let parsed = RequestLine::parse(line).map_err(|error| error.at())?;
            let path = parsed.target.path().expect("GET asks for a path");
            assert_eq!(Some(path), input::path(&line[4..line.len() - 11]), "{line:?}");
            Ok(path.to_vec())
        };
        let judged = Self {
            resolved: paths.iter().map(|path| resolve(path)).collect(),
            checked: paths.iter().map(|path| policy.check(path)).collect(),
            parsed: lines.iter().map(parse).collect(),
        };
        active.set_active();
        judged
    }

    /// The share of paths that are accepted.
    pub(crate) fn accepted(&self) -> f64 {
        self.checked.iter().filter(|answer| answer.is_ok()).count() as f64
            / self.checked.len() as f64
    }
}

fn strict(column: Column) -> PathPolicy {
    column.backend.map_or(path::STRICT, |backend| path::STRICT.on(backend))
}

/// All rows of ours: of paths, and of the request lines that hold them.
pub(crate) fn ours<'a>(
    set: &mut Set<'a>,
    column: Column,
    (paths, values): (&'a [&'a [u8]], &'a Values),
    lines: &'a [&'a [u8]],
    judged: &Judged,
) {
    let policy = strict(column);
    row!(set, "path::STRICT.check", paths, == &judged.checked, |path| policy.check(path));
    row!(set, "path::STRICT.resolve", paths, &judged.resolved, |path| policy
        .resolve(path)
        .map(|resolved| resolved.path));
    let resolve = move |path: &mut [u8]| policy.resolve_in_place(path);
    values.in_place(set, "path::STRICT.resolve_in_place", &judged.resolved, resolve);
    row!(set, REQUEST_LINE, lines, &judged.parsed, |line| {
        RequestLine::parse(line).map(|line| line.target.path().unwrap_or_default())
    });
}
