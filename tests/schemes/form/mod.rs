//! Forms: WHATWG URL 5 against an oracle of its steps, on every backend, and against the crate
//! `form_urlencoded`.

mod html;
mod parsing;
mod serializing;

use oracle::form::Options;
use percent_simd::Backend;
use percent_simd::form::{self, Parser};
use proptest::prelude::*;

use self::parsing::check_parse;
use self::{html::check_newlines, serializing::check_serialize};

const WHATWG: Options = Options { semicolons: false, mailto: false };
const ALL_OPTIONS: [Options; 4] = [
    WHATWG,
    Options { semicolons: true, mailto: false },
    Options { semicolons: false, mailto: true },
    Options { semicolons: true, mailto: true },
];

/// Names and values.
type Pairs = &'static [(&'static str, &'static str)];

fn parser(options: Options, backend: Backend) -> Parser {
    Parser::new().semicolons(options.semicolons).plus_as_space(!options.mailto).on(backend)
}

fn any_part() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        3 => proptest::sample::select(vec!["&", "=", ";", "+", "&&", "==", "=&", "%", "%4", "%26", "%3d", "%2B", "%3B", "%E9", "_charset_", "\r", "\n"])
            .prop_map(|text| text.into()),
        2 => "[a-z]{0,20}".prop_map(String::into_bytes),
        1 => "[a-zA-Z0-9+._-]{40,100}".prop_map(String::into_bytes),
        1 => any::<char>().prop_map(|character| character.to_string().into_bytes()),
        1 => any::<char>().prop_map(|character| character.to_string().bytes().map(|byte| format!("%{byte:02X}")).collect::<String>().into_bytes()),
        1 => proptest::collection::vec(any::<u8>(), 1..6),
    ]
}

fn any_form() -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(any_part(), 0..30).prop_map(|parts| parts.concat())
}

fn any_options() -> impl Strategy<Value = Options> {
    proptest::sample::select(&ALL_OPTIONS[..])
}

proptest! {
    #![proptest_config(support::cases(200))]

    #[test]
    fn parsing_is_the_oracle_s(input in any_form(), options in any_options()) {
        check_parse(&input, options);
    }

    #[test]
    fn serializing_is_the_oracle_s(tuples in proptest::collection::vec((any_form(), any_form()), 0..6), options in any_options()) {
        check_serialize(&tuples, options);
    }

    #[test]
    fn newlines_are_the_oracle_s(text in "[\r\naé]{0,80}") {
        check_newlines(&text);
    }

    /// The crate `form_urlencoded` has WHATWG's semantics: any input gives the same result.
    #[cfg(not(target_family = "wasm"))]
    #[test]
    fn form_urlencoded_is_alike(input in any_form()) {
        let theirs: Vec<_> = form_urlencoded::parse(&input).into_owned().collect();
        for backend in support::backends() {
            let ours = Parser::new().on(backend).parse(&input).map(|pair| (pair.name().into_owned(), pair.value().into_owned()));
            prop_assert_eq!(ours.collect::<Vec<_>>(), &theirs[..], "{}", backend);
        }
        let written = form_urlencoded::Serializer::new(String::new()).extend_pairs(&theirs).finish();
        prop_assert_eq!(form::serialize(theirs), written);
    }
}
