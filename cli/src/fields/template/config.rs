//! A format in a server's configuration: nginx's `log_format`, Apache's `LogFormat`.

use super::Template;

type Definition = (String, String);

/// Reads the format of `FILE:NAME`, or of `FILE` if it defines one only.
pub(super) fn read(place: &str) -> Result<&'static Template, String> {
    // A Windows path has a colon, too.
    let (file, name) = match place.rsplit_once(':') {
        Some((file, name)) if !name.contains(['/', '\\']) && file.len() > 1 => (file, Some(name)),
        _ => (place, None),
    };
    let text = std::fs::read(file).map_err(|error| format!("{file}: {error}"))?;
    let all = definitions(&String::from_utf8_lossy(&text));
    let names = || all.iter().map(|(name, _)| format!("`{name}`")).collect::<Vec<_>>().join(" ");
    let found = match name {
        // The last definition counts.
        Some(name) => all.iter().rev().find(|(known, _)| known == name).ok_or_else(|| {
            if all.is_empty() {
                format!("{file}: there is no log_format and no LogFormat here; files that it includes are not read: name the one that has it")
            } else {
                format!("{file}: no format is named `{name}`; there are: {}; files that it includes are not read", names())
            }
        })?,
        None => match &all[..] {
            [one] => one,
            [] => return Err(format!("{file}: there is no log_format and no LogFormat here; files that it includes are not read: name the one that has it")),
            _ => return Err(format!("{file}: several formats: add one of {} after a colon, as in @{file}:{}", names(), all[0].0)),
        },
    };
    let parsed =
        Template::build_text(&found.1).map_err(|error| format!("{file}: {}: {error}", found.0))?;
    Ok(parsed.named(&format!("@{place}")).leaked())
}

fn definitions(text: &str) -> Vec<Definition> {
    let lines: Vec<&str> =
        text.lines().filter(|line| !line.trim_start().starts_with('#')).collect();
    let mut all: Vec<Definition> = lines.iter().filter_map(|line| apache(line)).collect();
    let text = lines.join("\n");
    let statements =
        text.split("log_format").skip(1).filter(|rest| rest.starts_with([' ', '\t', '\n']));
    all.extend(statements.filter_map(|rest| {
        let mut words = words(rest);
        let name = words.next()?;
        let format: String = words.filter(|word| !word.starts_with("escape=")).collect();
        (!format.is_empty()).then_some((name, format))
    }));
    all
}

/// `LogFormat "…" name`. Its escapes are those of the template.
fn apache(line: &str) -> Option<Definition> {
    let (directive, rest) = line.trim().split_once(char::is_whitespace)?;
    let rest = rest.trim_start().strip_prefix('"')?;
    let mut is_escaped = false;
    let end = rest.find(|character| {
        let is_end = character == '"' && !is_escaped;
        is_escaped = character == '\\' && !is_escaped;
        is_end
    })?;
    let name = rest[end + 1..].trim().trim_matches('"');
    let is_named = directive.eq_ignore_ascii_case("LogFormat") && !name.is_empty();
    is_named.then(|| (name.into(), rest[..end].into()))
}

/// The words of a statement of nginx up to its `;`, in quotes or not.
fn words(text: &str) -> impl Iterator<Item = String> {
    let mut characters = text.chars().peekable();
    std::iter::from_fn(move || {
        while characters.next_if(|character| character.is_whitespace()).is_some() {}
        let quote = characters.next_if(|character| "'\"".contains(*character));
        let mut word = String::new();
        loop {
            let is_end = |character: &char| match quote {
                Some(quote) => *character == quote,
                None => character.is_whitespace() || *character == ';',
            };
            if characters.peek().is_none_or(is_end) {
                break;
            }
            match (characters.next()?, characters.peek()) {
                ('\\', Some('t')) => word.push('\t'),
                ('\\', Some('n')) => word.push('\n'),
                ('\\', Some('\'' | '"' | '\\')) => word.extend(characters.peek()),
                (character, _) => {
                    word.push(character);
                    continue;
                }
            }
            characters.next();
        }
        if quote.is_some() {
            characters.next();
        }
        (quote.is_some() || !word.is_empty()).then_some(word)
    })
}
