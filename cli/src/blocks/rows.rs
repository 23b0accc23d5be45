//! The spelling of values in rows: cells of TSV and CSV, and JSON.

use std::mem;

use percent_simd::triplet;

use crate::control;
use crate::fields;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    Columns,
    /// Columns after a row of names.
    Tsv,
    /// RFC 4180, after a row of names.
    Csv,
    Json,
}

impl Form {
    /// The format that the extension of a file names.
    pub(crate) fn of_extension(extension: &str) -> Option<Self> {
        match &*extension.to_ascii_lowercase() {
            "csv" => Some(Self::Csv),
            "tsv" => Some(Self::Tsv),
            "json" | "jsonl" | "ndjson" => Some(Self::Json),
            _ => None,
        }
    }

    const fn delimiter(self) -> u8 {
        if matches!(self, Self::Csv | Self::Json) { b',' } else { b'\t' }
    }

    /// A row of these names, where the form begins with one.
    pub(crate) fn head<'n>(self, names: impl Iterator<Item = &'n [u8]>) -> Vec<u8> {
        let mut head = Vec::new();
        if matches!(self, Self::Csv | Self::Tsv) {
            let mut row = Row::new(self, &mut head);
            names.for_each(|name| self.cell(name, row.next("")));
            row.end(b"\n");
        }
        head
    }

    /// Returns true if the cell of a value is the value itself. Others may be, too.
    #[inline]
    pub(crate) fn is_plain(self, value: &[u8]) -> bool {
        let is_plain = self != Self::Csv && !value.starts_with(b"\"");
        is_plain && (is_printable(value) || !has_control(value) && control::find(value).is_none())
    }

    /// A cell, in which control characters are triplets, also those of the order of text.
    #[inline]
    pub(crate) fn cell(self, value: &[u8], out: &mut Vec<u8>) {
        if self.is_plain(value) {
            return out.extend_from_slice(value);
        }
        let start = out.len();
        // Without quotes, readers that know them would look for another one, in later rows too.
        let rest = value.strip_prefix(b"\"").filter(|_| self != Self::Csv);
        out.extend_from_slice(if rest.is_some() { b"%22" } else { b"" });
        for chunk in rest.unwrap_or(value).utf8_chunks() {
            for char in chunk.valid().chars() {
                let mut bytes = [0; 4];
                push(char.encode_utf8(&mut bytes).as_bytes(), control::is_control(char), out);
            }
            out.extend_from_slice(chunk.invalid());
        }
        self.quote(start, out);
    }

    /// A cell of several values, with `&` between them; one in a value is a triplet.
    pub(crate) fn list_cell<'v>(self, values: impl Iterator<Item = &'v [u8]>, out: &mut Vec<u8>) {
        let mut all = Vec::new();
        for (at, value) in values.enumerate() {
            all.extend((at > 0).then_some(b'&'));
            for &byte in value {
                push(&[byte], byte == b'&', &mut all);
            }
        }
        self.cell(&all, out);
    }

    /// Quotes the cell that begins here, if its form requires quotes.
    pub(crate) fn quote(self, start: usize, out: &mut Vec<u8>) {
        if self != Self::Csv || !out[start..].iter().any(|byte| b",\"".contains(byte)) {
            return;
        }
        let cell = out.split_off(start);
        out.push(b'"');
        for byte in cell {
            out.extend((byte == b'"').then_some(b'"'));
            out.push(byte);
        }
        out.push(b'"');
    }

    /// Writes text that percent-decodes to the value: the characters that [`cell`](Self::cell)
    /// escapes, a `%` that would begin a triplet, and `separator` become triplets. The caller
    /// quotes the cell.
    pub(crate) fn exact_value(self, value: &str, separator: Option<u8>, out: &mut Vec<u8>) {
        let is_plain =
            |byte: &u8| (b' '..0x7F).contains(byte) && *byte != b'%' && Some(*byte) != separator;
        let is_all_plain = value.as_bytes().iter().fold(true, |all, byte| all & is_plain(byte));
        if is_all_plain && (self == Self::Csv || !value.starts_with('"')) {
            return out.extend_from_slice(value.as_bytes());
        }
        for (at, char) in value.char_indices() {
            let bytes = &value.as_bytes()[at..at + char.len_utf8()];
            let begins_triplet = || {
                let digits = value.as_bytes().get(at + 1..at + 3);
                digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
            };
            let is_escaped = match char {
                '%' => begins_triplet(),
                '"' if at == 0 => self != Self::Csv,
                _ => control::is_control(char) || separator.is_some_and(|byte| bytes == [byte]),
            };
            push(bytes, is_escaped, out);
        }
    }
}

/// The cells of a record, one after another: between delimiters, or as the members of an object.
pub(crate) struct Row<'o> {
    form: Form,
    out: &'o mut Vec<u8>,
    start: usize,
    is_empty: bool,
}

impl<'o> Row<'o> {
    pub(crate) fn new(form: Form, out: &'o mut Vec<u8>) -> Self {
        out.extend((form == Form::Json).then_some(b'{'));
        Self { form, start: out.len(), out, is_empty: true }
    }

    /// Begins the next cell, which the caller appends. In an object it has this name.
    pub(crate) fn next(&mut self, name: impl AsRef<[u8]>) -> &mut Vec<u8> {
        let is_first = mem::take(&mut self.is_empty);
        self.out.extend((!is_first).then_some(self.form.delimiter()));
        if self.form == Form::Json {
            json_string(name.as_ref(), self.out);
            self.out.push(b':');
        }
        self.out
    }

    /// Ends the row, and the record with these bytes.
    pub(crate) fn end(self, end: &[u8]) {
        match self.form {
            Form::Json => self.out.push(b'}'),
            _ => fields::escape_mark(self.start, self.out),
        }
        self.out.extend_from_slice(end);
    }
}

fn push(bytes: &[u8], are_escaped: bool, out: &mut Vec<u8>) {
    if are_escaped {
        out.extend(bytes.iter().flat_map(|&byte| triplet(byte).bytes()));
    } else {
        out.extend_from_slice(bytes);
    }
}

/// A JSON string with control characters escaped; bytes that are not UTF-8 are triplets.
pub(crate) fn json_string(text: &[u8], out: &mut Vec<u8>) {
    let is_plain = |byte: u8| (b' '..0x7F).contains(&byte) && byte != b'"' && byte != b'\\';
    out.push(b'"');
    if text.iter().fold(true, |all, &byte| all & is_plain(byte)) {
        out.extend_from_slice(text);
    } else {
        fields::write_json(text, control::is_control, out);
    }
    out.push(b'"');
}

/// A list, however many values there are.
pub(crate) fn json_array<'v>(values: impl Iterator<Item = &'v [u8]>, out: &mut Vec<u8>) {
    out.push(b'[');
    for (at, value) in values.enumerate() {
        out.extend((at > 0).then_some(b','));
        json_string(value, out);
    }
    out.push(b']');
}

/// One value as a string, several as a list, none as `null`; so is one that is not there.
pub(crate) fn json_list<'v>(mut values: impl Iterator<Item = Option<&'v [u8]>>, out: &mut Vec<u8>) {
    let write = |value: Option<&[u8]>, out: &mut Vec<u8>| match value {
        Some(value) => json_string(value, out),
        None => out.extend_from_slice(b"null"),
    };
    let (start, mut is_list) = (out.len(), false);
    write(values.next().flatten(), out);
    for value in values {
        out.push(b',');
        write(value, out);
        is_list = true;
    }
    if is_list {
        out.insert(start, b'[');
        out.push(b']');
    }
}

/// True for ASCII without control characters. One pass that compilers vectorise.
fn is_printable(value: &[u8]) -> bool {
    value.iter().fold(true, |all, &byte| all & (b' '..0x7F).contains(&byte))
}

fn has_control(value: &[u8]) -> bool {
    value.iter().fold(false, |any, &byte| any | (byte < b' ') | (byte == 0x7F))
}
