//! Columns of text: each row is UTF-8 by itself, whatever its neighbours.

use oracle::content::Content;
use oracle::random::Random;
use percent_simd::Decoder;
use percent_simd::batch::{Column, ColumnRef, OnError};

use super::{Around, Row, cut, decode_text};
use support::UTF8;

/// More bytes than a block, of every kind of content, cut anywhere and between triplets, into rows
/// of many lengths.
#[test]
fn long_columns() {
    let mut random = Random::new(7);
    for content in Content::ALL {
        for (bound, whole) in [(60, false), (2000, true)] {
            let rows = cut(&content.generate(13_000, &mut random), bound, whole, &mut random);
            for utf8 in UTF8 {
                decode_text::<u64>(&rows, &oracle::Decode::default(), utf8, Around::default());
            }
        }
    }
}

/// Every policy, with nulls.
#[test]
fn every_policy() {
    let mut random = Random::new(70);
    for content in [Content::SolidText, Content::Utf8] {
        let mut rows = cut(&content.generate(2000, &mut random), 60, true, &mut random);
        for nulls in [false, true] {
            if nulls {
                rows.iter_mut().for_each(|row| row.is_null = random.chance(10));
            }
            for (_, policy) in oracle::decode_policies() {
                for utf8 in UTF8 {
                    decode_text::<i32>(&rows, &policy, utf8, Around::default());
                }
            }
        }
    }
}

/// Characters, raw and escaped, split between two rows: together they are text, each alone is not.
/// At the start, and around the ends of the kernels' blocks.
#[test]
fn no_character_goes_from_row_to_row() {
    for text in ["\u{E9}", "\u{20AC}", "\u{1F600}"] {
        let escaped = text.bytes().map(|byte| format!("%{byte:02X}")).collect::<String>();
        for (written, step) in [(text, 1), (&escaped, 3)] {
            for lead in (0..3).chain(59..67) {
                for split in (0..=written.len()).step_by(step) {
                    let lead = b"x".repeat(lead);
                    let (start, end) = written.as_bytes().split_at(split);
                    let rows = [&lead[..], b"%41", start, end, b"", b"y", text.as_bytes(), b"%4"];
                    for utf8 in UTF8 {
                        let rows = rows.map(Row::of);
                        decode_text::<u32>(
                            &rows,
                            &oracle::Decode::default(),
                            utf8,
                            Around::default(),
                        );
                    }
                }
            }
        }
    }
}

/// Rows of ill-formed UTF-8, single and in runs, among rows of text: discarded work must not show
/// in the result.
#[test]
fn ill_formed_rows_in_runs() {
    for good in [0, 1, 7, 8, 9, 300] {
        for bad in [1, 2, 9] {
            for (clean, ill_formed) in [("ab", &b"\xFF"[..]), ("%41", b"%FF"), ("\u{E9}", b"\xC3")]
            {
                let run = [(clean.as_bytes(), good), (ill_formed, bad)];
                let run = run.iter().flat_map(|&(row, number)| vec![Row::of(row); number]);
                let rows: Vec<_> = run.cycle().take(330).collect();
                for utf8 in UTF8 {
                    decode_text::<i64>(&rows, &oracle::Decode::default(), utf8, Around::default());
                }
            }
        }
    }
}

/// A refused row stays as written only if that is text.
#[test]
fn kept_rows_are_text() {
    let input = ColumnRef::new(b"%FF\xFFa", &[0_u32, 3, 4, 5]).unwrap();
    let mut output = Column::new();
    Decoder::new().decode_utf8_batch(input, OnError::Keep, &mut output).unwrap();
    assert!(output.iter().eq([Some(&b"%FF"[..]), None, Some(b"a")]));
    assert_eq!((output.refused(), output.nulls(), output.changed()), (2, 1, 0));
}

/// Slices of a column, like Arrow's.
#[test]
fn slices() {
    let column = ColumnRef::new(b"a%20bc", &[0_u32, 1, 4, 4, 6])
        .unwrap()
        .with_validity(&[0b0001_1011 << 3], 3)
        .unwrap();
    let rows: Vec<_> = column.iter().collect();
    assert_eq!(rows, [Some(&b"a"[..]), Some(b"%20"), None, Some(b"bc")]);
    for start in 0..=4 {
        for end in start..=4 {
            let slice = column.slice(start..end);
            assert!(slice.iter().eq(rows[start..end].iter().copied()), "{start}..{end}");
            let mut output = Column::new();
            Decoder::new().decode_utf8_batch(slice, OnError::Fail, &mut output).unwrap();
            assert_eq!(output.len(), end - start);
        }
    }
    let none = ColumnRef::<u64>::new(b"", &[]).unwrap();
    assert!(none.slice(0..0).is_empty());
}

#[cfg(panic = "unwind")]
#[test]
fn rows_past_the_end_are_no_slice() {
    let none = ColumnRef::<u64>::new(b"", &[]).unwrap();
    let three = ColumnRef::new(b"abc", &[0_i32, 1, 2, 3]).unwrap();
    for (start, end) in [(0, 1), (1, 1), (1, 0)] {
        assert!(std::panic::catch_unwind(|| none.slice(start..end)).is_err(), "{start}..{end}");
    }
    // The offsets of 4..3, at 4..=3, are an empty slice, which alone would not panic.
    for (start, end) in [(0, 4), (4, 4), (4, 3), (3, 2), (2, 1), (1, 0), (3, 0)] {
        assert!(std::panic::catch_unwind(|| three.slice(start..end)).is_err(), "{start}..{end}");
    }
}
