//! `percent_encode`.

use arrow::array::ArrayRef;
use arrow::datatypes::DataType;
use datafusion_common::{DataFusionError, Result, plan_err};
use datafusion_expr::Documentation;
use datafusion_expr::scalar_doc_sections::DOC_SECTION_STRING;
use percent_simd::Encoder;
use percent_simd::batch::{Column, ColumnRef};

use super::scheme::{Named, OfText};
use crate::error::failed;
use crate::function::{Argument, Function};
use crate::strings::{self, Codec, Kind, Place, Width};

/// `percent_encode`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PercentEncode;

impl Function for PercentEncode {
    const ARGUMENTS: &'static [Argument] = &[Argument::TextOrBytes, Argument::Constant];

    fn name(&self) -> &'static str {
        "percent_encode"
    }

    fn documentation(&self) -> Documentation {
        Documentation::builder(
            DOC_SECTION_STRING,
            "Percent-encodes a value as the standard of a scheme defines it: RFC 3986 and WHATWG URL, forms, JavaScript, OAuth, AWS and others.",
            "percent_encode(value, scheme)",
        )
        .with_sql_example("```sql\n> select percent_encode('a b/é', 'js-component');\na%20b%2F%C3%A9\n```")
        .with_argument("value", "A string or binary value of any type.")
        .with_argument("scheme", "The name of a scheme, a constant: uri-component, url-path, form, js-component and others. The error for an unknown name lists them all, and so does `pct schemes`.")
        .with_related_udf("percent_decode")
        .with_related_udf("url_encode")
        .build()
    }

    fn return_type(&self, value: &DataType, constants: &[&str]) -> Result<DataType> {
        if let Named::OfText(_) = Named::from_name(constants[0])?
            && Kind::of(value) == Kind::Bytes
        {
            return plan_err!(
                "the scheme '{}' of percent_encode takes text, and got {value}; cast the value to a string",
                constants[0]
            );
        }
        Ok(Kind::Text.output(value))
    }

    fn usual_return_type(&self, value: &DataType, _: usize) -> Option<DataType> {
        Some(Kind::Text.output(value))
    }

    fn invoke(&self, arrays: &[ArrayRef], constants: &[&str]) -> Result<ArrayRef> {
        match Named::from_name(constants[0])? {
            Named::Scheme(scheme) => {
                strings::map(&arrays[0], &Encode(scheme.encoder()), Kind::Text)
            }
            Named::OfText(encode) => strings::map(&arrays[0], &EncodeText(encode), Kind::Text),
        }
    }
}

/// A set and options.
pub(crate) struct Encode(pub(crate) Encoder);

impl Codec for Encode {
    fn is_clean(&self, bytes: &[u8]) -> bool {
        // Triplets that would stay may be of two rows.
        self.0.keep_escapes(false).find(bytes).is_none()
    }

    fn run<O: Width>(&self, input: ColumnRef<'_, O>, output: &mut Column<O>) -> Result<()> {
        self.0.encode_batch(input, output).map_err(failed)
    }

    fn refusal(&self, _: &[u8], _: &Place) -> Option<DataFusionError> {
        None
    }
}

/// A function of text, row by row.
struct EncodeText(OfText);

impl Codec for EncodeText {
    fn is_clean(&self, _: &[u8]) -> bool {
        false
    }

    fn run<O: Width>(&self, input: ColumnRef<'_, O>, output: &mut Column<O>) -> Result<()> {
        strings::collect(input, output, |_, row, output| {
            let encoded = std::str::from_utf8(row).map(self.0);
            encoded.is_ok_and(|encoded| {
                output.extend_from_slice(encoded.as_bytes());
                true
            })
        })
    }

    fn refusal(&self, _: &[u8], _: &Place) -> Option<DataFusionError> {
        None
    }
}
