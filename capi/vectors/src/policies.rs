//! Path policies other than the presets.

use oracle::random::Random;
use percent_simd::path::{
    Backslash, DotSegments, EmptySegments, EscapedPercent, EscapedSlashes, Reserved, Semicolon,
};
use percent_simd::{AsciiSet, Malformed};

use support::answers::path::Options;

const SLASHES: [(&str, EscapedSlashes); 5] = [
    ("reject", EscapedSlashes::Reject),
    ("keep", EscapedSlashes::Keep),
    ("unescape", EscapedSlashes::Unescape),
    ("unescape-last", EscapedSlashes::UnescapeLast),
    ("redirect", EscapedSlashes::Redirect),
];

/// Any policy: the actions of its fourteen fields, in the order of the header; and its options,
/// with the reject set.
pub(crate) fn any(random: &mut Random) -> (String, Options) {
    let sets: [&[u8]; 6] = [b"", b"", b"", b"?#", b"|+~", b" %.;/\\2e"];
    let reject = AsciiSet::from_bytes(random.pick(&sets));
    let mut actions = Vec::new();
    let mut pick = Picker { random, actions: &mut actions };
    let mut options = Options {
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
        windows_names: pick.one(&[("keep", false), ("keep", false), ("reject", true)]),
        reserved: pick.one(&[
            ("keep", Reserved::Keep),
            ("escape-plus", Reserved::EscapePlus),
            ("unescape", Reserved::Decode),
            ("reject", Reserved::Keep),
        ]),
        reject,
    };
    if actions.last() == Some(&"reject") {
        options.reject = reject.union(AsciiSet::from_bytes(b"!$&'()*+,;=:@"));
    }
    (format!("{} {}", actions.join(" "), crate::rows(reject)), options)
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
