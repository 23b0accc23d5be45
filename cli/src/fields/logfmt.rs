//! logfmt: words `KEY=VALUE` between spaces, with a value in quotes where it has spaces. A word
//! without `=` has no value.

use std::ops::Range;

use super::edit::Edit;
use super::json_pointer::Tree;
use super::names;
use super::template::quoted;
use super::value::Spot;
use super::{Holds, Problem, Result};

struct Word<'r> {
    /// Empty for a word that begins with a quote.
    key: &'r [u8],
    /// Without quotes.
    value: Range<usize>,
    has_value: bool,
    is_quoted: bool,
    is_verbatim: bool,
}

fn is_space(byte: &u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

fn word(record: &[u8], start: usize) -> Result<Word<'_>> {
    let rest = &record[start..];
    let len = rest.iter().position(|byte| is_space(byte) || b"=\"".contains(byte));
    let len = len.unwrap_or(rest.len());
    let key = &rest[..len];
    let has_value = rest.get(len) == Some(&b'=');
    let value = start + len + usize::from(has_value);
    let mut is_verbatim = true;
    if record.get(value) == Some(&b'"') {
        let Some(len) = quoted(&record[value..], &mut is_verbatim) else {
            return Err(Problem::misfit(value, "the quote is not closed"));
        };
        let end = value + len;
        if record.get(end + 1).is_some_and(|byte| !is_space(byte)) {
            return Err(Problem::misfit(end + 1, "text after a closing quote"));
        }
        return Ok(Word { key, value: value + 1..end, has_value, is_quoted: true, is_verbatim });
    }
    let len = record[value..].iter().position(is_space).unwrap_or(record.len() - value);
    Ok(Word { key, value: value..value + len, has_value, is_quoted: false, is_verbatim })
}

fn all(record: &[u8], from: usize) -> Result<Vec<Word<'_>>> {
    let (mut words, mut at) = (Vec::new(), from);
    while let Some(len) = record[at..].iter().position(|byte| !is_space(byte)) {
        let word = word(record, at + len)?;
        at = word.value.end + usize::from(word.is_quoted);
        words.push(word);
    }
    if words.first().is_some_and(|word| word.is_pair() && word.key.contains(&b':')) {
        return Err(Problem::misfit(from, "the first key has a colon: something is in front"));
    }
    let is_url = |word: &Word<'_>| {
        !word.value.is_empty() && !word.is_quoted && role_of(word.key) != Holds::Text
    };
    if let Some(pair) = words.windows(2).find(|pair| is_url(&pair[0]) && !pair[1].has_value) {
        let what = "a word without `=` follows a URL: a space that is neither escaped nor quoted";
        return Err(Problem::misfit(pair[1].value.start, what));
    }
    if words.iter().any(Word::is_pair) {
        Ok(words)
    } else {
        Err(Problem::misfit(from, "no word is KEY=VALUE"))
    }
}

impl Word<'_> {
    fn is_pair(&self) -> bool {
        self.has_value && !self.key.is_empty()
    }
}

fn role_of(key: &[u8]) -> Holds {
    let known = str::from_utf8(key).ok().and_then(names::key);
    known.map_or(Holds::Text, |key| key.holds)
}

pub(super) fn rewrite(wanted: &Tree, from: usize, edit: &mut Edit<'_>) -> Result {
    let (spellings, root) = (&edit.fields.spellings, wanted.root());
    for word in all(edit.record, from)? {
        let Some(nodes) = root.key(word.key).filter(|_| word.has_value) else { continue };
        let spelling = if word.is_quoted { &spellings.quoted } else { &spellings.plain };
        let role = role_of(word.key);
        // A value is not rewritten twice.
        let count = if edit.copies { 1 } else { usize::MAX };
        for index in nodes.selected().take(count) {
            let (span, is_verbatim) = (word.value.clone(), word.is_verbatim);
            edit.field(Spot { index, span, is_verbatim }, spelling, role)?;
        }
    }
    Ok(())
}

/// True for a record that nothing but logfmt explains: a word of several is a known key with a URL.
pub(super) fn fits(record: &[u8]) -> bool {
    let is_known = |word: &Word<'_>| word.is_pair() && role_of(word.key) != Holds::Text;
    all(record, 0).is_ok_and(|words| words.len() > 1 && words.iter().any(is_known))
}

pub(super) fn keys(record: &[u8]) -> Vec<&[u8]> {
    let words = all(record, 0).unwrap_or_default();
    words.into_iter().filter(Word::is_pair).map(|word| word.key).collect()
}
