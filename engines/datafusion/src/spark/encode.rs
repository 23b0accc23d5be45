//! `url_encode`.

use arrow::array::ArrayRef;
use arrow::datatypes::DataType;
use datafusion_common::Result;
use datafusion_expr::Documentation;
use datafusion_expr::scalar_doc_sections::DOC_SECTION_STRING;
use percent_simd::scheme::FORM;

use super::jdk;
use crate::function::{Argument, Function};
use crate::strings::{self, Kind};

/// `url_encode`: `java.net.URLEncoder` encodes WHATWG's application/x-www-form-urlencoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct UrlEncode;

impl Function for UrlEncode {
    const ARGUMENTS: &'static [Argument] = &[Argument::AsText];

    fn name(&self) -> &'static str {
        "url_encode"
    }

    fn documentation(&self) -> Documentation {
        Documentation::builder(
            DOC_SECTION_STRING,
            "Encodes text as application/x-www-form-urlencoded, as Apache Spark does: letters, digits and *-._ stay, a space gives +, and every other byte gives %XX.",
            "url_encode(text)",
        )
        .with_sql_example("```sql\n> select url_encode('https://spark.apache.org/?q=~ é');\nhttps%3A%2F%2Fspark.apache.org%2F%3Fq%3D%7E+%C3%A9\n```")
        .with_argument("text", "A string of any type, or an integer, a boolean, or a binary value, whose bytes that are not UTF-8 give U+FFFD.")
        .with_related_udf("url_decode")
        .with_related_udf("percent_encode")
        .build()
    }

    fn return_type(&self, value: &DataType, _: &[&str]) -> Result<DataType> {
        Ok(Kind::Text.output(value))
    }

    fn invoke(&self, arrays: &[ArrayRef], _: &[&str]) -> Result<ArrayRef> {
        let encode = |array: &ArrayRef| FORM.encoder().encode_array(array);
        strings::map(&jdk::text(&arrays[0])?, encode, |_, _| None)
    }
}
