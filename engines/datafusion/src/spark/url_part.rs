//! The part of a URL that `parse_url` returns.

use super::key::Key;
use super::uri::Uri;

/// The meaning of a part and a key.
#[derive(Debug)]
pub(super) enum Wanted {
    /// Null, whatever the URL is.
    Null,
    /// A component; null if there is none of that name, but the URL must be well-formed.
    Part(Option<Part>),
    /// The value of a parameter.
    Value(Key),
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Part {
    Host,
    Path,
    Query,
    Fragment,
    Scheme,
    File,
    Authority,
    UserInfo,
}

impl Wanted {
    pub(super) fn part(name: &str) -> Self {
        Self::Part(match name {
            "HOST" => Some(Part::Host),
            "PATH" => Some(Part::Path),
            "QUERY" => Some(Part::Query),
            "REF" => Some(Part::Fragment),
            "PROTOCOL" => Some(Part::Scheme),
            "FILE" => Some(Part::File),
            "AUTHORITY" => Some(Part::Authority),
            "USERINFO" => Some(Part::UserInfo),
            _ => None,
        })
    }

    /// `None` if the key cannot be read.
    pub(super) fn value(part: &str, key: &str) -> Option<Self> {
        if part == "QUERY" { Key::parse(key).map(Self::Value) } else { Some(Self::Null) }
    }

    /// The part or the value in that URL, if it has one. The error is the position at which the URL
    /// is malformed.
    pub(super) fn of<'a>(&self, url: &'a str) -> Result<Option<&'a str>, usize> {
        Ok(match self {
            Self::Null => None,
            Self::Part(part) => {
                let uri = Uri::parse(url)?;
                part.and_then(|part| match part {
                    Part::Host => uri.host,
                    Part::Path => uri.path,
                    Part::Query => uri.query,
                    Part::Fragment => uri.fragment,
                    Part::Scheme => uri.scheme,
                    Part::File => uri.file,
                    Part::Authority => uri.authority,
                    Part::UserInfo => uri.user_info,
                })
            }
            Self::Value(key) => Uri::parse(url)?.query.and_then(|query| key.value(query)),
        })
    }
}
