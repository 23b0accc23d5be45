//! Request targets, usual and hostile, of any form. None holds LF: a line is one target.

use std::collections::HashSet;

use oracle::random::Random;

/// The pieces of hostile paths. Every word of up to four pieces is a target.
const ATOMS: [&str; 13] =
    ["/", ".", "..", "%2e", "%2F", "%5C", "\\", ";", "%25", "%", "a", "#", "%00"];

/// The number of targets from the grammar.
const SENTENCES: usize = 20_000;

/// The places of each byte and triplet in the sweeps: the text before, and the text after.
const PLACES: [(&str, &str); 6] =
    [("/", ""), ("/a", "b"), ("/..", "/c"), ("/", "../c"), ("/a/", "/../b"), ("/a/../", "?q")];

/// The text before the path of an absolute form.
const AUTHORITIES: [&str; 12] = [
    "http://x",
    "HTTP://X",
    "https://x",
    "http://x:80",
    "http://x:",
    "http://x:65536",
    "http://x:y",
    "http://u@x",
    "http://[::1]",
    "http://",
    "http:/",
    "h%74tp://x",
];

/// All targets, each once.
pub fn all() -> Vec<Vec<u8>> {
    let mut seen = HashSet::new();
    let mut targets: Vec<Vec<u8>> =
        [words(), sentences(), sweeps(), absolute_forms()].into_iter().flatten().collect();
    targets.retain(|target| !target.contains(&b'\n') && seen.insert(target.clone()));
    targets
}

fn words() -> Vec<Vec<u8>> {
    let mut words = vec![String::from("/")];
    let mut longest = words.clone();
    for _ in 0..4 {
        longest =
            longest.iter().flat_map(|word| ATOMS.map(|atom| format!("{word}{atom}"))).collect();
        words.extend_from_slice(&longest);
    }
    words.into_iter().map(String::into_bytes).collect()
}

/// Longer paths, mostly of segments with a meaning.
fn sentences() -> Vec<Vec<u8>> {
    const SLASHES: [&str; 12] =
        ["/", "/", "/", "/", "/", "/", "//", "%2F", "%2f", "%5C", "\\", "/./"];
    const PIECES: [&str; 32] = [
        "a",
        "bc",
        "index.html",
        ".",
        "..",
        "..",
        "%2e",
        "%2E%2e",
        ".%2e",
        "...",
        "..;",
        ";v=1",
        "%3B",
        "%3b",
        "%25",
        "%252e",
        "%252F",
        "%20",
        "+",
        "%41",
        "%7E",
        "~",
        "%c3%a9",
        "%C0%AF",
        "\u{e9}",
        "%00",
        "%0a",
        "%7f",
        "%",
        "%4",
        "%zz",
        "",
    ];
    let mut random = Random::new(0x9E37_79B9_7F4A_7C15);
    let sentence = |_| {
        let mut target = String::from("/");
        // The library looks at 64 bytes at a time.
        if random.below(4) == 0 {
            target.push_str(&"n".repeat(random.below(140)));
        }
        for _ in 0..=random.below(7) {
            for _ in 0..=random.below(2) {
                // The last pieces are rare, because most policies refuse them.
                let pieces = if random.below(4) == 0 { PIECES.len() } else { 24 };
                target.push_str(PIECES[random.below(pieces)]);
            }
            target.push_str(SLASHES[random.below(SLASHES.len())]);
        }
        if random.below(3) == 0 {
            target.push_str("last");
        }
        if random.below(8) == 0 {
            target.push_str("?a=/../b");
        }
        target.into_bytes()
    };
    (0..SENTENCES).map(sentence).collect()
}

/// Every byte and every triplet in each place, and `%` before every near digit.
fn sweeps() -> Vec<Vec<u8>> {
    let mut targets = Vec::new();
    for (before, after) in PLACES {
        let mut add = |middle: &[u8]| {
            targets.push([before.as_bytes(), middle, after.as_bytes()].concat());
        };
        for value in 0..=0xFF {
            add(&[value]);
            add(format!("%{value:02X}").as_bytes());
            add(format!("%{value:02x}").as_bytes());
        }
    }
    for high in b"/019:@AFGafg%.".iter().copied() {
        for low in b"/019:@AFGafg%.".iter().copied() {
            targets.push([b"/a%", &[high, low][..], b"b"].concat());
        }
    }
    targets
}

/// Absolute forms, and targets of neither form.
fn absolute_forms() -> Vec<Vec<u8>> {
    const PATHS: [&str; 10] = [
        "",
        "/",
        "/a/../b",
        "/%2e%2e/a",
        "/a%2Fb/../c",
        "//a//b",
        "/%25",
        "?q",
        "/a?q=/../b",
        "/..;/a",
    ];
    let mut targets: Vec<Vec<u8>> = AUTHORITIES
        .into_iter()
        .flat_map(|authority| PATHS.map(|path| format!("{authority}{path}").into_bytes()))
        .collect();
    // Words as names, too.
    targets.extend(ATOMS.iter().flat_map(|first| {
        ATOMS.iter().flat_map(move |second| {
            [format!("http://x/{first}{second}"), format!("{first}{second}")]
                .map(String::into_bytes)
        })
    }));
    targets.extend([&b"*"[..], b"x:80", b"?", b"mailto:x", b"a/b"].map(<[u8]>::to_vec));
    targets
}
