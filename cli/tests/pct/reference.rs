//! A plain decoder, written from the WHATWG URL standard and the documentation of `pct`, not from
//! the library.

#[derive(Clone, Debug, Default)]
pub(crate) struct Rules {
    pub(crate) plus: bool,
    pub(crate) strict: bool,
    pub(crate) keep: &'static [u8],
    pub(crate) reject: &'static [u8],
    /// Escapes of control characters stay.
    pub(crate) lines: bool,
    pub(crate) utf8: Utf8,
    /// The input was decoded before: a raw half of a control character is a decoded one.
    pub(crate) again: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Utf8 {
    #[default]
    Bytes,
    Strict,
    Lossy,
    Keep,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Decoded {
    pub(crate) bytes: Vec<u8>,
    /// The number of malformed triplets passed on: 0 if the record is refused.
    pub(crate) passed_on: u64,
    /// The index of the byte for which the record is refused.
    pub(crate) refused: Option<usize>,
}

#[derive(Clone, Copy)]
struct Unit<'a> {
    at: usize,
    written: &'a [u8],
    value: u8,
    escaped: bool,
}

fn units(input: &[u8]) -> Vec<Unit<'_>> {
    let mut units = Vec::new();
    let mut at = 0;
    while at < input.len() {
        let digits = input
            .get(at + 1..at + 3)
            .and_then(|two| std::str::from_utf8(two).ok())
            .filter(|two| two.chars().all(|c| c.is_ascii_hexdigit()));
        let value =
            digits.filter(|_| input[at] == b'%').and_then(|two| u8::from_str_radix(two, 16).ok());
        let len = if value.is_some() { 3 } else { 1 };
        units.push(Unit {
            at,
            written: &input[at..at + len],
            value: value.unwrap_or(input[at]),
            escaped: value.is_some(),
        });
        at += len;
    }
    units
}

/// The length of a character beyond ASCII that stays escaped in lines: C1 of ISO 6429, the line and
/// the paragraph separator, `Bidi_Control` of UAX #9.
fn control(units: &[Unit<'_>]) -> Option<usize> {
    [2, 3].into_iter().find(|&len| {
        let bytes: Vec<u8> = units.iter().take(len).map(|unit| unit.value).collect();
        let mut chars = std::str::from_utf8(&bytes).unwrap_or_default().chars();
        bytes.len() == len
            && matches!(
                (chars.next().map(u32::from), chars.next()),
                (
                    Some(0x80..=0x9F | 0x61C | 0x200E..=0x200F | 0x2028..=0x202E | 0x2066..=0x2069),
                    None,
                )
            )
    })
}

/// Decodes a value: a record without its terminator.
pub(crate) fn decode(input: &[u8], rules: &Rules) -> Decoded {
    let units = units(input);
    let bad = |unit: &Unit<'_>| !unit.escaped && unit.value == b'%';
    let rejected = |unit: &Unit<'_>| unit.escaped && rules.reject.contains(&unit.value);
    let refused =
        units.iter().find(|unit| rejected(unit) || rules.strict && bad(unit)).map(|unit| unit.at);

    // Pieces of the result, each with its unit, and whether the piece is final.
    let mut pieces: Vec<(Unit<'_>, Vec<u8>, bool)> = Vec::new();
    let mut rest = &units[..];
    while let [unit, others @ ..] = rest {
        let control = if rules.lines { control(rest) } else { None };
        rest = others;
        if let Some((character, others)) = control.map(|len| others.split_at(len - 1))
            && (unit.escaped || character.iter().any(|unit| unit.escaped))
        {
            for half in [unit].into_iter().chain(character) {
                let text = (rules.utf8 != Utf8::Bytes || rules.again) && !half.escaped;
                pieces.push((
                    *half,
                    if text {
                        format!("%{:02X}", half.value).into()
                    } else {
                        half.written.to_vec()
                    },
                    true,
                ));
            }
            rest = others;
            continue;
        }
        let control = unit.value < 0x20 || unit.value == 0x7F;
        if unit.escaped && (rules.keep.contains(&unit.value) || rules.lines && control) {
            pieces.push((*unit, unit.written.to_vec(), true));
        } else {
            let space = rules.plus && !unit.escaped && unit.value == b'+';
            pieces.push((*unit, vec![if space { b' ' } else { unit.value }], false));
        }
    }

    let mut bytes = Vec::new();
    let mut not_utf8 = None;
    let mut pieces = &pieces[..];
    while !pieces.is_empty() {
        // The pieces of the next character: final bytes are all ASCII where that matters.
        let joined: Vec<u8> = pieces
            .iter()
            .take(4)
            .take_while(|(_, _, ready)| !ready)
            .map(|(_, piece, _)| piece[0])
            .collect();
        let len = match joined.utf8_chunks().next() {
            _ if rules.utf8 == Utf8::Bytes || pieces[0].2 => Ok(1),
            Some(chunk) => {
                chunk.valid().chars().next().map(char::len_utf8).ok_or(chunk.invalid().len())
            }
            None => Ok(1),
        };
        let (taken, others) = pieces.split_at(len.unwrap_or_else(|invalid| invalid));
        pieces = others;
        if len.is_err() && rules.utf8 != Utf8::Bytes {
            not_utf8 = not_utf8.or(Some(taken[0].0.at));
            match rules.utf8 {
                Utf8::Lossy => bytes.extend_from_slice("\u{FFFD}".as_bytes()),
                _ => taken.iter().for_each(|(unit, ..)| {
                    let raw = format!("%{:02X}", unit.value);
                    bytes.extend_from_slice(if unit.escaped {
                        unit.written
                    } else {
                        raw.as_bytes()
                    });
                }),
            }
        } else {
            taken.iter().for_each(|(_, piece, _)| bytes.extend_from_slice(piece));
        }
    }

    let not_utf8 = not_utf8.filter(|_| rules.utf8 == Utf8::Strict);
    let refused = refused.into_iter().chain(not_utf8).min();
    let (bytes, passed_on) = match refused {
        Some(_) => (input.to_vec(), 0),
        None => (bytes, units.iter().filter(|unit| bad(unit)).count() as u64),
    };
    Decoded { bytes, passed_on, refused }
}

#[derive(Debug, Default)]
pub(crate) struct Records {
    pub(crate) bytes: Vec<u8>,
    /// The line and the column of each refusal.
    pub(crate) refused: Vec<(usize, usize)>,
    /// The number of malformed triplets passed on, and of their records.
    pub(crate) passed_on: (u64, u64),
}

impl Records {
    pub(crate) fn status(&self) -> i32 {
        i32::from(!self.refused.is_empty())
    }
}

/// Decodes records that end with `end`.
pub(crate) fn decode_records(input: &[u8], end: u8, rules: &Rules) -> Records {
    let mut records = Records::default();
    for (index, record) in input.split_inclusive(|&byte| byte == end).enumerate() {
        let mut value = record.strip_suffix(&[end]).unwrap_or(record);
        if rules.lines {
            value = value.strip_suffix(b"\r").unwrap_or(value);
        }
        let Decoded { bytes, passed_on, refused } = decode(value, rules);
        records.bytes.extend_from_slice(&bytes);
        records.bytes.extend_from_slice(&record[value.len()..]);
        records.passed_on.0 += passed_on;
        records.passed_on.1 += u64::from(passed_on > 0);
        records.refused.extend(refused.map(|at| (index + 1, at + 1)));
    }
    records
}
