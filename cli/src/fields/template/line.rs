//! A line of a template, matched from the left: each field ends where its text or its enclosure says,
//! and nothing is tried twice.

use std::ops::Range;

use memchr::{memchr, memchr_iter, memchr2, memchr2_iter, memmem, memrchr};

use super::super::spelling::{Spelling, Spellings};
use super::super::{Problem, Result};
use super::{Field, Kind, Runs, Template, is_number, kind};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::fields) enum Enclosure {
    None,
    /// With backslash escapes.
    Quotes,
    Brackets,
}

#[derive(Clone, Debug)]
pub(in crate::fields) struct Place {
    /// Within its quotes or brackets.
    pub(in crate::fields) span: Range<usize>,
    pub(in crate::fields) enclosure: Enclosure,
    /// It has no backslash, as an escape has.
    pub(in crate::fields) is_verbatim: bool,
}

/// The rest of a line after a field.
enum Next {
    Field(usize),
    End,
    Unknown(usize),
}

/// One that may follow the fields of a template.
const UNKNOWN: Field = Field {
    name: "more fields",
    common: "",
    kind: Kind::Text,
    enclosure: Enclosure::None,
    spaces: 0,
    separator: b" ",
};

/// The most fields that are tried, in other places than their first ones, to see whether a line fits in one
/// way only.
const MOST_STEPS: u32 = 1000;

impl Template {
    /// Matches a line, and gives the places of fields to `each`, also of further ones up to `last`.
    pub(in crate::fields) fn matches(
        &self,
        record: &[u8],
        from: usize,
        last: usize,
        mut each: impl FnMut(usize, Place),
    ) -> Result {
        if !record[from..].starts_with(self.lead) {
            let lead = self.lead.escape_ascii();
            return Err(Problem::misfit(from, format!("the line does not begin with `{lead}`")));
        }
        let mut at = from + self.lead.len();
        for (number, field) in self.fields.iter().enumerate() {
            let (place, next) = self.step(number, record, at)?;
            let start = place.span.start;
            let is_free = place.enclosure == Enclosure::None && field.is_free();
            each(number, place);
            match next {
                Next::Field(next)
                    if is_free && self.ends_later(number, record, next, &mut { MOST_STEPS }) =>
                {
                    let what = "it may as well end at a later separator; log it in quotes";
                    return Err(misfit(start, field, what));
                }
                Next::Field(next) => at = next,
                Next::End => return Ok(()),
                Next::Unknown(start) => {
                    if let Some(quote) = stray_quote(&record[start..]) {
                        return Err(misfit(start + quote, &UNKNOWN, STRAY_QUOTE));
                    }
                    at = start;
                    break;
                }
            }
        }
        for number in self.fields.len()..=last {
            let (place, end) = self.place(number, record, at)?;
            each(number, place);
            if end == record.len() {
                break;
            }
            if record[end] != b' ' {
                return Err(misfit(end, &UNKNOWN, "text after a closing quote"));
            }
            at = end + 1;
        }
        Ok(())
    }

    fn field_at(&self, number: usize) -> &Field {
        self.fields.get(number).unwrap_or(&UNKNOWN)
    }

    /// The place of a field that begins here, if its value has its kind, and the rest of the line.
    fn step(&self, number: usize, record: &[u8], at: usize) -> Result<(Place, Next)> {
        let (field, (place, end)) = (self.field_at(number), self.place(number, record, at)?);
        let value = &record[place.span.clone()];
        let is_enclosed = place.enclosure == Enclosure::Brackets
            || place.enclosure == Enclosure::Quotes && field.kind == Kind::User;
        if !is_enclosed
            // A missing value is a hyphen in every field.
            && value != b"-"
            && let Some(expected) = field.kind.refuses(value)
        {
            return Err(misfit(place.span.start, field, expected));
        }
        if place.enclosure == Enclosure::None
            && field.separator == b" "
            && let Some(quote) = memchr_iter(b'"', value).find(|&at| !value[..at].ends_with(b"\\"))
        {
            return Err(misfit(place.span.start + quote, field, STRAY_QUOTE));
        }
        Ok((place, self.next(number, record, end)?))
    }

    /// True if a field could as well end at a separator from here on, which a client may have sent: the
    /// rest fits then, too. In doubt, which takes more `steps` to resolve, it could.
    fn ends_later(&self, number: usize, record: &[u8], start: usize, steps: &mut u32) -> bool {
        let (separator, next) = (self.fields[number].separator, &self.fields[number + 1]);
        memmem::find_iter(&record[start..], separator).any(|len| {
            let (more, at) = (&record[start..start + len], start + len + separator.len());
            // Addresses in front of the last one of a list are no part of a URL.
            let is_of_list =
                next.kind == Kind::List && !more.iter().any(|byte| b"%/?".contains(byte));
            let may_begin = match (next.enclosure, record.get(at)) {
                (Enclosure::None, first) => first != Some(&b' '),
                (_, first) => first.is_some_and(|first| b"\"[-".contains(first)),
            };
            !is_of_list && may_begin && self.fits_from(number + 1, record, at, steps)
        })
    }

    /// True if the fields from this one on fit a line from here on.
    fn fits_from(&self, number: usize, record: &[u8], at: usize, steps: &mut u32) -> bool {
        *steps = steps.saturating_sub(1);
        let field = &self.fields[number];
        match self.step(number, record, at) {
            _ if *steps == 0 => true,
            Err(_) => false,
            Ok((place, Next::Field(next))) => {
                let is_free = place.enclosure == Enclosure::None && field.is_free();
                self.fits_from(number + 1, record, next, steps)
                    || is_free && self.ends_later(number, record, next, steps)
            }
            Ok(_) => true,
        }
    }

    /// True for a line that fits, for a hint about a template that was not named. So a virtual host
    /// must look like one: not a number, which may be a time, not a list or an address, and followed by a client
    /// other than `-`.
    pub(in crate::fields) fn fits(&self, record: &[u8]) -> bool {
        let has_vhost = self.index_of("vhost").is_some();
        let mut is_likely = true;
        let each = |number: usize, place: Place| {
            let value = &record[place.span];
            is_likely &= match self.fields[number].kind {
                Kind::VirtualHost => {
                    !is_number(value) && !value.contains(&b',') && !super::is_address(value)
                }
                Kind::Host => value != b"-" || !has_vhost,
                _ => true,
            };
        };
        self.matches(record, 0, 0, each).is_ok() && is_likely
    }

    /// The spelling of a field's value, and the byte at which it ends, if that is not a space.
    pub(in crate::fields) fn spelling<'s>(
        &self,
        number: usize,
        place: &Place,
        value: &[u8],
        spellings: &'s Spellings,
    ) -> (&'s Spelling, Option<u8>) {
        let Some(field) = self.fields.get(number) else { return (&spellings.plain, None) };
        let spelling = match (place.enclosure, field.kind) {
            (Enclosure::Quotes, _) => &spellings.quoted,
            (Enclosure::Brackets, _) => &spellings.bracketed,
            (Enclosure::None, Kind::User) if value.contains(&b' ') => &spellings.spaced_user,
            (Enclosure::None, Kind::User) => &spellings.user,
            (Enclosure::None, _) => {
                let end = field.separator.first().copied().filter(|&first| first != b' ');
                return (&spellings.plain, end);
            }
        };
        (spelling, None)
    }

    /// The place of a field that begins here, and where it ends with its quotes or brackets.
    fn place(&self, number: usize, record: &[u8], start: usize) -> Result<(Place, usize)> {
        let (field, rest) = (self.field_at(number), &record[start..]);
        let begins = |byte| rest.first() == Some(&byte);
        // Directly before the next field's enclosure, a quote belongs to that field.
        let is_last = || number + 1 >= self.fields.len();
        let is_word = || field.separator.first().map_or_else(is_last, |&byte| byte == b' ');
        let enclosed = |enclosure: Enclosure, len: Option<usize>, is_verbatim| {
            let Some(len) = len else {
                let what = if enclosure == Enclosure::Quotes { "quote" } else { "bracket" };
                return Err(misfit(start, field, &format!("the {what} is not closed")));
            };
            let span = start + 1..start + len;
            Ok((Place { span, enclosure, is_verbatim }, start + len + 1))
        };
        match field.enclosure {
            // Some servers quote fields that others do not.
            Enclosure::Quotes | Enclosure::None
                if begins(b'"') && (field.enclosure == Enclosure::Quotes || is_word()) =>
            {
                let mut is_verbatim = true;
                let len = quoted(rest, &mut is_verbatim);
                return enclosed(Enclosure::Quotes, len, is_verbatim);
            }
            Enclosure::Brackets if begins(b'[') => {
                return enclosed(Enclosure::Brackets, memchr(b']', rest), true);
            }
            Enclosure::Quotes if !(rest == b"-" || rest.starts_with(b"- ")) => {
                return Err(misfit(start, field, "a value in quotes is expected"));
            }
            Enclosure::Brackets => {
                return Err(misfit(start, field, "a time in brackets is expected"));
            }
            Enclosure::Quotes | Enclosure::None => {}
        }
        let is_among_words = || match field.separator {
            [] => is_last() && self.is_open,
            separator => separator == b" ",
        };
        let len = if field.enclosure == Enclosure::Quotes {
            // A missing value: `-`.
            1
        } else if field.kind == Kind::Request && is_among_words() {
            request(rest).ok_or_else(|| {
                misfit(start, field, "quotes, or one ` HTTP/...` at its end, are expected")
            })?
        } else {
            self.len(number, rest)
        };
        let place =
            Place { span: start..start + len, enclosure: Enclosure::None, is_verbatim: true };
        Ok((place, start + len))
    }

    fn len(&self, number: usize, rest: &[u8]) -> usize {
        let field = self.field_at(number);
        let is_last = number + 1 == self.fields.len();
        let word = || memchr_iter(b' ', rest).nth(field.spaces).unwrap_or(rest.len());
        let is_before_port =
            || self.fields.get(number + 1).is_some_and(|next| next.name.ends_with("port"));
        match (field.kind, field.separator) {
            (Kind::User, b" ") => user(rest),
            (Kind::Address, [b':', ..]) => memrchr(b':', &rest[..word()]).unwrap_or(word()),
            // An address of IPv6 has colons, and a port has none.
            (Kind::Host | Kind::VirtualHost, b":") if is_before_port() => {
                memrchr(b':', &rest[..word()]).unwrap_or(word())
            }
            (Kind::List, b" ") => list(rest),
            (Kind::List, []) if is_last => list(rest),
            (Kind::Url | Kind::DecodedUrl | Kind::Path, b" ") => {
                self.before_protocol(number + 1, rest).unwrap_or_else(word)
            }
            (Kind::Time, b" ") if field.spaces == 0 => {
                let len = word();
                // `12/Nov/2026:06:00:07 +0000`
                match rest.get(len + 1..len + 6).filter(|_| len == "12/Nov/2026:06:00:07".len()) {
                    Some([b'+' | b'-', zone @ ..]) if zone.iter().all(u8::is_ascii_digit) => {
                        len + 6
                    }
                    _ => len,
                }
            }
            (kind, [])
                if is_last
                    && (self.is_open
                        || !matches!(kind, Kind::Text | Kind::Request | Kind::DecodedUrl)) =>
            {
                word()
            }
            (_, []) if is_last => rest.len(),
            // The next field's enclosure begins at once.
            (_, []) => {
                let is_time = self.fields[number + 1].enclosure == Enclosure::Brackets;
                memchr(if is_time { b'[' } else { b'"' }, rest).unwrap_or(rest.len())
            }
            (_, b" ") => word(),
            (_, separator) => {
                // With the end of a line, too, where the last fields are optional.
                memmem::find(rest, separator).unwrap_or(rest.len())
            }
        }
    }

    /// The length of a target, which may have spaces, if this next field is a protocol.
    fn before_protocol(&self, next: usize, rest: &[u8]) -> Option<usize> {
        let next = self.fields.get(next).filter(|next| next.kind == Kind::Protocol)?;
        memchr_iter(b' ', rest).find(|space| {
            let after = &rest[space + 1..];
            let end = match next.separator {
                [] => Some(after.len()),
                [first, ..] => memchr2(*first, b' ', after),
            };
            end.is_some_and(|end| {
                kind::is_protocol(&after[..end]) && after[end..].starts_with(next.separator)
            })
        })
    }

    fn next(&self, number: usize, record: &[u8], end: usize) -> Result<Next> {
        let (field, rest) = (self.field_at(number), &record[end..]);
        let is_last = number + 1 == self.fields.len();
        if rest.is_empty() && number + 1 >= self.required && !is_last {
            return Ok(Next::End);
        }
        let closed = || {
            let expected = field.separator.escape_ascii();
            misfit(end, field, &format!("`{expected}` is expected after it"))
        };
        if is_last {
            let rest = rest.strip_prefix(field.separator).ok_or_else(closed)?;
            let end = record.len() - rest.len();
            return match rest {
                b"" => Ok(Next::End),
                [b' ', ..] if self.is_open => Ok(Next::Unknown(end + 1)),
                _ => Err(misfit(
                    end,
                    field,
                    "the line does not end after it; more may follow a template that ends with ...",
                )),
            };
        }
        let next = &self.fields[number + 1];
        if rest.is_empty() {
            return Err(misfit(end, next, "the line ends before it"));
        }
        let after = rest.strip_prefix(field.separator).ok_or_else(closed)?;
        // A value with a form does not begin with a space.
        let has_form = || {
            field.separator.len() > 1
                || next.enclosure == Enclosure::Quotes
                || matches!(next.kind, Kind::Status | Kind::Number | Kind::Host | Kind::Word)
        };
        let is_padded = match self.runs {
            Runs::None => false,
            Runs::Padding => has_form(),
            Runs::Any => true,
        };
        let runs = if is_padded && field.separator.ends_with(b" ") {
            after.iter().take_while(|&&byte| byte == b' ').count()
        } else {
            0
        };
        Ok(Next::Field(record.len() - after.len() + runs))
    }
}

const STRAY_QUOTE: &str = "a quote is neither escaped nor beside a separator";

pub(in crate::fields) fn is_before_quote(byte: u8) -> bool {
    b" \t=:,;|[({".contains(&byte)
}

pub(in crate::fields) fn is_after_quote(byte: u8) -> bool {
    b" \t=:,;|])}\r\n".contains(&byte)
}

/// The first quote that encloses no value of the fields that the template does not have.
fn stray_quote(rest: &[u8]) -> Option<usize> {
    let mut at = 0;
    while let Some(len) = memchr(b'"', &rest[at..]) {
        let start = at + len;
        let begins = start.checked_sub(1).is_none_or(|at| is_before_quote(rest[at]));
        let Some(len) = quoted(&rest[start..], &mut true).filter(|_| begins) else {
            return Some(start);
        };
        at = start + len + 1;
        if rest.get(at).is_some_and(|&next| !is_after_quote(next)) {
            return Some(at - 1);
        }
    }
    None
}

fn misfit(offset: usize, field: &Field, what: &str) -> Problem {
    Problem::misfit(offset, format!("`{}`: {what}", field.name))
}

/// The offset of the closing quote. The bytes begin with the opening one.
pub(in crate::fields) fn quoted(bytes: &[u8], is_verbatim: &mut bool) -> Option<usize> {
    let mut from = 1;
    loop {
        let at = from + memchr2(b'"', b'\\', bytes.get(from..)?)?;
        if bytes[at] == b'"' {
            return Some(at);
        }
        *is_verbatim = false;
        from = at + 2;
    }
}

/// The length of the user's name, which may have any character: it ends at ` [`, or before a quote
/// at a space.
fn user(bytes: &[u8]) -> usize {
    for at in memchr2_iter(b'[', b'"', bytes) {
        match (bytes[at], at.checked_sub(1).map(|before| bytes[before])) {
            (b'[', Some(b' ')) => return at - 1,
            (b'[', _) | (_, Some(b'\\')) => {}
            _ => break,
        }
    }
    memchr(b' ', bytes).unwrap_or(bytes.len())
}

/// The length of a request that only a space ends: up to the version, where no other one can be it.
fn request(bytes: &[u8]) -> Option<usize> {
    if bytes == b"-" || bytes.starts_with(b"- ") {
        return Some(1);
    }
    let mut versions = memmem::find_iter(bytes, b" HTTP/");
    let version = versions.next()? + 1;
    let end = memchr(b' ', &bytes[version..]).map_or(bytes.len(), |len| version + len);
    versions.next().is_none().then_some(end)
}

/// The length of words that follow `, ` or ` : `.
fn list(bytes: &[u8]) -> usize {
    let mut end = 0;
    loop {
        end += memchr(b' ', &bytes[end..]).unwrap_or(bytes.len() - end);
        let rest = &bytes[end..];
        if bytes[..end].ends_with(b",") && rest.len() > 1 {
            end += 1;
        } else if rest.starts_with(b" : ") {
            end += 3;
        } else {
            return end;
        }
    }
}
