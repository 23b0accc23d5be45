//! Lines like those of real traffic, the same in every run: web URLs, the links of an article in
//! all languages, and an access log.
//!
//! Lengths, the share of escaped lines and the lengths of runs follow three public files: the URLs of
//! `ada-url/url-various-datasets`, the links of `lemire/unicode_lipsum`, and the Apache log of
//! `elastic/examples`.

use std::fmt::Write;

use oracle::random::Random;

/// The kinds of lines.
pub const KINDS: [&str; 3] = ["urls", "links", "log"];

/// `count` lines of a kind, each with its line end.
pub fn lines(kind: &str, count: usize) -> Vec<u8> {
    let mut random = Random::new(0x7472_6166_6669_6300);
    let random = &mut random;
    let mut out = Vec::new();
    match kind {
        "urls" => repeat(count, &mut out, || url(random)),
        "links" => {
            // A title is linked twice on average.
            let titles = pool(count.div_ceil(2), || link(random));
            repeat(count, &mut out, || titles[random.below(titles.len())].clone());
        }
        "log" => {
            let log = Log::new(random);
            let mut number = 0;
            repeat(count, &mut out, || {
                number += 1;
                log.line(number, random)
            });
        }
        _ => unreachable!("no kind {kind}"),
    }
    out
}

fn repeat(count: usize, out: &mut Vec<u8>, mut line: impl FnMut() -> String) {
    for _ in 0..count {
        out.extend_from_slice(line().as_bytes());
        out.push(b'\n');
    }
}

fn pool(count: usize, one: impl FnMut() -> String) -> Vec<String> {
    std::iter::repeat_with(one).take(count).collect()
}

/// Two to twelve letters, seven on average.
fn word(random: &mut Random) -> String {
    let len = 2 + random.below(6) + random.below(6);
    (0..len).map(|_| char::from(random.pick(b"aaabcdeeeefghiiijklmnnoooprrssttuuvwxyz"))).collect()
}

fn words(count: usize, separator: &str, random: &mut Random) -> String {
    pool(count, || word(random)).join(separator)
}

/// A URL of the web. 0.3% of them have escapes, mostly a single one.
fn url(random: &mut Random) -> String {
    let mut url = String::from(if random.chance(60) { "https://www." } else { "https://" });
    url += &words(random.pick(&[1, 1, 1, 2]), "-", random);
    if !url.starts_with("https://www.") {
        url += ".";
        url += &word(random);
    }
    url += random.pick(&[".com", ".com", ".com", ".org", ".net", ".edu", ".de", ".co.uk"]);
    url += "/";
    if random.chance(85) {
        for _ in 0..random.pick(&[0, 0, 0, 0, 1, 1, 1, 2, 2, 4]) {
            url += random.pick(&["", "", "", "", "~"]);
            url += &word(random);
            url += "/";
        }
        if random.chance(70) {
            url += &words(random.pick(&[1, 1, 1, 1, 1, 1, 2, 3]), "-", random);
            url += random.pick(&["", "", ".html", ".html", ".pdf"]);
        }
    }
    if random.below(1000) < 3 {
        for _ in 0..random.pick(&[1, 1, 1, 2, 5]) {
            url += random.pick(&["%20", "%7E", "%2C", "%28", "%27", "%C3%A9"]);
            url += &word(random);
        }
    }
    if random.chance(5) {
        let _ = write!(url, "?{}={}", word(random), random.below(1_000_000));
        if random.chance(30) {
            let _ = write!(url, "&{}={}", word(random), word(random));
        }
    }
    url
}

/// A link of Wikipedia, relative or to another language. Half of the titles are escaped.
fn link(random: &mut Random) -> String {
    let mut link = String::new();
    if random.chance(27) {
        let _ = write!(link, "https://{}.wikipedia.org", &word(random)[..2]);
    }
    // A page that does not exist yet.
    let is_new = random.chance(10);
    link += if is_new { "/w/index.php?title=" } else { "/wiki/" };
    match random.below(100) {
        0..50 => link += &words(random.pick(&[1, 1, 2, 2, 3, 3, 4, 5]), "_", random),
        // Web links, without escapes.
        50..53 => return url(random) + &words(5, "/", random),
        // Latin, with some letters outside ASCII.
        53..66 => {
            link += &words(1 + random.below(2), "_", random);
            letters(&mut link, 0xE0, 0x90, random.pick(&[1, 1, 1, 1, 2]), random);
            link += &words(1 + random.below(2), "_", random);
        }
        // Cyrillic, Arabic, Devanagari.
        66..91 => {
            let first = random.pick(&[0x410, 0x410, 0x627, 0x905]);
            for at in 0..random.pick(&[1, 1, 1, 2, 2, 4]) {
                link += if at == 0 { "" } else { "_" };
                let len = 2 + random.below(5) + random.below(5);
                letters(&mut link, first, 0x20, len, random);
            }
        }
        // Ideographs, without spaces.
        _ => {
            let len = 2 + random.below(6);
            letters(&mut link, 0x4E00, 0x5000, len, random);
        }
    }
    link + if is_new { "&action=edit&redlink=1" } else { "" }
}

/// Letters of a block of Unicode, each byte escaped.
fn letters(out: &mut String, first: u32, range: usize, count: usize, random: &mut Random) {
    for _ in 0..count {
        let letter =
            char::from_u32(first + random.below(range) as u32).expect("it has no surrogates");
        for byte in letter.encode_utf8(&mut [0; 4]).bytes() {
            let _ = write!(out, "%{byte:02X}");
        }
    }
}

/// The targets of a site's visitors, the most frequent first.
struct Log {
    targets: Vec<String>,
    referers: Vec<String>,
    agents: Vec<String>,
}

impl Log {
    fn new(random: &mut Random) -> Self {
        let mut targets: Vec<String> = [
            "/favicon.ico",
            "/",
            "/style.css",
            "/reset.css",
            "/img/header-1024.png",
            "/robots.txt",
            "/?flav=rss20",
        ]
        .map(str::to_owned)
        .into();
        targets.extend(pool(2040, || target(random)));
        let referers = pool(1023, || referer(random));
        let agents = pool(511, || agent(random));
        Self { targets, referers, agents }
    }

    fn line(&self, number: usize, random: &mut Random) -> String {
        let (hour, minute, second) = (number / 3600 % 24, number / 60 % 60, number % 60);
        format!(
            "{}{} - - [12/Nov/2026:{hour:02}:{minute:02}:{second:02} +0000] \"{} {} HTTP/1.1\" {} {} \"{}\" \"{}\"",
            random.pick(&["192.0.2.", "198.51.100.", "203.0.113."]),
            1 + random.below(254),
            random.pick(&["GET", "GET", "GET", "GET", "GET", "GET", "GET", "HEAD"]),
            frequent(&self.targets, random),
            random.pick(&[200, 200, 200, 200, 200, 200, 304, 301, 404]),
            random.pick(&[500, 5_000, 50_000]) + random.below(5_000),
            if random.chance(40) { "-" } else { frequent(&self.referers, random) },
            frequent(&self.agents, random),
        )
    }
}

/// An entry: the n-th with a probability of about 1/n, like the pages of a site.
fn frequent<'a>(entries: &'a [String], random: &mut Random) -> &'a str {
    let octave = random.below(entries.len().ilog2() as usize + 1);
    let rank = (1 << octave) + random.below(1 << octave);
    &entries[(rank - 1).min(entries.len() - 1)]
}

/// A request target. 3% have escapes: tags with a space, and the links of feeds and newsletters.
fn target(random: &mut Random) -> String {
    match random.below(1000) {
        0..20 => {
            let title = words(5, "-", random);
            let [feed, site, author] = [(); 3].map(|()| words(2, "+", random));
            format!(
                "/blog/{title}.html?utm_source=feed&utm_medium=feed&utm_campaign=Feed%3A+{feed}%2F{site}+%28{site}+-+{author}%29"
            )
        }
        20..32 => format!("/blog/tags/{}", words(2, "%20", random)),
        32..80 => format!("/search?q={}", words(2, "+", random)),
        80..140 => {
            format!("/{}?id={}&{}", words(2, "/", random), random.below(10_000), word(random))
        }
        _ => {
            let folders = words(1 + random.below(4), "/", random);
            let file = words(1 + random.below(3), "-", random);
            format!("/{folders}/{file}{}", random.pick(&[".html", ".png", ".css", ".js", "", "/"]))
        }
    }
}

/// A page with a link. Escapes are in 7%: the queries of search engines.
fn referer(random: &mut Random) -> String {
    match random.below(100) {
        0..7 => format!(
            "https://search.example.com/url?sa=t&q={}&url={}%3A%2F%2F{}",
            words(3, "%20", random),
            word(random),
            words(4, "%2F", random)
        ),
        _ => format!("https://{}.example.com{}", word(random), target(random).replace('%', "-")),
    }
}

fn agent(random: &mut Random) -> String {
    let version = 20 + random.below(80);
    let system = random.pick(&[
        "X11; Linux x86_64",
        "Macintosh; Intel Mac OS X 10_9_1",
        "Windows NT 6.1; WOW64",
    ]);
    match random.below(10) {
        0..2 => {
            format!("{}/{version}.0 (+https://{}.example.com/bot.html)", word(random), word(random))
        }
        2..5 => {
            format!("Mozilla/5.0 ({system}; rv:{version}.0) Gecko/20100101 Firefox/{version}.0")
        }
        _ => format!(
            "Mozilla/5.0 ({system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{version}.0.{}.{} Safari/537.36",
            random.below(4000),
            random.below(200),
        ),
    }
}
