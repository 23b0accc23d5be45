//! The functions that schemes add to the core: JavaScript's component, forms (parsed, serialized,
//! with serde), normalization, from URI to IRI, reserved expansion of templates; at several sizes,
//! and on the URLs of real files.

mod common;

use std::borrow::Cow;
use std::path::Path;

use common::corpus::{Random, to_decode, to_encode};
use common::{bench, group, peers, pool, rows};
use criterion::{Criterion, criterion_group, criterion_main};
use percent_simd::scheme;
use percent_simd::{Decoder, form, iri, js, uri};

const SIZES: [usize; 3] = [64, 1 << 10, 1 << 16];

fn benches(criterion: &mut Criterion) {
    for size in SIZES {
        for kind in ["text", "cyrillic"] {
            js_component(
                criterion,
                format!("js-component/{kind}/{size}"),
                &pool(to_encode, kind, size),
            );
            template_reserved(
                criterion,
                format!("template-reserved/{kind}/{size}"),
                &without_percent(pool(to_encode, kind, size)),
            );
        }
        for kind in ["clean", "query-like", "cyrillic"] {
            forms(criterion, &format!("{kind}/{size}"), &pool(pairs, kind, size));
            normalize(criterion, format!("normalize/{kind}/{size}"), &pool(uris, kind, size));
            uri_to_iri(
                criterion,
                format!("uri-to-iri/{kind}/{size}"),
                &pool(to_decode, kind, size),
            );
        }
    }
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/access.log").to_owned();
    let named = std::env::var("PERCENT_CORPUS").unwrap_or_default();
    for path in std::iter::once(sample)
        .chain(named.split(',').filter(|name| !name.is_empty()).map(str::to_owned))
    {
        let bytes =
            std::fs::read(&path).unwrap_or_else(|error| panic!("PERCENT_CORPUS: {path}: {error}"));
        let name = Path::new(&path)
            .file_name()
            .map_or_else(|| path.clone(), |name| name.to_string_lossy().into_owned());
        let targets: Vec<Vec<u8>> = bytes
            .split(|byte| b" \n\"".contains(byte))
            .filter(|word| is_target(word))
            .map(<[u8]>::to_vec)
            .collect();
        let queries: Vec<Vec<u8>> = targets
            .iter()
            .filter_map(|target| {
                Some(target[target.iter().position(|&byte| byte == b'?')? + 1..].to_vec())
            })
            .collect();
        if !queries.is_empty() {
            forms(criterion, &name, &queries);
        }
        normalize(criterion, format!("normalize/{name}"), &targets);
        uri_to_iri(criterion, format!("uri-to-iri/{name}"), &targets);
    }
}

/// Whether a word of a log or a list is a URL or a path.
fn is_target(word: &[u8]) -> bool {
    word.starts_with(b"/") || word.starts_with(b"http://") || word.starts_with(b"https://")
}

/// Pairs of a form: a name of 2 to 10 bytes, and a value of 4 to 40.
fn pairs(kind: &str, len: usize, random: &mut Random) -> Vec<u8> {
    common::corpus::fill(len, random, |out, random| {
        if !out.is_empty() {
            out.push(b'&');
        }
        let name = 2 + random.below(9);
        out.extend((0..name).map(|_| random.plain()));
        out.push(b'=');
        let value = 4 + random.below(37);
        // Separators are escaped, and a space is a plus.
        out.extend(
            to_decode(kind, value, random)
                .into_iter()
                .map(|byte| if byte == b'&' || byte == b'=' { b'+' } else { byte }),
        );
    })
}

/// A URI with triplets of either case, some of them unnecessary.
fn uris(kind: &str, len: usize, random: &mut Random) -> Vec<u8> {
    let mut uri = b"http://example.com/?".to_vec();
    let mut rest = to_decode(kind, len - uri.len(), random);
    for at in 0..rest.len() {
        if rest[at] == b'%' && random.per_mille(300) {
            rest[at + 1..at + 3].make_ascii_lowercase();
        }
    }
    uri.extend(rest);
    uri
}

fn without_percent(mut pool: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    pool.iter_mut().flatten().filter(|byte| **byte == b'%').for_each(|byte| *byte = b'^');
    pool
}

fn js_component(criterion: &mut Criterion, name: String, pool: &Vec<Vec<u8>>) {
    const SET: &percent_encoding::AsciiSet = &percent_encoding::NON_ALPHANUMERIC
        .remove(b'-')
        .remove(b'_')
        .remove(b'.')
        .remove(b'!')
        .remove(b'~')
        .remove(b'*')
        .remove(b'\'')
        .remove(b'(')
        .remove(b')');
    let texts = &peers::texts(pool).expect("these kinds are text");
    let expected: Vec<Vec<u8>> = pool
        .iter()
        .map(|input| percent_encoding::percent_encode(input, SET).to_string().into_bytes())
        .collect();
    let group = &mut group(criterion, name, pool);
    rows::memcpy(group, pool);
    bench!(group, texts, &expected, "Cow", |input| js::encode_uri_component(input).into_owned());
    bench!(group, pool, &expected, "percent-encoding, Cow", |input| Cow::from(
        percent_encoding::percent_encode(input, SET)
    )
    .into_owned());
    bench!(group, texts, &expected, "urlencoding, Cow", |input| urlencoding::encode(input)
        .into_owned());
}

fn template_reserved(criterion: &mut Criterion, name: String, pool: &Vec<Vec<u8>>) {
    // The peer would escape triplets again, so the input has none.
    const SET: &percent_encoding::AsciiSet = &percent_encoding::CONTROLS
        .add(b' ')
        .add(b'"')
        .add(b'%')
        .add(b'<')
        .add(b'>')
        .add(b'\\')
        .add(b'^')
        .add(b'`')
        .add(b'{')
        .add(b'|')
        .add(b'}');
    let texts = &peers::texts(pool).expect("these kinds are text");
    let expected: Vec<Vec<u8>> = pool
        .iter()
        .map(|input| percent_encoding::percent_encode(input, SET).to_string().into_bytes())
        .collect();
    let group = &mut group(criterion, name, pool);
    rows::memcpy(group, pool);
    bench!(group, texts, &expected, "Cow", |input| scheme::TEMPLATE_RESERVED
        .encode(input)
        .into_owned());
    bench!(group, pool, &expected, "percent-encoding, Cow", |input| Cow::from(
        percent_encoding::percent_encode(input, SET)
    )
    .into_owned());
}

/// The digest for the comparison of forms: the lengths of all decoded parts, in order.
fn digest<'a>(pairs: impl Iterator<Item = (Cow<'a, str>, Cow<'a, str>)>) -> usize {
    pairs.fold(0, |sum, (name, value)| {
        sum.wrapping_mul(31).wrapping_add(name.len()).wrapping_mul(31).wrapping_add(value.len())
    })
}

fn forms(criterion: &mut Criterion, name: &str, pool: &Vec<Vec<u8>>) {
    let parsed: Vec<Vec<(String, String)>> =
        pool.iter().map(|input| form_urlencoded::parse(input).into_owned().collect()).collect();
    form_parse(criterion, name, pool);
    form_serialize(criterion, name, pool, &parsed);
    #[cfg(feature = "serde")]
    form_serde(criterion, name, pool, &parsed);
}

fn form_parse(criterion: &mut Criterion, name: &str, pool: &Vec<Vec<u8>>) {
    let expected: Vec<usize> =
        pool.iter().map(|input| digest(form_urlencoded::parse(input))).collect();
    let group = &mut group(criterion, format!("form-parse/{name}"), pool);
    rows::memcpy(group, pool);
    bench!(group, pool, == &expected, "pairs of Cow", |input| digest(form::parse(input).map(|pair| (pair.name(), pair.value()))));
    bench!(group, pool, == &expected, "form_urlencoded, pairs of Cow", |input| digest(form_urlencoded::parse(input)));
    let raw: Vec<usize> = pool
        .iter()
        .map(|input| {
            form::parse(input).map(|pair| pair.name_raw().len() + pair.value_raw().len()).sum()
        })
        .collect();
    bench!(group, pool, == &raw, "pairs, not decoded", |input| form::parse(input).map(|pair| pair.name_raw().len() + pair.value_raw().len()).sum::<usize>());
}

fn form_serialize(
    criterion: &mut Criterion,
    name: &str,
    pool: &[Vec<u8>],
    parsed: &Vec<Vec<(String, String)>>,
) {
    let expected: Vec<String> = parsed
        .iter()
        .map(|pairs| form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish())
        .collect();
    let group = &mut group(criterion, format!("form-serialize/{name}"), pool);
    let mut out = String::new();
    bench!(group, parsed, &expected, "append to a String", |pairs| {
        out.clear();
        form::Serializer::new(&mut out)
            .extend_pairs(pairs.iter().map(|(name, value)| (name, value)));
        &out
    });
    let mut out = String::new();
    bench!(group, parsed, &expected, "form_urlencoded, append to a String", |pairs| {
        out.clear();
        form_urlencoded::Serializer::new(&mut out).extend_pairs(pairs);
        &out
    });
}

#[cfg(feature = "serde")]
fn form_serde(
    criterion: &mut Criterion,
    name: &str,
    pool: &Vec<Vec<u8>>,
    parsed: &Vec<Vec<(String, String)>>,
) {
    let group = &mut group(criterion, format!("form-serde/{name}"), pool);
    bench!(group, pool, == parsed, "from_bytes", |input| form::from_bytes::<Vec<(String, String)>>(input).expect("it is a form"));
    bench!(group, pool, == parsed, "serde_urlencoded, from_bytes", |input| {
        serde_urlencoded::from_bytes::<Vec<(String, String)>>(input).expect("it is a form")
    });
    let expected: Vec<String> = parsed
        .iter()
        .map(|pairs| serde_urlencoded::to_string(pairs).expect("pairs of text"))
        .collect();
    bench!(group, parsed, &expected, "to_string", |pairs| form::to_string(pairs)
        .expect("pairs of text"));
    bench!(group, parsed, &expected, "serde_urlencoded, to_string", |pairs| {
        serde_urlencoded::to_string(pairs).expect("pairs of text")
    });
}

/// RFC 3986 6.2.2, triplet by triplet. A digit that would complete a triplet begun by a stray `%`
/// stays escaped.
fn normalized(input: &[u8]) -> Vec<u8> {
    let (mut out, mut rest) = (Vec::new(), input);
    // The output since the last stray `%`, if it may still become a triplet.
    let mut since_stray = None;
    while let Some((&byte, others)) = rest.split_first() {
        let digit = |at: usize| rest.get(at).and_then(|&digit| char::from(digit).to_digit(16));
        match (byte, digit(1), digit(2)) {
            (b'%', Some(high), Some(low)) => {
                let value = (high << 4 | low) as u8;
                if (value.is_ascii_alphanumeric() || b"-._~".contains(&value))
                    && !(since_stray.is_some() && value.is_ascii_hexdigit())
                {
                    out.push(value);
                } else {
                    out.extend(rest[..3].to_ascii_uppercase());
                }
                since_stray = None;
                rest = &rest[3..];
            }
            _ => {
                since_stray = match since_stray {
                    _ if byte == b'%' => Some(0),
                    Some(0) if byte.is_ascii_hexdigit() => Some(1),
                    _ => None,
                };
                out.push(byte);
                rest = others;
            }
        }
    }
    out
}

fn fluent_uri_normalize(input: &str) -> String {
    fluent_uri::Uri::parse(input).expect("it is valid").normalize().into_string()
}

fn normalize(criterion: &mut Criterion, name: String, pool: &Vec<Vec<u8>>) {
    let expected: Vec<Vec<u8>> = pool.iter().map(|input| normalized(input)).collect();
    let all_valid = peers::texts(pool)
        .filter(|texts| texts.iter().all(|text| fluent_uri::Uri::parse(*text).is_ok()));
    let group = &mut group(criterion, name, pool);
    rows::memcpy(group, pool);
    bench!(group, pool, &expected, "Cow", |input| uri::normalize(input).into_owned());
    bench!(group, pool, == &vec![true; pool.len()], "equivalent to its normal form", |input| uri::equivalent(input, &uri::normalize(input)));
    // It parses the URI first, and does more of RFC 3986 6.2.2: the case of scheme and host, dot
    // segments.
    if let Some(texts) = &all_valid {
        bench!(group, texts, &expected, "fluent-uri, parse and normalize", |input| {
            fluent_uri_normalize(input)
        });
    }
}

fn uri_to_iri(criterion: &mut Criterion, name: String, pool: &Vec<Vec<u8>>) {
    let expected: Vec<Vec<u8>> =
        pool.iter().map(|input| iri::from_uri(input).into_owned().into_bytes()).collect();
    // The whole round trip, because no peer converts. (Characters that a URI may not contain raw
    // come back escaped.)
    for (input, iri) in pool
        .iter()
        .zip(&expected)
        .filter(|(input, _)| iri::to_uri_bytes(input).as_bytes() == input.as_slice())
    {
        assert!(
            uri::equivalent(input, iri::to_uri_bytes(iri).as_bytes()),
            "{name}: {}",
            input.escape_ascii()
        );
    }
    let decoded: Vec<Vec<u8>> = pool
        .iter()
        .map(|input| Decoder::new().decode(input).expect("it never fails").into_owned())
        .collect();
    let group = &mut group(criterion, name, pool);
    rows::memcpy(group, pool);
    bench!(group, pool, &expected, "Cow", |input| iri::from_uri(input).into_owned());
    // Decodes even the escapes that must stay, and checks no character: the lower limit of the
    // conversion.
    if decoded.iter().all(|bytes| std::str::from_utf8(bytes).is_ok()) {
        bench!(group, pool, &decoded, "percent-encoding decode_utf8, Cow (decodes all)", |input| {
            percent_encoding::percent_decode(input).decode_utf8().expect("it is UTF-8").into_owned()
        });
        bench!(group, pool, &decoded, "utf8 strict, Cow (decodes all)", |input| Decoder::new()
            .decode_utf8(input)
            .expect("it is UTF-8")
            .into_owned());
    }
}

criterion_group!(all, benches);
criterion_main!(all);
