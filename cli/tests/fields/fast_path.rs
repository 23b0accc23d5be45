//! Lines that are skipped in bulk.

use crate::log;
use percent_simd_cli::fields::{Format, Template};

use crate::vectors::fields;

/// Lines as servers write them are skipped in bulk, and no malformed line is among them. (The
/// fuzzers' body checks this for any line.)
#[test]
fn fast_lines_are_passed_together() {
    let of = |format, selectors: &[&str], text: &str| {
        fields(format, selectors).fast_lines(text.as_bytes(), Some(*b"%%")).pass(0)
    };
    let start = "192.0.2.7 - - [12/Nov/2026:06:00:07 +0000] ";
    let (common, combined) = (
        format!("{start}\"GET /a HTTP/1.1\" 200 5\n"),
        format!("{start}\"GET /a HTTP/1.1\" 200 5 \"https://example.org/\" \"-\"\r\n"),
    );
    let ipv6 = common.replace("192.0.2.7", "2001:db8:ffff:ffff:ffff::192.0.2.7");
    let user = common.replace("- -", "- somebody");
    let short = common.replace("192.0.2.7", "::1");
    let all = [&*common, &ipv6, &user, &combined, &short, &common].concat();
    for selectors in [&[][..], &["request"], &["path", "status"]] {
        assert_eq!(of(log("common"), selectors, &all), (all.len(), 6), "{selectors:?}");
    }
    for selectors in [&[][..], &["referer"]] {
        let lines = combined.repeat(9);
        assert_eq!(of(log("combined"), selectors, &lines), (lines.len(), 9), "{selectors:?}");
    }
    for other in [
        "",
        "no log\n",
        &start[..start.len() - 9],
        common.trim_end(),
        &common.replace(" - -", " -"),
        &common.replace(" - -", "  - -"),
        &common.replace("192.0.2.7", "192.0.2 7"),
        &common.replace("+0000]", "+000]]"),
        &common.replace(":06:", "\n06:"),
        &common.replace("192.0", "\"192.0"),
        &common.replace("/a", "/\n"),
        &common.replace("/a", "/\"a"),
        &common.replace(" 200 5", ""),
        &common.replace('"', "'"),
    ] {
        let text = [&common, other].concat();
        assert_eq!(of(log("combined"), &["status"], &text), (common.len(), 1), "{other}");
    }
    assert_eq!(of(log("combined"), &["referer"], &common), (0, 0), "a field is missing");
    assert_eq!(of(log("combined"), &["user"], &common), (common.len(), 1));
    assert_eq!(of(Format::Tsv, &["1"], &common), (0, 0), "nobody knows");
}

/// A template in the words of a configuration has a fast path, too, wherever its request is.
#[test]
fn fast_lines_of_templates() {
    let of = |template: &str, text: &str| {
        let format = Format::Log(Template::parse(template).expect("it is a template"));
        fields(format, &["request"]).fast_lines(text.as_bytes(), Some(*b"%%")).pass(0)
    };
    let lines =
        "192.0.2.7 - - [12/Nov/2026:06:00:07 +0000] \"GET /a HTTP/1.1\" 200 5 0.07 192.0.2.1:80\n";
    let main = "$remote_addr - $remote_user [$time_local] \"$request\" $status $body_bytes_sent $request_time $upstream_addr";
    let fits = |template: &str, lines: &str| {
        assert_eq!(of(template, &lines.repeat(3)), (3 * lines.len(), 3), "{template}");
    };
    fits(main, lines);
    fits("%h %l %u %t \"%r\" %>s %b %T %f", lines);
    let with_host = format!("www.example.com {lines}");
    fits(&format!("$host {main}"), &with_host);
    fits(
        "$time_iso8601 $host \"$request\" $status",
        "2026-11-12T06:00:07Z e.org \"GET / HTTP/1.1\" 200\n",
    );
    fits(
        "[$time_local] $remote_addr | \"$request\" ...",
        "[12/Nov/2026:06:00:07 +0000] ::1 | \"GET /\" more\n",
    );
    fits("<$remote_user [$time_local] \"$request\"", "<me [x] \"GET /\"\n");
    // No line here fits these templates, or their fields may have spaces.
    for (template, line) in [
        (main, &*lines.replace(" - - ", " x - ")),
        (main, &lines.replace("0.07", "x")),
        (main, &lines.replace(":80", ":80, 192.0.2.2:80")),
        (main, &lines.replace(":80", ":80,")),
        (main, &lines.replace(":80", ":80 more")),
        (main, &lines.replace(" 0.07 192.0.2.1:80", "")),
        ("$remote_addr $request", "::1 GET /\n"),
        ("$remote_user $status \"$request\"", "a 200 \"GET /\"\n"),
        ("$time_local \"$request\"", "12/Nov/2026:06:00:07 +0000 \"GET /\"\n"),
    ] {
        assert_eq!(of(template, line), (0, 0), "{template}: {line}");
    }
}

/// A line with a trigger byte in a selected field, or with a backslash anywhere, is not skipped.
#[test]
fn fast_lines_have_nothing_to_change() {
    let line = |request: &str, status: &str, referer: &str, agent: &str| {
        format!(
            "192.0.2.7 - - [12/Nov/2026:06:00:07 +0000] \"{request}\" {status} 5 \"{referer}\" \"{agent}\"\n"
        )
    };
    let plain = line("GET / HTTP/1.1", "200", "-", "-");
    let last = |selector| match selector {
        "target" => 1,
        "status" => 2,
        "referer" => 3,
        _ => 4,
    };
    for selector in ["target", "status", "referer", "user-agent"] {
        for (triggers, odd) in [(*b"%%", "%\\"), (*b"%+", "%+\\"), (*b"++", "+\\")] {
            for byte in (' '..='~').filter(|&byte| byte != '"') {
                let field = format!("a{byte}b");
                for (number, text) in [
                    (1, line(&format!("GET /{field} HTTP/1.1"), "200", "-", "-")),
                    (3, line("-", "200", &field, "-")),
                    (4, line("-", "200", "-", &field)),
                ] {
                    let text = [&*plain, &text, &plain].concat();
                    let fields = fields(log("combined"), &[selector]);
                    let mut lines = fields.fast_lines(text.as_bytes(), Some(triggers));
                    // A backslash may hide a quote, so its position does not matter.
                    let changes = byte == '\\' || odd.contains(byte) && number == last(selector);
                    let expected = if changes { (plain.len(), 1) } else { (text.len(), 3) };
                    assert_eq!(
                        lines.pass(0),
                        expected,
                        "{selector} {byte} in {number}: {triggers:?}"
                    );
                    if changes {
                        let at = text.len() - plain.len();
                        assert_eq!(lines.pass(at), (plain.len(), 1), "it goes on after others");
                    }
                }
            }
        }
    }
    let fields = fields(log("combined"), &["target"]);
    assert_eq!(fields.fast_lines(plain.as_bytes(), None).pass(0), (0, 0), "anything may change");
}

/// Lines of any length, at any position among others.
#[test]
fn fast_lines_of_any_length() {
    let line = |len: usize| {
        let line =
            "192.0.2.7 - - [12/Nov/2026:06:00:07 +0000] \"GET / HTTP/1.1\" 200 5 \"-\" \"-\"\n";
        line.replace("GET /", &format!("GET /{}", "a".repeat(len.saturating_sub(line.len()))))
    };
    let fields = fields(log("combined"), &["referer"]);
    for len in (0..700).chain(16_000..16_385) {
        let text = [line(len), line(0), line(len), line(300)].concat();
        let mut lines = fields.fast_lines(text.as_bytes(), Some(*b"%%"));
        assert_eq!(lines.pass(0), (text.len(), 4), "{len}");
    }
    // A line that is too long is not skipped; the lines after it are.
    let long = line(20_000);
    let text = [&*line(0), &long, &line(100), &line(200)].concat();
    let mut lines = fields.fast_lines(text.as_bytes(), Some(*b"%%"));
    assert_eq!(lines.pass(0), (line(0).len(), 1));
    assert_eq!(lines.pass(line(0).len() + long.len()), (300, 2));
}
