//! Fields separated by single delimiters, without quoting: TSV, CloudFront, W3C.

use memchr::memchr;

use super::Problem;
use super::edit::Edit;
use super::selection::Picks;
use super::spelling::Spellings;

pub(super) fn rewrite(
    picks: &Picks,
    spellings: &Spellings,
    delimiter: u8,
    record: &[u8],
    from: usize,
    edit: &mut Edit<'_, '_>,
) -> Result<(), Problem> {
    let (mut field, mut start) = (0, from);
    for (index, pick) in picks.as_slice().iter().enumerate() {
        loop {
            let end = memchr(delimiter, &record[start..]).map_or(record.len(), |len| start + len);
            let is_picked = field == pick.field;
            if is_picked {
                let spelling = if field == 0 { &spellings.first } else { &spellings.plain };
                edit.field(index, start..end, true, (spelling, pick.role), spellings)?;
            }
            if end == record.len() {
                return Ok(());
            }
            (field, start) = (field + 1, end + 1);
            if is_picked {
                break;
            }
        }
    }
    Ok(())
}

/// The fields of a record.
pub(super) fn names(record: &[u8], delimiter: u8) -> Vec<&[u8]> {
    record.split(|&byte| byte == delimiter).collect()
}
