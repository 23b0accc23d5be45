//! Records that seem to have another format or a prefix.

use clap::ValueEnum;
use memchr::memmem;

use super::prefix::{self, Prefix};
use super::{DIRECTIVE, Fields, Format, usual, without_bom};

impl Fields {
    /// What the first of these records seems to be instead, and the option that says so.
    #[must_use]
    pub fn hint(&self, block: &[u8]) -> Option<String> {
        let (record, ..) = self.split_first(block);
        let record = without_bom(record);
        if self.prefix.is_some() || !self.format.may_have_prefix() {
            return None;
        }
        if let Some(prefix) = Prefix::guess(record) {
            let value = prefix.to_possible_value()?;
            let name = value.get_name();
            return Some(format!(
                "lines seem to have a {name} prefix, so fields may be wrong; --prefix {name} skips it"
            ));
        }
        let seen = if usual::request_at(record).is_some() {
            Format::Combined
        } else if prefix::has_virtual_host(record) {
            Format::VhostCombined
        } else if prefix::is_alb(record) {
            Format::Alb
        } else if record.starts_with(b"{") {
            Format::Jsonl
        } else if record.starts_with(b"#")
            && let Some(at) = memmem::find(block, DIRECTIVE)
        {
            let (names, ..) = self.split_first(&block[at..]);
            let is_of_cloudfront = memmem::find(names, b" x-edge-").is_some();
            if is_of_cloudfront { Format::CloudFront } else { Format::W3c }
        } else {
            return None;
        };
        let is_meant =
            self.format == seen || (self.format, seen) == (Format::Common, Format::Combined);
        let name = seen.name();
        (!is_meant && self.format.is_log()).then(|| {
            format!("lines seem to be {name}, so fields may be wrong; --format {name} reads them")
        })
    }
}
