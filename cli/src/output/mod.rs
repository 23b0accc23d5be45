//! Where results and messages go: in order, to standard output or into a file that is replaced as a
//! whole.

#[cfg(target_os = "linux")]
mod attributes;
mod order;
mod replacement;
mod sink;

pub(crate) use self::order::{Destination, Event, Output, Over, Settings, print};
#[cfg(unix)]
pub(crate) use self::replacement::outlive_large_files;
