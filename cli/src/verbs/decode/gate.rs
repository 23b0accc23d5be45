//! The condition of a scheme on a whole record, checked before its policy decodes it.

use std::borrow::Cow;

use percent_simd::scheme::sf_display::{self, DisplayStringError};
use percent_simd::scheme::{alpn, data_url::DataUrl, modsecurity};
use percent_simd::{DecodeError, triplet};

use super::Decodable;
use crate::fields::Problem;
use crate::options::Named;
use crate::work::refusal;

/// The condition of a scheme on a whole record, before decoding.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Gate {
    Open,
    /// The record is in the canonical form of ALPN.
    Alpn,
    /// A record with a `=` has no search words, and stays unchanged.
    Keywords,
    /// The record is a Display String, and what is between its quotes is decoded.
    Display,
    /// The record is a `data:` URL, and its body is decoded.
    DataUrl,
    /// `%uHHHH` is a byte.
    Wide,
}

/// The part of a record that the policy decodes.
pub(super) struct Opened<'a> {
    pub(super) encoded: Cow<'a, [u8]>,
    /// Its position in the record; `None` if it was rewritten.
    pub(super) start: Option<usize>,
}

impl Gate {
    pub(super) fn of(scheme: Option<Decodable>) -> Self {
        match scheme {
            Some(Decodable::Keywords) => Self::Keywords,
            Some(Decodable::Scheme(Named::Alpn)) => Self::Alpn,
            Some(Decodable::Scheme(Named::SfDisplay)) => Self::Display,
            Some(Decodable::DataUrl) => Self::DataUrl,
            Some(Decodable::ModSecurityUni) => Self::Wide,
            _ => Self::Open,
        }
    }

    pub(super) fn open(self, record: &[u8]) -> Result<Opened<'_>, Problem> {
        let refused = |error: DecodeError| refusal(error.position(), error.kind(), record);
        let (encoded, start) = match self {
            Self::Open | Self::Keywords => (record, 0),
            Self::Alpn => {
                alpn::check(record).map_err(refused)?;
                (record, 0)
            }
            Self::Display => {
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
            Self::Wide => {
                let encoded = narrowed(record);
                let start = matches!(encoded, Cow::Borrowed(_)).then_some(0);
                return Ok(Opened { encoded, start });
            }
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

/// The record with `%XX` for each `%uHHHH`. No other triplet comes or goes: a `%` before one is
/// still stray.
fn narrowed(record: &[u8]) -> Cow<'_, [u8]> {
    let (mut output, mut copied, mut at) = (Vec::new(), 0, 0);
    while let Some(found) = memchr::memchr(b'%', &record[at..]) {
        at += found;
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
