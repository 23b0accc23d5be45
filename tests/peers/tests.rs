//! Other codecs, compared with this one: crates, and the programs of other languages.

mod form_serde_peer;
mod migration;
mod peers;
mod programs;
mod uri_peer;
