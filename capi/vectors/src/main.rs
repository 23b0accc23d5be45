//! `cargo run -p percent-simd-capi-vectors > vectors.txt`: the vectors of the Rust tests for `tests/c/vectors.c`.
//!
//! The inputs are the literals in the sources of the Rust tests, the edge cases and the corpus of
//! the fuzz targets, and generated content. The expected results come from the oracles, which do
//! not know the library. A line has an operation, its policy, the input, and the result; bytes are
//! hex digits after a dot, and numbers are decimal.
//!
//! `cargo run -p percent-simd-capi-vectors verdicts TARGETS`: the expected verdicts of
//! `integrations/nginx` on each line of that file.

mod inputs;
mod policies;
mod verdicts;

use std::io::{self, BufWriter, Write};

use oracle::random::Random;
use oracle::{Decode, Encode, Kind, Utf8, form, inspect};
use percent_simd::AsciiSet;
use percent_simd::path::PathErrorKind;
use support::answers::request_line::{self, Form, Server};
use support::answers::{flags, path};

fn main() -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [verb, file] = &arguments[..]
        && verb == "verdicts"
    {
        verdicts::write(&mut out, &std::fs::read(file)?)?;
        return out.flush();
    }
    let mut random = Random::new(0xAC);
    for input in inputs::all() {
        // C has no option that keeps sequences: its streams would have to hold part of one.
        for (_, policy) in oracle::encode_policies().into_iter().filter(|(_, p)| !p.keep_non_ascii)
        {
            encode(&mut out, &policy, &input)?;
        }
        for (_, policy) in oracle::decode_policies() {
            decode(&mut out, &policy, &input)?;
        }
        inspect_and_contains(&mut out, &input)?;
        pairs(&mut out, &input)?;
        requests(&mut out, &input)?;
        let mut paths = vec![input.clone()];
        if input.first() != Some(&b'/') {
            paths.push([b"/", &input[..]].concat());
        }
        for path in paths {
            for (number, (_, _, options)) in path::PRESETS.into_iter().enumerate() {
                resolved(&mut out, &format!("path {number}"), options, &path)?;
            }
            for _ in 0..4 {
                let (actions, options) = policies::any(&mut random);
                resolved(&mut out, &format!("policy {actions}"), options, &path)?;
            }
        }
    }
    out.flush()
}

fn hex(bytes: &[u8]) -> String {
    let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    format!(".{digits}")
}

fn resolved(
    out: &mut impl Write,
    policy: &str,
    options: path::Options,
    path: &[u8],
) -> io::Result<()> {
    write!(out, "{policy} {} ", hex(path))?;
    match options.resolve(path) {
        Ok(expected) => {
            writeln!(
                out,
                "ok {} {} {}",
                hex(&expected.output),
                hex(expected.target.as_bytes()),
                u8::from(expected.redirect)
            )
        }
        Err((position, kind)) => writeln!(out, "{} {position}", of_path(kind)),
    }
}

/// NULL is `-`.
fn optional(bytes: Option<&[u8]>) -> String {
    bytes.map_or("-".to_owned(), hex)
}

/// The rows of a set of the library.
fn rows(set: AsciiSet) -> String {
    hex(&set.to_rows())
}

/// The rows of a set, in the header's layout.
fn set(members: &[bool; 128]) -> String {
    let row =
        |low: usize| (0..8).fold(0, |row, high| row | u8::from(members[16 * high + low]) << high);
    hex(&std::array::from_fn::<u8, 16, _>(row))
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Truncated => "truncated",
        Kind::BadHex => "bad-hex",
        Kind::Rejected(_) => "rejected",
        Kind::Utf8 => "utf8",
    }
}

fn encode(out: &mut impl Write, policy: &Encode, input: &[u8]) -> io::Result<()> {
    let options = u32::from(policy.plus)
        | u32::from(policy.lowercase) << 1
        | u32::from(policy.keep_escapes) << 2;
    let find = oracle::encode_find(input, policy).unwrap_or(input.len());
    let output = oracle::encode(input, policy);
    writeln!(
        out,
        "encode {} {options} {} {} {find}",
        set(&policy.set),
        hex(input),
        hex(output.as_bytes())
    )
}

fn decode(out: &mut impl Write, policy: &Decode, input: &[u8]) -> io::Result<()> {
    let options = u32::from(policy.plus)
        | u32::from(policy.strict) << 1
        | u32::from(policy.keep_non_ascii) << 2
        | u32::from(policy.reject_raw) << 3
        | u32::from(policy.digits == oracle::Digits::Lower) << 6
        | u32::from(policy.digits == oracle::Digits::Upper) << 7;
    let (keep, reject) = (set(&policy.keep), set(&policy.reject));
    let find = oracle::decode_find(input, policy).unwrap_or(input.len());
    write!(out, "decode {keep} {reject} {options} {} {find} ", hex(input))?;
    match oracle::decode(input, policy) {
        Ok(output) => writeln!(out, "ok {}", hex(&output))?,
        Err(error) => writeln!(out, "{} {}", kind(error.kind), error.position)?,
    }
    for (utf8, bit) in [(Utf8::Strict, 0), (Utf8::Lossy, 16), (Utf8::KeepEscaped, 32)] {
        write!(out, "text {keep} {reject} {} {} ", options | bit, hex(input))?;
        match oracle::decode_text(input, policy, utf8) {
            Ok(text) => writeln!(out, "ok {}", hex(text.as_bytes()))?,
            Err(error) => writeln!(out, "{} {}", kind(error.kind), error.position)?,
        }
    }
    Ok(())
}

fn inspect_and_contains(out: &mut impl Write, input: &[u8]) -> io::Result<()> {
    let decoded = inspect::decoded(input);
    let malformed = inspect::malformed(input);
    writeln!(
        out,
        "inspect {} {} {} {} {} {}",
        hex(input),
        decoded.len(),
        decoded.iter().filter(|byte| byte.escaped).count(),
        malformed.len(),
        malformed.first().copied().unwrap_or(input.len()),
        flags::flags(input).bits()
    )?;
    let wanted = oracle::members(b"/\\\0%");
    let found = inspect::contains(input, &wanted).unwrap_or(input.len());
    writeln!(out, "contains {} {} {found}", set(&wanted), hex(input))
}

fn pairs(out: &mut impl Write, input: &[u8]) -> io::Result<()> {
    for semicolons in [false, true] {
        let options = form::Options { semicolons, ..form::Options::default() };
        let fields = form::parse(input, options);
        write!(out, "form {} {} {}", u8::from(semicolons), hex(input), fields.len())?;
        for field in fields {
            let value = field.has_equals.then_some(&field.value[..]);
            write!(
                out,
                " {} {} {}",
                hex(&field.name),
                optional(value),
                hex(&form::decoded(&field.name, options))
            )?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn requests(out: &mut impl Write, input: &[u8]) -> io::Result<()> {
    match request_line::expected_target(input) {
        Some(form) => writeln!(out, "target {} ok {}", hex(input), parts(&form))?,
        None => writeln!(out, "target {} refused", hex(input))?,
    }
    for line in [input.to_vec(), [b"GET ", input, b" HTTP/1.1\r\n"].concat()] {
        match request_line::expected(&line) {
            Some(found) => {
                let (major, minor) = found.version;
                writeln!(
                    out,
                    "line {} ok {} {major} {minor} {}",
                    hex(&line),
                    hex(&found.method),
                    parts(&found.target)
                )?;
            }
            None => writeln!(out, "line {} refused", hex(&line))?,
        }
    }
    Ok(())
}

/// Form, scheme, userinfo, host, port, path, query.
fn parts(form: &Form) -> String {
    let server = |server: &Server| {
        format!(
            "{} {} {}",
            optional(server.userinfo.as_deref()),
            hex(&server.host),
            optional(server.port.as_deref())
        )
    };
    match form {
        Form::Origin(path, query) => {
            format!("0 - - - - {} {}", hex(path), optional(query.as_deref()))
        }
        Form::Absolute(scheme, authority, path, query) => {
            format!(
                "1 {} {} {} {}",
                hex(scheme),
                server(authority),
                hex(path),
                optional(query.as_deref())
            )
        }
        Form::Authority(authority) => format!("2 - {} - -", server(authority)),
        Form::Asterisk => "3 - - - - - -".to_owned(),
    }
}

/// The C library's name of a refusal.
fn of_path(kind: PathErrorKind) -> &'static str {
    match kind {
        PathErrorKind::NotAbsolute => "not-absolute",
        PathErrorKind::Truncated => "truncated",
        PathErrorKind::BadHex => "bad-hex",
        PathErrorKind::HiddenTriplet => "hidden-triplet",
        PathErrorKind::Utf8 => "utf8",
        PathErrorKind::Control(_) => "control",
        PathErrorKind::EscapedSlash(_) => "escaped-slash",
        PathErrorKind::Backslash => "backslash",
        PathErrorKind::EscapedPercent => "escaped-percent",
        PathErrorKind::EscapedDot => "escaped-dot",
        PathErrorKind::Semicolon => "semicolon",
        PathErrorKind::NonAscii(_) => "non-ascii",
        PathErrorKind::Delimiter(_) => "delimiter",
        PathErrorKind::Rejected(_) => "rejected",
        PathErrorKind::WindowsName => "windows-name",
        PathErrorKind::DotSegment => "dot-segment",
        PathErrorKind::HiddenDotSegment => "hidden-dot-segment",
        PathErrorKind::EmptySegment => "empty-segment",
        PathErrorKind::ClimbsAboveRoot => "climbs-above-root",
        other => panic!("the documentation knows no such refusal: {other:?}"),
    }
}
