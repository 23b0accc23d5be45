use core::fmt::{self, Write};
use std::borrow::Cow;

use super::expect::{Case, Refusal, expected, refusal};
use super::plan::Plan;
use super::room::Source;
use crate::{check, while_active};
use percent_simd::{AsciiSet, Backend};

/// Text under every UTF-8 policy, formatting, and the sets of policies.
pub fn policy(data: &[u8]) {
    let plan = Plan::new(data);
    algebra(&plan);
    check::decode_text_as(&plan.input, &plan.decode, plan.utf8(), &plan.frame);
    // `decode_str` takes text only: the longest text at the start of the input.
    if let Err(error) = core::str::from_utf8(&plan.input) {
        let valid = &plan.input[..error.valid_up_to()];
        check::decode_text_as(valid, &plan.decode, plan.utf8(), &plan.frame);
    }
    let source = Source::new(&plan.input, plan.frame);
    let input = source.bytes();
    let shown = oracle::display_text(input, &plan.decode, plan.utf8);
    for backend in Backend::available() {
        let described = (plan.utf8, &plan.decode);
        let case = Case { backend, policy: &described, input };
        display(&case, &plan.decoder().on(backend).display(input), &shown, plan.frame.extra);
    }
    everyday(input);
}

fn cow(
    case: &Case<'_>,
    what: &str,
    got: Result<Cow<'_, str>, Refusal>,
    wanted: &Result<String, Refusal>,
) {
    match (got, wanted) {
        (Ok(got), Ok(wanted)) => {
            case.holds("text is at most three times the input", got.len() <= 3 * case.input.len());
            case.same_cow(what, got, wanted.as_bytes(), String::capacity);
        }
        (got, wanted) => case.same(what, got.map(Cow::into_owned), wanted.clone()),
    }
}

/// Formats to a writer that fails.
fn display(case: &Case<'_>, value: &dyn fmt::Display, shown: &str, room: usize) {
    let mut limited = Limited { text: String::new(), room };
    let result = write!(limited, "{value}");
    case.same("display to a writer with a limit", result.is_ok(), shown.len() <= room);
    case.holds("display to a writer with a limit: a prefix", shown.starts_with(&limited.text));
}

struct Limited {
    text: String,
    room: usize,
}

impl Write for Limited {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.text.len() + text.len() > self.room {
            return Err(fmt::Error);
        }
        self.text.push_str(text);
        Ok(())
    }
}

/// `decode_str` and `decode_lossy`, against the peer's.
fn everyday(input: &[u8]) {
    let plain = oracle::Decode::default();
    let strict = expected(oracle::decode_text(input, &plain, oracle::Utf8::Strict));
    let lossy = Ok(oracle::decode_text(input, &plain, oracle::Utf8::Lossy)
        .expect("this policy refuses nothing"));
    let peer = || percent_encoding::percent_decode(input);
    assert_eq!(
        peer().decode_utf8().ok().as_deref(),
        strict.as_deref().ok(),
        "percent-encoding, of {:?}",
        input.escape_ascii().to_string()
    );
    assert_eq!(
        Ok(peer().decode_utf8_lossy().into_owned()),
        lossy,
        "percent-encoding, of {:?}",
        input.escape_ascii().to_string()
    );
    for backend in Backend::available() {
        let case = Case { backend, policy: &"none", input };
        cow(
            &case,
            "decode_lossy()",
            Ok(while_active(backend, || percent_simd::decode_lossy(input))),
            &lossy,
        );
        if let Ok(text) = core::str::from_utf8(input) {
            let got = while_active(backend, || percent_simd::decode_str(text));
            cow(&case, "decode_str()", got.map_err(refusal), &strict);
        }
    }
}

/// Compares `AsciiSet` with an array of bools, for the two sets of the plan.
fn algebra(plan: &Plan) {
    let (a, b) = (&plan.decode.keep, &plan.decode.reject);
    let (x, y) = (crate::set(a), crate::set(b));
    same_members("add", x, |byte| a[byte]);
    same_members("union", x.union(y), |byte| a[byte] || b[byte]);
    same_members("intersection", x.intersection(y), |byte| a[byte] && b[byte]);
    same_members("difference", x.difference(y), |byte| a[byte] && !b[byte]);
    same_members("complement", x.complement(), |byte| !a[byte]);
    same_members("remove", y.iter().fold(x, AsciiSet::remove), |byte| a[byte] && !b[byte]);
    assert_eq!(x.is_subset(y), (0..128).all(|byte| !a[byte] || b[byte]), "{x:?} is_subset {y:?}");
    assert_eq!(x == y, a == b, "{x:?} == {y:?}");
    let bytes: Vec<u8> = y.iter().chain(y.iter()).collect();
    assert_eq!(AsciiSet::from_bytes(&bytes), y);
    assert_eq!(AsciiSet::try_from_bytes(&plan.input).is_some(), plan.input.is_ascii());
}

fn same_members(what: &str, set: AsciiSet, expected: impl Fn(usize) -> bool) {
    let expected: Vec<u8> = (0..128).filter(|&byte| expected(usize::from(byte))).collect();
    assert_eq!(set.iter().collect::<Vec<u8>>(), expected, "{what}");
    assert_eq!(
        (set.len(), set.is_empty(), set.iter().len()),
        (expected.len(), expected.is_empty(), expected.len()),
        "{what}"
    );
    assert!(
        (0..=255).all(|byte| set.contains(byte) == expected.contains(&byte)),
        "{what}: {set:?}"
    );
}
