//! Rows of every kind, and their results.

use oracle::content::Content;
use oracle::random::Random;
use percent_simd::batch::{OnError, ViewBuffer, ViewColumn, ViewColumnRef};
use percent_simd::{Decoder, Encoder, Malformed, sets};
use support::views::flat;

use super::super::{Row, cut};
use super::{LAYOUTS, PLAIN, Views, decode, encode};
use support::UTF8;

/// More bytes than a block, of every kind of content, cut anywhere.
#[test]
fn long_columns() {
    let mut random = Random::new(8);
    let layouts = [(30, LAYOUTS[1]), (60, LAYOUTS[0]), (100, LAYOUTS[2])];
    for (content, (bound, layout)) in Content::ALL.into_iter().zip(layouts.into_iter().cycle()) {
        let rows = cut(&content.generate(13_000, &mut random), bound, true, &mut random);
        decode(&rows, &oracle::Decode::default(), None, layout);
        decode(&rows, &oracle::Decode::default(), Some(UTF8[0]), layout);
        let set = oracle::all_but(b"-._~");
        encode(&rows, &oracle::Encode { set, ..oracle::Encode::default() }, layout);
    }
}

/// Every policy, with nulls.
#[test]
fn every_policy() {
    let mut random = Random::new(80);
    for content in [Content::OneDefect, Content::SolidText] {
        let mut rows = cut(&content.generate(1000, &mut random), 60, false, &mut random);
        rows.iter_mut().for_each(|row| row.is_null = random.chance(10));
        for (_, policy) in oracle::decode_policies() {
            decode(&rows, &policy, None, LAYOUTS[1]);
            for utf8 in UTF8 {
                decode(&rows, &policy, Some(utf8), LAYOUTS[3]);
            }
        }
        for (_, policy) in oracle::encode_policies() {
            encode(&rows, &policy, LAYOUTS[1]);
        }
    }
}

/// Rows around the longest length of an inline view, and around the number of bytes gathered at
/// once.
#[test]
fn lengths() {
    let mut rows = Vec::new();
    for len in [0, 1, 11, 12, 13, 15, 16, 12_284, 12_285, 12_288, 12_289, 30_000] {
        for tail in ["", "%41", "%FF"] {
            rows.push(Row::of(&[&b"x".repeat(len)[..], tail.as_bytes()].concat()));
        }
        rows.push(Row { bytes: b"%41".repeat(len), is_null: len % 5 == 0 });
    }
    for (utf8, layout) in UTF8.into_iter().zip(LAYOUTS) {
        decode(&rows, &oracle::Decode::default(), Some(utf8), layout);
        encode(&rows, &oracle::Encode { set: [true; 128], ..oracle::Encode::default() }, layout);
    }
}

/// No rows, only null rows, or no buffers.
#[test]
fn empty_columns() {
    for count in [0, 1, 9] {
        for is_null in [false, true] {
            let rows = vec![Row { bytes: vec![], is_null }; count];
            for layout in LAYOUTS {
                decode(&rows, &oracle::Decode::default(), None, layout);
                encode(&rows, &oracle::Encode::default(), layout);
            }
            decode(&rows, &oracle::Decode::default(), None, LAYOUTS[0]);
        }
    }
    let mut output = ViewColumn::new();
    assert!(output.is_empty() && output.views().is_empty() && output.validity().is_none());
    let input = ViewColumnRef::new(&[], &[], None).unwrap();
    assert!(input.is_empty() && input.row(0).is_none() && input.iter().next().is_none());
    Decoder::new().decode_batch(input, OnError::Fail, &mut output).unwrap();
    assert_eq!(output.into_parts(), (vec![], vec![], None));
}

/// Arrow's own example; the output is valid input.
#[test]
fn there_and_back() {
    let mut random = Random::new(888);
    let rows = cut(&Content::Binary.generate(5000, &mut random), 50, false, &mut random);
    let views = Views::new(&rows, PLAIN);
    let buffers = views.buffers();
    let (mut encoded, mut decoded) = (ViewColumn::new(), ViewColumn::new());
    Encoder::new(sets::URI_COMPONENT).encode_batch(views.column(&buffers), &mut encoded).unwrap();
    let bytes: Vec<_> = encoded.views().iter().map(|view| view.to_le_bytes()).collect();
    let inputs: Vec<&[u8]> = encoded
        .buffers()
        .iter()
        .map(|buffer| match buffer {
            ViewBuffer::Input(number) => buffers[*number],
            ViewBuffer::Own(bytes) => bytes,
            other => panic!("it is no buffer: {other:?}"),
        })
        .collect();
    let input = ViewColumnRef::new(&bytes, &inputs, None).unwrap();
    let strict = Decoder::new().malformed(Malformed::Error);
    strict.decode_batch(input, OnError::Fail, &mut decoded).unwrap();
    let flat = flat::<u32>(&decoded, &inputs);
    assert!(flat.iter().eq(rows.iter().map(|row| Some(&row.bytes[..]))));
}
