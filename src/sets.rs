//! Sets of ASCII bytes, and the percent-encode set of every standard.
//!
//! A set says which ASCII bytes an [`Encoder`](crate::Encoder) escapes; bytes from 80 to FF are always escaped and are in no set. Each
//! constant below is named for its scheme and documented with the section of the standard that governs it.
//!
//! ```
//! # #[cfg(feature = "alloc")] {
//! use percent_simd::{AsciiSet, encode, sets};
//!
//! const PATH_SEGMENT: AsciiSet = sets::URL_PATH.add(b'/').add(b'%');
//! assert_eq!(encode(b"50% of a/b", PATH_SEGMENT), "50%25%20of%20a%2Fb");
//! # }
//! ```

use crate::kernel::out;
use core::fmt;

/// A set of ASCII bytes, in 16 bytes of memory.
///
/// Every method is `const` and takes the set by value, so sets are built at compile time from one another.
///
/// ```
/// use percent_simd::{AsciiSet, sets};
///
/// const MINE: AsciiSet = sets::URL_QUERY.union(AsciiSet::from_bytes(b"+&")).remove(b'"');
/// assert!(MINE.contains(b'+') && !MINE.contains(b'"'));
/// assert!(!MINE.contains(0xE9), "bytes from 80 to FF are in no set; encoders escape them always");
/// ```
// Row = low nibble of the byte, bit = its high nibble: the sixteen rows are the very table that the vector kernels shuffle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct AsciiSet {
    rows: [u8; 16],
}

impl AsciiSet {
    /// The set without members.
    pub const EMPTY: Self = Self { rows: [0; 16] };

    /// The set of all the bytes given, in any order, repeated or not.
    ///
    /// # Panics
    /// If one of them is 80 or above; in a `const` that is a compile error. [`try_from_bytes`](Self::try_from_bytes) answers `None` instead.
    #[must_use]
    pub const fn from_bytes(bytes: &[u8]) -> Self {
        match Self::try_from_bytes(bytes) {
            Some(set) => set,
            None => panic!("an AsciiSet holds bytes below 0x80 only"),
        }
    }

    /// The set of all the bytes given, or `None` if one of them is 80 or above.
    ///
    /// ```
    /// # use percent_simd::AsciiSet;
    /// assert_eq!(AsciiSet::try_from_bytes(b"/?").map(AsciiSet::len), Some(2));
    /// assert_eq!(AsciiSet::try_from_bytes("é".as_bytes()), None);
    /// ```
    #[must_use]
    pub const fn try_from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut set = Self::EMPTY;
        let mut i = 0;
        while i < bytes.len() {
            if bytes[i] >= 0x80 {
                return None;
            }
            set = set.add(bytes[i]);
            i += 1;
        }
        Some(set)
    }

    /// All bytes from `first` to `last`, both included.
    const fn range(first: u8, last: u8) -> Self {
        let mut set = Self::EMPTY;
        let mut byte = first;
        while byte <= last {
            set = set.add(byte);
            byte += 1;
        }
        set
    }

    /// The set with `byte` in it.
    ///
    /// # Panics
    /// If `byte` is 80 or above; in a `const` that is a compile error.
    #[must_use]
    pub const fn add(mut self, byte: u8) -> Self {
        assert!(byte < 0x80, "an AsciiSet holds bytes below 0x80 only");
        self.rows[(byte & 15) as usize] |= 1 << (byte >> 4);
        self
    }

    /// The set without `byte`.
    ///
    /// # Panics
    /// If `byte` is 80 or above; in a `const` that is a compile error.
    #[must_use]
    pub const fn remove(mut self, byte: u8) -> Self {
        assert!(byte < 0x80, "an AsciiSet holds bytes below 0x80 only");
        self.rows[(byte & 15) as usize] &= !(1 << (byte >> 4));
        self
    }

    /// What is in this set, in the other, or in both.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self::from_u128(self.to_u128() | other.to_u128())
    }

    /// What is in both sets.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self::from_u128(self.to_u128() & other.to_u128())
    }

    /// What is in this set and not in the other.
    #[must_use]
    pub const fn difference(self, other: Self) -> Self {
        Self::from_u128(self.to_u128() & !other.to_u128())
    }

    /// The ASCII bytes that are not in this set.
    #[must_use]
    pub const fn complement(self) -> Self {
        Self::from_u128(!self.to_u128())
    }

    /// Whether `byte` is in the set; false for every byte from 80 to FF.
    #[must_use]
    #[inline(always)]
    pub const fn contains(self, byte: u8) -> bool {
        // Row and bit of a byte >= 80 name bit 8 and above, which no row has.
        (self.rows[(byte & 15) as usize] as u32 >> (byte >> 4)) & 1 != 0
    }

    /// The longest start of the input that stays as it is where members and bytes from 80 to FF are escaped, as text; and the rest, which is empty or
    /// begins with what is escaped. Quick where a few bytes stay, and where many do.
    ///
    /// ```
    /// use percent_simd::sets;
    /// assert_eq!(sets::URL_PATH.split_unescaped(b"/a b"), ("/a", &b" b"[..]));
    /// assert_eq!(sets::URL_PATH.split_unescaped(b"/a"), ("/a", &b""[..]));
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn split_unescaped<I: AsRef<[u8]> + ?Sized>(self, input: &I) -> (&str, &[u8]) {
        out::split_unescaped(input.as_ref(), &self)
    }

    /// Whether `byte` is in the set, or is 80 or above.
    #[inline(always)]
    pub(crate) const fn or_non_ascii(&self, byte: u8) -> bool {
        ((self.rows[(byte & 15) as usize] as u32 | 0xFF00) >> (byte >> 4)) & 1 != 0
    }

    /// Whether all of this set is in the other.
    #[must_use]
    pub const fn is_subset(self, other: Self) -> bool {
        self.difference(other).is_empty()
    }

    /// How many bytes are in the set: 0 to 128.
    #[must_use]
    pub const fn len(self) -> usize {
        self.to_u128().count_ones() as usize
    }

    /// Whether nothing is in the set.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.to_u128() == 0
    }

    /// The members in ascending order.
    ///
    /// ```
    /// # use percent_simd::AsciiSet;
    /// assert!(AsciiSet::from_bytes(b"b/a").iter().eq(*b"/ab"));
    /// ```
    #[must_use]
    pub const fn iter(self) -> Iter {
        Iter { set: self, next: 0, left: self.len() }
    }

    /// The sixteen rows: bit `h` of row `l` says whether the byte `h << 4 | l` is a member.
    #[inline]
    pub(crate) const fn rows(&self) -> &[u8; 16] {
        &self.rows
    }

    #[inline]
    const fn to_u128(self) -> u128 {
        u128::from_ne_bytes(self.rows)
    }

    const fn from_u128(bits: u128) -> Self {
        Self { rows: bits.to_ne_bytes() }
    }
}

impl fmt::Debug for AsciiSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AsciiSet(\"")?;
        for byte in self.iter() {
            write!(f, "{}", byte.escape_ascii())?;
        }
        f.write_str("\")")
    }
}

impl IntoIterator for AsciiSet {
    type Item = u8;
    type IntoIter = Iter;

    fn into_iter(self) -> Iter {
        self.iter()
    }
}

/// The members of an [`AsciiSet`] in ascending order: what [`AsciiSet::iter`] returns.
#[derive(Clone, Debug)]
pub struct Iter {
    set: AsciiSet,
    next: u8,
    left: usize,
}

impl Iterator for Iter {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        while self.next < 0x80 {
            let byte = self.next;
            self.next += 1;
            if self.set.contains(byte) {
                self.left -= 1;
                return Some(byte);
            }
        }
        None
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for Iter {}
impl core::iter::FusedIterator for Iter {}

// ---- The pieces that the standards build their sets from. ----

/// A-Z, a-z, 0-9.
const ALPHANUMERIC: AsciiSet = AsciiSet::range(b'A', b'Z').union(AsciiSet::range(b'a', b'z')).union(AsciiSet::range(b'0', b'9'));
/// RFC 3986 2.3.
const UNRESERVED: AsciiSet = ALPHANUMERIC.union(AsciiSet::from_bytes(b"-._~"));
/// RFC 3986 2.2.
const SUB_DELIMS: AsciiSet = AsciiSet::from_bytes(b"!$&'()*+,;=");
/// RFC 3986 2.2.
const GEN_DELIMS: AsciiSet = AsciiSet::from_bytes(b":/?#[]@");

/// Everything but alphanumerics and the bytes named.
const fn all_but(kept: &[u8]) -> AsciiSet {
    ALPHANUMERIC.union(AsciiSet::from_bytes(kept)).complement()
}

/// Control characters and the bytes named.
const fn controls_and(escaped: &[u8]) -> AsciiSet {
    CONTROLS.union(AsciiSet::from_bytes(escaped))
}

/// 00-1F and 7F: the same as [`URL_C0`].
pub const CONTROLS: AsciiSet = AsciiSet::range(0, 0x1F).add(0x7F);

/// Every ASCII byte but A-Z, a-z and 0-9: the smallest alphabet, safe wherever letters and digits are.
pub const NON_ALPHANUMERIC: AsciiSet = ALPHANUMERIC.complement();

// ---- WHATWG URL Standard, section 1.3 "Percent-encoded bytes". ----

/// WHATWG URL 1.3, *C0 control percent-encode set*: 00-1F and 7F. For opaque paths and opaque hosts.
pub const URL_C0: AsciiSet = CONTROLS;

/// WHATWG URL 1.3, *fragment percent-encode set*: C0 control set, SP `"` `<` `>` `` ` ``.
pub const URL_FRAGMENT: AsciiSet = controls_and(b" \"<>`");

/// WHATWG URL 1.3, *query percent-encode set*: C0 control set, SP `"` `#` `<` `>`. For the query of URLs whose scheme is not special.
pub const URL_QUERY: AsciiSet = controls_and(b" \"#<>");

/// WHATWG URL 1.3, *special-query percent-encode set*: [`URL_QUERY`] and `'`. For the query of http, https, ws, wss, ftp and file URLs.
pub const URL_SPECIAL_QUERY: AsciiSet = URL_QUERY.add(b'\'');

/// WHATWG URL 1.3, *path percent-encode set*: [`URL_QUERY`] and `?` `^` `` ` `` `{` `}` (`^` since March 2025). `/` and `%` stay.
pub const URL_PATH: AsciiSet = URL_QUERY.union(AsciiSet::from_bytes(b"?^`{}"));

/// WHATWG URL 1.3, *userinfo percent-encode set*: [`URL_PATH`] and `/` `:` `;` `=` `@` `[` `\` `]` `|`.
pub const URL_USERINFO: AsciiSet = URL_PATH.union(AsciiSet::from_bytes(b"/:;=@[\\]|"));

/// WHATWG URL 1.3, *component percent-encode set*: [`URL_USERINFO`] and `$` `%` `&` `+` `,`. Equal to JavaScript's `encodeURIComponent` on
/// well-formed text.
pub const URL_COMPONENT: AsciiSet = URL_USERINFO.union(AsciiSet::from_bytes(b"$%&+,"));

/// WHATWG URL 1.3, *application/x-www-form-urlencoded percent-encode set*: [`URL_COMPONENT`] and `!` `'` `(` `)` `~`, so that alphanumerics
/// and `*-._` stay. A form also writes SP as `+`: use it with [`Encoder::space_as_plus`](crate::Encoder::space_as_plus).
pub const FORM_SET: AsciiSet = URL_COMPONENT.union(AsciiSet::from_bytes(b"!'()~"));

// ---- RFC 3986 and its predecessors. ----

/// RFC 3986 2.3: keeps *unreserved* (alphanumerics and `-._~`) alone. Right for any single value anywhere in a URI.
pub const URI_COMPONENT: AsciiSet = UNRESERVED.complement();

/// RFC 3986 3.3, *segment*: keeps *pchar* (unreserved, sub-delims, `:` and `@`).
pub const URI_SEGMENT: AsciiSet = UNRESERVED.union(SUB_DELIMS).union(AsciiSet::from_bytes(b":@")).complement();

/// RFC 3986 3.3, *segment-nz-nc*: [`URI_SEGMENT`] with `:` escaped, for the first segment of a relative reference.
pub const URI_SEGMENT_NC: AsciiSet = URI_SEGMENT.add(b':');

/// RFC 3986 3.4, *query*: keeps pchar, `/` and `?`.
pub const URI_QUERY: AsciiSet = URI_SEGMENT.remove(b'/').remove(b'?');

/// RFC 3986 3.5, *fragment*: keeps pchar, `/` and `?`.
pub const URI_FRAGMENT: AsciiSet = URI_QUERY;

/// RFC 3986 3.2.1, *userinfo*: keeps unreserved, sub-delims and `:`.
pub const URI_USERINFO: AsciiSet = URI_REG_NAME.remove(b':');

/// RFC 3986 3.2.2, *reg-name*: keeps unreserved and sub-delims.
pub const URI_REG_NAME: AsciiSet = UNRESERVED.union(SUB_DELIMS).complement();

/// RFC 2396 2.3 (obsolete, still met): keeps *unreserved* as it was then, alphanumerics and `-_.!~*'()`.
pub const URI_2396: AsciiSet = all_but(b"-_.!~*'()");

/// RFC 1738 2.2 (obsolete, still met): keeps alphanumerics, *safe* `$-_.+` and *extra* `!*'(),`.
pub const URI_1738: AsciiSet = all_but(b"$-_.+!*'(),");

/// RFC 2396 2.4.3, the *excluded* characters of raw text: control, space, delims `<>#%"` and unwise `` {}|\^[]` ``. With
/// [`Encoder::keep_escapes`](crate::Encoder::keep_escapes) for a URI whose escapes are already there.
pub const URI_2396_EXCLUDED: AsciiSet = controls_and(b" <>#%\"{}|\\^[]`");

/// RFC 3875 2.3 (CGI): the excluded characters without `[` and `]`, which are *reserved* there. Add those of `;/?:@&=+$,[]` that are
/// reserved in your context; the others must not be escaped.
pub const CGI: AsciiSet = URI_2396_EXCLUDED.remove(b'[').remove(b']');

// ---- Other standards. ----

/// RFC 5849 3.6 (OAuth 1.0): keeps unreserved; hex digits are upper case, SP is `%20`.
pub const OAUTH: AsciiSet = URI_COMPONENT;

/// AWS Signature Version 4, *UriEncode*: keeps unreserved.
pub const AWS: AsciiSet = URI_COMPONENT;

/// AWS Signature Version 4, *UriEncode* of an object key: keeps unreserved and `/`.
pub const AWS_PATH: AsciiSet = AWS.remove(b'/');

/// ECMA-262 19.2.6.4, `encodeURI`: keeps alphanumerics, ``-_.!~*'()`` and ``;/?:@&=+$,#``. So `%` becomes `%25`, and `[` `]` are escaped.
pub const JS_URI: AsciiSet = all_but(b"-_.!~*'();/?:@&=+$,#");

/// ECMA-262 19.2.6.5, `encodeURIComponent`: keeps alphanumerics and `-_.!~*'()`.
pub const JS_COMPONENT: AsciiSet = all_but(b"-_.!~*'()");

/// ECMA-262 B.2.1.1, `escape`: keeps alphanumerics and `@*_+-./`. This is its ASCII part: `escape` works on UTF-16 code units and writes
/// those above FF as `%uXXXX`, which no set can say.
pub const JS_ESCAPE: AsciiSet = all_but(b"@*_+-./");

/// RFC 7639 2.2 and RFC 7838 3 (ALPN protocol names): keeps *tchar* without `%`.
pub const ALPN: AsciiSet = all_but(b"!#$&'*+-.^_`|~");

/// RFC 6570 3.2.1, simple expansion of a variable (`{x}`): keeps unreserved.
pub const TEMPLATE: AsciiSet = URI_COMPONENT;

/// RFC 6570 3.2.1, reserved expansion (`{+x}`, `{#x}`): keeps unreserved and reserved. Use it with
/// [`Encoder::keep_escapes`](crate::Encoder::keep_escapes): valid triplets stay, a stray `%` becomes `%25`.
pub const TEMPLATE_RESERVED: AsciiSet = UNRESERVED.union(SUB_DELIMS).union(GEN_DELIMS).complement();

/// RFC 6570 3.1, literals of a template: keeps unreserved and reserved, with [`Encoder::keep_escapes`](crate::Encoder::keep_escapes).
pub const TEMPLATE_LITERAL: AsciiSet = TEMPLATE_RESERVED;

/// RFC 3987 3.1 with the MAY of its step 2: what no URI may hold, SP ``"<>\^`{|}``. `%` stays, and non-ASCII is escaped as UTF-8.
pub const IRI: AsciiSet = controls_and(b" \"<>\\^`{|}");

/// Legacy extended IRIs for XML resource identification, section 3.1: the same as [`IRI`].
pub const LEIRI: AsciiSet = IRI;

/// XPath and XQuery Functions 3.1, 6.2 `fn:encode-for-uri`: keeps unreserved.
pub const XPATH_ENCODE_FOR_URI: AsciiSet = URI_COMPONENT;

/// XPath and XQuery Functions 3.1, 6.3 `fn:iri-to-uri`: the set of [`LEIRI`].
pub const XPATH_IRI_TO_URI: AsciiSet = LEIRI;

/// XPath and XQuery Functions 3.1, 6.4 `fn:escape-html-uri`: only what is outside 20-7E.
pub const XPATH_ESCAPE_HTML_URI: AsciiSet = CONTROLS;

/// PHP `rawurlencode`, and `http_build_query` of type `PHP_QUERY_RFC3986`: keeps unreserved.
pub const PHP_RAWURLENCODE: AsciiSet = URI_COMPONENT;

/// PHP `urlencode`, and `http_build_query` of type `PHP_QUERY_RFC1738`: keeps alphanumerics and `-._`. SP becomes `+`: use it with
/// [`Encoder::space_as_plus`](crate::Encoder::space_as_plus).
pub const PHP_URLENCODE_SET: AsciiSet = all_but(b"-._");

/// CSS Values 4, 4.5.1: [`URL_COMPONENT`] and `'` `(` `)`, safe inside an unquoted `url()`.
pub const CSS_URL: AsciiSet = URL_COMPONENT.union(AsciiSet::from_bytes(b"'()"));

/// RFC 8187 3.2.1 (and RFC 5987), extended header parameters: keeps *attr-char*.
pub const RFC5987: AsciiSet = all_but(b"!#$&+-.^_`|~");

/// Every ASCII byte: with it an encoder writes every byte as a triplet.
pub const ALL: AsciiSet = AsciiSet::EMPTY.complement();
