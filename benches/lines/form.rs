//! Rows of forms: queries parsed, read as a type, and written.

use std::borrow::Cow;

use percent_simd::form;

use super::set::{Expected, Set, row};

/// The pairs of a form.
pub(crate) type Pairs = Vec<(String, String)>;

/// A peer's results for the queries.
pub(crate) struct Forms<'a> {
    queries: &'a [&'a [u8]],
    pairs: &'a [&'a [(String, String)]],
    /// See [`digest`].
    digests: Vec<usize>,
    written: Vec<Expected>,
}

/// The query of a URL or a request target.
pub(crate) fn query(line: &[u8]) -> Option<&[u8]> {
    let line = line.split(|&byte| byte == b'#').next()?;
    let query = &line[line.iter().position(|&byte| byte == b'?')? + 1..];
    (!query.is_empty()).then_some(query)
}

pub(crate) fn pairs(query: &[u8]) -> Pairs {
    form_urlencoded::parse(query).into_owned().collect()
}

/// The digest for the comparison of decoded pairs: their lengths, in order.
fn digest<'p>(pairs: impl Iterator<Item = (Cow<'p, str>, Cow<'p, str>)>) -> usize {
    pairs.fold(0, |sum, (name, value)| {
        sum.wrapping_mul(31).wrapping_add(name.len()).wrapping_mul(31).wrapping_add(value.len())
    })
}

impl<'a> Forms<'a> {
    pub(crate) fn of(queries: &'a [&'a [u8]], pairs: &'a [&'a [(String, String)]]) -> Self {
        let write = |pairs: &&[(String, String)]| -> Expected {
            let mut serializer = form_urlencoded::Serializer::new(String::new());
            Ok(serializer.extend_pairs(*pairs).finish().into_bytes())
        };
        for (query, pairs) in queries.iter().zip(pairs) {
            assert!(
                form::parse(query).into_tuples().eq(pairs
                    .iter()
                    .map(|(name, value)| { (Cow::Borrowed(&**name), Cow::Borrowed(&**value)) }))
            );
        }
        Self {
            queries,
            pairs,
            digests: queries.iter().map(|query| digest(form_urlencoded::parse(query))).collect(),
            written: pairs.iter().map(write).collect(),
        }
    }

    pub(crate) fn peers(&self, set: &mut Set<'a>) {
        let (queries, pairs) = (self.queries, self.pairs);
        row!(set, "form_urlencoded::parse", queries, == &self.digests, |query| digest(form_urlencoded::parse(query)));
        let mut out = String::new();
        row!(set, "form_urlencoded::Serializer", pairs, &self.written, |pairs| {
            out.clear();
            form_urlencoded::Serializer::new(&mut out).extend_pairs(pairs);
            &out
        });
        row!(set, "serde_urlencoded::from_bytes", queries, == pairs, |query| {
            serde_urlencoded::from_bytes::<Pairs>(query).expect("it is a form")
        });
        row!(set, "serde_urlencoded::to_string", pairs, &self.written, |pairs| {
            serde_urlencoded::to_string(pairs).expect("pairs of text")
        });
    }

    /// Our rows.
    pub(crate) fn ours(&self, set: &mut Set<'a>) {
        let (queries, pairs) = (self.queries, self.pairs);
        row!(set, "form::parse, name and value", queries, == &self.digests, |query| {
            digest(form::parse(query).map(|pair| (pair.name(), pair.value())))
        });
        row!(set, "form::parse, into_tuples", queries, == &self.digests, |query| {
            digest(form::parse(query).into_tuples())
        });
        let mut out = String::new();
        row!(set, "form::Serializer", pairs, &self.written, |pairs| {
            out.clear();
            form::Serializer::new(&mut out).extend_pairs(pairs);
            &out
        });
        row!(set, "form::from_bytes", queries, == pairs, |query| {
            form::from_bytes::<Pairs>(query).expect("it is a form")
        });
        row!(set, "form::to_string", pairs, &self.written, |pairs| {
            form::to_string(pairs).expect("pairs of text")
        });
    }
}
