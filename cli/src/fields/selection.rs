//! The selection: numbers and names, and the fields that they select.

use super::format::{Format, Role, is_same};
use super::names::{LONGEST, nearest, some_of};
use crate::shown::Shown;

/// A selector as the user gives it.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Selector {
    /// A field by its index, from 0.
    Index(usize),
    Name(String),
}

/// A selection for inputs that name their fields.
#[derive(Clone, Debug)]
pub(super) struct Named {
    format: Format,
    selectors: Vec<Selector>,
    /// The selectors are defaults: missing fields are not a problem.
    are_defaults: bool,
}

/// A field, or a part of one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Pick {
    /// From 0.
    pub(super) field: usize,
    pub(super) part: Part,
    pub(super) role: Role,
}

impl Pick {
    /// The field with this name, or without a name.
    fn whole(format: Format, field: usize, name: &[u8]) -> Self {
        Self { field, part: Part::Whole, role: format.role(name) }
    }
}

/// In the order of a request.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Part {
    Whole,
    Method,
    Target,
    Path,
    Query,
    Version,
}

/// The selected fields of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Picks {
    /// In the order of the record; they overlap only if they are only read.
    picks: Vec<Pick>,
    /// In the order of the selectors: the selector, and the index of its field. A selector may
    /// select several fields, and several selectors one field.
    pub(super) given: Vec<(usize, usize)>,
    /// A log record that ends before the end of this field is malformed.
    pub(super) required: usize,
    /// The selected fields that do not exist.
    pub(super) missing: Option<String>,
    /// The names that a header gives to fields selected by number, by selector.
    pub(super) labels: Vec<Option<Box<[u8]>>>,
}

impl Picks {
    /// Picks of numbered selectors, in the order of the selectors.
    fn new(given: &[(usize, Pick)], required: usize, missing: Option<String>) -> Self {
        let mut picks: Vec<Pick> = given.iter().map(|&(_, pick)| pick).collect();
        picks.sort_unstable();
        picks.dedup();
        let index = |pick| picks.binary_search(&pick).unwrap_or_default();
        let given = given.iter().map(|&(selector, pick)| (selector, index(pick))).collect();
        Self { picks, given, required, missing, labels: Vec::new() }
    }

    /// Removes picks that are part of others.
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

    pub(super) fn as_slice(&self) -> &[Pick] {
        &self.picks
    }
}

/// The picks, or a selection that needs a header.
pub(super) enum Selected {
    Picks(Picks),
    Named(Named),
}

/// `is_read`: the fields are only read, so they may overlap.
pub(super) fn select(
    format: Format,
    selectors: &[String],
    is_read: bool,
) -> Result<Selected, String> {
    let are_defaults = selectors.is_empty();
    let selectors: Vec<Selector> = match (are_defaults, format.defaults()) {
        (true, []) => {
            return Err(format!(
                "{} has no default fields: select them with -f, by number (from 1) or by the name in the first line",
                format.name()
            ));
        }
        (true, defaults) => defaults.iter().map(|&name| Selector::Name(name.into())).collect(),
        (false, _) => {
            selectors.iter().map(|selector| parse(format, selector)).collect::<Result<_, _>>()?
        }
    };
    if format.is_log() {
        let picks = log_picks(format, &selectors, are_defaults)?;
        return Ok(Selected::Picks(if is_read { picks } else { picks.without_overlaps() }));
    }
    let number = |selector: &Selector| match *selector {
        Selector::Index(field) => Some(Pick::whole(format, field, b"")),
        Selector::Name(_) => None,
    };
    let numbers: Vec<_> = (0..).zip(selectors.iter().map_while(number)).collect();
    Ok(if numbers.len() == selectors.len() {
        Selected::Picks(Picks::new(&numbers, 0, None))
    } else {
        Selected::Named(Named { format, selectors, are_defaults })
    })
}

fn parse(format: Format, selector: &str) -> Result<Selector, String> {
    if selector.is_empty() {
        return Err("empty field name: give a name, or a number from 1".into());
    }
    if selector.split(',').all(|number| number.parse::<usize>().is_ok()) && selector.contains(',') {
        return Err(format!(
            "`{selector}` is not a field: repeat -f for each, as in -f {}",
            selector.replace(',', " -f ")
        ));
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
fn log_picks(format: Format, selectors: &[Selector], are_defaults: bool) -> Result<Picks, String> {
    let request = index_of(format, "request");
    let pick = |selector: &Selector| {
        let (field, name) = match selector {
            Selector::Index(field) => (Some(*field), ""),
            Selector::Name(name) => (index_of(format, name), &**name),
        };
        if let Some(field) = field {
            let name = format.names().get(field).copied().unwrap_or_default();
            return Some(Pick::whole(format, field, name.as_bytes()));
        }
        let (part, role) = match &*name.to_ascii_lowercase() {
            "method" => (Part::Method, Role::Word),
            "target" => (Part::Target, Role::Url),
            "path" => (Part::Path, Role::Path),
            "query" => (Part::Query, Role::Query),
            "version" => (Part::Version, Role::Word),
            _ => return None,
        };
        request.map(|field| Pick { field, part, role })
    };
    let mut picks = Vec::new();
    for (index, selector) in selectors.iter().enumerate() {
        let pick = pick(selector).ok_or_else(|| {
            let (name, names, parts) = (format.name(), format.names().join(" "), format.parts().join(" "));
            format!("`{selector}` is not a field of {name}; the fields are: {names} (or numbers from 1), and parts of the request: {parts}")
        })?;
        picks.push((index, pick));
    }
    // By default, fields after the request, which newer and longer lines have, are optional.
    let required =
        if are_defaults { request } else { picks.iter().map(|(_, pick)| pick.field).max() };
    Ok(Picks::new(&picks, required.unwrap_or_default(), None))
}

fn index_of(format: Format, name: &str) -> Option<usize> {
    format.names().iter().position(|known| is_same(known.as_bytes(), name.as_bytes()))
}

impl std::fmt::Display for Selector {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Index(index) => write!(f, "{}", index + 1),
            Self::Name(name) => f.write_str(name),
        }
    }
}

impl Named {
    /// The picks for fields with these names. A name selects all its fields.
    pub(super) fn resolve<N: AsRef<[u8]>>(&self, names: &[N]) -> Picks {
        let is_named = |known: &[u8], name: &str| {
            if self.format.has_header_record() {
                known == name.as_bytes()
            } else {
                is_same(known, name.as_bytes())
            }
        };
        let (mut picks, mut labels) = (Vec::new(), Vec::new());
        let (mut unknown, mut numbers) = (Vec::new(), Vec::new());
        for (index, selector) in self.selectors.iter().enumerate() {
            let old = picks.len();
            let pick = |field: usize, known: &[u8]| (index, Pick::whole(self.format, field, known));
            let mut label = None;
            match selector {
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
                    let named = known.filter(|(_, known)| is_named(known, name));
                    picks.extend(named.map(|(field, known)| pick(field, known)));
                    if picks.len() == old && !self.are_defaults {
                        let known =
                            names.iter().filter_map(|name| str::from_utf8(name.as_ref()).ok());
                        let meant = nearest(name, known.filter(|name| name.len() <= LONGEST));
                        let meant =
                            meant.map(|meant| format!(" (did you mean `{}`?)", Shown(meant)));
                        unknown.push(format!("`{name}`{}", meant.unwrap_or_default()));
                    }
                }
            }
            labels.push(label);
        }
        let what = [("no field is named ", &unknown), ("there is no field ", &numbers)];
        let what = what.iter().filter(|(_, those)| !those.is_empty());
        let what: Vec<String> =
            what.map(|(what, those)| format!("{what}{}", those.join(" or "))).collect();
        let missing = (!what.is_empty()).then(|| {
            let (what, known) = (what.join(", and "), some_of(names));
            format!("{what}; there are: {known} (name one of these, or give its number, from 1)")
        });
        Picks { labels, ..Picks::new(&picks, 0, missing) }
    }
}
