//! Where results and messages go: in order, to standard output or into a file that is replaced as a
//! whole.

#[cfg(target_os = "linux")]
mod attributes;
mod interrupt;
mod order;
mod replacement;
mod sink;

#[cfg(unix)]
pub(crate) use self::interrupt::outlive_large_files;
pub(crate) use self::order::{Destination, Event, Output, Over, Settings, print};
