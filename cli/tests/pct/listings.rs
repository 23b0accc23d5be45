//! `pct info`, help, and wrong usage.

use percent_simd::Backend;

use crate::support::{VERBS, run};

fn names() -> Vec<&'static str> {
    Backend::available().map(Backend::name).collect()
}

#[test]
fn info() {
    let expected = |active: &str| {
        format!(
            "version   {}\nbackends  {}\nactive    {active}\n",
            env!("CARGO_PKG_VERSION"),
            names().join(" ")
        )
    };
    run(&["info"], "").gave(0, expected(Backend::active().name()));
    for name in names() {
        run(&["info", "--backend", name], "").gave(0, expected(name));
        run(&["--backend", name, "info"], "").gave(0, expected(name));
    }
}

#[test]
#[cfg(target_arch = "x86_64")]
fn x86_64_always_has_sse2() {
    // A backend forced at compile time is the only one.
    assert!(names().len() == 1 || names().starts_with(&["scalar", "sse2"]), "{:?}", names());
}

#[test]
fn every_backend_gives_the_same() {
    let input = b"/%D0%BE%D0%B1/100%/%zz%41%%41?a+b=%2B%00%C2%9B%E9\n".repeat(500);
    let verbs: [&[&str]; 5] = [
        &["decode"],
        &["decode", "--raw", "--plus"],
        &["decode", "--strict", "--utf8", "keep"],
        &["encode", "--scheme", "form"],
        &["check", "--scheme", "form"],
    ];
    for verb in verbs {
        let expected = run(verb, &input);
        assert!(!expected.stdout.is_empty());
        for name in names() {
            assert_eq!(
                run(&[verb, &["--backend", name]].concat(), &input),
                expected,
                "{name} {verb:?}"
            );
        }
    }
}

#[test]
fn a_backend_that_is_not_there() {
    run(&["info", "--backend", "mmx"], "").failed(&[
        "mmx",
        "no backend has this name",
        &names().join(" "),
    ]);
    let absent = Backend::ALL_NAMES
        .iter()
        .find(|name| !names().contains(name))
        .expect("no CPU has both NEON and AVX2");
    run(&["decode", "--backend", absent], "").failed(&[absent, "lacks it", &names().join(" ")]);
}

#[test]
fn help_and_version() {
    let version = run(&["--version"], "");
    assert_eq!(
        (version.status, version.stdout),
        (Some(0), format!("pct {}\n", env!("CARGO_PKG_VERSION")).into_bytes())
    );
    for args in [
        &["--help"][..],
        &["decode", "--help"],
        &["encode", "--help"],
        &["check", "--help"],
        &["help", "decode"],
        &["decode", "-h"],
    ] {
        let help = run(args, "");
        assert_eq!((help.status, &*help.stderr), (Some(0), ""), "{args:?}");
        let text = String::from_utf8(help.stdout).expect("text");
        assert!(text.contains("Usage: pct") && text.contains("Examples:"), "{text}");
    }
    let text = String::from_utf8(run(&["--help"], "").stdout).expect("text");
    assert!(text.contains("Exit status:") && text.contains("@nginx.conf"), "{text}");
    let text = String::from_utf8(run(&["encode", "--help"], "").stdout).expect("text");
    assert!(text.contains("[default: uri-component]"), "{text}");
}

/// All pages together have at most 4,700 words.
#[test]
fn the_help_is_short() {
    let mut texts = vec![run(&["--help"], "").stdout];
    texts.extend(VERBS.map(|verb| run(&[verb, "--help"], "").stdout));
    let words: usize =
        texts.iter().map(|text| String::from_utf8_lossy(text).split_whitespace().count()).sum();
    assert!(words <= 4_700, "{words} words: an addition makes another text shorter");
}

#[test]
fn wrong_usage() {
    run::<&str>(&[], "").failed(&["Usage: pct"]);
    run(&["normalise"], "").failed(&["unrecognized subcommand"]);
    run(&["decode", "--nonsense"], "").failed(&["--nonsense"]);
    run(&["decode", "-0", "--raw"], "").failed(&["--null", "--raw"]);
    run(&["decode", "--utf8", "utf9"], "").failed(&["bytes, strict, lossy, keep"]);
    run(&["decode", "--set", "/"], "").failed(&["--set"]);
    run(&["schemes", "no such"], "").failed(&["`no such`", "`pct schemes` lists all"]);
    for (text, names) in [
        ("aws", &["aws", "aws-path"][..]),
        ("RFC 3875", &["cgi"]),
        ("s3", &["s3-key"]),
        ("pHp-", &["php-rawurlencode", "php-urlencode"]),
    ] {
        let ran = run(&["schemes", text], "");
        let listed = String::from_utf8_lossy(&ran.stdout).into_owned();
        let listed: Vec<&str> =
            listed.lines().skip(1).filter_map(|line| line.split(' ').next()).collect();
        assert_eq!((ran.status, &*listed), (Some(0), names), "{text}");
    }
    // Common names.
    for (alias, name) in [
        ("path", "url-path"),
        ("query", "url-query"),
        ("component", "uri-component"),
        ("s3", "s3-key"),
    ] {
        let all: String = (' '..='~').collect();
        let expected = run(&["encode", "--scheme", name], &all);
        run(&["encode", "--scheme", alias], &all).gave(0, expected.stdout);
        run(&["decode", "--scheme", alias], "%41").gave(0, "A");
    }
    let line = "192.0.2.7 - - [12/Nov/2026:06:00:07 +0000] \"GET /%41 HTTP/1.1\" 200 1\n";
    for alias in ["nginx", "apache", "clf"] {
        run(&["decode", "--format", alias, "-f", "path"], line).gave(0, line.replace("%41", "A"));
    }
    run(&["decode", "--format", "json", "-f", "u"], "{\"u\":\"%41\"}\n").gave(0, "{\"u\":\"A\"}\n");
    run(&["decode", "--format", "iis", "-f", "2"], "a %41\n").gave(0, "a A\n");
}
