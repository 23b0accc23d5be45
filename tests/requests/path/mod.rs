//! Paths of requests, compared with the documented steps in their slow form; the tables of the
//! presets; and the request targets of known attacks.

use std::borrow::Cow;

use percent_simd::Backend;
use percent_simd::path::{self, EscapedPercent, PathIntoError, PathPolicy, Resolved};
use support::answers::path::{Expected, Options, Refusal, decoded, forwarded, is_safe};

mod errors;
mod every;
mod objects;
mod places;
mod prefix;
mod properties;
mod segments;
mod tables;
mod target;
mod unknown;
mod vectors;
mod windows;

fn check_on(
    backend: Backend,
    options: Options,
    policy: PathPolicy,
    input: &[u8],
    expected: &Result<Expected, Refusal>,
) {
    let what = || format!("on {backend}, b\"{}\" under {options:?}", input.escape_ascii());
    let policy = policy.on(backend);
    let refusal = |error: path::PathError| (error.position(), error.kind());
    let checked = policy.check(input).map_err(refusal);
    let resolved = policy.resolve(input).map_err(refusal);
    let is_resolved = policy.is_resolved(input).map_err(refusal);
    let forwarded_as = policy.target(input).map_err(refusal);
    let changes_segments = policy.changes_segments(input).map_err(refusal);
    let mut buffer = input.to_vec();
    let in_place = policy.resolve_in_place(&mut buffer).map_err(refusal);
    match expected {
        Err(error) => {
            assert_eq!(checked, Err(*error), "check {}", what());
            assert_eq!(resolved, Err(*error), "resolve {}", what());
            assert_eq!(is_resolved, Err(*error), "is_resolved {}", what());
            assert_eq!(forwarded_as, Err(*error), "target {}", what());
            assert_eq!(changes_segments, Err(*error), "changes_segments {}", what());
            let written = policy.target_into(input, &mut []);
            assert!(
                matches!(written, Err(PathIntoError::Path(other)) if refusal(other) == *error),
                "target_into {}",
                what()
            );
            assert_eq!(in_place, Err(*error), "resolve_in_place {}", what());
            assert_eq!(buffer, input, "an error changes nothing: {}", what());
        }
        Ok(Expected { output, value, target, redirect }) => {
            assert_eq!(checked, Ok(()), "check {}", what());
            let Resolved { path, redirect: redirected, .. } =
                resolved.as_ref().unwrap_or_else(|error| panic!("{error:?}: {}", what()));
            assert!(
                **path == **output,
                "resolve gives b\"{}\", not b\"{}\", {}",
                path.escape_ascii(),
                output.escape_ascii(),
                what()
            );
            support::assert_cow(path, input, Vec::capacity, what);
            assert_eq!(
                (*redirected, policy.redirects(input)),
                (*redirect, *redirect),
                "redirect, {}",
                what()
            );
            assert_eq!(
                in_place.map(|len| &buffer[..len]),
                Ok(&output[..]),
                "resolve_in_place {}",
                what()
            );
            let forwarded_as = forwarded_as.expect("the policy accepts it");
            assert_eq!(forwarded_as, *target, "target {}", what());
            assert_eq!(
                matches!(forwarded_as, Cow::Borrowed(_)),
                target.as_bytes() == input,
                "borrowed exactly if unchanged: {}",
                what()
            );
            assert_eq!(is_resolved, Ok(target.as_bytes() == input), "{}", what());
            // A server that decodes once reads another path in the received one.
            let differs =
                decoded(input) != *value || options.escapes_plus() && input.contains(&b'+');
            assert_eq!(changes_segments, Ok(differs), "{}", what());
            target_into(policy, input, target).unwrap_or_else(|error| panic!("{error} {}", what()));
            assert_eq!(forwarded(options, policy, input, value), Ok(()), "{}", what());
            if options.escaped_percent != EscapedPercent::Decode {
                let once_more = decoded(path);
                assert_eq!(&once_more, value, "one more decoding gives the value: {}", what());
                assert!(
                    is_safe(options, &once_more),
                    "b\"{}\", {}",
                    once_more.escape_ascii(),
                    what()
                );
                assert!(
                    resolved
                        .unwrap()
                        .segments()
                        .all(|segment| !matches!(&*segment, b"." | b"..") && !segment.contains(&0)),
                    "{}",
                    what()
                );
            }
        }
    }
}

/// Writes the target to buffers that suffice, and to smaller ones.
fn target_into(policy: PathPolicy, input: &[u8], target: &str) -> Result<(), String> {
    let too_small = |capacity| match policy.target_into(input, &mut vec![0xA5; capacity]) {
        Err(PathIntoError::OutputTooSmall(error)) => Ok(error.needed()),
        other => Err(format!("target_into {capacity} bytes gives {other:?}")),
    };
    let needed = too_small(0)?;
    if !(target.len()..=3 * input.len()).contains(&needed) || too_small(needed - 1)? != needed {
        return Err(format!("target_into needs {needed}"));
    }
    for capacity in [needed, needed + 1, 3 * input.len()] {
        let mut buffer = vec![0xA5; capacity];
        let written = policy.target_into(input, &mut buffer).map(|len| &buffer[..len]);
        if written != Ok(target.as_bytes()) {
            return Err(format!("target_into {capacity} bytes gives {written:?}"));
        }
    }
    Ok(())
}

fn check(options: Options, policy: PathPolicy, input: &[u8]) {
    let expected = options.resolve(input);
    for backend in support::backends() {
        check_on(backend, options, policy, input, &expected);
    }
}

#[test]
fn resolved_paths_are_equal_if_path_and_redirect_are() {
    let resolve = |path| path::STRICT.resolve(path).unwrap();
    assert_eq!(resolve("/a/%62"), resolve("/a/%62"));
    assert_ne!(resolve("/a/b"), resolve("/a/c"));
    let mut other = resolve("/a/b");
    other.redirect = !other.redirect;
    assert_ne!(resolve("/a/b"), other);
}

/// The parts of hostile paths, after the first `/`.
const HOSTILE: [&str; 23] = [
    "/", ".", "..", "%2e", "%2E", "%2f", "%2F", "%5c", "\\", ";", "%3B", "%25", "%", "2", "e",
    "%32", "%65", "%00", "\n", "%7f", "%c0", "%af", "é",
];

/// Every path of this many parts, or every `step`th.
fn every_path(parts: usize, step: usize, mut visit: impl FnMut(&[u8])) {
    for number in (0..HOSTILE.len().pow(parts as u32)).step_by(step) {
        let mut path = String::from("/");
        (0..parts).for_each(|place| {
            path.push_str(HOSTILE[number / HOSTILE.len().pow(place as u32) % HOSTILE.len()])
        });
        visit(path.as_bytes());
    }
}
