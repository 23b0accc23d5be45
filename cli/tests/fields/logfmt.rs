//! logfmt, compared with a separate reader: a record keeps its words, whatever a value becomes.

use percent_simd_cli::fields::{Fields, Format, Value};

use crate::lines;
use support::Random;

/// The words of a line: keys, and values as written. `None` if the line does not fit.
fn words(line: &[u8]) -> Option<Vec<(Vec<u8>, Vec<u8>)>> {
    let is_space = |byte: &u8| b" \t".contains(byte);
    let (mut words, mut rest) = (Vec::new(), line.iter().copied().peekable());
    loop {
        while rest.next_if(is_space).is_some() {}
        if rest.peek().is_none() {
            let has_value = |(key, value): &(Vec<u8>, Vec<u8>)| !key.is_empty() && value[0] == b'=';
            return words.iter().any(has_value).then_some(words);
        }
        let (mut key, mut value) = (Vec::new(), b"_".to_vec());
        while let Some(byte) =
            rest.next_if(|byte| !is_space(byte) && *byte != b'=' && *byte != b'"')
        {
            key.push(byte);
        }
        if rest.next_if_eq(&b'=').is_some() {
            value = b"=".to_vec();
        }
        if rest.next_if_eq(&b'"').is_some() {
            value.push(b'"');
            loop {
                match rest.next()? {
                    b'"' => break,
                    b'\\' => value.extend([b'\\', rest.next()?]),
                    byte => value.push(byte),
                }
            }
            if rest.peek().is_some_and(|byte| !is_space(byte)) {
                return None;
            }
        } else {
            while let Some(byte) = rest.next_if(|byte| !is_space(byte)) {
                value.push(byte);
            }
        }
        words.push((key, value));
    }
}

/// False if a prefix precedes the line, or if a URL without quotes has a space.
fn fits(words: &[(Vec<u8>, Vec<u8>)]) -> bool {
    let is_url = |(key, value): &(Vec<u8>, Vec<u8>)| {
        let urls = ["path", "url", "uri", "target", "request", "referer"];
        urls.iter().any(|url| url.as_bytes() == key) && value.len() > 1 && value[1] != b'"'
    };
    let is_odd = |pair: &[(Vec<u8>, Vec<u8>)]| is_url(&pair[0]) && pair[1].1[0] == b'_';
    let is_behind = words
        .first()
        .is_some_and(|word| word.1[0] == b'=' && !word.0.is_empty() && word.0.contains(&b':'));
    !is_behind && !words.windows(2).any(is_odd)
}

#[test]
fn whatever_values_become_the_words_stay() {
    let format = Format::from_name("logfmt").expect("it is built in");
    let mut random = Random::new(47);
    let (mut fitting, mut others) = (0, 0);
    for _ in 0..20_000 {
        let text = lines::text(format, '\n', &mut random);
        let hostile = lines::text(format, '\0', &mut random);
        for line in text.split(|&byte| byte == b'\n') {
            let content = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line);
            if content.is_empty() {
                continue;
            }
            let fields = Fields::new(format, &["a".into(), "path".into()]).expect("two keys");
            let mut written = Vec::new();
            let mut each = |_: Value<'_>, out: &mut Vec<u8>| {
                out.extend_from_slice(&hostile);
                Ok(())
            };
            let result = fields.rewrite(None, &mut fields.header(), line, &mut each, &mut written);
            let before = words(content).filter(|words| fits(words));
            assert_eq!(result.is_ok(), before.is_some(), "{}", line.escape_ascii());
            let Some(before) = before else {
                others += 1;
                continue;
            };
            fitting += 1;
            let after = words(written.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&written))
                .unwrap_or_default();
            let keys = |words: &[(Vec<u8>, Vec<u8>)]| {
                words.iter().map(|(key, _)| key.clone()).collect::<Vec<_>>()
            };
            assert_eq!(
                keys(&before),
                keys(&after),
                "{}\n{}",
                line.escape_ascii(),
                written.escape_ascii()
            );
            for ((key, old), (_, new)) in before.iter().zip(&after) {
                let is_selected = [&b"a"[..], b"path"].contains(&&**key) && old[0] == b'=';
                assert!(is_selected || old == new, "{}", line.escape_ascii());
            }
        }
    }
    assert!(fitting > 10_000 && others > 1_000, "{fitting} {others}");
}
