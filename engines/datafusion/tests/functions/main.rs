//! The functions against what Spark, the JDK and the standards say, on every type of array.

mod arrays;
#[path = "../../../../tests/common/backends.rs"]
mod backends;
mod binary;
mod distinct;
mod jdk;
mod layouts;
mod pieces;
mod real_spark;
mod spark;
mod sql;
mod support;
mod values;
