//! Random inputs and programs.

use proptest::prelude::*;
use std::fmt::Write as _;

use crate::byte_serialize::check_byte_serialize;
use crate::inputs::{bytes, form};
use crate::parse::check_parse;
use crate::serializer::{ENCODINGS, Step, check_serializer};
use comparison::{cases, on_every_backend};
use original_form_urlencoded as original;
use ours_form_urlencoded as ours;

pub(crate) fn step() -> impl Strategy<Value = Step> {
    let text = || prop_oneof![3 => "[a-z]{0,10}", 2 => "[a-z é%&=+~]{0,20}", 1 => "\\PC{0,80}"];
    prop_oneof![
        1 => Just(Step::Clear),
        1 => proptest::option::of(0..ENCODINGS.len()).prop_map(Step::Encoding),
        6 => (text(), text()).prop_map(|(name, value)| Step::Pair(name, value)),
        2 => text().prop_map(Step::Key),
        2 => proptest::collection::vec((text(), text()), 0..4).prop_map(Step::Pairs),
        2 => proptest::collection::vec(text(), 0..4).prop_map(Step::Keys),
        1 => Just(Step::Finish),
    ]
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn bytes_at_random(input in bytes(300)) {
        on_every_backend(|_| {
            check_parse(&input);
            check_byte_serialize(&input);
        });
    }

    #[test]
    fn forms_at_random(input in form()) {
        on_every_backend(|_| check_parse(&input));
    }

    #[test]
    fn serializers_at_random(start in "[a-z=&é]{0,6}", position in 0..9_usize, steps in proptest::collection::vec(step(), 0..12)) {
        on_every_backend(|_| check_serializer(&start, position, &steps));
    }

    /// Each package reads the output of the other.
    #[test]
    fn pairs_at_random(pairs in proptest::collection::vec(("\\PC{0,20}", "\\PC{0,90}"), 0..8)) {
        on_every_backend(|_| {
            let ours = ours::Serializer::new(String::new()).extend_pairs(&pairs).finish();
            let mut expected = String::new();
            for (name, value) in &pairs {
                let serialized = |text: &str| original::byte_serialize(text.as_bytes()).collect::<String>();
                write!(expected, "{}{}={}", if expected.is_empty() { "" } else { "&" }, serialized(name), serialized(value)).expect("it is a String");
            }
            assert_eq!(ours, expected);
            assert!(ours::parse(ours.as_bytes()).into_owned().eq(pairs.iter().cloned()));
        });
    }
}
