//! The grammar of what is encoded, byte by byte.

mod windows_name;

pub(crate) use windows_name::{WindowsName, is_device_name};
