//! Input: files and their content, decompressed, and cut where records allow it.

mod chunks;
mod compression;
mod files;
mod records;
mod text;

pub(crate) use self::chunks::{CHUNK, Chunk, Chunks};
pub(crate) use self::compression::Compression;
#[cfg(unix)]
pub(crate) use self::files::metadata;
pub(crate) use self::files::{Inputs, Original, TEMPORARY, is_standard_input, not_replaced};
pub(crate) use self::records::{Cut, Position, Records};
pub(crate) use self::text::{Content, Watch};
