//! The tables of the documentation, and known attacks.

use super::check;
use percent_simd::path::{self, PathPolicy, Resolved};
use support::answers::path::PRESETS;

/// The paths, with a description of those that need one.
const ROWS: [(&str, &str); 24] = [
    ("/a%2Fb", ""),
    ("/%2Fadmin", ""),
    ("/a%2Fb/../c", ""),
    ("/a%2F../b", ""),
    ("/a%5Cb", ""),
    ("/a\\b", ""),
    ("/a%2bb%40c", "reserved"),
    ("/%7Ea%2Db", "unreserved"),
    ("/a<b>", "not of a URI"),
    ("/a/%2e%2e/b", ""),
    ("/a//b", ""),
    ("/a%00", ""),
    ("/a%0Ab", "control"),
    ("/100%25", ""),
    ("/100%", "malformed"),
    ("/%/../%61dmin", "malformed beside triplets"),
    ("/%%34%31", "malformed before digits"),
    ("/a;v=1", ""),
    ("/a%3Bb", ""),
    ("/a/..;/b", ""),
    ("/;x/admin", ""),
    ("/%C0%AF", "overlong UTF-8"),
    ("/é", "raw non-ASCII"),
    ("/../a", "above root"),
];

/// Request targets of the exploits or the advisories.
const CVES: [(&str, &str); 7] = [
    ("CVE-2021-41773", "/icons/.%2e/%2e%2e/%2e%2e/etc/passwd"),
    ("CVE-2021-42013", "/icons/.%%32%65/.%%32%65/etc/passwd"),
    ("CVE-2021-42013", "/icons/%%32%65%%32%65/etc/passwd"),
    ("CVE-2021-29492", "/public%2F..%2Fadmin"),
    ("CVE-2021-29492", "/public%5C..%5Cadmin"),
    ("CVE-2026-73551", "/user/..;foo=bar/admin"),
    ("CVE-2007-1860", "/docs/%252e%252e/manager/html"),
];

/// The presets of each table after the first, which is STRICT's.
const SERVERS: [&[&str]; 7] = [
    &["ENVOY_KEEP", "ENVOY_REJECT", "ENVOY_REDIRECT", "ENVOY_UNESCAPE"],
    &["NGINX", "APACHE_REJECT", "APACHE_KEEP", "APACHE_UNESCAPE"],
    &["HAPROXY"],
    &["TOMCAT"],
    &["SPRING"],
    &["UNKNOWN"],
    &["OBJECTS"],
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

/// The presets by their result for a path.
fn results(names: &[&'static str], input: &str) -> Vec<(String, String)> {
    let mut results: Vec<(Vec<&str>, String)> = Vec::new();
    for name in names {
        let policy = PRESETS.iter().find(|(preset, ..)| preset == name).unwrap().1;
        let result = cell(policy, input);
        match results.iter_mut().find(|(_, known)| *known == result) {
            Some((names, _)) => names.push(name),
            None => results.push((vec![name], result)),
        }
    }
    let [envoy, servers, ..] = SERVERS;
    let brief = |names: Vec<&str>| {
        let names = names.join(", ").replace(&envoy.join(", "), "ENVOY_…");
        names.replace(&servers[1..].join(", "), "APACHE_…")
    };
    results.into_iter().map(|(names, result)| (brief(names), result)).collect()
}

fn listed(results: &[(String, String)]) -> String {
    let each = results.iter().map(|(names, result)| format!("{names}: {result}"));
    each.collect::<Vec<_>>().join("; ")
}

/// Every row, with the target if it differs from the resolved path.
fn table_of_strict() -> String {
    let mut table = "| path | `STRICT` |\n| --- | --- |\n".to_owned();
    for (input, what) in ROWS {
        let what = if what.is_empty() { String::new() } else { format!(", {what}") };
        let mut resolved = cell(path::STRICT, input);
        if let Some(target) = path::STRICT.target(input).ok().map(code).filter(|it| *it != resolved)
        {
            resolved.push_str(&format!(", target {target}"));
        }
        table.push_str(&format!("| `{input}`{what} | {resolved} |\n"));
    }
    table
}

/// The rows in which a preset differs from `STRICT`.
fn table_of_server(names: &[&'static str]) -> String {
    let mut table = format!("| path | `{}` |\n| --- | --- |\n", names.join("`, `"));
    for (input, _) in ROWS {
        let results = results(names, input);
        match &results[..] {
            [(_, result)] if *result == cell(path::STRICT, input) => {}
            [(_, result)] => table.push_str(&format!("| `{input}` | {result} |\n")),
            _ => table.push_str(&format!("| `{input}` | {} |\n", listed(&results))),
        }
    }
    table
}

/// The result of `STRICT`, and the results that differ.
fn line_of_attack((_, input): (&str, &str)) -> String {
    let results = results(&[&["STRICT"], &SERVERS.concat()[..]].concat(), input);
    let (strict, others) = results.split_first().unwrap();
    let others = if others.is_empty() { String::new() } else { format!("; {}", listed(others)) };
    format!("  * `{input}`: {}{others}\n", strict.1)
}

#[test]
fn the_documentation_s_tables_are_true() {
    let documentation = include_str!("../../../src/path/presets.md");
    let tables = SERVERS.iter().map(|names| table_of_server(names));
    let missing: Vec<String> = [table_of_strict()]
        .into_iter()
        .chain(tables)
        .chain(CVES.map(line_of_attack))
        .filter(|part| !documentation.contains(part))
        .collect();
    assert!(missing.is_empty(), "src/path/presets.md must hold:\n{}", missing.join("\n"));
    let named: Vec<&str> = SERVERS.concat();
    assert!(PRESETS.iter().all(|(name, ..)| *name == "STRICT" || named.contains(name)));
}

/// Every preset treats an attack's path by the steps (the table shows it), and these two refuse it.
#[test]
fn known_attacks_are_stopped() {
    for (what, input) in CVES {
        for (_, policy, options) in PRESETS {
            check(options, policy, input.as_bytes());
        }
        assert!(path::SPRING.check(input.as_bytes()).is_err(), "{what}");
        // mod_jk's path is no attack on servers that decode once: `%25` stays.
        assert_eq!(
            path::STRICT.check(input.as_bytes()).is_err(),
            what != "CVE-2007-1860",
            "{what}"
        );
    }
}
