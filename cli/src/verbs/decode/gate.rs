//! The condition of a scheme on a whole record, checked before its policy decodes it.

use std::borrow::Cow;

use percent_simd::scheme::sf_display::{self, DisplayStringError};
use percent_simd::scheme::{alpn, data_url::DataUrl, modsecurity};
use percent_simd::{DecodeError, triplet};

use super::Decodable;
use crate::blocks::refusal;
use crate::fields::{Problem, Result};
use crate::options::Named;

/// The part of a record that the policy decodes.
pub(super) struct Opened<'a> {
    pub(super) encoded: Cow<'a, [u8]>,
    /// Its position in the record; `None` if it was rewritten.
    pub(super) start: Option<usize>,
}

impl Decodable {
    /// Returns true if a record must be in a certain form, or has a part that is decoded.
    pub(super) fn has_condition(self) -> bool {
        use Decodable::{CgiKeywords, DataUrl, ModsecurityUni, Scheme};
        matches!(
            self,
            CgiKeywords | DataUrl | ModsecurityUni | Scheme(Named::Alpn | Named::SfDisplay)
        )
    }

    pub(super) fn open(self, record: &[u8]) -> Result<Opened<'_>> {
        let refused = |error: DecodeError| refusal(error.position(), error.kind(), record);
        let (encoded, start) = match self {
            Self::Scheme(Named::Alpn) => {
                alpn::check(record).map_err(refused)?;
                (record, 0)
            }
            Self::Scheme(Named::SfDisplay) => {
                sf_display::check(record).map_err(|error| match error {
                    DisplayStringError::Content(error) => refused(error),
                    error => no_display_string(error, record),
                })?;
                (&record[2..record.len() - 1], 2)
            }
            Self::DataUrl => {
                let url = DataUrl::parse(record).ok_or_else(|| {
                    Problem::new(0, "no data: URL: it starts with `data:` and has a comma")
                })?;
                let comma = record.iter().position(|&byte| byte == b',').unwrap_or(0);
                (url.body_raw(), comma + 1)
            }
            // `%uHHHH` is a byte.
            Self::ModsecurityUni => {
                let encoded = narrowed(record);
                let start = matches!(encoded, Cow::Borrowed(_)).then_some(0);
                return Ok(Opened { encoded, start });
            }
            _ => (record, 0),
        };
        Ok(Opened { encoded: Cow::Borrowed(encoded), start: Some(start) })
    }
}

fn no_display_string(error: DisplayStringError, record: &[u8]) -> Problem {
    match error {
        DisplayStringError::Raw(at) => {
            let escaped = triplet(record[at]).to_ascii_lowercase();
            let byte = record[at].escape_ascii();
            Problem::new(at, format!("raw `{byte}`: it must be escaped as `{escaped}`"))
        }
        DisplayStringError::UppercaseHex(at) => {
            let written = record[at..at + 3].escape_ascii();
            let what = format!("malformed triplet `{written}`: its hex digits must be lowercase");
            Problem::new(at, what)
        }
        DisplayStringError::Trailing(at) => {
            Problem::new(at, "no display string: it ends before this")
        }
        DisplayStringError::End => {
            Problem::new(record.len(), "no display string: the closing `\"` is missing")
        }
        _ => Problem::new(0, "no display string: it must start with `%\"`"),
    }
}

/// The record with `%XX` for each `%uHHHH`. A `%` before one is still stray.
fn narrowed(record: &[u8]) -> Cow<'_, [u8]> {
    let (mut output, mut copied, mut at) = (Vec::new(), 0, 0);
    while let Some(len) = memchr::memchr(b'%', &record[at..]) {
        at += len;
        let escape = record.get(at..at + 6).unwrap_or_default();
        let byte = match escape {
            [_, b'u' | b'U', ..] => modsecurity::url_decode_uni(escape),
            _ => Cow::Borrowed(escape),
        };
        let [byte] = *byte else {
            at += 1;
            continue;
        };
        output.extend_from_slice(&record[copied..at]);
        output.extend_from_slice(triplet(byte).as_bytes());
        at += escape.len();
        copied = at;
    }
    if copied == 0 {
        return Cow::Borrowed(record);
    }
    output.extend_from_slice(&record[copied..]);
    Cow::Owned(output)
}
