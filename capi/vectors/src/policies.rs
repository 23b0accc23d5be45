//! Path policies that no preset has.

use oracle::random::Random;
use percent_simd::Malformed;
use percent_simd::path::{
    Backslash, DotSegments, EmptySegments, EscapedPercent, EscapedSlashes, Semicolon,
};

use crate::path::Options;

const SLASHES: [(&str, EscapedSlashes); 5] = [
    ("reject", EscapedSlashes::Reject),
    ("keep", EscapedSlashes::Keep),
    ("unescape", EscapedSlashes::Unescape),
    ("unescape-last", EscapedSlashes::UnescapeLast),
    ("redirect", EscapedSlashes::Redirect),
];

/// Any policy: the actions of its twelve fields, in the order of the header, and its options.
pub(crate) fn any(random: &mut Random) -> (String, Options) {
    let mut actions = Vec::new();
    let mut pick = Picker { random, actions: &mut actions };
    let options = Options {
        escaped_slashes: pick.one(&SLASHES),
        escaped_backslash: pick.one(&SLASHES),
        backslash: pick.one(&[
            ("reject", Backslash::Reject),
            ("keep", Backslash::Keep),
            ("slash", Backslash::Slash),
        ]),
        escaped_percent: pick.one(&[
            ("keep", EscapedPercent::Keep),
            ("reject", EscapedPercent::Reject),
            ("unescape", EscapedPercent::Decode),
        ]),
        dot_segments: pick.one(&[
            ("resolve", DotSegments::Resolve),
            ("clamp", DotSegments::Clamp),
            ("reject", DotSegments::Reject),
        ]),
        empty_segments: pick.one(&[
            ("merge", EmptySegments::Merge),
            ("keep", EmptySegments::Keep),
            ("reject", EmptySegments::Reject),
        ]),
        semicolon: pick.one(&[
            ("guard", Semicolon::Guard),
            ("drop", Semicolon::Drop),
            ("keep", Semicolon::Keep),
            ("reject", Semicolon::Reject),
        ]),
        malformed: pick.one(&[("reject", Malformed::Error), ("keep", Malformed::Keep)]),
        escaped_controls: pick.one(&[("reject", false), ("unescape", true)]),
        escaped_dots: pick.one(&[("unescape", true), ("reject", false)]),
        raw_non_ascii: pick.one(&[("reject", false), ("keep", true)]),
        must_be_utf8: pick.one(&[("reject", true), ("keep", false)]),
    };
    (actions.join(" "), options)
}

struct Picker<'a> {
    random: &'a mut Random,
    actions: &'a mut Vec<&'static str>,
}

impl Picker<'_> {
    fn one<T: Copy>(&mut self, choices: &[(&'static str, T)]) -> T {
        let (action, option) = self.random.pick(choices);
        self.actions.push(action);
        option
    }
}
