//! A format in a server's configuration: nginx's `log_format`, Apache's `LogFormat`.

use std::iter;

use super::{ALL, Template};

struct Definition {
    /// Empty for the format that Apache uses where none is named.
    name: String,
    text: String,
    /// The line on which it begins, from 1.
    line: usize,
}

/// Reads the format of `FILE:NAME`; of `FILE` alone the one without a name, or the only one.
pub(super) fn read(place: &str) -> Result<&'static Template, String> {
    const REST: &str = "files that it includes are not read";
    // A Windows path has a colon, too.
    let (file, name) = match place.rsplit_once(':') {
        Some((file, name)) if !name.contains(['/', '\\']) && file.len() > 1 => (file, name),
        _ => (place, ""),
    };
    let text = std::fs::read(file).map_err(|error| format!("{file}: {error}"))?;
    let text = String::from_utf8_lossy(&text);
    let mut all = apache(&text);
    let is_apache = !all.is_empty();
    all.extend(nginx(&text));
    let label = |one: &Definition| match &*one.name {
        "" => format!("(without a name: @{file})"),
        name => format!("`{name}`"),
    };
    // The last definition counts.
    let named = all.iter().rfind(|one| one.name == name);
    let only = all.first().filter(|_| name.is_empty() && all.len() == 1);
    let Some(definition) = named.or(only) else {
        // nginx has it without a definition.
        let is_known = name == "combined" && !is_apache;
        let known = ALL.iter().find(|known| is_known && known.name == name);
        return known.copied().ok_or_else(|| {
            let labels = all.iter().map(label).collect::<Vec<_>>().join(" ");
            match (&all[..], name) {
                ([], _) => format!("{file}: there is no log_format and no LogFormat here; {REST}: name the one that has it"),
                ([first, ..], "") => format!("{file}: several formats: add one of {labels} after a colon, as in @{file}:{}", first.name),
                _ => format!("{file}: no format is named `{name}`; there are: {labels}; {REST}"),
            }
        });
    };
    let parsed = Template::build_text(&definition.text)
        .map_err(|error| format!("{file}:{}: {}: {error}", definition.line, label(definition)))?;
    Ok(parsed.leaked(&format!("@{place}")))
}

/// `LogFormat "…" NAME`, on lines that are one where a backslash ends the first.
fn apache(text: &str) -> Vec<Definition> {
    let mut lines = (1..).zip(text.lines());
    let joined = iter::from_fn(|| {
        let (number, first) = lines.next()?;
        let mut line = String::from(first);
        while line.ends_with('\\') {
            line.pop();
            line += lines.next().map_or("", |(_, next)| next);
        }
        Some((number, line))
    });
    let definition = |(line, text): (_, String)| {
        let mut rest = &*text;
        let mut words = words(&mut rest);
        words.next().filter(|first| first.eq_ignore_ascii_case("LogFormat"))?;
        let (text, name) = (words.next()?, words.next().unwrap_or_default());
        // `LogFormat NAME` defines nothing.
        let is_one = text.contains('%') || !name.is_empty();
        is_one.then_some(Definition { name, text, line })
    };
    joined.filter_map(definition).collect()
}

/// `log_format NAME [escape=…] "…" "…";`, wherever it begins.
fn nginx(text: &str) -> Vec<Definition> {
    let (mut all, mut rest) = (Vec::new(), text);
    while !rest.is_empty() {
        // (No space need follow the brace of a block.)
        if !words(&mut rest).any(|word| word.rsplit(['{', '}']).next() == Some("log_format")) {
            continue;
        }
        let line = text[..text.len() - rest.len()].split('\n').count();
        let mut words = words(&mut rest);
        let Some(name) = words.next() else { continue };
        let first = words.next().filter(|first| !first.starts_with("escape="));
        all.push(Definition { name, text: first.into_iter().chain(words).collect(), line });
    }
    all
}

/// The words of a statement, in quotes or not, which are taken from the text; one of nginx ends with `;`.
/// In front of a word `#` begins a comment.
fn words<'a>(rest: &'a mut &str) -> impl Iterator<Item = String> + 'a {
    iter::from_fn(|| {
        *rest = rest.trim_start();
        while let Some(comment) = rest.strip_prefix('#') {
            *rest = comment.split_once('\n').map_or("", |(_, after)| after).trim_start();
        }
        if let Some(after) = rest.strip_prefix(';') {
            *rest = after;
            return None;
        }
        let quote = rest.chars().next().filter(|first| "'\"".contains(*first));
        *rest = &rest[usize::from(quote.is_some())..];
        let is_end = |character: char| match quote {
            Some(quote) => character == quote,
            None => character.is_whitespace() || character == ';',
        };
        let mut word = String::new();
        while let Some(character) = rest.chars().next().filter(|&next| !is_end(next)) {
            *rest = &rest[character.len_utf8()..];
            let escaped = match rest.chars().next().filter(|_| character == '\\') {
                Some('t') => Some('\t'),
                Some('n') => Some('\n'),
                next => next.filter(|next| "'\"\\".contains(*next)),
            };
            word.push(escaped.unwrap_or(character));
            *rest = &rest[usize::from(escaped.is_some())..];
        }
        let is_word = quote.is_some() || !word.is_empty();
        *rest = rest.get(usize::from(quote.is_some())..).unwrap_or_default();
        is_word.then_some(word)
    })
}
