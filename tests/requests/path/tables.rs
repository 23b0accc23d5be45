//! The tables of the documentation, and known attacks.

use super::check;
use crate::answers::path::{Options, PRESETS};
use percent_simd::path::{self, PathPolicy, Resolved};

const ROWS: [(&str, &str); 21] = [
    ("`%2F`", "/a%2Fb"),
    ("`%2F` after `/`", "/%2Fadmin"),
    ("`%2F` before `..`", "/a%2Fb/../c"),
    ("`..` beside `%2F`", "/a%2F../b"),
    ("`%5C`", "/a%5Cb"),
    ("raw `\\`", "/a\\b"),
    ("`%2e%2e`", "/a/%2e%2e/b"),
    ("`//`", "/a//b"),
    ("`%00`", "/a%00"),
    ("controls", "/a%0Ab"),
    ("`%25`", "/100%25"),
    ("malformed", "/100%"),
    ("… beside triplets", "/%/../%61dmin"),
    ("… before digits", "/%%34%31"),
    ("`;`", "/a;v=1"),
    ("`%3B`", "/a%3Bb"),
    ("`..;`", "/a/..;/b"),
    ("`/;`", "/;x/admin"),
    ("overlong UTF-8", "/%C0%AF"),
    ("raw non-ASCII", "/é"),
    ("above root", "/../a"),
];

/// The request targets of the exploits, or of the advisories.
const CVES: [(&str, &str); 7] = [
    ("CVE-2021-41773, Apache", "/icons/.%2e/%2e%2e/%2e%2e/etc/passwd"),
    ("CVE-2021-42013, Apache", "/icons/.%%32%65/.%%32%65/etc/passwd"),
    ("CVE-2021-42013, Apache", "/icons/%%32%65%%32%65/etc/passwd"),
    ("CVE-2021-29492, Envoy", "/public%2F..%2Fadmin"),
    ("CVE-2021-29492, Envoy", "/public%5C..%5Cadmin"),
    ("CVE-2026-73551, Envoy", "/user/..;foo=bar/admin"),
    ("CVE-2007-1860, mod_jk", "/docs/%252e%252e/manager/html"),
];

fn cell(policy: PathPolicy, input: &str) -> String {
    match policy.resolve(input.as_bytes()) {
        Ok(Resolved { path, redirect, .. }) => {
            format!("{}`{}`", if redirect { "to " } else { "" }, path.escape_ascii())
                .replace("\\\\", "\\")
        }
        Err(error) => {
            format!("{:?}", error.kind()).split('(').next().unwrap_or_default().to_owned()
        }
    }
}

type Preset = (&'static str, PathPolicy, Options);

fn table(first: &str, rows: &[(&str, &str)], presets: &[Preset]) -> String {
    let mut table = format!("| {first} | path |");
    presets.iter().for_each(|(name, ..)| table.push_str(&format!(" [`{name}`] |")));
    table.push_str(&format!("\n|{}\n", " --- |".repeat(presets.len() + 2)));
    for (what, input) in rows {
        table.push_str(&format!("| {what} | `{input}` |"));
        presets
            .iter()
            .for_each(|&(_, policy, _)| table.push_str(&format!(" {} |", cell(policy, input))));
        table.push('\n');
    }
    table
}

#[test]
fn the_documentation_s_tables_are_true() {
    let documentation = include_str!("../../../src/path/presets.md");
    // Each is narrow enough for a page; together they have every preset.
    let (proxies, servers) = PRESETS.split_at(6);
    let mut wanted = String::new();
    for presets in [proxies, servers] {
        for expected in [table("what", &ROWS, presets), table("attack", &CVES, presets)] {
            if !documentation.contains(&expected) {
                wanted.push_str(&expected);
                wanted.push('\n');
            }
        }
    }
    assert!(wanted.is_empty(), "src/path/presets.md must hold:\n{wanted}");
}

/// Every preset does with an attack's path what the steps say (the table shows it), and these two
/// refuse it.
#[test]
fn known_attacks_are_stopped() {
    for (what, input) in CVES {
        for (_, policy, options) in PRESETS {
            check(options, policy, input.as_bytes());
        }
        assert!(path::SPRING.check(input.as_bytes()).is_err(), "{what}");
        // mod_jk's is no attack on servers that decode once: `%25` stays.
        assert_eq!(
            path::STRICT.check(input.as_bytes()).is_err(),
            !what.contains("mod_jk"),
            "{what}"
        );
    }
}
