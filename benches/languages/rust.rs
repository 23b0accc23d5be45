//! Rust: percent-simd by the backend that the first argument names; `percent-encoding` and
//! `form_urlencoded`. Without arguments, it prints the backends that are of interest here.

use std::borrow::Cow;
use std::hint::black_box;
use std::io::{Write, stdout};
use std::time::{Duration, Instant};

use percent_simd::{Backend, decode, encode, form, sets};
use percent_simd_benches::{percent_encoding_decode, percent_encoding_encode};

const PEER: &str = "percent-encoding";

/// The answer to a line; of a query, if `shown`, its pairs, else their number of bytes.
fn answer<'a>(which: &str, operation: &str, line: &'a [u8], shown: bool) -> Cow<'a, [u8]> {
    match (which, operation) {
        (PEER, "decode") => percent_encoding_decode(line),
        (PEER, "encode") => percent_encoding_encode(line).into_bytes(),
        (PEER, _) => pairs(form_urlencoded::parse(line), shown),
        (_, "decode") => decode(line),
        (_, "encode") => encode(line, sets::URI_COMPONENT).into_bytes(),
        _ => pairs(form::parse(line).map(|pair| (pair.name(), pair.value())), shown),
    }
}

trait IntoBytes<'a> {
    fn into_bytes(self) -> Cow<'a, [u8]>;
}

impl<'a> IntoBytes<'a> for Cow<'a, str> {
    fn into_bytes(self) -> Cow<'a, [u8]> {
        match self {
            Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
            Cow::Owned(text) => Cow::Owned(text.into_bytes()),
        }
    }
}

fn pairs<'a>(
    pairs: impl Iterator<Item = (Cow<'a, str>, Cow<'a, str>)>,
    shown: bool,
) -> Cow<'static, [u8]> {
    if shown {
        let shown: String = pairs.map(|(name, value)| format!("{name}\x1F{value}\x1E")).collect();
        return Cow::Owned(shown.into_bytes());
    }
    pairs.for_each(|pair| drop(black_box(pair)));
    Cow::Borrowed(&[])
}

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let &[which, operation, file, task] = &words[..] else {
        // AVX2 is that of the default features; a machine without it has one of its own.
        let wider = ["avx2", "avx512"].into_iter().filter_map(Backend::from_name);
        let backends: Vec<_> = wider.map(Backend::name).collect();
        println!(
            "{}",
            if backends.is_empty() { Backend::active().name().into() } else { backends.join(" ") }
        );
        return Ok(());
    };
    if let Some(backend) = Backend::from_name(which) {
        backend.set_active();
    }
    let text = std::fs::read(file)?;
    let lines: Vec<&[u8]> =
        text.strip_suffix(b"\n").unwrap_or(&text).split(|&byte| byte == b'\n').collect();
    if task == "answers" {
        for line in lines {
            let answer = answer(which, operation, line, true);
            stdout().write_all(&(answer.len() as u32).to_be_bytes())?;
            stdout().write_all(&answer)?;
        }
        return Ok(());
    }
    let mut spent = 0;
    for _ in 0..2 {
        let (mut passes, start) = (0, Instant::now());
        while start.elapsed() < Duration::from_millis(200) {
            for line in &lines {
                drop(black_box(answer(which, operation, black_box(line), false)));
            }
            passes += 1;
        }
        spent = start.elapsed().as_nanos() / passes;
    }
    println!("{spent}");
    Ok(())
}
