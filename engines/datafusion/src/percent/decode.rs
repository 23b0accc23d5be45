//! `percent_decode` and `try_percent_decode`.

use std::borrow::Cow;
use std::fmt;

use arrow::array::ArrayRef;
use arrow::datatypes::DataType;
use datafusion_common::{DataFusionError, Result, exec_datafusion_err, internal_datafusion_err};
use datafusion_expr::Documentation;
use datafusion_expr::scalar_doc_sections::DOC_SECTION_STRING;
use percent_simd::batch::OnError;
use percent_simd::{DecodeError, DecodeErrorKind, Decoder, Malformed};

use super::options::{HELP, Options};
use super::percent_u;
use crate::function::{Argument, Function};
use crate::strings::{self, Kind, Place};
use crate::values::quoted;

/// `percent_decode`, and `try_percent_decode`, where a row that is refused is null.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum PercentDecode {
    OrFail,
    OrNull,
}

impl Function for PercentDecode {
    const ARGUMENTS: &'static [Argument] = &[Argument::TextOrBytes, Argument::Constant];
    const OPTIONAL: usize = 1;
    const TAKES_LITERALS: bool = true; // utf8= decides whether the result is text

    fn name(&self) -> &'static str {
        match self {
            Self::OrFail => "percent_decode",
            Self::OrNull => "try_percent_decode",
        }
    }

    fn may_give_null(&self) -> bool {
        *self == Self::OrNull
    }

    fn documentation(&self) -> Documentation {
        let (name, other, refused) = match self {
            Self::OrFail => ("percent_decode", "try_percent_decode", "the query fails"),
            Self::OrNull => ("try_percent_decode", "percent_decode", "the result is NULL"),
        };
        let description = format!(
            "Decodes %XX as WHATWG URL's percent-decode does: a % that two hex digits do not follow stays, and so does +. Where the options refuse a value, {refused}."
        );
        Documentation::builder(DOC_SECTION_STRING, description, format!("{name}(value[, options])"))
            .with_sql_example(format!(
                "```sql\n> select {name}('/caf%C3%A9%2F100%', 'keep=/%');\n/café%2F100%\n```"
            ))
            .with_argument("value", "A string or binary value of any type.")
            .with_argument("options", HELP)
            .with_related_udf(other)
            .with_related_udf("percent_encode")
            .with_related_udf("url_decode")
            .build()
    }

    fn return_type(&self, value: &DataType, constants: &[&str]) -> Result<DataType> {
        Ok(self.options(value, constants)?.kind.output(value))
    }

    fn usual_return_type(&self, value: &DataType, _: usize) -> Option<DataType> {
        Some(Kind::of(value).output(value))
    }

    fn invoke(&self, arrays: &[ArrayRef], constants: &[&str]) -> Result<ArrayRef> {
        let input = &arrays[0];
        let options = self.options(input.data_type(), constants)?;
        let Options { decoder, kind, times, has_percent_u } = options;
        let refusal = |row: &[u8], place: &Place| match self {
            Self::OrFail => Some(refusal(&options, row, place)),
            Self::OrNull => None,
        };
        if times > 1 || has_percent_u {
            return strings::map_rows(input, kind, |row| decoded(&options, row).ok(), refusal);
        }
        let map = |array: &ArrayRef| match kind {
            Kind::Text => decoder.decode_utf8_array(array, OnError::Null),
            Kind::Bytes => decoder.decode_array(array, OnError::Null),
        };
        strings::map(input, map, refusal)
    }
}

impl PercentDecode {
    fn options(self, value: &DataType, constants: &[&str]) -> Result<Options> {
        let options = constants.first().copied().unwrap_or_default();
        Options::parse(self.name(), options, Kind::of(value))
    }
}

/// The row, decoded as often as the options say. Where the result is text, so is that of each round.
fn decoded<'a>(options: &Options, row: &'a [u8]) -> Result<Cow<'a, [u8]>, Refused> {
    let Options { mut decoder, kind, times, has_percent_u } = *options;
    if kind == Kind::Bytes && !has_percent_u {
        let decoded = decoder.decode_times(row, times);
        return decoded
            .map(|decoded| decoded.output)
            .map_err(|error| Refused { round: error.round(), error: error.error() });
    }
    let mut output = Cow::Borrowed(row);
    for round in 1..=times {
        let input = if has_percent_u { percent_u::to_triplets(output) } else { output };
        if round > 1 && decoder.find(&*input).is_none() {
            return Ok(input);
        }
        output = decoded_once(&decoder, kind, input).map_err(|error| Refused { round, error })?;
        // As in `Decoder::decode_times`: a `+` and a stray `%` that have come out are data.
        decoder = decoder.plus_as_space(false).malformed(Malformed::Keep);
    }
    Ok(output)
}

fn decoded_once<'a>(
    decoder: &Decoder,
    kind: Kind,
    input: Cow<'a, [u8]>,
) -> Result<Cow<'a, [u8]>, DecodeError> {
    let decoded = match (kind, &input) {
        (Kind::Bytes, input) => decoder.decode(&**input)?,
        (Kind::Text, input) => strings::bytes(decoder.decode_utf8(&**input)?),
    };
    Ok(match decoded {
        Cow::Borrowed(_) => input,
        Cow::Owned(decoded) => Cow::Owned(decoded),
    })
}

/// The error of a row that is refused.
fn refusal(options: &Options, row: &[u8], place: &Place) -> DataFusionError {
    let decoded = decoded(options, row);
    // As the error counts bytes.
    let row = match options.has_percent_u {
        true => percent_u::to_triplets(Cow::Borrowed(row)),
        false => Cow::Borrowed(row),
    };
    match decoded {
        Err(refused) => exec_datafusion_err!(
            "percent_decode refuses {}{place}: {refused}. try_percent_decode gives NULL for it; {}",
            quoted(&row, refused.byte()),
            refused.remedy()
        ),
        Ok(_) => internal_datafusion_err!(
            "percent_decode refuses {}{place}, which it accepts alone",
            quoted(&row, 0)
        ),
    }
}

/// The reason for which a row is refused, and the round of decoding.
struct Refused {
    round: u32,
    error: DecodeError,
}

impl Refused {
    /// The place in the row; 0 if a later round refuses it, whose places are not those of the row.
    const fn byte(&self) -> usize {
        if self.round == 1 { self.error.position() } else { 0 }
    }

    /// The option that accepts the row.
    const fn remedy(&self) -> &'static str {
        match self.error.kind() {
            DecodeErrorKind::Rejected(_) => "without the option reject=, no byte is refused",
            DecodeErrorKind::Utf8 => {
                "the option utf8=lossy gives U+FFFD, and utf8=bytes a binary value"
            }
            _ => "without the option strict, a malformed triplet stays",
        }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.round {
            1 => write!(f, "{}", self.error),
            round => write!(f, "round {round} of decoding: {}", self.error),
        }
    }
}
