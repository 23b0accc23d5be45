//! Compares the drop-in packages of `compat/` with the originals: all observable behaviour, in
//! every state of an iterator.

use std::borrow::Cow;
use std::fmt::Debug;

use percent_simd::Backend;

/// Calls both sides. The first byte of the data selects the set; the others are the input.
pub fn compat(data: &[u8]) {
    let Some((&choice, input)) = data.split_first() else { return };
    let active = Backend::active();
    for backend in Backend::available() {
        backend.set_active();
        encoding(usize::from(choice), input);
        decoding(usize::from(choice), input);
        forms(usize::from(choice), input);
    }
    active.set_active();
}

/// Asserts that the results of both sides are equal.
#[track_caller]
fn same<T: PartialEq + Debug>(ours: T, theirs: T) {
    assert!(ours == theirs, "{}:\nours   {ours:?}\ntheirs {theirs:?}", Backend::active());
}

/// One expression for both sides: of two values, or (`use`) of two packages.
macro_rules! both {
    ($ours:ident, $theirs:ident as $state:ident => $value:expr) => {
        same(
            {
                let $state = &$ours;
                $value
            },
            {
                let $state = &$theirs;
                $value
            },
        )
    };
    (use $ours:ident, $theirs:ident as $package:ident => $value:expr) => {
        same(
            {
                use $ours as $package;
                $value
            },
            {
                use $theirs as $package;
                $value
            },
        )
    };
}

/// A result: true if it is borrowed, and its value.
fn cow<T: ToOwned + ?Sized>(cow: Cow<'_, T>) -> (bool, T::Owned) {
    (matches!(cow, Cow::Borrowed(_)), cow.into_owned())
}

macro_rules! sets {
    ($side:ident, $package:ident) => {
        mod $side {
            use $package::{AsciiSet, CONTROLS, NON_ALPHANUMERIC};
            const COMPONENT: &AsciiSet =
                &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');
            const QUERY: &AsciiSet = &CONTROLS.add(b' ').add(b'"').add(b'#').add(b'<').add(b'>');
            const ALL: &AsciiSet = &AsciiSet::EMPTY.complement();
            pub(super) const SETS: [&AsciiSet; 6] =
                [&AsciiSet::EMPTY, CONTROLS, NON_ALPHANUMERIC, COMPONENT, QUERY, ALL];
        }
    };
}
sets!(our_sets, drop_in_percent_encoding);
sets!(their_sets, percent_encoding);

/// True if the remaining items are compared after this many steps. A comparison takes the time of
/// the remaining steps, so the first byte selects few of the states.
fn is_looked_at(choice: usize, steps: usize) -> bool {
    steps < 2 || steps % 128 == choice / 2
}

fn encoding(choice: usize, input: &[u8]) {
    let set = choice % our_sets::SETS.len();
    let mut ours = drop_in_percent_encoding::percent_encode(input, our_sets::SETS[set]);
    let mut theirs = percent_encoding::percent_encode(input, their_sets::SETS[set]);
    let mut steps = 0;
    loop {
        both!(ours, theirs as state => state.size_hint());
        if is_looked_at(choice, steps) {
            both!(ours, theirs as state => (state.to_string(), format!("{state:>9?}"), cow(state.clone().into())));
            both!(ours, theirs as state => (state.clone().count(), state.clone().last(), state.clone().nth(2)));
            both!(ours, theirs as state => state.clone().fold(String::from("-"), |all, piece| all + piece + "-"));
            both!(ours, theirs as state => (state.clone().collect::<String>(), state == &state.clone()));
        }
        let piece = theirs.next();
        same(ours.next(), piece);
        steps += 1;
        if piece.is_none() {
            break;
        }
    }
    if let Ok(text) = str::from_utf8(input) {
        same(
            cow(drop_in_percent_encoding::utf8_percent_encode(text, our_sets::SETS[set]).into()),
            cow(percent_encoding::utf8_percent_encode(text, their_sets::SETS[set]).into()),
        );
    }
}

fn decoding(choice: usize, input: &[u8]) {
    let mut ours = drop_in_percent_encoding::percent_decode(input);
    let mut theirs = percent_encoding::percent_decode(input);
    let mut steps = 0;
    loop {
        both!(ours, theirs as state => state.size_hint());
        if is_looked_at(choice, steps) {
            both!(ours, theirs as state => cow(state.clone().into()));
            both!(ours, theirs as state => cow(state.clone().decode_utf8_lossy()));
            both!(ours, theirs as state => state.clone().decode_utf8().map(cow));
            both!(ours, theirs as state => (state.clone().collect::<Vec<u8>>(), format!("{state:?}")));
            both!(ours, theirs as state => (state.clone().count(), state.clone().last(), state.clone().nth(5)));
            both!(ours, theirs as state => state.clone().fold(1u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into())));
        }
        let byte = theirs.next();
        same(ours.next(), byte);
        steps += 1;
        if byte.is_none() {
            break;
        }
    }
}

fn forms(choice: usize, input: &[u8]) {
    let (mut ours, mut theirs) =
        (drop_in_form_urlencoded::parse(input), form_urlencoded::parse(input));
    loop {
        both!(ours, theirs as state => state.size_hint());
        let pair = theirs.next().map(|(name, value)| (cow(name), cow(value)));
        same(ours.next().map(|(name, value)| (cow(name), cow(value))), pair.clone());
        if pair.is_none() {
            break;
        }
    }
    both!(use drop_in_form_urlencoded, form_urlencoded as p => p::parse(input).into_owned().collect::<Vec<_>>());

    let (mut ours, mut theirs) =
        (drop_in_form_urlencoded::byte_serialize(input), form_urlencoded::byte_serialize(input));
    let mut steps = 0;
    loop {
        both!(ours, theirs as state => state.size_hint());
        if is_looked_at(choice, steps) {
            both!(ours, theirs as state => format!("{state:?}"));
        }
        let piece = theirs.next();
        same(ours.next(), piece);
        steps += 1;
        if piece.is_none() {
            break;
        }
    }
    both!(use drop_in_form_urlencoded, form_urlencoded as p => p::byte_serialize(input).collect::<String>());

    let text = String::from_utf8_lossy(input);
    let half = text.char_indices().map(|(at, _)| at).nth(choice).unwrap_or_default();
    let (name, value) = text.split_at(half);
    fn backwards(text: &str) -> Cow<'_, [u8]> {
        Cow::Owned(text.bytes().rev().collect())
    }
    both!(use drop_in_form_urlencoded, form_urlencoded as p => {
        let mut target = String::from("/?");
        p::Serializer::for_suffix(&mut target, choice % 3)
            .append_pair(name, value)
            .append_key_only(value)
            .extend_pairs([(value, ""), ("", name)])
            .extend_keys_only::<_, &str>([name])
            .encoding_override(Some(&backwards))
            .append_pair(name, value)
            .finish();
        target
    });
}
