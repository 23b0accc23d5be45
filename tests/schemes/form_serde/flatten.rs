//! Fields within `#[serde(flatten)]`: serde reads them as text.

use percent_simd::form;
use serde::Deserialize;

#[derive(Debug, Deserialize)]
#[allow(dead_code)]
struct Page {
    number: u32,
    size: Option<u32>,
}

#[derive(Debug, Deserialize)]
#[allow(dead_code)]
struct Search {
    q: String,
    #[serde(flatten)]
    page: Page,
}

#[test]
fn an_error_names_the_field() {
    let error = form::from_str::<Search>("q=a&n%75mber=17").unwrap_err();
    assert_eq!(error.field(), Some("number"));
    assert_eq!(
        error.to_string(),
        "field \"number\": invalid type: string \"17\", expected u32; a field within \
         `#[serde(flatten)]` needs `deserialize_with`"
    );
    // Decoded text, and an option of a number.
    let error = form::from_str::<Search>("q=a&number=%31+7").unwrap_err();
    assert_eq!(error.field(), Some("number"));
}

#[test]
fn all_fields_that_may_be_it_are_named() {
    let error = form::from_str::<Search>("q=17&number=17").unwrap_err();
    assert_eq!(error.field(), None);
    assert_eq!(
        error.to_string(),
        "one of the fields \"number\", \"q\": invalid type: string \"17\", expected u32; a field within \
         `#[serde(flatten)]` needs `deserialize_with`"
    );
    // Errors are equal if their messages are.
    assert_eq!(error, form::from_str::<Search>("number=17&q=17").unwrap_err());
}

/// Text that looks like a number stays text.
#[test]
fn text_is_text() {
    #[derive(Debug, Deserialize, PartialEq)]
    struct Inner {
        zip: String,
    }
    #[derive(Debug, Deserialize, PartialEq)]
    struct Outer {
        #[serde(flatten)]
        inner: Inner,
    }
    let outer: Outer = form::from_str("zip=01234").unwrap();
    assert_eq!(outer.inner.zip, "01234");
}
