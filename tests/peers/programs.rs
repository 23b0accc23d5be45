//! Codecs of other programs on the machine: Node, Python, Ruby, Perl, PHP and Java. Each runs a
//! script of `tests/peers/programs` once, on one batch of inputs, and must agree with the schemes
//! on every backend. Each case left out of a comparison has a comment with the reason.

mod ask;
mod inputs;

use percent_simd::scheme::{self, Scheme, php};
use percent_simd::{Decoder, Encoder, Malformed, Utf8, decode_lossy, form, js, sets};

use self::ask::{Answer, Operation, compare, hex};
use self::inputs::{bytes, strings, texts, texts_without};

// ---- The meaning of an input for an operation. ----

fn text_of(input: &[u8]) -> &str {
    std::str::from_utf8(input).expect("this operation takes text")
}

fn units_of(input: &[u8]) -> Vec<u16> {
    input.chunks(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]])).collect()
}

fn big_endian(units: &[u16]) -> Vec<u8> {
    units.iter().flat_map(|unit| unit.to_be_bytes()).collect()
}

/// Pairs of items between `|`; a missing last item is empty.
fn pairs_of(input: &[u8]) -> Vec<(&[u8], &[u8])> {
    let items: Vec<&[u8]> = input.split(|&byte| byte == b'|').collect();
    items.chunks(2).map(|pair| (pair[0], pair.get(1).copied().unwrap_or_default())).collect()
}

fn text_pairs_of(input: &[u8]) -> impl Iterator<Item = (&str, &str)> {
    pairs_of(input).into_iter().map(|(name, value)| (text_of(name), text_of(value)))
}

fn line(bytes: impl AsRef<[u8]>) -> Answer {
    Some(hex(bytes.as_ref()))
}

fn parsed(input: &[u8]) -> Answer {
    let pairs: Vec<String> = form::parse(input)
        .map(|pair| format!("{}={}", hex(pair.name().as_bytes()), hex(pair.value().as_bytes())))
        .collect();
    Some(pairs.join("&"))
}

// ---- The programs. ----

#[test]
fn node() {
    fn utf16(units: &[u16]) -> Answer {
        line(big_endian(units))
    }
    fn ascii(text: String) -> Answer {
        utf16(&text.encode_utf16().collect::<Vec<_>>())
    }
    compare(
        &["node"],
        "node.mjs",
        &[
            Operation {
                name: "encodeURI",
                inputs: strings(),
                ours: |input| js::encode_uri_utf16(&units_of(input)).ok().and_then(ascii),
            },
            Operation {
                name: "encodeURIComponent",
                inputs: strings(),
                ours: |input| js::encode_uri_component_utf16(&units_of(input)).ok().and_then(ascii),
            },
            Operation {
                name: "decodeURI",
                inputs: strings(),
                ours: |input| {
                    js::decode_uri_utf16(&units_of(input)).ok().and_then(|units| utf16(&units))
                },
            },
            Operation {
                name: "decodeURIComponent",
                inputs: strings(),
                ours: |input| {
                    js::decode_uri_component_utf16(&units_of(input))
                        .ok()
                        .and_then(|units| utf16(&units))
                },
            },
            Operation {
                name: "escape",
                inputs: strings(),
                ours: |input| ascii(js::escape_utf16(&units_of(input))),
            },
            Operation {
                name: "unescape",
                inputs: strings(),
                ours: |input| utf16(&js::unescape_utf16(&units_of(input))),
            },
            // After an error of decodeURIComponent, Node 20 goes on with the low byte of each code
            // unit: `%FFé` gives U+FFFD twice.
            Operation {
                name: "parse",
                inputs: texts()
                    .into_iter()
                    .filter(|input| {
                        input.is_ascii() || js::decode_uri_component(text_of(input)).is_ok()
                    })
                    .collect(),
                ours: parsed,
            },
            Operation {
                name: "serialize",
                inputs: texts(),
                ours: |input| line(form::serialize(text_pairs_of(input))),
            },
            // The URL parser removes every tab and newline.
            Operation {
                name: "fragment",
                inputs: texts_without(&['\t', '\n', '\r']),
                ours: |input| line(scheme::URL_FRAGMENT.encode(text_of(input)).as_ref()),
            },
            Operation {
                name: "query",
                inputs: texts_without(&['\t', '\n', '\r']),
                ours: |input| line(scheme::URL_QUERY.encode(text_of(input)).as_ref()),
            },
            Operation {
                name: "special-query",
                inputs: texts_without(&['\t', '\n', '\r']),
                ours: |input| line(scheme::URL_SPECIAL_QUERY.encode(text_of(input)).as_ref()),
            },
            // `?` and `#` end a path; `/` and `\` are delimiters, and would make dot segments. Node
            // 20 lacks `^` in the path set; the standard added it in 2025, and later versions have
            // it.
            Operation {
                name: "path",
                inputs: texts_without(&['\t', '\n', '\r', '?', '#', '/', '\\', '^']),
                ours: |input| line(scheme::URL_PATH.encode(text_of(input)).as_ref()),
            },
            Operation {
                name: "userinfo",
                inputs: texts(),
                ours: |input| line(scheme::URL_USERINFO.encode(text_of(input)).as_ref()),
            },
            Operation {
                name: "c0",
                inputs: texts_without(&['\t', '\n', '\r', '?', '#']),
                ours: |input| line(scheme::URL_C0.encode(text_of(input)).as_ref()),
            },
        ],
    );
}

#[test]
fn python() {
    /// `quote_plus` keeps `~`, unlike any form, and escapes `*`.
    const QUOTE_PLUS: Encoder = Encoder::new(sets::URI_COMPONENT).space_as_plus(true);
    compare(
        &["python3", "python"],
        "python.py",
        &[
            Operation {
                name: "quote",
                inputs: bytes(),
                ours: |input| line(scheme::AWS_PATH.encode(input).as_ref()),
            },
            Operation {
                name: "quote-all",
                inputs: bytes(),
                ours: |input| line(scheme::URI_COMPONENT.encode(input).as_ref()),
            },
            Operation {
                name: "quote-uri",
                inputs: bytes(),
                ours: |input| line(scheme::JS_URI.encode(input).as_ref()),
            },
            Operation {
                name: "quote-component",
                inputs: bytes(),
                ours: |input| line(scheme::JS_COMPONENT.encode(input).as_ref()),
            },
            Operation {
                name: "quote-plus",
                inputs: bytes(),
                ours: |input| line(QUOTE_PLUS.encode(input).as_ref()),
            },
            // `safe` can add `*`, but no argument removes `~`.
            Operation {
                name: "quote-form",
                inputs: bytes().into_iter().filter(|input| !input.contains(&b'~')).collect(),
                ours: |input| line(scheme::FORM.encode(input).as_ref()),
            },
            Operation {
                name: "unquote-to-bytes",
                inputs: bytes(),
                ours: |input| line(percent_simd::decode(input)),
            },
            // Text alone: a raw character never completes an escaped sequence, and is whole.
            Operation {
                name: "unquote",
                inputs: texts(),
                ours: |input| line(decode_lossy(input).as_ref()),
            },
            Operation {
                name: "unquote-plus",
                inputs: texts(),
                ours: |input| {
                    line(
                        Decoder::new()
                            .plus_as_space(true)
                            .utf8(Utf8::Lossy)
                            .decode_utf8(input)
                            .unwrap()
                            .as_ref(),
                    )
                },
            },
            Operation {
                name: "serialize",
                inputs: bytes(),
                ours: |input| {
                    let pairs = pairs_of(input);
                    let pairs: Vec<_> = pairs
                        .iter()
                        .map(|(name, value)| {
                            [QUOTE_PLUS.encode(name), QUOTE_PLUS.encode(value)].join("=")
                        })
                        .collect();
                    line(pairs.join("&"))
                },
            },
            // Before 3.9.2 and its backports `;` separates, too.
            Operation { name: "parse", inputs: texts_without(&[';']), ours: parsed },
        ],
    );
}

#[test]
fn ruby() {
    compare(
        &["ruby"],
        "ruby.rb",
        &[
            Operation {
                name: "form",
                inputs: bytes(),
                ours: |input| line(scheme::FORM.encode(input).as_ref()),
            },
            // It raises at a malformed `%`; the decoded bytes may be any.
            Operation {
                name: "decode-form",
                inputs: texts(),
                ours: |input| {
                    Decoder::new()
                        .plus_as_space(true)
                        .malformed(Malformed::Error)
                        .decode(input)
                        .ok()
                        .and_then(line)
                },
            },
            Operation {
                name: "serialize",
                inputs: texts(),
                ours: |input| line(form::serialize(text_pairs_of(input))),
            },
            // Like Python's `quote_plus`.
            Operation {
                name: "cgi",
                inputs: bytes(),
                ours: |input| {
                    line(
                        Encoder::new(sets::URI_COMPONENT)
                            .space_as_plus(true)
                            .encode(input)
                            .as_ref(),
                    )
                },
            },
            Operation {
                name: "decode-cgi",
                // Ruby 3.1 stops at a `%` with fewer than two bytes after it: in `a+%+` the last
                // `+` stays.
                inputs: texts().into_iter().filter(|text| !text.ends_with(b"%+")).collect(),
                ours: |input| line(scheme::FORM.decode(input).unwrap()),
            },
            Operation {
                name: "erb",
                inputs: bytes(),
                ours: |input| line(scheme::URI_COMPONENT.encode(input).as_ref()),
            },
        ],
    );
}

#[test]
fn perl() {
    compare(
        &["perl"],
        "perl.pl",
        &[
            Operation {
                name: "encode",
                inputs: bytes(),
                ours: |input| line(scheme::URI_COMPONENT.encode(input).as_ref()),
            },
            Operation {
                name: "form",
                inputs: bytes(),
                ours: |input| line(scheme::FORM.encode(input).as_ref()),
            },
            Operation {
                name: "decode",
                inputs: bytes(),
                ours: |input| line(percent_simd::decode(input)),
            },
            Operation {
                name: "decode-form",
                inputs: bytes(),
                ours: |input| line(scheme::FORM.decode(input).unwrap()),
            },
        ],
    );
}

#[test]
fn php() {
    /// The script's names, which differ because the keys of an array must.
    fn query(input: &[u8], kind: Scheme) -> Answer {
        let pairs = pairs_of(input).into_iter().enumerate();
        line(php::http_build_query(
            pairs.map(|(index, (name, value))| {
                ([format!("k{}", 2 * index).as_bytes(), name].concat(), value)
            }),
            kind,
        ))
    }
    compare(
        &["php"],
        "php.php",
        &[
            Operation {
                name: "rawurlencode",
                inputs: bytes(),
                ours: |input| line(scheme::PHP_RAWURLENCODE.encode(input).as_ref()),
            },
            Operation {
                name: "urlencode",
                inputs: bytes(),
                ours: |input| line(scheme::PHP_URLENCODE.encode(input).as_ref()),
            },
            Operation {
                name: "rawurldecode",
                inputs: bytes(),
                ours: |input| line(scheme::PHP_RAWURLENCODE.decode(input).unwrap()),
            },
            Operation {
                name: "urldecode",
                inputs: bytes(),
                ours: |input| line(scheme::PHP_URLENCODE.decode(input).unwrap()),
            },
            Operation {
                name: "query-rfc1738",
                inputs: bytes(),
                ours: |input| query(input, scheme::PHP_URLENCODE),
            },
            Operation {
                name: "query-rfc3986",
                inputs: bytes(),
                ours: |input| query(input, scheme::PHP_RAWURLENCODE),
            },
        ],
    );
}

#[test]
fn java() {
    /// Integer.parseInt reads the digits. It accepts a sign (`%+1` is the byte 0x01) and the
    /// decimal digits of every script.
    fn has_strange_digits(input: &&Vec<u8>) -> bool {
        let text: Vec<char> = text_of(input).chars().collect();
        let percents = text.iter().enumerate().filter(|&(_, &character)| character == '%');
        percents.map(|(at, _)| at).any(|at| {
            text[at..]
                .iter()
                .skip(1)
                .take(2)
                .any(|&digit| digit == '+' || digit == '-' || !digit.is_ascii())
        })
    }
    /// The UTF-8 decoder reads the three bytes of a surrogate as one sequence: one U+FFFD instead
    /// of the standard's three.
    fn has_surrogate(input: &&Vec<u8>) -> bool {
        let upper = input.to_ascii_uppercase();
        upper.windows(5).any(|window| window == b"%ED%A" || window == b"%ED%B")
    }
    compare(
        &["java"],
        "Percent.java",
        &[
            Operation {
                name: "encode",
                inputs: texts(),
                ours: |input| line(scheme::FORM.encode(text_of(input)).as_ref()),
            },
            Operation {
                name: "decode",
                inputs: texts()
                    .iter()
                    .filter(|input| !has_strange_digits(input) && !has_surrogate(input))
                    .cloned()
                    .collect(),
                ours: |input| {
                    let decoder = Decoder::new()
                        .plus_as_space(true)
                        .malformed(Malformed::Error)
                        .utf8(Utf8::Lossy);
                    decoder.decode_utf8(input).ok().and_then(|text| line(text.as_ref()))
                },
            },
        ],
    );
}
