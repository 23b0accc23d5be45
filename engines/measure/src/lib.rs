//! What is measured: columns of rows as in logs, and the functions that decode and encode them.

use std::sync::Arc;

use arrow::array::{ArrayRef, StringArray};
use arrow::compute::cast;
use arrow::datatypes::{DataType, Field};
use datafusion_common::config::ConfigOptions;
use datafusion_common::{Result, ScalarValue};
use datafusion_expr::{ColumnarValue, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDF};
use oracle::random::Random;

/// What rows are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Letters, digits and `-./`.
    Clean,
    /// About half of the bytes are triplets: words of text, and escapes of spaces, slashes and
    /// letters outside ASCII.
    Half,
    /// Triplets alone: text of two-byte letters.
    Solid,
}

impl Content {
    /// All of them, with their names.
    pub const ALL: [(&'static str, Self); 3] =
        [("clean", Self::Clean), ("half", Self::Half), ("solid", Self::Solid)];
}

/// A row of 20 to 200 bytes.
pub fn row(content: Content, random: &mut Random) -> String {
    const PLAIN: &[u8] = b"abcdefghijklmnopqrstuvwxyz0123456789-./";
    let len = 20 + random.below(181);
    let mut row = String::with_capacity(len + 6);
    let letter = |row: &mut String, random: &mut Random| {
        let letter = 0x430 + random.below(32) as u32; // Cyrillic
        row.push_str(&format!("%{:02X}%{:02X}", 0xC0 | letter >> 6, 0x80 | letter & 0x3F));
    };
    while row.len() < len {
        match content {
            Content::Clean => row.push(char::from(PLAIN[random.below(PLAIN.len())])),
            Content::Solid => letter(&mut row, random),
            Content::Half => {
                for _ in 0..1 + random.below(8) {
                    row.push(char::from(PLAIN[random.below(26)]));
                }
                match random.below(3) {
                    0 => letter(&mut row, random),
                    1 => row.push_str("%20"),
                    _ => row.push_str(["%2F", "%3D", "%26", "+"][random.below(4)]),
                }
            }
        }
    }
    row
}

/// Rows as an array of that type.
pub fn column(content: Content, rows: usize, data_type: &DataType) -> ArrayRef {
    let mut random = Random::new(0x9E37_79B9_7F4A_7C15);
    let column: StringArray = (0..rows).map(|_| Some(row(content, &mut random))).collect();
    cast(&(Arc::new(column) as ArrayRef), data_type).expect("text becomes text")
}

/// Calls a function on an array and constants, as DataFusion does.
///
/// # Errors
/// Those of the function.
pub fn call(function: &ScalarUDF, array: &ArrayRef, constants: &[&str]) -> Result<ArrayRef> {
    let mut args = vec![ColumnarValue::Array(Arc::clone(array))];
    args.extend(constants.iter().map(|text| ColumnarValue::Scalar(ScalarValue::from(*text))));
    let field = |value: &ColumnarValue| Arc::new(Field::new("value", value.data_type(), true));
    let arg_fields: Vec<_> = args.iter().map(field).collect();
    let scalar = |value: &ColumnarValue| match value {
        ColumnarValue::Scalar(scalar) => Some(scalar.clone()),
        ColumnarValue::Array(_) => None,
    };
    let scalars: Vec<_> = args.iter().map(scalar).collect();
    let scalar_arguments: Vec<_> = scalars.iter().map(Option::as_ref).collect();
    let return_field = function.return_field_from_args(ReturnFieldArgs {
        arg_fields: &arg_fields,
        scalar_arguments: &scalar_arguments,
    })?;
    let number_rows = array.len();
    let config_options = Arc::new(ConfigOptions::new());
    let args = ScalarFunctionArgs { args, arg_fields, number_rows, return_field, config_options };
    function.invoke_with_args(args)?.into_array(number_rows)
}
