//! The syntaxes of templates: nginx's `log_format`, with `$name`, `${name}`, and everything else as it
//! stands (ngx_http_log_module); Apache httpd's `LogFormat`, with `%r`, `%>s`, `%{Referer}i`
//! (mod_log_config, "Custom Log Formats"). And both in a server's configuration.

use super::{Kind, Template};

/// The tokens of a template in either syntax, and the kind of a field named `host`; `None` for a name.
pub(super) fn tokens(text: &str) -> Option<Result<(Vec<Token>, Kind), String>> {
    let begins = |byte: char, is_next: fn(char) -> bool| {
        text.split(byte).skip(1).any(|rest| rest.starts_with(is_next))
    };
    if begins('$', |next| next.is_ascii_alphabetic() || "_{".contains(next)) {
        // nginx's `$host` is the virtual host.
        Some(nginx(text).map(|tokens| (tokens, Kind::VirtualHost)))
    } else if begins('%', |next| next.is_ascii_alphanumeric() || "{<>!^".contains(next)) {
        Some(apache(text).map(|tokens| (tokens, Kind::Host)))
    } else {
        None
    }
}

#[derive(Debug)]
pub(super) enum Token {
    Literal(u8),
    Field(String),
    /// More fields may follow.
    Open,
}

impl Token {
    /// Takes the end of an open template, or one character; returns what follows it.
    fn literal<'a>(text: &'a str, tokens: &mut Vec<Self>) -> &'a str {
        if let Some(after) = text.strip_prefix('…').or_else(|| text.strip_prefix("...")) {
            tokens.push(Self::Open);
            return after;
        }
        let (literal, after) = text.split_at(text.chars().next().map_or(0, char::len_utf8));
        tokens.extend(literal.bytes().map(Self::Literal));
        after
    }
}

pub(super) fn nginx(text: &str) -> Result<Vec<Token>, String> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let is_of_name = |character: char| character.is_ascii_alphanumeric() || character == '_';
        if let Some(after) = rest.strip_prefix("${") {
            let (name, after) = after
                .split_once('}')
                .filter(|(name, _)| !name.is_empty())
                .ok_or_else(|| format!("`{text}`: `${{` without a name and `}}`"))?;
            tokens.push(Token::Field(name.into()));
            rest = after;
        } else if let Some(after) =
            rest.strip_prefix('$').filter(|after| after.starts_with(is_of_name))
        {
            let len = after.find(|character| !is_of_name(character)).unwrap_or(after.len());
            tokens.push(Token::Field(after[..len].into()));
            rest = &after[len..];
        } else {
            rest = Token::literal(rest, &mut tokens);
        }
    }
    Ok(tokens)
}

/// The name of each directive that needs no `{…}`.
const DIRECTIVES: &[(char, &str)] = &[
    ('a', "client"),
    ('A', "local_address"),
    ('B', "bytes"),
    ('b', "bytes"),
    ('D', "duration"),
    ('f', "filename"),
    ('h', "host"),
    ('H', "version"),
    ('I', "bytes_received"),
    ('k', "keepalive"),
    ('l', "ident"),
    ('L', "log_id"),
    ('m', "method"),
    ('O', "sent_bytes"),
    ('p', "port"),
    ('P', "pid"),
    ('q', "query_string"),
    ('r', "request"),
    ('R', "handler"),
    ('s', "status"),
    ('S', "transferred"),
    ('t', "time"),
    ('T', "duration"),
    ('u', "user"),
    // Decoded by the server.
    ('U', "decoded_path"),
    ('v', "vhost"),
    ('V', "server_name"),
    ('X', "connection_status"),
];

fn apache(text: &str) -> Result<Vec<Token>, String> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix('%') {
            rest = directive(text, after, &mut tokens)?;
            continue;
        }
        // The escapes of the configuration.
        let escapes = [("\\\"", b'"'), ("\\\\", b'\\'), ("\\t", b'\t'), ("\\n", b'\n')];
        let escape =
            escapes.iter().find_map(|&(written, byte)| Some((rest.strip_prefix(written)?, byte)));
        if let Some((after, byte)) = escape {
            tokens.push(Token::Literal(byte));
            rest = after;
        } else {
            rest = Token::literal(rest, &mut tokens);
        }
    }
    Ok(tokens)
}

/// One directive, without its `%`; returns what follows it.
fn directive<'a>(text: &str, after: &'a str, tokens: &mut Vec<Token>) -> Result<&'a str, String> {
    if let Some(rest) = after.strip_prefix('%') {
        tokens.push(Token::Literal(b'%'));
        return Ok(rest);
    }
    let unknown = |what: &str| format!("`{text}`: `%{what}` is no directive of Apache's LogFormat");
    // Conditions on the status, and which of internally redirected requests is meant.
    let is_modifier = |byte: char| byte.is_ascii_digit() || ",!<>".contains(byte);
    let start = after.trim_start_matches(is_modifier);
    let (argument, start) = match start.strip_prefix('{') {
        Some(inner) => {
            let (argument, rest) = inner.split_once('}').ok_or_else(|| unknown(start))?;
            (Some(argument), rest)
        }
        None => (None, start),
    };
    let start = start.trim_start_matches(is_modifier);
    let letter = start.chars().next().ok_or_else(|| unknown(after))?;
    let (letter, rest) = match start.strip_prefix("^t") {
        // Trailers: `%{NAME}^ti` and `%{NAME}^to`.
        Some(rest) if rest.starts_with(['i', 'o']) => ('i', &rest[1..]),
        _ => (letter, &start[letter.len_utf8()..]),
    };
    let name = match (letter, argument) {
        ('t', None) => {
            tokens.extend([
                Token::Literal(b'['),
                Token::Field("time".into()),
                Token::Literal(b']'),
            ]);
            return Ok(rest);
        }
        ('i' | 'o' | 'n' | 'e' | 'C' | 'x' | 'c', Some(argument)) => argument.to_ascii_lowercase(),
        (letter, _) => DIRECTIVES
            .iter()
            .find(|(known, _)| *known == letter)
            .map(|(_, name)| (*name).into())
            .ok_or_else(|| unknown(&after[..after.len() - rest.len()]))?,
    };
    tokens.push(Token::Field(name));
    Ok(rest)
}

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
    Ok(parsed.leaked(&format!("@{place}")))
}

fn definitions(text: &str) -> Vec<Definition> {
    let lines: Vec<&str> =
        text.lines().filter(|line| !line.trim_start().starts_with('#')).collect();
    let mut all: Vec<Definition> =
        lines.iter().filter_map(|line| log_format_of_apache(line)).collect();
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
fn log_format_of_apache(line: &str) -> Option<Definition> {
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
