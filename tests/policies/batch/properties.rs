//! Random columns.

use proptest::prelude::*;

use super::views::{self, Layout};
use super::{Around, Row, decode, decode_text, encode};
use support::UTF8;

fn any_row() -> impl Strategy<Value = Row> {
    let piece = prop_oneof![
        4 => any::<u8>().prop_map(|byte| format!("%{byte:02X}").into_bytes()),
        1 => any::<u8>().prop_map(|byte| format!("%{byte:02x}").into_bytes()),
        2 => "[a-zA-Z0-9._~-]{1,20}".prop_map(String::into_bytes),
        1 => proptest::sample::select(vec!["%", "%4", "%%", "%zz", "4", "1", "+", "%2B", " ", "/", "%2f", "%00"]).prop_map(|text| text.into()),
        1 => proptest::collection::vec(any::<u8>(), 1..8),
    ];
    (proptest::collection::vec(piece, 0..6), proptest::bool::weighted(0.1))
        .prop_map(|(pieces, is_null)| Row { bytes: pieces.concat(), is_null })
}

fn any_rows() -> impl Strategy<Value = Vec<Row>> {
    prop_oneof![4 => proptest::collection::vec(any_row(), 0..40), 1 => proptest::collection::vec(any_row(), 300..800)]
}

fn any_around() -> impl Strategy<Value = Around> {
    let bytes = || proptest::sample::select(vec![&b""[..], b"%", b"%4", b"41", b"%41abc"]);
    (bytes(), bytes(), proptest::option::of(0..20_usize))
        .prop_map(|(before, behind, first_bit)| Around { before, behind, first_bit })
}

fn any_layout() -> impl Strategy<Value = Layout> {
    let gap = proptest::sample::select(vec![&b""[..], b"%", b"\x25\0\0\0", b"%41", &[b'%'; 200]]);
    (1..4_usize, gap, proptest::option::of(0..20_usize))
        .prop_map(|(buffers, gap, first_bit)| Layout { buffers, gap, first_bit })
}

proptest! {
    #![proptest_config(support::cases(100))]

    #[test]
    fn decoded_columns_are_the_oracle_s(rows in any_rows(), policy in proptest::sample::select(oracle::decode_policies()), around in any_around(), offset in 0..4) {
        let run = [decode::<u32>, decode::<u64>, decode::<i32>, decode::<i64>][offset as usize];
        run(&rows, &policy.1, around);
    }

    #[test]
    fn texts_are_the_oracle_s(rows in any_rows(), policy in proptest::sample::select(oracle::decode_policies()), utf8 in proptest::sample::select(&UTF8[..]), around in any_around(), offset in 0..4) {
        let run = [decode_text::<u32>, decode_text::<u64>, decode_text::<i32>, decode_text::<i64>][offset as usize];
        run(&rows, &policy.1, utf8, around);
    }

    #[test]
    fn encoded_columns_are_the_oracle_s(rows in any_rows(), policy in proptest::sample::select(oracle::encode_policies()), around in any_around(), offset in 0..4) {
        let run = [encode::<u32>, encode::<u64>, encode::<i32>, encode::<i64>][offset as usize];
        run(&rows, &policy.1, around);
    }
}

proptest! {
    #![proptest_config(support::cases(40))]

    #[test]
    fn views_are_the_oracle_s(rows in any_rows(), decode in proptest::sample::select(oracle::decode_policies()), encode in proptest::sample::select(oracle::encode_policies()), utf8 in proptest::option::of(proptest::sample::select(&UTF8[..])), layout in any_layout()) {
        views::decode(&rows, &decode.1, utf8, layout);
        views::encode(&rows, &encode.1, layout);
    }

    #[test]
    fn other_layouts_are_the_oracle_s(rows in any_rows(), decode in proptest::sample::select(oracle::decode_policies()), encode in proptest::sample::select(oracle::encode_policies()), utf8 in proptest::option::of(proptest::sample::select(&UTF8[..])), layout in any_layout(), around in any_around(), offset in 0..4) {
        let run = [views::other_layouts::<u32>, views::other_layouts::<u64>, views::other_layouts::<i32>, views::other_layouts::<i64>][offset as usize];
        run(&rows, &decode.1, utf8, &encode.1, (layout, around));
    }
}
