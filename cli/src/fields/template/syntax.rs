//! The syntaxes of templates: nginx's `log_format`, with `$name`, `${name}`, and everything else as it
//! stands (ngx_http_log_module); Apache httpd's `LogFormat`, with `%r`, `%>s`, `%{Referer}i`
//! (mod_log_config, "Custom Log Formats").

use super::Kind;

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
    /// Apache's `%{…}t`, with this many spaces in it.
    Time(usize),
    /// More fields may follow.
    Open,
}

impl Token {
    /// Takes the end of an open template, or one character; returns the rest.
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

/// The name of each directive that needs no `{…}`; `F` is Tomcat's, the time until the response begins.
const DIRECTIVES: &str = "a:client A:local_address B:bytes b:bytes D:duration f:filename \
    F:commit_time h:host H:version I:bytes_received k:keepalive l:ident L:log_id m:method \
    O:sent_bytes p:port P:pid q:query_string r:request R:handler s:status S:transferred t:time \
    T:duration u:user U:decoded_path v:vhost V:server_name X:connection_status";

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

/// Takes one directive, without its `%`; returns the rest.
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
        ('t', Some(argument)) => {
            tokens.push(Token::Time(argument.matches(' ').count()));
            return Ok(rest);
        }
        ('i' | 'o' | 'n' | 'e' | 'C' | 'x' | 'c', Some(argument)) => argument.to_ascii_lowercase(),
        (letter, _) => {
            let mut all = DIRECTIVES.split(' ');
            let name = all.find_map(|known| known.strip_prefix(letter)?.strip_prefix(':'));
            name.ok_or_else(|| unknown(&after[..after.len() - rest.len()]))?.into()
        }
    };
    tokens.push(Token::Field(name));
    Ok(rest)
}
