//! The serializer: one program for both packages, step by step.

use std::borrow::Cow;
use std::cell::Cell;
use std::cell::RefCell;
use std::fmt::Debug;
use std::panic::AssertUnwindSafe;
use std::panic::catch_unwind;
use std::rc::Rc;
use std::sync::Once;

use crate::inputs::for_each_word;
use comparison::on_every_backend;
use original_form_urlencoded as original;
use ours_form_urlencoded as ours;
use percent_simd::Backend;

/// A step of a serializer's life.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    Clear,
    /// An index of the encodings; `None` for UTF-8.
    Encoding(Option<usize>),
    Pair(String, String),
    Key(String),
    Pairs(Vec<(String, String)>),
    Keys(Vec<String>),
    Finish,
}

/// The serializer's target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum To {
    String,
    MutString,
    Other,
}

/// The visible results: the panic, if any, and everything else in order.
pub(crate) type Seen = (Option<String>, Vec<String>);

pub(crate) fn latin1(text: &str) -> Cow<'_, [u8]> {
    text.chars().map(|char| u8::try_from(char).unwrap_or(b'?')).collect()
}

pub(crate) fn itself(text: &str) -> Cow<'_, [u8]> {
    text.as_bytes().into()
}

/// Refuses one text.
pub(crate) fn fragile(text: &str) -> Cow<'_, [u8]> {
    assert_ne!(text, "b c", "this text is refused");
    itself(text)
}

pub(crate) type Encode = fn(&str) -> Cow<'_, [u8]>;

pub(crate) const ENCODINGS: [Encode; 3] = [latin1, itself, fragile];

/// Runs a program that may panic, and returns the message, which is compared and not printed.
pub(crate) fn quietly<T>(run: impl FnOnce() -> T) -> Result<T, String> {
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

/// One program for both packages.
macro_rules! serializer {
    ($module:ident, $package:ident) => {
        mod $module {
            use super::{
                Cell, ENCODINGS, Rc, RefCell, Seen, Step, To, quietly, $package as package,
            };
            use package::{Serializer, Target};

            /// A target of another type. It counts its calls, and holds two texts, to show whether
            /// both are used.
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
                // A text that is too short may be measured once or twice.
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
pub(crate) fn check_serializer(start: &str, position: usize, steps: &[Step]) {
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

pub(crate) fn steps() -> Vec<Step> {
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

/// Every order of three steps, from every position in some texts and from past their ends. Some
/// positions are within a character.
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

/// After an iterator panics, its earlier items stay appended.
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

/// A target may return another text each time, even one that ends before the pairs begin.
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
