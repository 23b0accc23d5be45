//! `url_decode` and `try_url_decode`.

use std::borrow::Cow;

use arrow::array::ArrayRef;
use arrow::datatypes::DataType;
use datafusion_common::{DataFusionError, Result, exec_datafusion_err};
use datafusion_expr::Documentation;
use datafusion_expr::scalar_doc_sections::DOC_SECTION_STRING;
use percent_simd::batch::OnError;
use percent_simd::{Decoder, Malformed};

use super::jdk;
use crate::function::{Argument, Function};
use crate::strings::{self, Kind, Place};
use crate::values::quoted;

/// Where nothing is malformed and all is text, `java.net.URLDecoder` does the same.
const DECODER: Decoder = Decoder::new().plus_as_space(true).malformed(Malformed::Error);

/// `url_decode`, and `try_url_decode`, where a row that is refused is null.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum UrlDecode {
    OrFail,
    OrNull,
}

impl Function for UrlDecode {
    const ARGUMENTS: &'static [Argument] = &[Argument::AsText];

    fn name(&self) -> &'static str {
        match self {
            Self::OrFail => "url_decode",
            Self::OrNull => "try_url_decode",
        }
    }

    fn may_give_null(&self) -> bool {
        *self == Self::OrNull
    }

    fn documentation(&self) -> Documentation {
        let (name, other, refused) = match self {
            Self::OrFail => ("url_decode", "try_url_decode", "the query fails"),
            Self::OrNull => ("try_url_decode", "url_decode", "the result is NULL"),
        };
        let description = format!(
            "Decodes application/x-www-form-urlencoded text as Apache Spark does: %XX gives a byte, + a space, and bytes that are not UTF-8 give U+FFFD. If two hex digits do not follow a %, {refused}."
        );
        Documentation::builder(DOC_SECTION_STRING, description, format!("{name}(text)"))
            .with_sql_example(format!(
                "```sql\n> select {name}('https%3A%2F%2Fspark.apache.org+caf%C3%A9');\nhttps://spark.apache.org café\n```"
            ))
            .with_argument("text", "A string of any type, or an integer, a boolean, or a binary value, whose bytes that are not UTF-8 give U+FFFD.")
            .with_related_udf(other)
            .with_related_udf("url_encode")
            .with_related_udf("percent_decode")
            .build()
    }

    fn return_type(&self, value: &DataType, _: &[&str]) -> Result<DataType> {
        Ok(Kind::Text.output(value))
    }

    fn invoke(&self, arrays: &[ArrayRef], _: &[&str]) -> Result<ArrayRef> {
        let input = &jdk::text(&arrays[0])?;
        let map = |array: &ArrayRef| DECODER.decode_utf8_array(array, OnError::Null);
        let output = strings::map(input, map, |_, _| None)?;
        if strings::first_refused(input, &output).is_none() {
            return Ok(output);
        }
        let refusal = |row: &[u8], place: &Place| match self {
            Self::OrFail => Some(refusal(row, place)),
            Self::OrNull => None,
        };
        strings::map_rows(input, Kind::Text, decoded, refusal)
    }
}

/// The row, decoded; `None` if Java refuses it.
fn decoded(row: &[u8]) -> Option<Cow<'_, [u8]>> {
    match DECODER.decode_utf8(row) {
        Ok(text) => Some(strings::bytes(text)),
        Err(_) => jdk::decode(row).ok().map(|text| Cow::Owned(text.into_bytes())),
    }
}

/// The error of a row that Java refuses.
fn refusal(row: &[u8], place: &Place) -> DataFusionError {
    let byte = jdk::decode(row).err().unwrap_or_default();
    exec_datafusion_err!(
        "[CANNOT_DECODE_URL] url_decode cannot decode {}: malformed triplet at byte {byte}{place}. Two hex digits must follow each %; correct the value, or use try_url_decode, which gives NULL for it. SQLSTATE: 22546",
        quoted(row, byte)
    )
}
