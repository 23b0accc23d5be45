//! The selection: numbers and names, and the fields that they select.

use std::sync::Arc;

use super::Selection;
use super::format::Format;
use super::json_pointer::Tree;
use super::names::{Holds, LONGEST, is_same, nearest, some_of};
use super::template::{Kind, Template};
use super::value::Escapes;
use crate::shown::Shown;

#[derive(Clone, PartialEq, Eq, Debug)]
enum Selector {
    /// A field by its index, from 0.
    Index(usize),
    Name(String),
    All,
}

/// The selector of every field.
pub const ALL: &str = "*";

/// A selection for inputs that name their fields.
#[derive(Clone, Debug)]
pub(super) struct Named {
    format: Format,
    selectors: Vec<Selector>,
    /// The selectors are defaults: missing fields are not a problem.
    are_defaults: bool,
    /// Fields that are all selected by number: a directive only says how many there are.
    pub(super) numbered: Option<Picks>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Pick {
    /// From 0.
    pub(super) field: usize,
    pub(super) part: Part,
    pub(super) role: Holds,
    pub(super) escapes: Escapes,
}

impl Pick {
    /// The field with this name, or without a name.
    fn whole(format: Format, field: usize, name: &[u8]) -> Self {
        Self { field, part: Part::Whole, role: format.role(name), escapes: format.escapes(name) }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Part {
    Whole,
    Method,
    Target,
    Path,
    Query,
    Version,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Picks {
    /// In the order of the record; they overlap only if they are only read.
    pub(super) picks: Vec<Pick>,
    /// In the order of the selectors: the selector, and the index of its field, or of several.
    pub(super) given: Vec<(usize, usize)>,
    /// A log record that ends before the end of this field is malformed.
    pub(super) required: usize,
    /// The selected fields that do not exist.
    pub(super) missing: Option<String>,
    /// The names that a header gives to fields selected by number, by selector.
    pub(super) labels: Vec<Option<Box<[u8]>>>,
    /// The index of each pick, if several formats take turns: a name has one index in all.
    pub(super) indices: Vec<usize>,
    /// How many fields a record has, if a `#Fields:` line names all of them.
    pub(super) columns: Option<usize>,
}

impl Picks {
    pub(super) fn new(given: &[(usize, Pick)], required: usize, missing: Option<String>) -> Self {
        let mut picks: Vec<Pick> = given.iter().map(|&(_, pick)| pick).collect();
        picks.sort_unstable();
        picks.dedup();
        let index = |pick| picks.binary_search(&pick).unwrap_or_default();
        let given = given.iter().map(|&(selector, pick)| (selector, index(pick))).collect();
        Self { picks, given, required, missing, ..Self::default() }
    }

    fn without_overlaps(mut self) -> Self {
        let all = self.picks.clone();
        let is_picked =
            |field, part| all.iter().any(|pick| pick.field == field && pick.part == part);
        self.picks.retain(|&Pick { field, part, .. }| match part {
            Part::Whole => true,
            Part::Path | Part::Query => {
                !is_picked(field, Part::Whole) && !is_picked(field, Part::Target)
            }
            Part::Method | Part::Target | Part::Version => !is_picked(field, Part::Whole),
        });
        // The order of rewritten fields does not matter to the caller.
        self.given.clear();
        self
    }

    pub(super) fn index(&self, place: usize) -> usize {
        self.indices.get(place).copied().unwrap_or(place)
    }

    /// Counts the picks of another format as those of the same name here, or as new ones.
    pub(super) fn count_as(
        &mut self,
        names: &mut Vec<String>,
        other: &mut Self,
        others: &[String],
    ) -> Result<(), String> {
        let mut indices = vec![None; other.picks.len()];
        for &(selector, place) in &other.given {
            let name = &others[selector];
            let known = names.iter().position(|known| known == name).unwrap_or_else(|| {
                let index =
                    self.given.iter().map(|&(_, index)| index + 1).max().unwrap_or_default();
                self.given.push((names.len(), index));
                names.push(name.clone());
                names.len() - 1
            });
            let index =
                self.given.iter().find(|&&(given, _)| given == known).map(|&(_, index)| index);
            if indices[place].is_some_and(|before| Some(before) != index) {
                return Err(format!("`{name}` and another name of -f are one field"));
            }
            indices[place] = index;
        }
        if other.given.is_empty() {
            // Fields that are rewritten have no names.
            return Ok(());
        }
        other.indices = indices.into_iter().map(Option::unwrap_or_default).collect();
        Ok(())
    }
}

/// The selection of `names`. `is_read`: fields are only read, so they may overlap.
pub(super) fn select(
    format: Format,
    selectors: &[String],
    names: &[String],
    is_read: bool,
) -> Result<Selection, String> {
    if format.has_keys() {
        return Ok(Selection::Keys(Arc::new(Tree::new(names, selectors.is_empty(), is_read)?)));
    }
    let are_defaults = selectors.is_empty();
    let selectors: Vec<Selector> = if are_defaults {
        names.iter().cloned().map(Selector::Name).collect()
    } else {
        selectors.iter().map(|selector| parse(format, selector)).collect::<Result<_, _>>()?
    };
    if let Format::Log(template) = format {
        let picks = log_picks(template, &selectors, names, are_defaults)?;
        let picks = if is_read { picks } else { picks.without_overlaps() };
        return Ok(Selection::Fixed(Arc::new(picks)));
    }
    let number = |selector: &Selector| match *selector {
        Selector::Index(field) => Some(Pick::whole(format, field, b"")),
        Selector::Name(_) | Selector::All => None,
    };
    let numbers: Vec<_> = (0..).zip(selectors.iter().map_while(number)).collect();
    let are_numbers = !are_defaults && numbers.len() == selectors.len();
    let numbered = are_numbers.then(|| Picks::new(&numbers, 0, None));
    if let Some(picks) = numbered.clone().filter(|_| !format.has_directives()) {
        return Ok(Selection::Fixed(Arc::new(picks)));
    }
    let named = Named { format, selectors, are_defaults, numbered };
    // An unknown name may come with a header.
    let known = Some(format.names()).filter(|names| !names.is_empty());
    let known = known.map(|names| Picks { columns: None, ..named.resolve(names) });
    let known = known.filter(|picks| picks.missing.is_none()).or_else(|| named.numbered.clone());
    Ok(Selection::Named(Arc::new(named), known.map(Arc::new)))
}

/// The error where the format has no default fields and none is selected.
pub(super) fn no_defaults(format: Format) -> String {
    let (name, known) = (format.name(), format.names().join(" "));
    if known.is_empty() {
        format!(
            "{name} has no default fields: select them with -f, by number (from 1) or by the name in the first line"
        )
    } else {
        format!(
            "{name} has no field that is known to be a URL: select one with -f; the fields are: {known}"
        )
    }
}

fn parse(format: Format, selector: &str) -> Result<Selector, String> {
    if selector.is_empty() {
        return Err("empty field name: give a name, or a number from 1".into());
    }
    if selector == ALL {
        return Ok(Selector::All);
    }
    if !selector.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(Selector::Name(selector.into()));
    }
    match selector.parse::<usize>().ok().and_then(|number| number.checked_sub(1)) {
        Some(index) => Ok(Selector::Index(index)),
        None => Err(format!(
            "`{selector}` is not a field of {}: fields are numbered from 1",
            format.name()
        )),
    }
}

/// The picks of a log, whose names are the same in every input.
fn log_picks(
    template: &'static Template,
    selectors: &[Selector],
    names: &[String],
    are_defaults: bool,
) -> Result<Picks, String> {
    let request = template.request;
    // S3 escapes a key once more than a client does.
    let is_key = |field| template.name == "s3" && template.names.get(field) == Some(&"key");
    let pick = |selector: &Selector| {
        let (field, name) = match selector {
            Selector::Index(field) => (Some(*field), ""),
            Selector::Name(name) => (template.index_of(name), &**name),
            Selector::All => (None, ALL),
        };
        // A field that the template names has precedence over a part of its request.
        if let Some(field) = field {
            let role = match template.fields.get(field).map_or(Kind::Text, |field| field.kind) {
                // Of a whole one, nothing says where its parts are.
                Kind::Request | Kind::DecodedUrl => Holds::Text,
                kind => kind.holds(),
            };
            let escapes = if is_key(field) { Escapes::Percent } else { Escapes::None };
            return Some(Pick { field, part: Part::Whole, role, escapes });
        }
        let (part, role) = match &*name.to_ascii_lowercase() {
            "method" => (Part::Method, Holds::Word),
            "target" => (Part::Target, Holds::Url),
            "path" => (Part::Path, Holds::Path),
            "query" => (Part::Query, Holds::Query),
            "version" => (Part::Version, Holds::Word),
            _ => return None,
        };
        // The field of a target has the last two, too.
        let target =
            || template.index_of("target").filter(|_| matches!(part, Part::Path | Part::Query));
        request.or_else(target).map(|field| Pick { field, part, role, escapes: Escapes::None })
    };
    let mut picks = Vec::new();
    for (index, selector) in selectors.iter().enumerate() {
        let pick = pick(selector).ok_or_else(|| {
            let (selector, format) = (&names[index], Format::Log(template));
            let (name, names, parts) = (format.name(), format.names().join(" "), format.parts().join(" "));
            let parts = if parts.is_empty() { parts } else { format!(", and parts of the request: {parts}") };
            format!("`{selector}` is not a field of {name}; the fields are: {names} (or numbers from 1){parts}")
        })?;
        picks.push((index, pick));
    }
    // By default, fields that not every line has are optional.
    let required = if are_defaults { None } else { picks.iter().map(|(_, pick)| pick.field).max() };
    Ok(Picks::new(&picks, required.unwrap_or_default(), None))
}

impl Named {
    /// The picks for fields with these names. A name selects all its fields.
    pub(super) fn resolve<N: AsRef<[u8]>>(&self, names: &[N]) -> Picks {
        let columns = Some(names.len());
        if let Some(numbered) = self.numbered.clone() {
            return Picks { columns, ..numbered };
        }
        let is_named: fn(&[u8], &[u8]) -> bool =
            if self.format.has_header_record() { |known, name| known == name } else { is_same };
        let (mut picks, mut labels) = (Vec::new(), Vec::new());
        let (mut unknown, mut numbers) = (Vec::new(), Vec::new());
        for selector in &self.selectors {
            let (old, index) = (picks.len(), labels.len());
            let pick = |field: usize, known: &[u8]| (index, Pick::whole(self.format, field, known));
            let mut label = None;
            match selector {
                // As if each were selected by its name.
                Selector::All => {
                    for (field, known) in names.iter().map(AsRef::as_ref).enumerate() {
                        picks.push((labels.len(), Pick::whole(self.format, field, known)));
                        labels.push(Some(known.into()));
                    }
                    continue;
                }
                // Some records may have more fields than the header.
                Selector::Index(field) => {
                    let known = names.get(*field).map(AsRef::as_ref);
                    picks.push(pick(*field, known.unwrap_or_default()));
                    label = known.map(Into::into);
                    if known.is_none() {
                        numbers.push((field + 1).to_string());
                    }
                }
                Selector::Name(name) => {
                    let known = names.iter().map(AsRef::as_ref).enumerate();
                    let named = known.filter(|(_, known)| is_named(known, name.as_bytes()));
                    picks.extend(named.map(|(field, known)| pick(field, known)));
                    if picks.len() == old && !self.are_defaults {
                        let known = names.iter().map(AsRef::as_ref).map(str::from_utf8);
                        let known = known.flatten().filter(|name| name.len() <= LONGEST);
                        let meant = nearest(name, known)
                            .map(|meant| format!(" (did you mean `{}`?)", Shown(meant)));
                        unknown.push(format!("`{name}`{}", meant.unwrap_or_default()));
                    }
                }
            }
            labels.push(label);
        }
        let what = [("no field is named", unknown), ("there is no field", numbers)];
        let what = what.into_iter().filter(|(_, those)| !those.is_empty());
        let what: Vec<_> =
            what.map(|(what, those)| [what, &those.join(" or ")].join(" ")).collect();
        let missing = (!what.is_empty()).then(|| {
            let (what, known) = (what.join(", and "), some_of(names));
            format!("{what}; there are: {known} (name one of these, or give its number, from 1)")
        });
        Picks { labels, columns, ..Picks::new(&picks, 0, missing) }
    }
}
