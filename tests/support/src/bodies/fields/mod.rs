//! The fields of `pct`: lines of every format, cut anywhere into blocks, decoded on every backend,
//! and compared with an oracle. Values are also replaced by arbitrary ones: lines must keep their
//! fields. `cli/tests/fields` replays this body.

use percent_simd::{Backend, Decoder, Utf8};
use percent_simd_cli::fields::{Each, Fields, Format, Header, Problem, Safety, Scan, Value};

mod json;
pub mod oracle;

use oracle::{Dialect, Field, Meaning, Sort};

/// The selected fields of a format.
const SELECTORS: [&[&str]; 8] = [
    &["1"],
    &["2", "4"],
    &["a"],
    &["b", "cs-uri-stem", "3"],
    &["request", "host"],
    &["path", "query", "user"],
    &["method", "target", "version"],
    &[],
];

/// Delimiters of tables besides the default.
const DELIMITERS: [u8; 7] = *b";| \\:#\x01";

/// A case, from the first three bytes of the data and the text after them.
pub struct Case<'a> {
    pub dialect: Dialect,
    pub selectors: Vec<String>,
    /// nginx's `\xHH` is an escape, too.
    pub nginx: bool,
    /// The number of bytes per read.
    pub step: usize,
    pub text: &'a [u8],
}

/// Three bytes select the options; the text follows.
pub fn fields(data: &[u8]) {
    let [choice, selectors, step, ref text @ ..] = *data else { return };
    let format = format(choice);
    let is_table = matches!(format, Format::Tsv | Format::Csv);
    let case = Case {
        dialect: Dialect {
            format,
            delimiter: delimiter(format, selectors),
            end: if choice & 0x40 == 0 { b'\n' } else { 0 },
            safety: if choice & 0x80 == 0 { Safety::Lines } else { Safety::Fields },
        },
        selectors: SELECTORS[usize::from(selectors) % 8]
            .iter()
            .copied()
            .map(String::from)
            .collect(),
        nginx: choice & 0x08 != 0,
        step: usize::from(step) + 1,
        text,
    };
    if format == Format::Jsonl && case.selectors.is_empty() {
        // The defaults are JSON Pointers, which are tested elsewhere.
        return;
    }
    let Ok(mut fields) = Fields::new(format, &case.selectors) else { return };
    if is_table {
        fields = fields.delimiter(case.dialect.delimiter);
    }
    let Dialect { end, safety, .. } = case.dialect;
    check(&case, &fields.end(end).safety(safety).nginx(case.nginx));
}

/// The format that this byte selects.
pub fn format(choice: u8) -> Format {
    const NAMES: [&str; 8] =
        ["tsv", "csv", "jsonl", "combined", "common", "cloudfront", "alb", "w3c"];
    let name = match NAMES[usize::from(choice) % 8] {
        "combined" if choice & 0x20 != 0 => "vhost-combined",
        name => name,
    };
    Format::from_name(name).expect("it is built in")
}

/// The delimiter that the field-selecting byte selects, too.
pub fn delimiter(format: Format, selectors: u8) -> u8 {
    let choice = usize::from(selectors >> 3).checked_sub(1);
    let other = choice.and_then(|choice| DELIMITERS.get(choice));
    let other = other.filter(|_| matches!(format, Format::Tsv | Format::Csv));
    other.copied().unwrap_or(oracle::delimiter(format))
}

/// The properties that hold for any text.
fn check(case: &Case<'_>, fields: &Fields) {
    let mut same = |value: Value<'_>, out: &mut Vec<u8>| {
        out.extend_from_slice(value.bytes);
        Ok(())
    };
    let copied = run(case, fields, &mut same);
    // nginx's escapes become their values, except in JSON, which is copied with them.
    let is_undone = case.nginx && case.dialect.format != Format::Jsonl;
    let expected_copy = if is_undone { expected(case, |_| true) } else { case.text.to_vec() };
    assert!(
        copied == expected_copy,
        "unchanged values change nothing:\n{}\n{}",
        copied.escape_ascii(),
        expected_copy.escape_ascii()
    );
    let expected = expected(case, |_| false);
    for backend in Backend::available() {
        let mut decode = |value: Value<'_>, out: &mut Vec<u8>| decode(value, backend, out);
        let decoded = run(case, fields, &mut decode);
        assert!(
            decoded == expected,
            "{backend}, {:?} {:?} nginx {}:\ntext     {}\ngot      {}\nexpected {}",
            case.dialect,
            case.selectors,
            case.nginx,
            case.text.escape_ascii(),
            decoded.escape_ascii(),
            expected.escape_ascii()
        );
    }
    hostile(case, fields);
}

pub fn decode(value: Value<'_>, backend: Backend, out: &mut Vec<u8>) -> Result<(), Problem> {
    let decoder = Decoder::new().keep(value.keep).utf8(Utf8::KeepEscaped).on(backend);
    if value.is_text {
        let text = decoder.decode_utf8(value.bytes).expect("this policy refuses nothing");
        out.extend_from_slice(text.as_bytes());
    } else {
        decoder.decode_append(value.bytes, out).expect("this policy refuses nothing");
    }
    Ok(())
}

/// Reads the text step by step, as a program does: a block ends with a record, and begins with the
/// header known so far.
fn run(case: &Case<'_>, fields: &Fields, each: Each<'_>) -> Vec<u8> {
    let (mut start, mut read, mut scan, mut header) = (0, 0, Scan::default(), fields.header());
    let mut out = Vec::new();
    while start < case.text.len() {
        let is_last = read == case.text.len();
        let end = if is_last {
            case.text.len()
        } else {
            start + fields.last_end(&case.text[start..read], &mut scan).unwrap_or_default()
        };
        let block = &case.text[start..end];
        fast_lines(fields, &header, block);
        let mut inside = header.clone();
        let mut rest = block;
        while !rest.is_empty() {
            let (record, end, others) = fields.split_first(rest);
            let old = out.len();
            if let Err(problem) = fields.rewrite(None, &mut inside, record, each, &mut out) {
                assert!(
                    out.len() == old && problem.offset <= record.len() && !problem.what.is_empty(),
                    "{problem:?}"
                );
                out.extend_from_slice(record);
            }
            out.extend_from_slice(end);
            rest = others;
        }
        header = fields.header_after(&header, block);
        start = end;
        read = (read + case.step).min(case.text.len());
    }
    out
}

/// Lines skipped in bulk are whole and well formed, and no value in them contains a trigger byte.
fn fast_lines(fields: &Fields, header: &Header, block: &[u8]) {
    for triggers in [*b"%%", *b"%+"] {
        let mut fast = fields.fast_lines(block, Some(triggers));
        let mut each = |value: Value<'_>, _: &mut Vec<u8>| {
            let has_none = |byte: &u8| !triggers.contains(byte) && *byte != b'\\';
            assert!(value.bytes.iter().all(has_none), "{}", value.bytes.escape_ascii());
            Ok(())
        };
        let (mut header, mut at) = (header.clone(), 0);
        while at < block.len() {
            let (mut len, mut count) = fast.pass(at);
            while count > 0 {
                let (record, end, _) = fields.split_first(&block[at..]);
                let whole = record.len() + end.len();
                assert!(!end.is_empty() && len >= whole, "{}", record.escape_ascii());
                let result = fields.rewrite(None, &mut header, record, &mut each, &mut Vec::new());
                assert_eq!(result, Ok(()), "{}", record.escape_ascii());
                (at, len, count) = (at + whole, len - whole, count - 1);
            }
            assert_eq!(len, 0, "they are lines: {}", block.escape_ascii());
            let (record, end, _) = fields.split_first(&block[at..]);
            if let Some(fitting) = fast.next_fits() {
                assert_eq!(fitting.split_first(&block[at..]), fields.split_first(&block[at..]));
                // A hint about the line changes nothing.
                let mut known = Vec::new();
                for fits in [None, Some(fitting)] {
                    let (mut header, mut out) = (header.clone(), Vec::new());
                    let mut copy = |value: Value<'_>, out: &mut Vec<u8>| {
                        out.extend([b"<", value.bytes, b">"].concat());
                        Ok(())
                    };
                    let result = fields.rewrite(fits, &mut header, record, &mut copy, &mut out);
                    assert_eq!(result, Ok(()), "{}", record.escape_ascii());
                    known.push(out);
                }
                assert_eq!(known[0], known[1], "{}", record.escape_ascii());
            }
            at += record.len() + end.len();
        }
    }
}

/// The selected fields of a record, in order. A malformed record, a directive, and a record that
/// does not fit have none.
fn selected(
    case: &Case<'_>,
    names: &mut Option<Vec<Vec<u8>>>,
    record: &[u8],
) -> Vec<(usize, Field)> {
    if oracle::is_log(case.dialect.format) && !oracle::fits(&case.dialect, record) {
        return Vec::new();
    }
    selected_of(case, names, record, true)
}

/// [`selected`] of a record that fits, or fitted before it was changed.
fn selected_of(
    case: &Case<'_>,
    names: &mut Option<Vec<Vec<u8>>>,
    record: &[u8],
    must_fit: bool,
) -> Vec<(usize, Field)> {
    let Dialect { format, .. } = case.dialect;
    let content = record.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(record);
    let is_number = |selector: &String| selector.parse::<usize>().is_ok();
    let by_name = !case.selectors.iter().all(is_number) || case.selectors.is_empty();
    let has_header = matches!(format, Format::Tsv | Format::Csv) && by_name;
    if content.is_empty() {
        return Vec::new();
    }
    if matches!(format, Format::W3c | Format::CloudFront) && content.starts_with(b"#") {
        if let Some(rest) = content.strip_prefix(b"#Fields:") {
            *names = Some(
                rest.split(u8::is_ascii_whitespace)
                    .filter(|name| !name.is_empty())
                    .map(<[u8]>::to_vec)
                    .collect(),
            );
        }
        return Vec::new();
    }
    if has_header && names.is_none() {
        // A malformed header has the fields before the error.
        let fields = (0..record.len() + 1)
            .rev()
            .find_map(|last| oracle::split(&case.dialect, record, last))
            .unwrap_or_default();
        let value = |field: &Field| {
            oracle::value(format, field.sort, &record[field.span.clone()])
                .into_iter()
                .map(|(byte, _)| byte)
                .collect()
        };
        *names = Some(fields.iter().map(value).collect());
        return Vec::new();
    }
    if must_fit && matches!(format, Format::W3c | Format::CloudFront) {
        let delimiter = case.dialect.delimiter;
        let count = content.split(|&byte| byte == delimiter).count();
        let is_fit = match &names {
            Some(names) => {
                let ends = content.last() == Some(&delimiter);
                count == names.len() || ends && count == names.len() + 1
            }
            None => !by_name || oracle::begins_with_date(content),
        };
        // The tests' lines have no quotes that would change the number of fields.
        if !is_fit {
            return Vec::new();
        }
    }
    if must_fit && has_header {
        let all = oracle::split(&case.dialect, record, record.len() + 1);
        let named = names.as_ref().map(Vec::len);
        if all.map(|fields| fields.len()) != named {
            return Vec::new();
        }
    }
    let known: Vec<Vec<u8>> = match (&names, format) {
        (Some(names), _) => names.clone(),
        (None, Format::W3c) if by_name => return Vec::new(),
        (None, Format::CloudFront)
            if !case
                .selectors
                .iter()
                .all(|name| is_number(name) || format.names().contains(&&**name)) =>
        {
            return Vec::new();
        }
        _ => format.names().iter().map(|name| name.as_bytes().to_vec()).collect(),
    };
    // Column names are case-sensitive; names of log fields are not.
    let is_same = |known: &[u8], name: &str| match format {
        Format::Tsv | Format::Csv => known == name.as_bytes(),
        _ => {
            String::from_utf8_lossy(known).to_ascii_lowercase().replace('_', "-")
                == name.to_ascii_lowercase().replace('_', "-")
        }
    };
    let mut wanted: Vec<(usize, &str)> = Vec::new();
    let defaults = format.defaults();
    for selector in if case.selectors.is_empty() { &defaults } else { &case.selectors } {
        match selector.parse::<usize>() {
            Ok(number) => wanted.push((number - 1, "")),
            Err(_) if format.parts().contains(&&**selector) => {
                let request = format.names().iter().position(|name| *name == "request");
                wanted.push((request.expect("a log has requests"), selector))
            }
            Err(_) => wanted.extend(
                (0..known.len()).filter(|&at| is_same(&known[at], selector)).map(|at| (at, "")),
            ),
        }
    }
    wanted.sort_unstable();
    wanted.dedup();
    // Known names also give a field selected by number its meaning.
    let is_named =
        oracle::is_log(format) || matches!(format, Format::CloudFront | Format::W3c) && by_name;
    let Some(last) = wanted.iter().map(|&(field, _)| field).max() else { return Vec::new() };
    let Some(fields) = oracle::split(&case.dialect, record, last) else { return Vec::new() };
    // By default, the fields that some lines lack are optional.
    let required = if case.selectors.is_empty() { 0 } else { last };
    if oracle::is_log(format) && fields.len() <= required {
        return Vec::new();
    }
    let mut found: Vec<(usize, Field)> = Vec::new();
    for (at, name) in wanted {
        let Some(field) = fields.get(at) else { continue };
        // No case selects both a request and parts of it.
        let values = if !name.is_empty() {
            oracle::parts(name, record, field)
        } else {
            let known =
                known.get(at).filter(|_| is_named).map(|name| String::from_utf8_lossy(name));
            oracle::values(&known.unwrap_or_default(), field, record)
        };
        found.extend(values.into_iter().map(|value| (at, value)));
    }
    found.sort_by_key(|(_, field)| field.span.start);
    found
}

/// The text with the selected fields decoded, except for the escapes of these bytes.
fn expected(case: &Case<'_>, stays: impl Fn(u8) -> bool) -> Vec<u8> {
    let (mut out, mut names, dialect) = (Vec::new(), None, &case.dialect);
    for (range, content) in oracle::records(dialect, case.text) {
        let record = &case.text[range.start..content];
        if dialect.format == Format::Jsonl {
            out.extend(json::expected(case, record, &stays));
        } else {
            let mut done = 0;
            for (at, Field { span, sort, meaning }) in selected(case, &mut names, record) {
                out.extend_from_slice(&record[done..span.start]);
                done = span.end;
                let spelled = &record[span.clone()];
                let spelled =
                    if case.nginx { oracle::without_nginx(spelled) } else { spelled.to_vec() };
                let old = oracle::value(dialect.format, sort, &spelled);
                let is_kept =
                    |byte| stays(byte) || oracle::is_kept(dialect, (sort, meaning), at == 0, byte);
                let mut new = oracle::spell(dialect, sort, &old, is_kept);
                if span.start == 0 && new.starts_with(b"\xEF\xBB\xBF") {
                    new.splice(..3, *b"%EF%BB%BF");
                }
                out.extend(new);
            }
            out.extend_from_slice(&record[done..]);
        }
        out.extend_from_slice(&case.text[content..range.end]);
    }
    out
}

/// Replaces values by hostile ones: a record must keep its fields.
fn hostile(case: &Case<'_>, fields: &Fields) {
    const ENDS: [&[u8]; 6] =
        [b"\"", b"\\", b" \r[", b"\xEF\xBB\xBF\"#?", b",\t \n\0", b"]\x1B\xFF"];
    let (mut names, mut header, dialect) = (None, fields.header(), &case.dialect);
    let Dialect { format, end, .. } = *dialect;
    for (range, content) in oracle::records(dialect, case.text) {
        let record = &case.text[range.start..content];
        let (old_names, mut out, mut count) = (names.clone(), Vec::new(), 0);
        let picked =
            if format == Format::Jsonl { Vec::new() } else { selected(case, &mut names, record) };
        let mut corrupt = |value: Value<'_>, out: &mut Vec<u8>| {
            let [before, after] = [case.step, case.step / 6].map(|at| ENDS[(at + count) % 6]);
            count += 1;
            assert!(value.offset(value.bytes.len()) <= record.len());
            out.extend([before, value.bytes, after].concat());
            Ok(())
        };
        if fields.rewrite(None, &mut header, record, &mut corrupt, &mut out).is_err() || count == 0
        {
            continue;
        }
        let shown = || format!("{:?}\n{}\n{}", format, record.escape_ascii(), out.escape_ascii());
        if format == Format::Jsonl {
            let content = out.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&out);
            assert!(
                json::is_json(content) && !out.contains(&end) || record.contains(&end),
                "{}",
                shown()
            );
            assert_eq!(oracle::literals(&out).len(), oracle::literals(record).len(), "{}", shown());
            continue;
        }
        let line = [&*out, if end == b'\n' { b"\r\n" } else { b"\0" }].concat();
        assert_eq!(
            oracle::records(dialect, &line),
            [(0..line.len(), out.len())],
            "one record: {}",
            shown()
        );
        let last = picked.iter().map(|(at, _)| *at).max().unwrap_or_default();
        let (before, after) =
            (oracle::split(dialect, record, last), oracle::split(dialect, &out, last));
        let (Some(before), Some(after)) = (before, after) else { panic!("malformed: {}", shown()) };
        assert_eq!(before.len(), after.len(), "{}", shown());
        // A value without the beginning of a path is not a path, and then there is no query.
        let whole = |picked: &[(usize, Field)]| {
            picked.iter().filter(|(_, field)| field.meaning == Meaning::Text).count()
        };
        assert_eq!(
            whole(&selected_of(case, &mut old_names.clone(), &out, false)),
            whole(&picked),
            "{}",
            shown()
        );
        for (at, (old, new)) in before.iter().zip(&after).enumerate() {
            let is_picked = picked.iter().any(|(picked, _)| *picked == at);
            let was_quoted = old.sort == Sort::Quoted;
            assert!(is_picked || record[old.span.clone()] == out[new.span.clone()], "{}", shown());
            assert!(!was_quoted || new.sort == Sort::Quoted, "{}", shown());
        }
        // The rest of the record is unchanged.
        if let (Some(old), Some(new)) = (before.last(), after.last()) {
            let quote = usize::from(matches!(old.sort, Sort::Quoted | Sort::Time));
            let new_quote = usize::from(matches!(new.sort, Sort::Quoted | Sort::Time));
            assert_eq!(
                record[old.span.end + quote..],
                out[new.span.end + new_quote..],
                "{}",
                shown()
            );
        }
    }
}
