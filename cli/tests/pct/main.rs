//! Drives the built program.

#[cfg(target_os = "linux")]
mod attributes;
mod blocks;
mod charset;
mod check;
mod compressed;
mod controls;
mod decode;
mod encode;
#[cfg(unix)]
mod examples;
mod fields;
mod folders;
mod hidden;
mod in_place;
mod inputs;
mod inspect;
#[cfg(target_os = "linux")]
mod interrupted;
#[cfg(target_os = "linux")]
mod limits;
mod listings;
mod man;
mod no_text;
mod normalize;
mod outputs;
#[cfg(target_os = "linux")]
mod progress;
mod query;
mod quiet;
mod readme;
mod reference;
mod sample;
mod schemes;
mod strict;
mod support;
mod threads;
mod times;
mod tips;
mod utf8;
