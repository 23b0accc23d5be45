//! Other codecs beside this one: crates, and the programs of other languages.

#[path = "../common"]
mod common {
    pub(crate) mod active;
    mod backends;
    mod cases;

    pub(crate) use backends::backends;
    pub(crate) use cases::cases;
}

mod form_serde_peer;
mod migration;
mod peers;
mod programs;
mod uri_peer;
