//! The rows of `src/migration.md`: calls of other crates and their replacements give the same
//! results, on every content and every backend.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::Write as _;

use oracle::content::Content;
use oracle::random::Random;
use support::on_every_backend;

/// The functions of `percent-encoding` in the rows.
mod theirs {
    pub(crate) use percent_encoding::*;
    pub(crate) const SET: &AsciiSet = &CONTROLS.add(b' ').add(b'/').remove(b'\n');
}

/// Our functions in the rows.
mod ours {
    pub(crate) use percent_simd::*;
    pub(crate) const SET: AsciiSet = sets::CONTROLS.add(b' ').add(b'/').remove(b'\n');
}

/// A call's result as comparable bytes; none if it is an error.
trait Answer {
    fn answer(self) -> Option<Vec<u8>>;
}

macro_rules! answer {
    ($($type:ty: $this:ident => $bytes:expr,)*) => {
        $(impl Answer for $type {
            fn answer(self) -> Option<Vec<u8>> {
                let $this = self;
                Some($bytes)
            }
        })*
    };
}

answer! {
    &str: text => text.into(),
    String: text => text.into(),
    Vec<u8>: bytes => bytes,
    Cow<'_, str>: text => text.into_owned().into(),
    Cow<'_, [u8]>: bytes => bytes.into_owned(),
    usize: count => count.to_string().into(),
    Pairs: pairs => format!("{pairs:?}").into(),
    &percent_encoding::AsciiSet: set => (0..128).filter(|&byte| set.add(byte) == *set).collect(),
    percent_encoding::AsciiSet: set => (&set).answer().expect("a set has members, or none"),
    percent_simd::AsciiSet: set => set.iter().collect(),
}

impl<T: Answer, E> Answer for Result<T, E> {
    fn answer(self) -> Option<Vec<u8>> {
        self.ok().and_then(T::answer)
    }
}

type Pairs = Vec<(String, String)>;

fn pairs<'a>(pairs: impl Iterator<Item = (Cow<'a, str>, Cow<'a, str>)>) -> Pairs {
    pairs.map(|(name, value)| (name.into_owned(), value.into_owned())).collect()
}

thread_local! {
    /// The compared rows: both calls, without spaces.
    static COMPARED: RefCell<BTreeSet<[String; 2]>> = const { RefCell::new(BTreeSet::new()) };
}

fn without_spaces(code: &str) -> String {
    code.split_whitespace().collect()
}

fn compared(theirs: &str, ours: &str) {
    COMPARED.with_borrow_mut(|rows| rows.insert([without_spaces(theirs), without_spaces(ours)]));
}

/// Compares the results of two calls; after `in OUT:`, the Strings that they leave; after `pairs:`,
/// the pairs of their iterators.
macro_rules! alike {
    ($theirs:expr => $ours:expr) => { alike!(@ $theirs, $ours, { ($theirs).answer() }, { ($ours).answer() }) };
    (in $out:ident: $theirs:expr => $ours:expr) => {
        alike!(@ $theirs, $ours, { let mut $out = String::new(); let _ = $theirs; $out.answer() }, { let mut $out = String::new(); let _ = $ours; $out.answer() })
    };
    (pairs: $theirs:expr => $ours:expr) => { alike!(@ $theirs, $ours, { pairs($theirs).answer() }, { pairs($ours).answer() }) };
    (@ $theirs:expr, $ours:expr, $their_block:block, $our_block:block) => {{
        compared(stringify!($theirs), stringify!($ours));
        let expected = {
            #[allow(unused_imports, reason = "not every row needs it")]
            use theirs::*;
            $their_block
        };
        let answer = {
            #[allow(unused_imports, reason = "not every row needs it")]
            use ours::*;
            $our_block
        };
        assert!(answer == expected, "{}:\nours   {answer:?}\ntheirs {expected:?}", stringify!($theirs));
    }};
}

/// Compares two constants.
macro_rules! alike_constants {
    ($theirs:item => $ours:item) => {
        compared(stringify!($theirs), stringify!($ours));
        let expected = {
            use theirs::{AsciiSet, CONTROLS};
            $theirs
            SET.answer()
        };
        let answer = {
            use ours::{AsciiSet, sets};
            $ours
            SET.answer()
        };
        assert_eq!(answer, expected);
    };
}

fn sets() {
    alike_constants!(
        const SET: &AsciiSet = &CONTROLS.add(b' ').remove(b'\n');
        => const SET: AsciiSet = sets::CONTROLS.add(b' ').remove(b'\n');
    );
    // A set defined as a reference is passed unchanged.
    const BORROWED: &percent_simd::AsciiSet = &ours::SET;
    assert_eq!(percent_simd::encode("a/b\n", BORROWED), "a%2Fb\n");
    alike!(CONTROLS.union(NON_ALPHANUMERIC.complement()) => sets::CONTROLS.union(sets::NON_ALPHANUMERIC.complement()));
    for byte in 0..=255 {
        alike!(percent_encode_byte(byte) => triplet(byte));
    }
}

fn percent_encoding(text: &str, bytes: &[u8]) {
    alike!(utf8_percent_encode(text, SET).to_string() => encode(text, SET).into_owned());
    alike!(percent_encode(bytes, SET).to_string() => encode(bytes, SET).into_owned());
    alike!(Cow::from(utf8_percent_encode(text, SET)) => encode(text, SET));
    alike!(format!("{}", utf8_percent_encode(text, SET)) => format!("{}", Encoder::new(SET).display(text)));
    alike!(in out: write!(out, "{}", utf8_percent_encode(text, SET)) => Encoder::new(SET).encode_write(text, &mut out));
    alike!(in out: out.extend(utf8_percent_encode(text, SET)) => Encoder::new(SET).encode_append(text, &mut out));
    alike!(
        utf8_percent_encode(text, SET).chain(["&"]).collect::<String>()
        => Encoder::new(SET).pieces(text).chain(["&"]).collect::<String>()
    );
    alike!(percent_decode(bytes).collect::<Vec<u8>>() => decode(bytes).into_owned());
    alike!(Cow::from(percent_decode(bytes)) => decode(bytes));
    alike!(percent_decode_str(text).decode_utf8() => decode_str(text));
    alike!(percent_decode(bytes).decode_utf8() => Decoder::new().decode_utf8(bytes));
    alike!(percent_decode(bytes).decode_utf8_lossy() => decode_lossy(bytes));
    alike!(percent_decode(bytes).count() => Decoder::new().decoded_len(bytes));
}

fn urlencoding(text: &str, bytes: &[u8]) {
    alike!(urlencoding::encode(text) => encode(text, sets::URI_COMPONENT));
    alike!(urlencoding::encode_binary(bytes) => encode(bytes, sets::URI_COMPONENT));
    alike!(urlencoding::Encoded(text).to_string() => Encoder::new(sets::URI_COMPONENT).display(text).to_string());
    alike!(in out: urlencoding::Encoded(text).append_to(&mut out) => Encoder::new(sets::URI_COMPONENT).encode_append(text, &mut out));
    alike!(urlencoding::decode(text) => decode_str(text));
    alike!(urlencoding::decode_binary(bytes) => decode(bytes));
}

fn form_urlencoded(text: &str, bytes: &[u8]) {
    alike!(pairs: form_urlencoded::parse(bytes) => form::parse(bytes).map(|pair| (pair.name(), pair.value())));
    alike!(form_urlencoded::byte_serialize(bytes).collect::<String>() => scheme::FORM.encode(bytes));
    let pairs = [(text, "1 + 1"), ("", text)];
    alike!(form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish() => form::serialize(pairs));
    alike!(
        in out: form_urlencoded::Serializer::new(&mut out).append_pair(text, "1").append_key_only(text)
        => form::Serializer::new(&mut out).append_pair(text, "1").append_name_only(text)
    );
}

fn serde_urlencoded(text: &str, bytes: &[u8]) {
    type T = Pairs;
    alike!(serde_urlencoded::from_str::<T>(text) => form::from_str::<T>(text));
    alike!(serde_urlencoded::from_bytes::<T>(bytes) => form::from_bytes::<T>(bytes));
    let value = [(text, 1), ("a", -1)];
    alike!(serde_urlencoded::to_string(value) => form::to_string(value));
}

/// The columns of the tables, without remarks and spaces.
fn rows() -> BTreeSet<[String; 2]> {
    let code = |cell: &str| {
        let code = cell.split(" <br> ").next().unwrap_or_default();
        without_spaces(&code.trim().trim_matches('`').replace('\0', "|"))
    };
    include_str!("../../src/migration.md")
        .replace("\\|", "\0")
        .lines()
        .filter(|line| line.starts_with("| `") && !line.contains("| here"))
        .map(|line| line.split('|').collect::<Vec<_>>())
        .map(|cells| [code(cells[1]), code(cells[2])])
        .collect()
}

#[test]
fn every_row_holds() {
    on_every_backend(|_| {
        sets();
        let mut random = Random::new(53);
        for content in Content::ALL {
            for len in [0, 1, 3, 15, 16, 31, 33, 63, 65, 100, 300] {
                let bytes = &*content.generate(len, &mut random);
                let text = &*String::from_utf8_lossy(bytes);
                percent_encoding(text, bytes);
                urlencoding(text, bytes);
                form_urlencoded(text, bytes);
                serde_urlencoded(text, bytes);
            }
        }
    });
    assert_eq!(COMPARED.take(), rows(), "the rows that were compared, and those of the table");
}

/// The remarks of the tables.
#[test]
fn differences() {
    use percent_simd::form;

    // Our positions are in the input, theirs in the output.
    let error = percent_simd::decode_str("%41%42%FF").unwrap_err();
    let theirs = percent_encoding::percent_decode_str("%41%42%FF").decode_utf8().unwrap_err();
    assert_eq!((error.position(), theirs.valid_up_to()), (6, 2));
    // Input that is malformed throughout.
    assert!(matches!(urlencoding::decode_binary(b"100%"), Cow::Owned(_)));
    assert!(matches!(percent_simd::decode(b"100%"), Cow::Borrowed(_)));
    assert_eq!(urlencoding::decode("100%").unwrap(), percent_simd::decode_str("100%").unwrap());
    assert!(urlencoding::decode("%FF").is_err() && percent_simd::decode_str("%FF").is_err());
    assert_eq!(percent_simd::decode_lossy(b"%FF"), "\u{FFFD}");
    // They write the ampersand before the first pair.
    let mut out = "/?".to_owned();
    form::Serializer::new(&mut out).append_pair("a", "");
    assert_eq!(out, "/?a=");
    let mut out = "/?".to_owned();
    form_urlencoded::Serializer::new(&mut out).append_pair("a", "");
    assert_eq!(out, "/?&a=");
    let mut out = "/?".to_owned();
    form_urlencoded::Serializer::for_suffix(&mut out, 2).append_pair("a", "");
    assert_eq!(out, "/?a=");
    // Repeated names, and errors.
    #[derive(serde::Deserialize, PartialEq, Debug)]
    struct Fields {
        a: Vec<u8>,
    }
    assert!(serde_urlencoded::from_str::<Fields>("a=1&a=2").is_err());
    assert_eq!(form::from_str::<Fields>("a=1&a=2"), Ok(Fields { a: vec![1, 2] }));
    assert_eq!(form::from_str::<Fields>("a=x").unwrap_err().field(), Some("a"));
}
