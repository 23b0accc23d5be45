use std::borrow::Cow;

use super::expect::Case;
use super::plan::Plan;
use super::room::Source;
use crate::while_active;
use oracle::form::{self as expected, Field, Options};
use percent_simd::form::{self, Pair, Parser, Serializer};
use percent_simd::{Backend, DecodeErrorKind};

/// Forms: pairs parsed and serialized, with `;` and as `mailto:`, and HTML's additional steps. In
/// the header, strict selects the separator `;`, and plus a `mailto:` form.
pub fn form(data: &[u8]) {
    let plan = Plan::new(data);
    let options = Options { semicolons: plan.decode.strict, mailto: plan.decode.plus };
    let source = Source::new(&plan.input, plan.frame);
    let input = source.bytes();
    let fields = expected::parse(input, options);
    let tuples: Vec<(Vec<u8>, Vec<u8>)> = fields
        .iter()
        .map(|field| {
            (expected::decoded(&field.name, options), expected::decoded(&field.value, options))
        })
        .collect();
    let serialized = expected::serialize(&tuples, options);
    for backend in Backend::available() {
        let case = Case { backend, policy: &options, input };
        let parser =
            Parser::new().semicolons(options.semicolons).plus_as_space(!options.mailto).on(backend);
        let mut pairs = parser.parse(input);
        for (index, field) in fields.iter().enumerate() {
            case.holds(
                "size_hint",
                pairs.size_hint().1.is_some_and(|highest| fields.len() - index <= highest),
            );
            match pairs.next() {
                Some(got) => pair(&case, got, field, options),
                None => {
                    case.fail("pairs", &format!("there are but {index} and not {}", fields.len()))
                }
            }
        }
        case.holds("no pair is too many", pairs.next().is_none() && pairs.next().is_none());

        let mut text = String::from("&");
        let mut serializer = Serializer::new(&mut text)
            .semicolons(options.semicolons)
            .space_as_plus(!options.mailto)
            .on(backend);
        for (name, value) in &tuples {
            serializer.append_pair_bytes(name, value);
        }
        case.same_bytes("serialized", &text.as_bytes()[1..], serialized.as_bytes());
        let back = parser
            .parse(serialized.as_bytes())
            .map(|pair| (name_bytes(pair).into_owned(), pair.value_bytes().into_owned()));
        case.holds("a serialized form reads as before", back.eq(tuples.iter().cloned()));
        while_active(backend, || around(&case));
    }
}

/// The decoded name, as bytes.
fn name_bytes(pair: Pair<'_>) -> Cow<'_, [u8]> {
    pair.decoder().decode_lenient(pair.name_raw())
}

fn pair(case: &Case<'_>, pair: Pair<'_>, field: &Field, options: Options) {
    case.same_bytes("name_raw", pair.name_raw(), &field.name);
    case.same_bytes("value_raw", pair.value_raw(), &field.value);
    case.same("has_equals", pair.has_equals(), field.has_equals);
    case.same_bytes("value_range", &case.input[pair.value_range()], &field.value);
    let name = expected::decoded(&field.name, options);
    case.holds("name_is", pair.name_is(&name));
    case.same("name_is, of a raw name", pair.name_is(&field.name), name == field.name);
    case.holds(
        "name_is not",
        !pair.name_is([&name[..], b"1"].concat()) && (name.is_empty() || !pair.name_is(&name[1..])),
    );
    for (raw, bytes, lossy, strict) in [
        (&field.name, name_bytes(pair), pair.name(), pair.name_utf8()),
        (&field.value, pair.value_bytes(), pair.value(), pair.value_utf8()),
    ] {
        case.same_bytes("bytes", &bytes, &expected::decoded(raw, options));
        case.holds(
            "unchanged bytes are borrowed",
            matches!(bytes, Cow::Borrowed(_)) == (*bytes == **raw),
        );
        case.same_bytes("text", lossy.as_bytes(), expected::text(raw, options).as_bytes());
        case.holds(
            "unchanged text is borrowed",
            matches!(lossy, Cow::Borrowed(_)) == (lossy.as_bytes() == *raw),
        );
        let strict = strict.map(Cow::into_owned).map_err(|error| (error.position(), error.kind()));
        case.same(
            "strict text",
            strict,
            expected::strict_text(raw, options)
                .map_err(|position| (position, DecodeErrorKind::Utf8)),
        );
    }
}

/// Calls without a backend parameter.
fn around(case: &Case<'_>) {
    let input = case.input;
    // Newlines are rare in inputs for decoders, so they replace other bytes.
    let text: String = String::from_utf8_lossy(input)
        .chars()
        .map(|c| {
            if c == '%' {
                '\r'
            } else if c == '4' || c == '=' {
                '\n'
            } else {
                c
            }
        })
        .collect();
    for text in [&*text, &*String::from_utf8_lossy(input)] {
        let fields = form::mailto::serialize([("", text)]);
        let body =
            form::mailto::parse(&fields).next().expect("it is one pair").value().into_owned();
        let normalized = expected::normalize_newlines(text);
        case.same_bytes("newlines", body.as_bytes(), normalized.as_bytes());
    }
}
