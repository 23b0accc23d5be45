//! `percent_encode`.

use arrow::array::ArrayRef;
use arrow::datatypes::DataType;
use datafusion_common::{Result, plan_err};
use datafusion_expr::Documentation;
use datafusion_expr::scalar_doc_sections::DOC_SECTION_STRING;

use super::scheme::Named;
use crate::function::{Argument, Function};
use crate::strings::{self, Kind};

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
                strings::map(&arrays[0], |array| scheme.encoder().encode_array(array), |_, _| None)
            }
            Named::OfText(encode) => strings::map_rows(
                &arrays[0],
                Kind::Text,
                |row| Some(strings::bytes(encode(str::from_utf8(row).ok()?))),
                |_, _| None,
            ),
        }
    }
}
