//! Log formats as templates: literal text and fields, as the configuration of a server has them.
//!
//! The [built-in](table) formats, and those that users give in nginx's or Apache's [syntax](syntax) or by their name in a configuration, are the same to everything else.

mod config;
mod kind;
mod line;
mod syntax;
mod table;

use super::names::Holds;
use kind::is_number;
pub use kind::strip;
pub(super) use kind::{Kind, is_address, is_host, is_name};
pub(super) use line::{Enclosure, Place, is_after_quote, is_before_quote, quoted};
use syntax::Token;
pub(super) use table::ALL;

#[derive(Debug, PartialEq, Eq)]
pub struct Template {
    pub(super) name: &'static str,
    pub(super) aliases: &'static [&'static str],
    /// The text before the first field.
    pub(super) lead: &'static [u8],
    pub(super) fields: &'static [Field],
    pub(super) names: &'static [&'static str],
    pub(super) request: Option<usize>,
    /// How many of the fields a line must have.
    pub(super) required: usize,
    /// More fields may follow the last one, after a space.
    pub(super) is_open: bool,
    pub(super) runs: Runs,
}

/// The spaces that may be where the template has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Runs {
    None,
    /// Several, if the next value has a form: some servers pad columns.
    Padding,
    Any,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Field {
    pub(super) name: &'static str,
    /// The name that formats share, or nothing.
    pub(super) common: &'static str,
    pub(super) kind: Kind,
    pub(super) enclosure: Enclosure,
    /// How many spaces its value has where only a space ends it.
    pub(super) spaces: usize,
    /// The text between this field and the next one, each with its quotes or brackets.
    pub(super) separator: &'static [u8],
}

impl Field {
    pub(super) fn holds(&self) -> Holds {
        let is_target = self.kind == Kind::Url && [self.name, self.common].contains(&"target");
        if is_target { Holds::Target } else { self.kind.holds() }
    }

    /// True for text of clients, which may have the separator that ends it. (The first `?` ends a path.)
    pub(super) fn is_free(&self) -> bool {
        let is_header =
            || self.name.starts_with("http_") || [self.name, self.common].contains(&"user-agent");
        let is_of_client = match self.kind {
            Kind::Url | Kind::DecodedUrl | Kind::Path | Kind::Query => true,
            Kind::Text => is_header(),
            _ => false,
        };
        is_of_client && !self.separator.is_empty() && !self.separator.starts_with(b"?")
    }
}

impl Template {
    /// The template of this text: nginx's or Apache's syntax, or a format in `@FILE:NAME`.
    pub fn parse(text: &str) -> Result<&'static Self, String> {
        if let Some(place) = text.strip_prefix('@') {
            return config::read(place);
        }
        Ok(Self::build_text(text)?.leaked("the template"))
    }

    fn build_text(text: &str) -> Result<Self, String> {
        let no_field = || format!("`{text}` has no field: write nginx's $request or Apache's %r");
        let (tokens, host) = syntax::tokens(text).ok_or_else(no_field)??;
        Self::build(text, tokens, host)
    }

    /// This template with another name, for as long as the program runs.
    fn leaked(self, name: &str) -> &'static Self {
        Box::leak(Box::new(Self { name: String::from(name).leak(), ..self }))
    }

    /// True for the text of a template, and false for a name.
    pub fn is_text(text: &str) -> bool {
        text.starts_with('@') || syntax::tokens(text).is_some()
    }

    /// The template of these tokens, in which a field named `host` is of this kind.
    fn build(name: &str, tokens: Vec<Token>, host: Kind) -> Result<Self, String> {
        let is_open = tokens.iter().any(|token| matches!(token, Token::Open));
        if is_open && !matches!(tokens.last(), Some(Token::Open)) {
            return Err(format!("`{name}`: nothing may follow `…`, where more fields may"));
        }
        let (mut lead, named) = names_and_text(tokens);
        let fields = enclosed(&mut lead, named, host);
        if fields.is_empty() {
            return Err(format!("`{name}` has no field"));
        }
        let names: Vec<&'static str> = fields.iter().map(|field| field.name).collect();
        Ok(Self {
            name: "",
            aliases: &[],
            lead: lead.leak(),
            request: fields.iter().position(|field| field.kind == Kind::Request),
            required: fields.len(),
            fields: fields.leak(),
            names: names.leak(),
            is_open,
            runs: Runs::Padding,
        })
    }

    /// The field with this name, or the first one with this common name.
    pub(super) fn index_of(&self, name: &str) -> Option<usize> {
        let is = |known: &str| {
            !known.is_empty() && super::names::is_same(known.as_bytes(), name.as_bytes())
        };
        let is_named = |name: &str| is(name) || name.split('+').any(is);
        let named = self.fields.iter().position(|field| is_named(field.name));
        named.or_else(|| self.fields.iter().position(|field| is(field.common))).or_else(|| {
            // nginx's name for a field that a built-in format has by its common name.
            let (common, kind) = kind::known(name);
            self.fields.iter().position(|field| (field.name, field.kind) == (common, kind))
        })
    }

    pub(super) fn field(&self, name: &str) -> Option<&Field> {
        self.index_of(name).map(|index| &self.fields[index])
    }

    /// The fields that are URLs, or parts of one.
    pub(super) fn defaults(&self) -> Vec<String> {
        let name = |field: &Field| match field.kind {
            Kind::Request => Some("target"),
            Kind::Url | Kind::Path | Kind::Query => Some(field.name),
            Kind::DecodedUrl if self.index_of("target").is_some() => Some("query"),
            _ => None,
        };
        self.fields.iter().filter_map(name).map(Into::into).collect()
    }
}

/// The common name and the kind of fields that nothing separates: a host, a path and a query are a URL, of
/// which the server may have decoded the path.
fn joined(name: &str) -> (&'static str, Kind) {
    let has = |wanted: Kind| name.split('+').any(|part| kind::known(part).1 == wanted);
    let url = [Kind::DecodedUrl, Kind::Url].into_iter().find(|&kind| has(kind));
    url.map_or(("", Kind::Text), |kind| ("target", kind))
}

/// A field's name, the spaces in its value, and the text after it.
type Named = (String, usize, Vec<u8>);

fn names_and_text(tokens: Vec<Token>) -> (Vec<u8>, Vec<Named>) {
    let (mut lead, mut fields) = (Vec::new(), Vec::<Named>::new());
    for token in tokens {
        let (field, spaces) = match token {
            Token::Field(field) => (field, 0),
            Token::Time(spaces) => ("time".into(), spaces),
            Token::Literal(byte) => {
                fields.last_mut().map_or(&mut lead, |(.., after)| after).push(byte);
                continue;
            }
            Token::Open => {
                // The space before it comes with the fields that may follow.
                if let Some((.., after)) = fields.last_mut() {
                    after.pop_if(|last| *last == b' ');
                }
                continue;
            }
        };
        match fields.last_mut() {
            // Nothing says where the first one ends: one field with both names.
            Some((before, more, after)) if after.is_empty() => {
                *before = format!("{before}+{field}");
                *more += spaces;
            }
            _ => fields.push((field, spaces, Vec::new())),
        }
    }
    (lead, fields)
}

/// The fields with their quotes or brackets, which are taken from the text around them.
fn enclosed(lead: &mut Vec<u8>, mut named: Vec<Named>, host: Kind) -> Vec<Field> {
    let mut enclosures = Vec::with_capacity(named.len());
    for at in 0..named.len() {
        let (before, rest) = named.split_at_mut(at);
        let before = before.last_mut().map_or(&mut *lead, |(.., after)| after);
        let after = &mut rest[0].2;
        let enclosure = match (before.last(), after.first()) {
            (Some(b'"'), Some(b'"')) => Enclosure::Quotes,
            (Some(b'['), Some(b']')) => Enclosure::Brackets,
            // Such a character is text, as in `"$scheme://$host"`.
            _ => Enclosure::None,
        };
        if enclosure != Enclosure::None {
            before.pop();
            after.remove(0);
        }
        enclosures.push(enclosure);
    }
    let field = |((name, spaces, text), enclosure): (Named, Enclosure)| {
        let (common, kind) = match name.contains('+') {
            true => joined(&name),
            false => kind::known(&name),
        };
        let kind = match kind {
            _ if name == "host" => host,
            // Quotes end it, whatever is within.
            Kind::List if enclosure == Enclosure::Quotes => Kind::Text,
            kind => kind,
        };
        Field { name: name.leak(), common, kind, enclosure, spaces, separator: text.leak() }
    };
    named.into_iter().zip(enclosures).map(field).collect()
}
