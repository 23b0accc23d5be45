//! Columns of bytes: rows that begin anywhere, long, null and empty ones.

use oracle::content::Content;
use oracle::random::Random;
use percent_simd::batch::{Column, ColumnRef, OnError};
use percent_simd::{Decoder, Encoder, Malformed, sets};

use super::{Around, Buffers, Row, cut, decode, encode};

/// More bytes than a block, of every kind of content, cut anywhere and between triplets, into rows
/// of many lengths.
#[test]
fn long_columns() {
    let mut random = Random::new(6);
    for content in Content::ALL {
        for (bound, whole) in [(60, false), (10, true), (100, true), (2000, true)] {
            let rows = cut(&content.generate(13_000, &mut random), bound, whole, &mut random);
            decode::<u64>(
                &rows,
                &oracle::Decode::default(),
                Around { before: b"%4", behind: b"1", ..Around::default() },
            );
            encode::<i64>(
                &rows,
                &oracle::Encode { set: oracle::all_but(b"-._~"), ..oracle::Encode::default() },
                Around::default(),
            );
        }
    }
}

/// Every policy, with nulls, on one kind of content: all bytes with rules.
#[test]
fn every_policy() {
    let mut random = Random::new(60);
    for (content, whole) in
        [(Content::Query, true), (Content::OneDefect, true), (Content::Malformed, false)]
    {
        let mut rows = cut(&content.generate(3000, &mut random), 60, whole, &mut random);
        for nulls in [false, true] {
            if nulls {
                rows.iter_mut().for_each(|row| row.is_null = random.chance(10));
            }
            for (_, policy) in oracle::decode_policies() {
                decode::<i32>(&rows, &policy, Around::default());
            }
            for (_, policy) in oracle::encode_policies() {
                encode::<u32>(&rows, &policy, Around { first_bit: Some(3), ..Around::default() });
            }
        }
    }
}

/// Rows longer than the loop's block, among short and empty ones.
#[test]
fn long_rows() {
    let mut random = Random::new(600);
    let mut rows = Vec::new();
    for len in [0, 1, 12_287, 12_288, 12_289, 0, 3, 30_000, 0] {
        rows.push(Row::of(&Content::Query.generate(len, &mut random)));
        rows.push(Row { bytes: b"%%4".to_vec(), is_null: len == 12_288 });
        rows.push(Row::of(b"1%C3%A9"));
    }
    decode::<u32>(
        &rows,
        &oracle::Decode { plus: true, ..oracle::Decode::default() },
        Around::default(),
    );
    decode::<u32>(
        &rows,
        &oracle::Decode { strict: true, ..oracle::Decode::default() },
        Around::default(),
    );
    encode::<u32>(
        &rows,
        &oracle::Encode { set: [true; 128], ..oracle::Encode::default() },
        Around::default(),
    );
}

/// Every position at which rows can split triplets, at the start and around the ends of the
/// kernels' blocks.
#[test]
fn no_triplet_goes_from_row_to_row() {
    let text = b"%41%2F%4%zz+";
    let policies = [
        oracle::Decode::default(),
        oracle::Decode { plus: true, keep: oracle::members(b"/"), ..oracle::Decode::default() },
        oracle::Decode { strict: true, keep: oracle::members(b"/"), ..oracle::Decode::default() },
        oracle::Decode { reject: oracle::members(b"/"), ..oracle::Decode::default() },
    ];
    let keep_escapes = oracle::Encode {
        set: oracle::members(b"%/4"),
        keep_escapes: true,
        ..oracle::Encode::default()
    };
    for lead in (0..3).chain(59..67) {
        for split in 0..=text.len() {
            // Rows of one byte, too.
            let rows = [
                &b"x".repeat(lead)[..],
                &text[..split],
                &text[split..],
                b"%",
                b"4",
                b"1",
                b"",
                b"%4",
                b"",
                b"1%41",
            ]
            .map(Row::of);
            for policy in &policies {
                decode::<u32>(&rows, policy, Around::default());
            }
            encode::<u32>(&rows, &keep_escapes, Around::default());
        }
    }
}

/// A row that ends, at this position of its column, like the start of a triplet. The rows after it
/// could be the rest of the triplet, and more rows follow, so that kernels go on.
fn cut_short(at: usize, filler: &[u8], end: &[u8], behind: &[&[u8]]) -> Vec<Row> {
    let start = b"%41";
    let len = at.saturating_sub(start.len() + end.len());
    let lead = filler.iter().copied().cycle().take(len - len % filler.len());
    let lead = b"x".repeat(len % filler.len()).into_iter().chain(lead);
    // The block begins with the first row, because it changes.
    let mut rows =
        vec![Row::of(start), Row::of(&lead.chain(end.iter().copied()).collect::<Vec<_>>())];
    rows.extend(behind.iter().map(|row| Row::of(row)));
    rows.extend((0..40).map(|_| Row::of(b"text%20and+%2f%C3%A9")));
    rows
}

/// The ends of rows, and the rows after them.
const CUT_SHORT: [(&[u8], &[&[u8]]); 5] = [
    (b"%", &[b"41", b"%4", b"", b"1"]),
    (b"%4", &[b"1"]),
    (b"%2", &[b"", b"", b"Fa"]),
    (b"%", &[b"2", b"f", b"%"]),
    (b"%41%", &[b"zz%C", b"3%A", b"9"]),
];

/// Every position in the kernels' steps at which a row can end.
#[test]
fn no_triplet_is_made_of_two_rows() {
    let policies = [
        oracle::Decode::default(),
        oracle::Decode { strict: true, keep: oracle::members(b"A/"), ..oracle::Decode::default() },
    ];
    for at in 4..330 {
        for (end, behind) in CUT_SHORT {
            let rows = cut_short(at, if at % 2 == 0 { b"x" } else { b"%41" }, end, behind);
            decode::<u32>(&rows, &policies[at / 2 % 2], Around::default());
        }
    }
}

/// Split triplets under every policy around the ends of registers and steps, and under a few around
/// the end of the loop's block.
#[test]
fn no_triplet_is_made_of_two_rows_under_any_policy() {
    let policies = oracle::decode_policies();
    for (edge, step) in [(16, 1), (32, 1), (64, 1), (128, 1), (256, 1), (12 << 10, 4)] {
        for at in edge - 2..=edge + 3 {
            for (index, (end, behind)) in CUT_SHORT.into_iter().enumerate() {
                let rows = cut_short(at, [&b"x"[..], b"%C3%A9"][index % 2], end, behind);
                for (_, policy) in policies.iter().skip((at + index) % step).step_by(step) {
                    decode::<i64>(
                        &rows,
                        policy,
                        Around { first_bit: Some(1), ..Around::default() },
                    );
                }
            }
        }
    }
}

/// Refused rows at every position in the kernels' steps do not change the rows before them.
#[test]
fn refused_rows_anywhere() {
    let policies = [
        oracle::Decode { strict: true, ..oracle::Decode::default() },
        oracle::Decode { reject: oracle::members(b"\0"), plus: true, ..oracle::Decode::default() },
        oracle::Decode {
            reject: oracle::members(b"\0"),
            reject_raw: true,
            ..oracle::Decode::default()
        },
    ];
    for at in 4..330 {
        let refused: [&[u8]; 3] = [b"%zz", b"%00", b"\0"];
        for (policy, end) in policies.iter().zip(refused) {
            let rows = cut_short(at, b"a%20", end, &[b"41", end, b"", b"%41"]);
            decode::<u32>(&rows, policy, Around::default());
        }
    }
}

/// Bits on both sides of bytes, and null rows with bytes.
#[test]
fn null_rows() {
    for count in [1, 7, 8, 9, 16, 17, 30] {
        for is_null in [|_| true, |row| row % 2 == 0, |row| row % 8 == 7, |row: usize| row == 0] {
            let rows: Vec<Row> = (0..count)
                .map(|row| Row {
                    bytes: if row % 3 == 0 { vec![] } else { b"%00%41 %".to_vec() },
                    is_null: is_null(row),
                })
                .collect();
            for first_bit in [None, Some(0), Some(1), Some(7), Some(8), Some(77)] {
                let around = Around { before: b"%", behind: b"%41", first_bit };
                decode::<u32>(&rows, &oracle::Decode::default(), around);
                decode::<u64>(
                    &rows,
                    &oracle::Decode { reject: oracle::members(b"\0"), ..oracle::Decode::default() },
                    around,
                );
                encode::<i32>(
                    &rows,
                    &oracle::Encode { set: oracle::members(b" "), ..oracle::Encode::default() },
                    around,
                );
            }
        }
    }
}

/// Columns without rows, and columns of empty rows.
#[test]
fn empty_columns() {
    assert!(Column::<u32>::new().is_empty() && Column::<u32>::default().iter().next().is_none());
    let mut output = Column::new();
    for around in [Around::default(), Around { before: b"%4", behind: b"1", first_bit: Some(0) }] {
        for count in [0, 1, 5, 100_000] {
            let rows = vec![Row::of(b""); count];
            decode::<u32>(&rows, &oracle::Decode::default(), around);
            encode::<u32>(&rows, &oracle::Encode::default(), around);
        }
    }
    // Arrow allows a column without rows to have no offset.
    for _ in 0..2 {
        let input = ColumnRef::<u64>::new(b"%41", &[]).unwrap().with_validity(b"", 0).unwrap();
        assert!(input.is_empty() && input.row(0).is_none());
        Decoder::new().decode_batch(input, OnError::Fail, &mut output).unwrap();
        assert_eq!(
            (output.values(), output.offsets(), output.validity()),
            (&b""[..], &[0][..], None)
        );
        Encoder::new(sets::FORM_SET)
            .encode_batch(output.clone().as_column_ref(), &mut output)
            .unwrap();
        assert_eq!(
            (output.values(), output.offsets(), output.validity()),
            (&b""[..], &[0][..], None)
        );
    }
}

/// The output of one call is the input of another.
#[test]
fn there_and_back() {
    let mut random = Random::new(66);
    let mut rows = cut(&Content::Binary.generate(10_000, &mut random), 50, false, &mut random);
    rows.iter_mut().for_each(|row| row.is_null = random.chance(10));
    let buffers = Buffers::<u32>::new(&rows, Around::default());
    for backend in support::backends() {
        let encoder = Encoder::new(sets::URI_COMPONENT).on(backend);
        let (mut encoded, mut decoded) = (Column::new(), Column::new());
        encoder.encode_batch(buffers.column(), &mut encoded).unwrap();
        let strict = Decoder::new().malformed(Malformed::Error).on(backend);
        strict.decode_batch(encoded.as_column_ref(), OnError::Fail, &mut decoded).unwrap();
        assert!(decoded.iter().eq(buffers.column().iter()), "on {backend}");
        assert_eq!(decoded.changed(), encoded.changed(), "on {backend}");
    }
}

#[test]
fn rows_by_number_and_in_order() {
    let input = ColumnRef::new(b"xa%20bcy", &[1_u32, 6, 6, 7])
        .unwrap()
        .with_validity(&[0b1101_0100], 2)
        .unwrap();
    let expected = [Some(&b"a%20b"[..]), None, Some(b"c")];
    assert!(
        input.iter().eq(expected)
            && input.iter().len() == 3
            && input.len() == 3
            && !input.is_empty()
    );
    assert!(
        (0..3).map(|row| input.row(row)).eq(expected)
            && input.row(3).is_none()
            && input.row(usize::MAX).is_none()
    );
    let mut output = Column::new();
    Decoder::new().decode_batch(input, OnError::Fail, &mut output).unwrap();
    let expected = [Some(&b"a b"[..]), None, Some(b"c")];
    assert!(
        output.iter().eq(expected)
            && output.iter().len() == 3
            && output.len() == 3
            && !output.is_empty()
    );
    assert!((0..3).map(|row| output.row(row)).eq(expected) && output.row(3).is_none());
    assert_eq!(output.into_parts(), (b"a bc".to_vec(), vec![0, 3, 3, 4], Some(vec![0b101])));
}
