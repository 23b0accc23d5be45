//! The remedy for a record that does not fit: what it does fit, tried on the record itself.

use clap::ValueEnum;

use super::prefix::Prefix;
use super::{Fields, Format, Template, inside, logfmt, without_bom};

impl Fields {
    /// The options with which a log's record fits.
    #[cold]
    pub(super) fn remedy(&self, record: &[u8]) -> String {
        let record = without_bom(record);
        // Lines of `common` are those of `combined`, as far as they go.
        let is_other =
            |format: &Format| !self.formats().any(|template| format.is_part_of(template));
        let other =
            |line: &[u8]| Format::all().filter(is_other).find(|format| format.fits(line)).map(Some);
        let own = |line: &[u8]| self.formats().any(|template| template.fits(line)).then_some(None);
        if self.inside.is_none() && inside::line_of(record).is_some_and(|line| own(&line).is_some())
        {
            return "--prefix docker fits".into();
        }
        let behind = Prefix::all_of(record).filter(|_| self.prefix.is_none()).find_map(|prefix| {
            let rest = &record[prefix.len(record).unwrap_or_default()..];
            // A word of logfmt needs no key, so it has no prefix.
            let other = other(rest).filter(|found| *found != Some(Format::Logfmt));
            Some((Some(prefix), own(rest).or(other)?))
        });
        let (prefix, found) = behind.or_else(|| Some((None, other(record)?))).unzip();
        let prefix = prefix.flatten().and_then(|prefix| {
            Some(format!("--prefix {}", prefix.to_possible_value()?.get_name()))
        });
        let format = found.flatten().map(|format| format!("--format {}", format.name()));
        let options: Vec<String> = [format, prefix].into_iter().flatten().collect();
        if options.is_empty() {
            "no built-in format fits; --format takes the server's own log_format or LogFormat"
                .into()
        } else {
            format!("{} fits", options.join(" "))
        }
    }

    /// The templates that a record may fit.
    fn formats(&self) -> impl Iterator<Item = &'static Template> {
        let all = std::iter::once(self).chain(&*self.others);
        all.filter_map(|fields| match fields.format {
            Format::Log(template) => Some(template),
            _ => None,
        })
    }
}

impl Format {
    /// True for a format whose fields are the first ones of the template.
    fn is_part_of(self, template: &Template) -> bool {
        matches!(self, Self::Log(part) if template.names.starts_with(part.names))
    }

    /// True for a record that seems to have the format. Tables have no form of their own.
    pub(super) fn fits(self, record: &[u8]) -> bool {
        match self {
            Self::Log(template) => template.fits(record),
            Self::Jsonl => record.starts_with(b"{"),
            Self::W3c => record.starts_with(b"#"),
            Self::Logfmt => logfmt::fits(record),
            Self::Tsv | Self::Csv | Self::CloudFront => false,
        }
    }
}
