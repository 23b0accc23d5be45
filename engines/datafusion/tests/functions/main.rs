//! The functions beside Spark, the JDK and the standards, on every type of array.

mod arrays;
mod binary;
mod constants;
mod errors;
mod jdk;
mod layouts;
mod parse_url;
mod percent_u;
mod query_params;
mod readme;
mod real_spark;
mod repeated;
mod spark;
mod sql;
mod support;
mod urls;
mod values;
mod whole_arrays;
