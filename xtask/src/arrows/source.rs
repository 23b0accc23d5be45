//! The modules that a source file declares, and its paths.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// A path from the crate's root.
pub(super) type Names = Vec<String>;

/// A path in a `use` item or in code.
pub(super) struct Mention {
    pub(super) path: Names,
    /// The path of the name that a `use` item introduces.
    pub(super) named: Option<Names>,
    pub(super) is_public: bool,
    /// The path begins with `crate`, `self`, `super` or a module of the file; other paths may lead
    /// to another crate.
    pub(super) is_local: bool,
    pub(super) line: usize,
}

impl Mention {
    fn new(leaf: &[String], here: &[String], line: usize) -> Self {
        let mut path = here.to_vec();
        for part in leaf {
            match &**part {
                "crate" => path.clear(),
                "super" => drop(path.pop()),
                "self" => {}
                _ => path.push(part.clone()),
            }
        }
        let is_local =
            leaf.first().is_some_and(|first| ["crate", "self", "super"].contains(&&**first));
        Self { path, named: None, is_public: false, is_local, line }
    }
}

/// The items of a file, without those under `#[cfg(test)]`.
#[derive(Default)]
pub(super) struct Source {
    pub(super) declared: Names,
    pub(super) mentions: Vec<Mention>,
}

impl Source {
    /// Parses the file of a module.
    pub(super) fn parse(text: &str, module: &[String]) -> Result<Self, String> {
        let stream: TokenStream = text.parse().map_err(|error| format!("{error}"))?;
        let mut source = Self::default();
        source.walk(&tokens(stream), module, true);
        let Self { declared, mentions } = &mut source;
        for mention in mentions.iter_mut().filter(|each| each.path.starts_with(module)) {
            let first = mention.path.get(module.len());
            mention.is_local |= first.is_some_and(|first| declared.contains(first));
        }
        Ok(source)
    }

    /// True if a path with this first name leads into the crate.
    fn is_local(&self, first: &str) -> bool {
        ["crate", "self", "super"].contains(&first) || self.declared.iter().any(|own| own == first)
    }

    /// `here` is the current module: that of the file, or an inline one.
    fn walk(&mut self, tokens: &[Token], here: &[String], is_file: bool) {
        let text = |at: usize| tokens.get(at).map_or("", |token| &*token.text);
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            let before = at.checked_sub(1).map_or("", text);
            at += 1;
            match (&*token.text, text(at), text(at + 1)) {
                ("#", "[]", _) if is_test(&tokens[at].inside) => {
                    while !matches!(text(at), ";" | "," | "{}" | "") {
                        at += 1;
                    }
                    at += 1;
                }
                ("mod", name, body @ (";" | "{}")) => {
                    self.declared.extend(is_file.then(|| name.to_owned()));
                    if body == "{}" {
                        let inside = [here, &[name.to_owned()]].concat();
                        self.walk(&tokens[at + 1].inside, &inside, false);
                    }
                    at += 2;
                }
                ("use", ..) => {
                    let is_public = matches!(before, "pub" | "()");
                    let mut leaves = Vec::new();
                    tree(tokens, &mut at, &[], &mut leaves);
                    for (leaf, name, line) in leaves {
                        let named = Some([here, &[name]].concat());
                        let mention = Mention::new(&leaf, here, line);
                        self.mentions.push(Mention { named, is_public, ..mention });
                    }
                }
                (first, "::", _) if before != "::" && self.is_local(first) => {
                    at -= 1;
                    let mut leaves = Vec::new();
                    tree(tokens, &mut at, &[], &mut leaves);
                    let mention = |(leaf, _, line): (Names, _, _)| Mention::new(&leaf, here, line);
                    self.mentions.extend(leaves.into_iter().map(mention));
                }
                _ => self.walk(&token.inside, here, false),
            }
        }
    }
}

/// True if the content of a `#[…]` is `cfg(test)`.
fn is_test(attribute: &[Token]) -> bool {
    matches!(attribute, [cfg, test] if cfg.text == "cfg" && matches!(&test.inside[..], [test] if test.text == "test"))
}

/// The paths of a `use` item, or the path of an expression, each with its new name and its line.
fn tree(
    tokens: &[Token],
    at: &mut usize,
    before: &[String],
    leaves: &mut Vec<(Names, String, usize)>,
) {
    let text = |at: usize| tokens.get(at).map_or("", |token| &*token.text);
    let (mut path, start) = (before.to_vec(), *at);
    while let Some(token) = tokens.get(*at).filter(|token| token.is_name || token.text == "{}") {
        *at += 1;
        if token.text == "{}" {
            let mut inner = 0;
            while inner < token.inside.len() {
                tree(&token.inside, &mut inner, &path, leaves);
                inner += 1; // the comma
            }
            return;
        }
        path.push(token.text.clone());
        if text(*at) != "::" {
            break;
        }
        *at += 1;
    }
    let mut name = path.iter().rfind(|part| *part != "self").cloned().unwrap_or_default();
    if text(*at) == "as" {
        name = text(*at + 1).to_owned();
        *at += 2;
    }
    let line = tokens.get(start).map_or(0, |token| token.line);
    leaves.push((path, name, line));
}

/// A word or a punctuation mark; a group is `{}`, `()` or `[]`.
struct Token {
    text: String,
    is_name: bool,
    inside: Vec<Token>,
    line: usize,
}

fn tokens(stream: TokenStream) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    for tree in stream {
        let line = tree.span().start().line;
        let is_name = matches!(tree, TokenTree::Ident(_));
        let (text, inside) = match tree {
            TokenTree::Group(group) => {
                let signs = match group.delimiter() {
                    Delimiter::Brace => "{}",
                    Delimiter::Bracket => "[]",
                    _ => "()",
                };
                (signs.to_owned(), self::tokens(group.stream()))
            }
            TokenTree::Literal(_) => ("0".to_owned(), Vec::new()),
            other => (other.to_string(), Vec::new()),
        };
        match tokens.last_mut() {
            Some(last) if text == ":" && last.text == ":" => last.text.push(':'),
            _ => tokens.push(Token { text, is_name, inside, line }),
        }
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::Source;

    #[test]
    fn paths_are_from_the_root() {
        let text = "use super::{a::{self, b as c}, d::*}; // crate::no\nmod e { pub use crate::f; }\nmod g;\n\
            #[cfg(test)] mod tests { use crate::no; }\n#[cfg(test)] use crate::no::{none};\n\
            fn h(\"crate::no\") { self::i::j(); k::crate::l; g::o() }\nuse no::g; use g::p;";
        let source = Source::parse(text, &["m".to_owned(), "n".to_owned()]).expect("it is Rust");
        assert_eq!(source.declared, ["e", "g"]);
        let shown = source.mentions.iter().map(|each| {
            let named = each.named.as_ref().map_or_else(String::new, |named| named.join("::"));
            format!(
                "{} {} = {named}{}",
                each.line,
                each.path.join("::"),
                if each.is_public { ", public" } else { "" }
            )
        });
        assert!(shown.eq([
            "1 m::a = m::n::a",
            "1 m::a::b = m::n::c",
            "1 m::d = m::n::d",
            "2 f = m::n::e::f, public",
            "6 m::n::i::j = ",
            "6 m::n::g::o = ",
            "7 m::n::no::g = m::n::g",
            "7 m::n::g::p = m::n::p"
        ]));
        let local = source.mentions.iter().rev().map(|each| each.is_local);
        assert!(local.take(3).eq([true, false, true]), "another crate's name is not local");
    }
}
