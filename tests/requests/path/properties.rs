//! Any path under any policy.

use super::{HOSTILE, check};
use percent_simd::path::{
    Backslash, DotSegments, EmptySegments, EscapedPercent, Reserved, Semicolon,
};
use percent_simd::{AsciiSet, Malformed};
use proptest::prelude::*;
use support::answers::path::{ACTIONS, Options, PRESETS};

prop_compose! {
    fn any_options()(
        escaped_slashes in proptest::sample::select(&ACTIONS[..]),
        escaped_backslash in proptest::sample::select(&ACTIONS[..]),
        backslash in proptest::sample::select(vec![Backslash::Reject, Backslash::Keep, Backslash::Slash]),
        escaped_percent in proptest::sample::select(vec![EscapedPercent::Keep, EscapedPercent::Decode, EscapedPercent::Reject]),
        dot_segments in proptest::sample::select(vec![DotSegments::Resolve, DotSegments::Clamp, DotSegments::Reject]),
        empty_segments in proptest::sample::select(vec![EmptySegments::Merge, EmptySegments::Keep, EmptySegments::Reject]),
        semicolon in proptest::sample::select(vec![Semicolon::Guard, Semicolon::Drop, Semicolon::Keep, Semicolon::Reject]),
        malformed in proptest::sample::select(vec![Malformed::Keep, Malformed::Error]),
        reserved in proptest::sample::select(vec![Reserved::Keep, Reserved::EscapePlus, Reserved::Decode]),
        reject in prop_oneof![Just(String::new()), "[ -~]{0,3}"],
        windows_names in proptest::sample::select(vec![false, false, true]),
        flags: [bool; 4],
    ) -> Options {
        let [escaped_controls, escaped_dots, raw_non_ascii, must_be_utf8] = flags;
        Options {
            escaped_slashes, escaped_backslash, backslash, escaped_percent, dot_segments, empty_segments, semicolon, malformed, escaped_controls, escaped_dots,
            raw_non_ascii, must_be_utf8, windows_names, reserved, reject: AsciiSet::from_bytes(reject.as_bytes()),
        }
    }
}

/// Parts of names that Windows reads as others, and of harmless look-alikes.
const WINDOWS: [&str; 12] =
    ["con", "NUL", "%63on", "com1", "lpt", "~1", "~12", "abcdef", ".", "%20", "%3A", "%3Bx"];

fn any_path() -> impl Strategy<Value = Vec<u8>> {
    let part = prop_oneof![
        6 => proptest::sample::select(&HOSTILE[..]).prop_map(|part| part.as_bytes().to_vec()),
        3 => "/?[a-z.+]{0,12}".prop_map(String::into_bytes),
        1 => "[a-z]{30,70}".prop_map(String::into_bytes),
        2 => any::<u8>().prop_map(|byte| format!("%{byte:02x}").into_bytes()),
        1 => any::<u8>().prop_map(|byte| vec![byte]),
        1 => proptest::sample::select(&WINDOWS[..]).prop_map(|part| part.as_bytes().to_vec()),
        1 => any::<char>().prop_map(|character| character.to_string().bytes().map(|byte| format!("%{byte:02X}")).collect::<String>().into_bytes()),
    ];
    proptest::collection::vec(part, 0..16)
        .prop_map(|parts| [b"/".to_vec(), parts.concat()].concat())
}

/// Paths that most policies accept: names, escaped text, slashes, and dots.
fn any_good_path() -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(
        proptest::sample::select(vec![
            "/", "/a", "b", "/./", "/%2e%2E", "%C3%A9", "%41", "%25", "%20", "/x/y", "a+",
        ]),
        0..24,
    )
    .prop_map(|parts| format!("/{}", parts.concat()).into_bytes())
}

proptest! {
    #![proptest_config(support::cases(400))]

    #[test]
    fn any_path_under_any_policy_agrees_with_the_steps(input in prop_oneof![2 => any_path(), 1 => any_good_path()], options in any_options()) {
        check(options, options.policy(), &input);
        for (_, policy, options) in PRESETS {
            check(options, policy, &input);
            let options = Options { reserved: Reserved::Decode, ..options };
            check(options, policy.reserved(Reserved::Decode), &input);
        }
    }
}
