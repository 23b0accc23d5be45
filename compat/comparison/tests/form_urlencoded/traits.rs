//! Signatures: traits, types of functions, lifetimes.

use std::borrow::Cow;
use std::fmt::Debug;
use std::hash::Hash;
use std::iter::FusedIterator;
use std::panic::RefUnwindSafe;
use std::panic::UnwindSafe;

use crate::serializer::latin1;
use original_form_urlencoded as original;
use ours_form_urlencoded as ours;

/// True if a type implements a trait.
macro_rules! implements {
    ($type:ty: $($bounds:tt)+) => {{
        #[allow(dead_code, reason = "the inherent answer hides it where there is one")]
        trait Otherwise {
            const YES: bool = false;
        }
        impl<T> Otherwise for T {}
        struct Ask<T>(std::marker::PhantomData<T>);
        #[allow(dead_code, reason = "not there, if the trait is not implemented")]
        impl<T: $($bounds)+> Ask<T> {
            const YES: bool = true;
        }
        <Ask<$type>>::YES
    }};
}

macro_rules! implemented {
    ($type:ty) => {
        [
            ("Copy", implements!($type: Copy)),
            ("Clone", implements!($type: Clone)),
            ("Debug", implements!($type: Debug)),
            ("Display", implements!($type: std::fmt::Display)),
            ("Default", implements!($type: Default)),
            ("PartialEq", implements!($type: PartialEq)),
            ("Eq", implements!($type: Eq)),
            ("Hash", implements!($type: Hash)),
            ("Ord", implements!($type: PartialOrd)),
            ("Send", implements!($type: Send)),
            ("Sync", implements!($type: Sync)),
            ("Unpin", implements!($type: Unpin)),
            ("UnwindSafe", implements!($type: UnwindSafe)),
            ("RefUnwindSafe", implements!($type: RefUnwindSafe)),
            ("Iterator", implements!($type: Iterator)),
            ("FusedIterator", implements!($type: FusedIterator)),
            ("ExactSizeIterator", implements!($type: ExactSizeIterator)),
            ("DoubleEndedIterator", implements!($type: DoubleEndedIterator)),
        ]
    };
}

#[test]
fn traits() {
    assert_eq!(implemented!(ours::Parse<'static>), implemented!(original::Parse<'static>));
    assert_eq!(
        implemented!(ours::ParseIntoOwned<'static>),
        implemented!(original::ParseIntoOwned<'static>)
    );
    assert_eq!(
        implemented!(ours::ByteSerialize<'static>),
        implemented!(original::ByteSerialize<'static>)
    );
    assert_eq!(
        implemented!(ours::Serializer<'static, String>),
        implemented!(original::Serializer<'static, String>)
    );
    assert_eq!(
        implemented!(ours::Serializer<'static, &'static mut String>),
        implemented!(original::Serializer<'static, &'static mut String>)
    );
    // The macro can give both answers.
    assert!(implements!(ours::Parse<'static>: Copy) && !implements!(ours::Parse<'static>: Debug));
}

/// The types of all functions, and lifetimes that can be shortened.
macro_rules! signatures {
    ($($function:ident of $package:ident)+) => {$(
        #[test]
        fn $function() {
            use $package::{ByteSerialize, EncodingOverride, Parse, ParseIntoOwned, Serializer, Target};

            fn shorter<'a>(parse: Parse<'static>, bytes: ByteSerialize<'static>, owned: ParseIntoOwned<'static>) -> (Parse<'a>, ByteSerialize<'a>, ParseIntoOwned<'a>) {
                (parse, bytes, owned)
            }
            fn shorter_serializer<'a, T: Target>(serializer: Serializer<'static, T>) -> Serializer<'a, T> {
                serializer
            }

            let parse: fn(&[u8]) -> Parse<'_> = $package::parse;
            let bytes: fn(&[u8]) -> ByteSerialize<'_> = $package::byte_serialize;
            let owned: fn(Parse<'static>) -> ParseIntoOwned<'static> = Parse::into_owned;
            let (parse, bytes, owned) = shorter(parse(b"a=b"), bytes(b"a"), owned(parse(b"c=d")));
            let new: fn(String) -> Serializer<'static, String> = Serializer::new;
            let clear: for<'s> fn(&'s mut Serializer<'static, String>) -> &'s mut Serializer<'static, String> = Serializer::clear;
            let append_pair: for<'s> fn(&'s mut Serializer<'static, String>, &str, &str) -> &'s mut Serializer<'static, String> = Serializer::append_pair;
            let append_key: for<'s> fn(&'s mut Serializer<'static, String>, &str) -> &'s mut Serializer<'static, String> = Serializer::append_key_only;
            let finish: fn(&mut Serializer<'static, String>) -> String = Serializer::finish;
            let encode = latin1;
            let encoding: EncodingOverride<'_> = Some(&encode);

            let mut serializer = shorter_serializer(new("x=y".into()));
            serializer.encoding_override(encoding);
            // References to pairs, pairs of references, pairs of owned text; the same for names.
            serializer.extend_pairs(parse).extend_pairs(owned).extend_pairs(&[("e", "f")]).extend_pairs(vec![(String::from("g"), Cow::Borrowed("é"))]);
            serializer.extend_keys_only::<_, &str>(&["h"]).extend_keys_only::<_, String>(vec![String::from("i")]);
            assert_eq!(serializer.finish(), "x=y&a=b&c=d&e=f&g=%E9&h&i");

            let mut serializer = new("x=y".into());
            append_key(append_pair(clear(&mut serializer), "a", "b"), "c");
            assert_eq!(finish(&mut serializer), "a=b&c");
            let mut text = String::from("?");
            Serializer::for_suffix(&mut text, 1).append_key_only("k").finish().push('!');
            assert_eq!((text.as_str(), bytes.collect::<Vec<_>>()), ("?k!", vec!["a"]));
        }
    )+};
}

signatures! { signatures_of_the_original of original signatures_of_ours of ours }
