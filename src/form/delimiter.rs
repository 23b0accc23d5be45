//! The delimiters of a sequence's elements within one value.

/// The delimiter of a sequence's elements within one value, by OpenAPI's names for its styles; see
/// [`Parser::delimiter`](super::Parser::delimiter) and
/// [`Serializer::delimiter`](super::Serializer::delimiter).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Delimiter {
    /// *form* without *explode*: a raw `,`. An escaped one, `%2C`, is data.
    Comma,
    /// *spaceDelimited*: `%20`, and `+` where it is SP.
    Space,
    /// *pipeDelimited*: `|`, raw or escaped.
    Pipe,
}

impl Delimiter {
    /// The first delimiter in an encoded value from `start` on: its position and its length.
    #[inline]
    pub(super) fn find(
        self,
        value: &[u8],
        start: usize,
        plus_as_space: bool,
    ) -> Option<(usize, usize)> {
        (start..value.len()).find_map(|at| {
            let len = match (self, &value[at..]) {
                (Self::Comma, [b',', ..]) | (Self::Pipe, [b'|', ..]) => 1,
                (Self::Space, [b'+', ..]) if plus_as_space => 1,
                (Self::Space, [b'%', b'2', b'0', ..])
                | (Self::Pipe, [b'%', b'7', b'C' | b'c', ..]) => 3,
                _ => return None,
            };
            Some((at, len))
        })
    }

    /// The delimiter as it is written between two elements.
    pub(super) const fn encoded(self) -> &'static str {
        match self {
            Self::Comma => ",",
            Self::Space => "%20",
            Self::Pipe => "%7C",
        }
    }

    /// True if a reader would split this element. (A comma in an element is escaped, and then it is
    /// data.)
    #[inline]
    pub(super) fn splits(self, element: &[u8]) -> bool {
        match self {
            Self::Comma => false,
            Self::Space => element.contains(&b' '),
            Self::Pipe => element.contains(&b'|'),
        }
    }
}
