use std::borrow::Cow;

use super::expect::Case;
use super::plan::Plan;
use super::room::Source;
use crate::answers::path::{self as path_oracle, ACTIONS, Options, PRESETS, Refusal};
use crate::answers::request_line as request_line_oracle;
use crate::while_active;
use percent_simd::path::{
    Backslash, DotSegments, EmptySegments, EscapedPercent, PathError, PathIntoError, PathPolicy,
    Reserved, Semicolon,
};
use percent_simd::{AsciiSet, Backend, Malformed};

/// Compares paths under the presets and under any policy, request lines, and targets with the
/// oracles. An accepted path, decoded once more, has no dot segment and no NUL. Its target is
/// accepted and forwarded unchanged.
pub fn path(data: &[u8]) {
    let plan = Plan::new(data);
    // A `/` in front, because random inputs rarely begin with one.
    let path = [b"/", &plan.input[..]].concat();
    let (preset_policy, preset) =
        plan.frame.one_of(&PRESETS.map(|(_, policy, options)| (policy, options)));
    let any = options(&plan);
    for (policy, options) in [(preset_policy, preset), (any.policy(), any)] {
        resolve(&plan, policy, options, &path);
    }
    resolve(&plan, preset_policy, preset, &plan.input);

    let lines = [
        plan.input.clone(),
        [b"GET ", &path[..], b" HTTP/1.1\r\n"].concat(),
        [b"GET http://", &plan.input[..], b" HTTP/1.0"].concat(),
    ];
    let connect = [b"CONNECT ", &plan.input[..], b" HTTP/1.1"].concat();
    for line in lines.iter().chain([&connect, &path, &[b"http://", &plan.input[..]].concat()]) {
        let source = Source::new(line, plan.frame);
        let expected = request_line_oracle::expected(line);
        for backend in Backend::available() {
            let case = Case { backend, policy: &"a request line", input: source.bytes() };
            case.same(
                "Target::parse",
                &while_active(backend, || request_line_oracle::actual_target(source.bytes())),
                &request_line_oracle::expected_target(line),
            );
            case.same(
                "Authority::parse_host",
                &while_active(backend, || request_line_oracle::actual_host(source.bytes())),
                &request_line_oracle::expected_host(line),
            );
            case.same(
                "RequestLine::parse",
                &while_active(backend, || request_line_oracle::actual(source.bytes())),
                &expected,
            );
        }
    }
}

/// Options from the bits of the plan.
fn options(plan: &Plan) -> Options {
    let (high, low) = (plan.frame.extra, plan.frame.alignment);
    Options {
        escaped_slashes: ACTIONS[(high & 3) + usize::from(high & 3 == 3 && low >= 32)],
        escaped_backslash: ACTIONS[low / 9 % 5],
        backslash: [Backslash::Reject, Backslash::Keep, Backslash::Slash, Backslash::Slash]
            [high >> 2 & 3],
        escaped_percent: [
            EscapedPercent::Keep,
            EscapedPercent::Decode,
            EscapedPercent::Reject,
            EscapedPercent::Keep,
        ][high >> 4 & 3],
        dot_segments: [
            DotSegments::Resolve,
            DotSegments::Clamp,
            DotSegments::Reject,
            DotSegments::Clamp,
        ][high >> 6 & 3],
        empty_segments: [EmptySegments::Merge, EmptySegments::Keep, EmptySegments::Reject][low % 3],
        semicolon: [Semicolon::Guard, Semicolon::Keep, Semicolon::Reject, Semicolon::Drop]
            [low / 3 % 4],
        malformed: if plan.decode.strict { Malformed::Error } else { Malformed::Keep },
        escaped_controls: plan.decode.plus,
        escaped_dots: !plan.encode.plus,
        raw_non_ascii: !plan.decode.keep_non_ascii,
        must_be_utf8: plan.encode.lowercase,
        windows_names: plan.decode.reject_raw,
        reserved: match (plan.encode.keep_escapes, plan.encode.plus) {
            (true, _) => Reserved::Decode,
            (false, true) => Reserved::EscapePlus,
            (false, false) => Reserved::Keep,
        },
        reject: (0..0x80)
            .filter(|&byte| plan.decode.reject[usize::from(byte)])
            .fold(AsciiSet::EMPTY, AsciiSet::add),
    }
}

fn resolve(plan: &Plan, policy: PathPolicy, options: Options, path: &[u8]) {
    let source = Source::new(path, plan.frame);
    let input = source.bytes();
    let expected = options.resolve(input);
    let of_expected = |error: &Refusal| *error;
    let output = expected.as_ref().map(|expected| &expected.output[..]).map_err(of_expected);
    for backend in Backend::available() {
        let case = Case { backend, policy: &options, input };
        let policy = policy.on(backend);
        let refusal = |error: PathError| (error.position(), error.kind());
        case.same("check", policy.check(input).map_err(refusal), output.map(|_| ()));
        let is_resolved = policy.is_resolved(input).map_err(refusal);
        case.same("is_resolved", is_resolved.map(|_| ()), output.map(|_| ()));
        let refused_target = policy.target(input).map(|_| ()).map_err(refusal);
        case.same("target", refused_target, output.map(|_| ()));

        let resolved = policy.resolve(input).map_err(refusal);
        case.same(
            "resolve",
            resolved.as_ref().map(|resolved| &*resolved.path).map_err(of_expected),
            output,
        );
        if let (Ok(resolved), Ok(expected)) = (&resolved, &expected) {
            case.same(
                "the borrowed result",
                matches!(resolved.path, Cow::Borrowed(_)),
                input == &*resolved.path,
            );
            case.same(
                "redirect",
                (resolved.redirect, policy.redirects(input)),
                (expected.redirect, expected.redirect),
            );
            let target = policy.target(input).expect("an accepted path has one");
            case.same("target", &*target, &*expected.target);
            case.same(
                "the target that is borrowed",
                matches!(target, Cow::Borrowed(_)),
                target.as_bytes() == input,
            );
            case.same("is_resolved", is_resolved, Ok(target.as_bytes() == input));
            let differs = path_oracle::decoded(input) != expected.value
                || options.escapes_plus() && input.contains(&b'+');
            case.same(
                "changes_segments",
                policy.changes_segments(input).map_err(refusal),
                Ok(differs),
            );
            let needed = match policy.target_into(input, &mut []) {
                Err(PathIntoError::OutputTooSmall(error)) => error.needed(),
                other => panic!("a target has a `/`: {other:?}"),
            };
            case.holds("a target needs three times its path", needed <= 3 * input.len());
            let mut room = vec![0xA5; needed];
            let written = policy.target_into(input, &mut room).map(|len| &room[..len]);
            case.same("target_into", written, Ok(target.as_bytes()));
            case.same(
                "the target, forwarded",
                path_oracle::forwarded(options, policy, input, &expected.value),
                Ok(()),
            );
            if options.escaped_percent != EscapedPercent::Decode {
                let once_more = path_oracle::decoded(&resolved.path);
                case.same_bytes("one more decoding", &once_more, &expected.value);
                case.holds(
                    "no dot segment and no NUL after one more decoding",
                    path_oracle::is_safe(options, &once_more),
                );
            }
        }

        let mut buffer = Source::new(path, plan.frame);
        match policy.resolve_in_place(buffer.bytes_mut()).map_err(refusal) {
            Ok(len) => case.same("resolve_in_place", Ok(&buffer.bytes()[..len]), output),
            Err(error) => {
                case.same("resolve_in_place", Err(error), output);
                case.same_bytes("a buffer after an error", buffer.bytes(), input);
            }
        }
        buffer.check_frame(&case, "resolve_in_place");
    }
}
