//! nginx's `log_format`: `$name`, `${name}`, and everything else as it stands (ngx_http_log_module).

use super::Token;

pub(super) fn tokens(text: &str) -> Result<Vec<Token>, String> {
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
