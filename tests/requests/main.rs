//! What a server decides on: request lines, paths, what an input holds.

#[path = "../common"]
mod common {
    pub(crate) mod active;
    mod backends;
    mod cases;
    #[cfg(feature = "http")]
    mod decoder;
    mod values;

    pub(crate) use backends::backends;
    pub(crate) use cases::cases;
    #[cfg(feature = "http")]
    pub(crate) use decoder::decoder;
    pub(crate) use values::{error, set};
}

#[path = "../oracle/answers"]
mod answers {
    pub(crate) mod flags;
    #[cfg(feature = "alloc")]
    pub(crate) mod path;
    pub(crate) mod request_line;
}
#[cfg(feature = "batch")]
mod columns;
#[cfg(feature = "http")]
mod http;
mod inspect;
#[cfg(feature = "alloc")]
mod path;
mod request_line;
