//! Arrays of Apache Arrow (feature `arrow`): the crates `arrow-array` and `arrow-buffer`.

mod arrays;
mod columns;
mod dictionary;
