//! `pct decode --utf8`.

use crate::decode::{assert_one_value, assert_records};
use crate::reference::{self, Rules, Utf8};
use crate::support::{Folder, run};
use support::Random;

const MIXED: &[u8] = b"%E9%C3%A9 \xE9\n\xC3%A9 %c3\xA9\n%C0%AF %ED%A0%80 %ff\n";

#[test]
fn bytes_is_the_default() {
    let decoded = b"\xE9\xC3\xA9 \xE9\n\xC3\xA9 \xC3\xA9\n\xC0\xAF \xED\xA0\x80 \xFF\n";
    run(&["decode"], MIXED).gave(0, decoded);
    run(&["decode", "--utf8", "bytes"], MIXED).gave(0, decoded);
}

#[test]
fn keep() {
    run(&["decode", "--utf8", "keep"], MIXED).gave(0, "%E9é %E9\né é\n%C0%AF %ED%A0%80 %ff\n");
}

#[test]
fn lossy() {
    run(&["decode", "--utf8", "lossy"], MIXED)
        .gave(0, "\u{FFFD}é \u{FFFD}\né é\n\u{FFFD}\u{FFFD} \u{FFFD}\u{FFFD}\u{FFFD} \u{FFFD}\n");
}

#[test]
fn strict() {
    run(&["decode", "--utf8", "strict"], MIXED).said(
        1,
        b"%E9%C3%A9 \xE9\n\xC3\xA9 \xC3\xA9\n%C0%AF %ED%A0%80 %ff\n",
        "(standard input):1:1: not UTF-8: ill-formed from `%E9` on; passed on unchanged\n\
         (standard input):3:1: not UTF-8: ill-formed from `%C0` on; passed on unchanged\n",
    );
    run(&["decode", "--utf8", "strict"], "a%C3%A9%zz\n").passing_on(1, 1).gave(0, "aé%zz\n");
    run(&["decode", "--utf8", "strict", "--strict"], "%zz%E9\n%E9%zz\n").said(
        1,
        "%zz%E9\n%E9%zz\n",
        "(standard input):1:1: malformed triplet `%z`: two hex digits must follow the `%`; passed on unchanged\n\
         (standard input):2:1: not UTF-8: ill-formed from `%E9` on; passed on unchanged\n",
    );
    // No character extends over the end of a line or a NUL.
    run(&["decode", "--utf8", "strict"], "%C3\n%A9\n").said(
        1,
        "%C3\n%A9\n",
        "(standard input):1:1: not UTF-8: ill-formed from `%C3` on; passed on unchanged\n\
         (standard input):2:1: not UTF-8: ill-formed from `%A9` on; passed on unchanged\n",
    );
    run(&["decode", "--utf8", "strict", "--raw"], "ok\n%C3%A9 %C3").said(
        1,
        "ok\n%C3%A9 %C3",
        "(standard input):2:8: not UTF-8: ill-formed from `%C3` on; passed on unchanged\n",
    );
}

#[test]
fn half_a_control_character_is_not_left_alone_in_text() {
    for policy in ["strict", "lossy", "keep"] {
        run(&["decode", "--utf8", policy], b"\xC2%9b %C2\x9B %c2%9b \xC2\x9B")
            .gave(0, "%C2%9b %C2%9B %c2%9b \u{9B}");
    }
}

#[test]
fn any_bytes_as_the_reference_decodes_them() {
    let folder = Folder::new();
    let mut random = Random::new(2);
    for round in 0..16 {
        let (name, utf8) = [
            ("bytes", Utf8::Bytes),
            ("strict", Utf8::Strict),
            ("lossy", Utf8::Lossy),
            ("keep", Utf8::Keep),
        ][round % 4];
        let rules = Rules {
            utf8,
            lines: round % 3 < 2,
            strict: round & 8 != 0,
            plus: true,
            ..Rules::default()
        };
        let end = if rules.lines { b'\n' } else { 0 };
        let input = random.records(1500, end);
        let file = folder.file("records", &input);
        let mut args = vec!["decode", "-v", "--plus", "--utf8", name, &file];
        args.extend((!rules.lines).then_some("-0"));
        args.extend(rules.strict.then_some("--strict"));

        let expected = reference::decode_records(&input, end, &rules);
        let output = assert_records(&args, &file, &input, end, &expected);
        if matches!(utf8, Utf8::Lossy | Utf8::Keep) && !rules.strict {
            assert!(std::str::from_utf8(&output).is_ok(), "{args:?}");
        }

        assert_one_value(&args, &input, &rules);
    }
}
