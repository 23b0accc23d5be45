//! The tables of the documentation, and known attacks.

use super::check;
use percent_simd::path::{self, PathPolicy, Resolved};
use support::answers::path::PRESETS;

const ROWS: [(&str, &str); 24] = [
    ("`%2F`", "/a%2Fb"),
    ("`%2F` after `/`", "/%2Fadmin"),
    ("`%2F` before `..`", "/a%2Fb/../c"),
    ("`..` beside `%2F`", "/a%2F../b"),
    ("`%5C`", "/a%5Cb"),
    ("raw `\\`", "/a\\b"),
    ("reserved", "/a%2bb%40c"),
    ("unreserved", "/%7Ea%2Db"),
    ("not of a URI", "/a<b>"),
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
    ("CVE-2021-41773", "/icons/.%2e/%2e%2e/%2e%2e/etc/passwd"),
    ("CVE-2021-42013", "/icons/.%%32%65/.%%32%65/etc/passwd"),
    ("CVE-2021-42013", "/icons/%%32%65%%32%65/etc/passwd"),
    ("CVE-2021-29492", "/public%2F..%2Fadmin"),
    ("CVE-2021-29492", "/public%5C..%5Cadmin"),
    ("CVE-2026-73551", "/user/..;foo=bar/admin"),
    ("CVE-2007-1860", "/docs/%252e%252e/manager/html"),
];

/// The presets of each table after the first, which is that of STRICT.
const SERVERS: [&[&str]; 5] = [
    &["ENVOY_KEEP", "ENVOY_REJECT", "ENVOY_REDIRECT", "ENVOY_UNESCAPE"],
    &["NGINX", "APACHE_REJECT", "APACHE_KEEP", "APACHE_UNESCAPE"],
    &["HAPROXY"],
    &["TOMCAT"],
    &["SPRING"],
];

fn code(text: impl std::fmt::Display) -> String {
    format!("`{text}`").replace("\\\\", "\\")
}

fn cell(policy: PathPolicy, input: &str) -> String {
    match policy.resolve(input.as_bytes()) {
        Ok(Resolved { path, redirect, .. }) => {
            format!("{}{}", if redirect { "to " } else { "" }, code(path.escape_ascii()))
        }
        Err(error) => {
            format!("{:?}", error.kind()).split('(').next().unwrap_or_default().to_owned()
        }
    }
}

fn header(columns: &[&str]) -> String {
    format!("| {} |\n|{}\n", columns.join(" | "), " --- |".repeat(columns.len()))
}

/// Every row.
fn table_of_strict() -> String {
    let mut table = header(&["what", "path", "resolved", "target"]);
    for (what, input) in ROWS.iter().chain(&CVES) {
        let target = path::STRICT.target(input).map_or_else(|_| String::new(), code);
        let resolved = cell(path::STRICT, input);
        table.push_str(&format!("| {what} | `{input}` | {resolved} | {target} |\n"));
    }
    table
}

/// The rows that differ from those of STRICT.
fn table_of_server(names: &[&str]) -> String {
    let policy = |name: &&str| PRESETS.iter().find(|(preset, ..)| preset == name).unwrap().1;
    let mut table = header(&[&["path"], names].concat());
    for (_, input) in ROWS.iter().chain(&CVES) {
        let cells: Vec<_> = names.iter().map(|name| cell(policy(name), input)).collect();
        if cells.iter().any(|each| *each != cell(path::STRICT, input)) {
            table.push_str(&format!("| `{input}` | {} |\n", cells.join(" | ")));
        }
    }
    table
}

#[test]
fn the_documentation_s_tables_are_true() {
    let documentation = include_str!("../../../src/path/presets.md");
    let tables = SERVERS.iter().map(|names| table_of_server(names));
    let missing: Vec<String> = [table_of_strict()]
        .into_iter()
        .chain(tables)
        .filter(|table| !documentation.contains(table))
        .collect();
    assert!(missing.is_empty(), "src/path/presets.md must hold:\n{}", missing.join("\n"));
    let named: Vec<&str> = SERVERS.concat();
    assert!(PRESETS.iter().all(|(name, ..)| *name == "STRICT" || named.contains(name)));
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
            what != "CVE-2007-1860",
            "{what}"
        );
    }
}
