//! The option `percent-u` of `percent_decode`: `%uXXXX` as `escape` of ECMA-262 (B.2.1.1) writes it.

use percent_simd_datafusion::{percent_decode, try_percent_decode};
use proptest::prelude::*;

use crate::layouts::arrays;
use crate::support::{Row, check, text_is};

/// A row, and its result. A unit is escaped in one of two ways, or raw.
fn row() -> impl Strategy<Value = (String, String)> {
    let piece = (any::<char>(), 0..4).prop_map(|(char, how)| {
        let escaped = match how {
            0 if char != '%' => char.to_string(),
            1 => char.to_string().bytes().map(|byte| format!("%{byte:02x}")).collect(),
            2 => {
                char.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("%u{unit:04x}")).collect()
            }
            _ => {
                char.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("%u{unit:04X}")).collect()
            }
        };
        (escaped, char.to_string())
    });
    // No escapes: they stay.
    let stays = "%u[0-9A-F]{0,3}[g-z ]|%uD[89AB][0-9A-F]{2}[ -$]|%uD[C-F][0-9A-F]{2}|%U0041|%[g-t]";
    let stays = stays.prop_map(|text| (text.clone(), text));
    let pieces = proptest::collection::vec(prop_oneof![4 => piece, 1 => stays], 0..12);
    pieces.prop_map(|pieces| {
        let (escaped, text): (Vec<_>, Vec<_>) = pieces.into_iter().unzip();
        (escaped.concat(), text.concat())
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn code_units(column in proptest::collection::vec(row(), 1..12)) {
        let (input, expected): (Vec<Row>, Vec<Row>) =
            column.into_iter().map(|(input, output)| (Some(input), Some(output))).unzip();
        for function in [percent_decode(), try_percent_decode()] {
            check(&function, &arrays(&input), &["percent-u"], text_is(&expected));
        }
    }
}
