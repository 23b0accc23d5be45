//! The drop-in `form_urlencoded` against the original: every function, every trait, every state of
//! the iterators, on every backend.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::fmt::{Debug, Write as _};
use std::hash::Hash;
use std::iter::FusedIterator;
use std::panic::{AssertUnwindSafe, RefUnwindSafe, UnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::Once;

use original_form_urlencoded as original;
use ours_form_urlencoded as ours;
use percent_simd::Backend;
use proof::{cases, on_every_backend};
use proptest::prelude::*;

// ---- Inputs. ----

/// What matters to a form, in and out of triplets, and a character of two bytes that may lack one.
const ALPHABET: &[u8] = b"%41&=+;\xC3\xA9";

/// Every word over the alphabet of at most this many bytes.
fn for_each_word(alphabet: &[u8], max_len: u32, mut visit: impl FnMut(&[u8])) {
    for len in 0..=max_len {
        for number in 0..alphabet.len().pow(len) {
            let word: Vec<u8> = (0..len)
                .map(|digit| alphabet[number / alphabet.len().pow(digit) % alphabet.len()])
                .collect();
            visit(&word);
        }
    }
}

/// Words at the borders of the blocks of 16, 32 and 64 bytes that the code looks at together,
/// within clean bytes and within short pairs.
fn for_each_long(words: &[&[u8]], mut visit: impl FnMut(&[u8])) {
    let pairs = b"a=1&bc=23&d=&".repeat(20);
    for filler in [&[b'x'; 260][..], &pairs, "é".repeat(130).as_bytes()] {
        for word in words {
            for at in
                (0..3).chain(14..18).chain(30..34).chain(59..68).chain(125..130).chain(190..193)
            {
                for behind in [0, 1, 66] {
                    let mut input = filler[..at].to_vec();
                    input.extend_from_slice(word);
                    input.extend_from_slice(&filler[..behind]);
                    visit(&input);
                }
            }
        }
    }
}

const WORDS: &[&[u8]] = &[
    b"",
    b"&",
    b"=",
    b"&&=&",
    b"+",
    b"%41",
    b"%4",
    b"%",
    b"%zz",
    b"=%26&%3D=",
    b"\xC3",
    b"\xC3\xA9",
    b"%C3%A9",
    b"\xC3%A9",
    b"\0",
    b"a b",
    b"~*-._",
];

/// Bytes, most of which matter.
fn bytes(max_len: usize) -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![
        4 => b'a'..=b'z',
        2 => proptest::sample::select(&b"%&=+;"[..]),
        2 => proptest::sample::select(&b"0123456789ABCDEFabcdef"[..]),
        1 => any::<u8>(),
    ];
    proptest::collection::vec(byte, 0..=max_len)
}

/// Names and values with the separators between them, long and short ones, clean and escaped.
fn form() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        8 => "[a-z]{0,8}",
        4 => "[a-z]{0,4}(%[0-9A-F]{2}|\\+){1,3}[a-z]{0,4}",
        2 => "[a-zé☃]{0,40}",
        2 => "[a-z]{50,140}",
        1 => "[a-z%+]{0,80}",
    ]
    .prop_map(String::into_bytes);
    let piece = prop_oneof![12 => piece, 1 => bytes(20)];
    let separator = proptest::sample::select(vec![&b"&"[..], b"&", b"&", b"=", b"=", b"&&", b"=&"]);
    proptest::collection::vec((piece, separator), 0..40).prop_map(|pieces| {
        let mut form = Vec::new();
        for (piece, separator) in pieces {
            form.extend_from_slice(&piece);
            form.extend_from_slice(separator);
        }
        form
    })
}

// ---- Parsing. ----

/// The text, where it is borrowed from, and whether it is borrowed.
#[allow(clippy::ptr_arg, reason = "which of the two it is matters")]
fn seen<'a>(text: &'a Cow<'_, str>) -> (&'a str, Option<*const u8>, bool) {
    match text {
        // An empty one may be from anywhere.
        Cow::Borrowed(text) => (text, (!text.is_empty()).then_some(text.as_ptr()), true),
        Cow::Owned(text) => (text, None, false),
    }
}

/// How many states of an iterator over this are looked at from every side. What is long has many
/// that differ little.
fn looked_at(input: &[u8]) -> usize {
    if input.len() <= 20 { usize::MAX } else { 1 }
}

#[track_caller]
fn check_parse(input: &[u8]) {
    let (mut original, mut ours) = (original::parse(input), ours::parse(input));
    for step in 0.. {
        let what = || format!("{} at step {step} of {}", Backend::active(), input.escape_ascii());
        assert_eq!(ours.size_hint(), original.size_hint(), "{}", what());
        if step < looked_at(input) {
            let (original, ours) = (original, ours);
            assert!(ours.eq(original), "a copy, {}", what());
            assert!(
                Clone::clone(&ours).into_owned().eq(Clone::clone(&original).into_owned()),
                "a clone, {}",
                what()
            );
            assert_eq!(
                ours.into_owned().size_hint(),
                original.into_owned().size_hint(),
                "{}",
                what()
            );
            assert_eq!(ours.count(), original.count(), "{}", what());
            assert_eq!(ours.last(), original.last(), "{}", what());
            let (mut original, mut ours) = (original, ours);
            assert_eq!(ours.nth(1), original.nth(1), "{}", what());
            assert!(ours.eq(original), "after nth, {}", what());
        }
        match (original.next(), ours.next()) {
            (None, None) => break,
            (Some(original), Some(ours)) => {
                assert_eq!(
                    (seen(&ours.0), seen(&ours.1)),
                    (seen(&original.0), seen(&original.1)),
                    "{}",
                    what()
                );
            }
            (original, ours) => panic!("{ours:?} for {original:?}, {}", what()),
        }
    }
    for _ in 0..2 {
        assert_eq!((ours.next(), ours.size_hint()), (original.next(), original.size_hint()));
    }
    let (mut original, mut ours) =
        (original::parse(input).into_owned(), ours::parse(input).into_owned());
    loop {
        let next = original.next();
        assert_eq!(ours.next(), next, "{} of {}", Backend::active(), input.escape_ascii());
        if next.is_none() {
            break;
        }
    }
}

#[test]
fn parse_of_every_short_input() {
    on_every_backend(|_| for_each_word(ALPHABET, 5, check_parse));
}

#[test]
fn parse_of_short_inputs_of_separators() {
    on_every_backend(|_| for_each_word(b"a&=", 8, check_parse));
}

#[test]
fn parse_of_triplets() {
    on_every_backend(|_| {
        for first in 0..=255 {
            for second in 0..=255 {
                check_parse(&[b'%', first, second]);
                // More than is decoded without a kernel.
                if first.is_ascii_hexdigit() || second.is_ascii_hexdigit() {
                    check_parse(&[b"0123456789ab%", &[first, second][..]].concat());
                }
            }
        }
    });
}

#[test]
fn parse_of_long_inputs() {
    on_every_backend(|_| for_each_long(WORDS, check_parse));
}

/// Names and values of every length side by side.
#[test]
fn parse_of_names_and_values_of_every_length() {
    on_every_backend(|_| {
        for unit in ["a", "%41", "+", "é", "%"] {
            for name in (0..18).chain(28..34).chain(58..68) {
                for value in [0, 1, 2, 12, 13, 30, 62, 63, 64, 65, 130] {
                    let pair = format!("{}={}&", unit.repeat(name), "b".repeat(value));
                    check_parse(pair.repeat(3).as_bytes());
                    check_parse(pair.trim_end_matches('&').as_bytes());
                }
            }
        }
    });
}

#[test]
fn parse_of_what_is_not_utf8() {
    const ENDS: &[&[u8]] = &[
        b"\xFF",
        b"\xF0\x9F\x92",
        b"\xF0\x9F\x92\xA9",
        b"\xED\xA0\x80",
        b"%F0%9F\x92%A9",
        b"%FF",
        b"\xE2%98\x83",
        b"\xEF\xBB\xBF",
    ];
    on_every_backend(|_| for_each_long(ENDS, check_parse));
}

// ---- Bytes serialized. ----

#[track_caller]
fn check_byte_serialize(input: &[u8]) {
    let (mut original, mut ours) = (original::byte_serialize(input), ours::byte_serialize(input));
    for step in 0.. {
        let what = || format!("{} at step {step} of {}", Backend::active(), input.escape_ascii());
        assert_eq!(ours.size_hint(), original.size_hint(), "{}", what());
        if step < looked_at(input) {
            assert_eq!(
                format!("{ours:?} {ours:#?} {ours:02X?}"),
                format!("{original:?} {original:#?} {original:02X?}"),
                "{}",
                what()
            );
        }
        let (original, ours) = (original.next(), ours.next());
        assert_eq!(ours, original, "{}", what());
        if original.is_none() {
            break;
        }
    }
    for _ in 0..2 {
        assert_eq!((ours.next(), ours.size_hint()), (original.next(), original.size_hint()));
        assert_eq!(format!("{ours:?}"), format!("{original:?}"));
    }
    let what = || format!("{} of {}", Backend::active(), input.escape_ascii());
    let (original, ours) = (|| original::byte_serialize(input), || ours::byte_serialize(input));
    assert_eq!(ours().collect::<String>(), original().collect::<String>(), "{}", what());
    assert_eq!(ours().collect::<Vec<_>>(), original().collect::<Vec<_>>(), "{}", what());
    assert_eq!(ours().count(), original().count(), "{}", what());
    assert_eq!(ours().last(), original().last(), "{}", what());
    assert_eq!(
        ours().skip(1).fold(String::new(), |all, piece| all + piece + "|"),
        original().skip(1).fold(String::new(), |all, piece| all + piece + "|")
    );
    let (mut original, mut ours) = (original(), ours());
    assert_eq!(ours.nth(1), original.nth(1), "{}", what());
    assert!(ours.eq(original), "after nth, {}", what());
}

#[test]
fn byte_serialize_of_every_short_input() {
    on_every_backend(|_| for_each_word(b"aZ09 %*~\xC3", 4, check_byte_serialize));
}

#[test]
fn byte_serialize_of_every_byte() {
    on_every_backend(|_| {
        for byte in 0..=255 {
            for before in 0..4 {
                for behind in 0..3 {
                    check_byte_serialize(&[&b"abc"[..before], &[byte], &b"xy"[..behind]].concat());
                }
            }
            check_byte_serialize(&[byte; 70]);
        }
    });
}

#[test]
fn byte_serialize_of_long_inputs() {
    on_every_backend(|_| for_each_long(WORDS, check_byte_serialize));
}

// ---- The serializer. ----

/// A step of a serializer's life.
#[derive(Clone, Debug)]
enum Step {
    Clear,
    /// One of the encodings, or none.
    Encoding(Option<usize>),
    Pair(String, String),
    Key(String),
    Pairs(Vec<(String, String)>),
    Keys(Vec<String>),
    Finish,
}

/// What becomes of the target, its length aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum To {
    String,
    MutString,
    Other,
}

/// What is seen of it: the panic, if there was one, and everything else in order.
type Seen = (Option<String>, Vec<String>);

fn latin1(text: &str) -> Cow<'_, [u8]> {
    text.chars().map(|char| u8::try_from(char).unwrap_or(b'?')).collect()
}

fn itself(text: &str) -> Cow<'_, [u8]> {
    text.as_bytes().into()
}

/// Refuses one text.
fn fragile(text: &str) -> Cow<'_, [u8]> {
    assert_ne!(text, "b c", "this text is refused");
    itself(text)
}

type Encode = fn(&str) -> Cow<'_, [u8]>;

const ENCODINGS: [Encode; 3] = [latin1, itself, fragile];

/// What panics say here is compared, and not printed.
fn quietly<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    thread_local! { static IS_QUIET: Cell<bool> = const { Cell::new(false) }; }
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if !IS_QUIET.get() {
                usual(panic);
            }
        }));
    });
    IS_QUIET.set(true);
    let result = catch_unwind(AssertUnwindSafe(run));
    IS_QUIET.set(false);
    result.map_err(|payload| match payload.downcast::<String>() {
        Ok(message) => *message,
        Err(payload) => {
            payload.downcast::<&str>().map_or_else(|_| "?".into(), |message| (*message).into())
        }
    })
}

/// The same program for each package.
macro_rules! serializer {
    ($module:ident, $package:ident) => {
        mod $module {
            use super::{
                Cell, ENCODINGS, Rc, RefCell, Seen, Step, To, quietly, $package as package,
            };
            use package::{Serializer, Target};

            /// A target of another type, which counts how often it is asked, and holds two texts to
            /// see whether both are.
            pub(super) struct Other {
                text: String,
                asked: Rc<Cell<usize>>,
            }

            impl Target for Other {
                fn as_mut_string(&mut self) -> &mut String {
                    self.asked.set(self.asked.get() + 1);
                    &mut self.text
                }

                fn finish(self) -> (String, char) {
                    (self.text, '!')
                }

                type Finished = (String, char);
            }

            fn live<T: Target>(
                target: T,
                position: usize,
                steps: &[Step],
                see: &mut dyn FnMut(String),
                finished: impl Fn(T::Finished) -> String,
            ) {
                let mut serializer = Serializer::for_suffix(target, position);
                for step in steps {
                    match step {
                        Step::Clear => _ = serializer.clear(),
                        Step::Encoding(None) => _ = serializer.encoding_override(None),
                        Step::Encoding(Some(index)) => {
                            _ = serializer.encoding_override(Some(&ENCODINGS[*index]))
                        }
                        Step::Pair(name, value) => _ = serializer.append_pair(name, value),
                        Step::Key(name) => _ = serializer.append_key_only(name),
                        Step::Pairs(pairs) if pairs.len() % 2 == 0 => {
                            _ = serializer.extend_pairs(pairs)
                        }
                        Step::Pairs(pairs) => {
                            _ = serializer
                                .extend_pairs(pairs.iter().map(|(name, value)| (name, value)))
                        }
                        Step::Keys(names) if names.len() % 2 == 0 => {
                            _ = serializer.extend_keys_only::<_, String>(names)
                        }
                        Step::Keys(names) => {
                            _ = serializer
                                .extend_keys_only::<_, &str>(names.iter().map(String::as_str))
                        }
                        Step::Finish => see(finished(serializer.finish())),
                    }
                }
            }

            pub(super) fn run(to: To, start: &str, position: usize, steps: &[Step]) -> Seen {
                let log = RefCell::new(Vec::new());
                let mut see = |what| log.borrow_mut().push(what);
                let mut text = String::from(start);
                let asked = Rc::new(Cell::new(0));
                let panic = quietly(|| match to {
                    To::String => live(text.clone(), position, steps, &mut see, |text| text),
                    To::MutString => {
                        live(&mut text, position, steps, &mut see, |text: &mut String| text.clone())
                    }
                    To::Other => {
                        let other = Other { text: start.into(), asked: asked.clone() };
                        live(other, position, steps, &mut see, |(text, mark)| {
                            format!("{text}{mark}")
                        });
                    }
                });
                let mut log = log.into_inner();
                log.push(text);
                // A text that is too short may be asked for its length once or twice.
                if position <= start.len() {
                    log.push(format!("asked {} times", asked.get()));
                }
                (panic.err(), log)
            }
        }
    };
}

serializer!(of_original, original);
serializer!(of_ours, ours);

#[track_caller]
fn check_serializer(start: &str, position: usize, steps: &[Step]) {
    for to in [To::String, To::MutString, To::Other] {
        let (ours, original) = (
            of_ours::run(to, start, position, steps),
            of_original::run(to, start, position, steps),
        );
        assert_eq!(
            ours,
            original,
            "{}: {to:?} of {start:?} from {position}, {steps:?}",
            Backend::active()
        );
    }
}

fn steps() -> Vec<Step> {
    let text = String::from;
    vec![
        Step::Clear,
        Step::Encoding(None),
        Step::Encoding(Some(0)),
        Step::Encoding(Some(2)),
        Step::Pair(text("é"), text("b c")),
        Step::Pair(text(""), text("")),
        Step::Key(text("~")),
        Step::Key(text("")),
        Step::Pairs(vec![]),
        Step::Pairs(vec![
            (text("n"), text("v")),
            (text("n"), text("b c")),
            (text("never, if it is fragile"), text("☃")),
        ]),
        Step::Keys(vec![text("k"), text("+&=%")]),
        Step::Finish,
    ]
}

/// Every order of three steps, from every place of some texts and from behind them. Some begin
/// within a character.
#[test]
fn serializer_in_every_order() {
    let all = steps();
    on_every_backend(|_| {
        for (start, position) in
            [("", 0), ("", 1), ("a=1", 0), ("/?é=", 2), ("/?é=", 3), ("/?é=", 5), ("/?é=", 6)]
        {
            for_each_word(&(0..all.len() as u8).collect::<Vec<_>>(), 3, |word| {
                let steps: Vec<Step> =
                    word.iter().map(|&index| all[usize::from(index)].clone()).collect();
                check_serializer(start, position, &steps);
            });
        }
    });
}

#[test]
fn serializer_of_every_short_text() {
    on_every_backend(|_| {
        for_each_word(b"a %&~0", 4, |word| {
            let text = String::from_utf8(word.to_vec()).expect("they are ASCII");
            check_serializer(
                "",
                0,
                &[
                    Step::Pair(text.clone(), "v".into()),
                    Step::Pair("é".into(), text.clone()),
                    Step::Finish,
                ],
            );
            check_serializer("", 0, &[Step::Encoding(Some(1)), Step::Key(text), Step::Finish]);
        });
    });
}

#[test]
fn serializer_of_every_length() {
    on_every_backend(|_| {
        for len in (0..40).chain(60..70).chain([1000, 4095, 4096, 4097]) {
            for unit in ["a", " ", "é", "a~", "abcdefgh ", "☃abcdefghijklm"] {
                let text: String = unit.chars().cycle().take(len).collect();
                let steps = [
                    Step::Pair(text.clone(), text.clone()),
                    Step::Pair("n".into(), text.clone()),
                    Step::Encoding(Some(0)),
                    Step::Pair(text.clone(), String::new()),
                    Step::Keys(vec![text.clone()]),
                    Step::Finish,
                ];
                check_serializer("/?", 2, &steps);
            }
        }
    });
}

/// An iterator that panics leaves what was appended before.
#[test]
fn serializer_of_an_iterator_that_panics() {
    macro_rules! left {
        ($package:ident) => {{
            let mut text = String::from("a=b");
            let mut pairs = [("c", "d e"), ("f", "g")].into_iter();
            let result = quietly(|| {
                let pairs = std::iter::from_fn(|| Some(pairs.next().expect("one more")));
                $package::Serializer::new(&mut text).extend_pairs(pairs).finish();
            });
            (result, text)
        }};
    }
    on_every_backend(|_| {
        let (ours, original) = (left!(ours), left!(original));
        assert_eq!(ours, original);
        assert_eq!(ours, (Err("one more".into()), "a=b&c=d+e&f=g".into()));
    });
}

/// A target may give another text each time: one that is shorter than where the pairs begin, too.
#[test]
fn serializer_of_a_fickle_target() {
    macro_rules! left {
        ($package:ident) => {{
            #[derive(Default)]
            struct Fickle(Vec<String>, usize);
            impl $package::Target for Fickle {
                fn as_mut_string(&mut self) -> &mut String {
                    self.1 += 1;
                    let count = self.0.len();
                    &mut self.0[self.1 % count]
                }
                fn finish(self) -> Vec<String> {
                    self.0
                }
                type Finished = Vec<String>;
            }
            let target = Fickle(vec!["/?a".into(), "/?b".into(), "".into()], 0);
            let mut serializer = $package::Serializer::for_suffix(target, 3);
            serializer
                .append_pair("n", "v")
                .append_key_only("k k")
                .extend_pairs([("p", "q"), ("r", "s")])
                .clear()
                .append_pair("x", "y");
            serializer.extend_keys_only::<_, &str>(["1", "2"]).clear().append_key_only("z");
            serializer.finish()
        }};
    }
    on_every_backend(|_| assert_eq!(left!(ours), left!(original)));
}

// ---- What the compiler sees. ----

/// Whether a type implements a trait.
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
    // The question is one that has both answers.
    assert!(implements!(ours::Parse<'static>: Copy) && !implements!(ours::Parse<'static>: Debug));
}

/// The types of all functions, and lifetimes that may be shortened.
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
            // References to pairs, pairs of references, pairs of owned text; names likewise.
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

// ---- At random. ----

fn step() -> impl Strategy<Value = Step> {
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

    /// What one writes the other reads.
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
