//! The key of `parse_url`, which is part of a regular expression to Spark.

/// A key that matches characters one by one. Spark searches the query for `(&|^)`, the key and
/// `=([^&]*)`.
#[derive(Debug)]
pub(super) struct Key(Vec<Element>);

#[derive(Clone, Copy, Debug)]
enum Element {
    Char(char),
    Any,
}

impl Key {
    /// Reads characters, `.` for any of them, and `\` or `\Q…\E` before and around literal ones. Other
    /// syntax of `java.util.regex.Pattern` gives `None`.
    pub(super) fn parse(key: &str) -> Option<Self> {
        let pattern = format!("{key}="); // a `\` at the end of the key escapes the `=`
        let (mut elements, mut rest) = (Vec::new(), pattern.as_str());
        while let Some(first) = rest.chars().next() {
            if let Some(quoted) = rest.strip_prefix(r"\Q") {
                let (literal, after) = quoted.split_once(r"\E")?;
                elements.extend(literal.chars().map(Element::Char));
                rest = after;
                continue;
            }
            rest = &rest[first.len_utf8()..];
            elements.push(match first {
                '.' => Element::Any,
                '\\' => {
                    let escaped = rest.chars().next().filter(char::is_ascii_punctuation)?;
                    rest = &rest[1..];
                    Element::Char(escaped)
                }
                '^' | '$' | '|' | '?' | '*' | '+' | '(' | ')' | '[' | '{' => return None,
                _ => Element::Char(first),
            });
        }
        Some(Self(elements))
    }

    /// The value of the first parameter that the key matches, still escaped.
    pub(super) fn value<'a>(&self, query: &'a str) -> Option<&'a str> {
        // `&` is tried before `^`, so a leading `&` is skipped first.
        let first = query.strip_prefix('&').into_iter().chain([query]);
        let others = query.match_indices('&').map(|(at, _)| &query[at + 1..]);
        let value = first.chain(others).find_map(|rest| self.after(rest))?;
        Some(value.split_once('&').map_or(value, |(value, _)| value))
    }

    /// The text after the key and the `=`, if it begins with them.
    fn after<'a>(&self, text: &'a str) -> Option<&'a str> {
        let mut chars = text.chars();
        for element in &self.0 {
            let char = chars.next()?;
            if matches!(element, Element::Char(wanted) if *wanted != char) {
                return None;
            }
        }
        Some(chars.as_str())
    }
}
