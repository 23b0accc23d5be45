//! Reading and rewriting visit the same fields, and the fast check of a record finds the same
//! errors.

use percent_simd::Decoder;
use percent_simd_cli::fields::{FieldSet, Fields, Format, Value, Values};

use crate::{lines, log};
use support::Random;
use support::bodies::fields as body;

const SELECTORS: [&[&str]; 5] =
    [&[], &["path", "referer"], &["2", "1"], &["target", "9"], &["user"]];

#[test]
fn read_values_are_the_rewritten_values() {
    let mut random = Random::new(22);
    let (mut malformed, mut values_seen) = (0, 0);
    for case in 0..12_000 {
        let format = body::format([0, 1, 2, 3, 4, 5, 6, 7, 0x23][case % 9]);
        let selectors: Vec<String> = match format {
            Format::Jsonl => vec!["a".into(), "/1".into()],
            Format::Tsv | Format::Csv => vec![["2", "a"][random.below(2)].into()],
            _ => SELECTORS[random.below(5)].iter().map(|&name| name.into()).collect(),
        };
        // The format may lack a name.
        let (Ok(fields), Ok(read)) =
            (Fields::new(format, &selectors), Fields::to_read(format, &selectors))
        else {
            continue;
        };
        let text = lines::text(format, '\n', &mut random);
        let mut headers = [fields.header(), read.header(), read.header()];
        let mut rest = &text[..];
        while !rest.is_empty() {
            let (record, end, others) = fields.split_first(rest);
            rest = others;
            let (mut rewritten, mut out) = (FieldSet::NONE, Vec::new());
            let mut each = |value: Value<'_>, out: &mut Vec<u8>| {
                rewritten = rewritten.and(value.index);
                out.extend_from_slice(value.bytes);
                Ok(())
            };
            let expected = fields.rewrite(None, &mut headers[0], record, &mut each, &mut out);
            let mut values = Values::default();
            let result = read.read(None, &mut headers[1], record, &mut values);
            let line = record.escape_ascii();
            assert_eq!(result, expected, "{format:?} {selectors:?} {line} {end:?}");
            let checked = read.check(&mut headers[2], record);
            assert_eq!(checked.clone().map(|_| ()), expected, "{format:?} {selectors:?} {line}");
            if expected.is_err() {
                malformed += 1;
                continue;
            }
            for value in values.of(record) {
                // The value is at its offset, unless the record spells it with escapes.
                let start = value.offset(0);
                if value.offset(1) == start + 1 {
                    assert_eq!(&record[start..start + value.bytes.len()], value.bytes, "{line}");
                }
                values_seen += 1;
            }
            let found =
                values.of(record).fold(FieldSet::NONE, |found, value| found.and(value.index));
            // JSON values other than strings are read, but not rewritten.
            if !matches!(format, Format::Jsonl) {
                assert_eq!(found, rewritten, "{format:?} {selectors:?} {line}");
            }
        }
    }
    assert!(malformed > 500 && values_seen > 5000, "{malformed} {values_seen}");
}

/// Escapes of a space, a quote or `?` stay in the path. The query and the user agent are not
/// selected.
#[test]
fn the_rest_of_a_line_stays() {
    let fields =
        Fields::new(log("combined"), &["path".into(), "referer".into()]).expect("it has them");
    let line = br#"192.0.2.7 - - [12/Nov/2026:06:00:07 +0000] "GET /caf%C3%A9%20%22x%22?a%20b HTTP/1.1" 200 5 "https://example.org/%7Eme" "x%20y""#;
    let mut out = Vec::new();
    let mut decode = |value: Value<'_>, out: &mut Vec<u8>| {
        let decoder = Decoder::new().keep(value.keep);
        decoder.decode_append(value.bytes, out).expect("this policy refuses nothing");
        Ok(())
    };
    fields.rewrite(None, &mut fields.header(), line, &mut decode, &mut out).expect("it fits");
    let decoded = r#"192.0.2.7 - - [12/Nov/2026:06:00:07 +0000] "GET /café%20%22x%22?a%20b HTTP/1.1" 200 5 "https://example.org/~me" "x%20y""#;
    assert_eq!(out, decoded.as_bytes());
}
