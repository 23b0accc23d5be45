//! Writes `samples/access.log` to standard output: an access log of invented visits, the same at
//! every run.
//!
//! `cargo run -p percent-simd-cli --example generate_sample > samples/access.log`

use std::io::{self, Write};

use percent_simd::{Encoder, encode, sets};
use support::Random;

const LINES: u64 = 1500;

/// 12 November 2026, 06:00:00, in seconds of that day.
const START: u64 = 6 * 3600;

/// The characters that nobody escapes.
const CLEAN: &[&str] = &[
    "/",
    "/index.html",
    "/favicon.ico",
    "/robots.txt",
    "/css/site.css",
    "/js/app.js?v=20261101",
    "/img/logo.svg",
    "/img/header-1200x300.webp",
    "/news/2026/11/release",
    "/docs/install",
    "/docs/api/v2/values",
    "/api/items?page=2&size=50",
    "/api/items/4711/comments",
    "/feed.atom",
];

/// Titles of pages, files and searches, to be escaped.
const ASCII_TITLES: &[&str] = &[
    "Annual report 2025.pdf",
    "price list (draft).xlsx",
    "50% off",
    "what's new?",
    "C# & C++",
    "a+b=c",
    "[tag] #1",
    "size <= 10 \"max\"",
    "x^2 {set}",
];
const OTHER_TITLES: &[&str] = &[
    "Відсоткове кодування",
    "Город на реке",
    "Новини та події",
    "東京の天気",
    "日本語版ページ",
    "よくある質問",
    "Öffnungszeiten",
    "Ça déjà vu à Noël",
    "naïve café",
    "größe 10 m²",
    "5 € « offre »",
    "🚀 launch 🎉",
    "👩‍💻 team",
    "Ελληνικά",
    "مرحبا",
];

/// Text that was escaped as Latin-1: not UTF-8.
const LATIN_1: &[&str] = &[
    "/archiv/Gr%F6%DFe.html",
    "/old/caf%E9/men%FC",
    "/search?q=%BFd%F3nde+est%E1%3F",
    "/p%E5%20%F8y.htm",
];

const MALFORMED: &[&str] = &[
    "/sale?discount=50%",
    "/sale?discount=50%&page=2",
    "/search?q=100%+cotton",
    "/item/%4",
    "/item/%zz/view",
    "/search?q=%u0041%u0442",
    "/files/report%2",
    "/wiki/%D0%B",
    "/x%%20y",
    "/%%41",
    "/%4%41",
    "/track?u=%G1%1G",
    "/tpl/%s/%d",
    "/path%/to%.txt",
];

const HOSTILE: &[&str] = &[
    "/static/%2e%2e%2f%2e%2e%2fetc/passwd",
    "/static/..%2f..%2F..%2fetc%2fpasswd",
    "/cgi-bin/.%2e/.%2e/.%2e/bin/sh",
    "/static/%252e%252e%252fsecret",
    "/a%25252fb%25252fc",
    "/download?file=report.pdf%00.php",
    "/%00",
    "/login?next=%0d%0aSet-Cookie:%20admin=1",
    "/x%0A192.0.2.66%20-%20admin%20[12/Nov/2026:07:00:00%20+0000]%20%22GET%20/admin%20HTTP/1.1%22%20200%201",
    "/%1b[2J%1b[31mred",
    "/%C2%9B31mred%c2%9b0m",
    "/%C2%85next%E2%80%A8line",
    "/%c0%ae%c0%ae%c0%afetc/passwd",
    "/%e0%80%af%f0%80%80%af",
    "/%ED%A0%80%ED%B0%80",
    "/%F4%90%80%80%FF%FE",
    "/q?x=%3Cscript%3Ealert(1)%3C/script%3E",
    "/q?id=1%27%20OR%20%271%27=%271",
    "/%EF%BC%8541%EF%BC%8E%EF%BC%8E",
    "/%7F%08%08%08ok",
    "/bell%07%07?tab=%09",
];

const AGENTS: &[&str] = &[
    "ExampleBrowser/12.4 (Desktop; Linux x86_64)",
    "ExampleBrowser/12.3 (Desktop; Windows 11) PageEngine/98.1",
    "PocketBrowser/4.0 (Phone; 412x915) PageEngine/97.0",
    "ExampleBot/2.1 (+https://bot.example.com/about.html)",
    "feed-reader/0.9 https://reader.example.net/?from=caf%C3%A9",
    "-",
];

/// A title where titles go: in a path, in a query, in a form's query.
fn target(random: &mut Random, title: &str) -> String {
    const QUERY: Encoder = Encoder::new(sets::URL_COMPONENT);
    const FORM: Encoder = Encoder::new(sets::FORM_SET).space_as_plus(true);
    match random.below(5) {
        0 => format!("/wiki/{}", encode(&title.replace(' ', "_"), sets::URI_SEGMENT)),
        1 => format!("/files/{}", encode(title, sets::URI_SEGMENT)),
        2 => format!("/search?q={}&lang=all", FORM.encode(title)),
        3 => format!("/search?q={}", QUERY.encode(title)),
        // Some clients write lower-case digits.
        _ => format!(
            "/share?u=https%3a%2f%2fexample.net%2f{}",
            QUERY.lowercase_hex(true).encode(title)
        ),
    }
}

fn address(random: &mut Random) -> String {
    let number = random.below(254) + 1;
    match random.below(8) {
        0..3 => format!("192.0.2.{number}"),
        3..5 => format!("198.51.100.{number}"),
        5..7 => format!("203.0.113.{number}"),
        _ => format!("2001:db8::{:x}:{number:x}", random.below(0x1_0000)),
    }
}

fn line(random: &mut Random, seconds: u64) -> String {
    let target = match random.below(100) {
        0..50 => random.pick(CLEAN).to_string(),
        50..64 => {
            let title = random.pick(ASCII_TITLES);
            target(random, title)
        }
        64..86 => {
            let title = random.pick(OTHER_TITLES);
            target(random, title)
        }
        86..88 => random.pick(LATIN_1).to_string(),
        // Some clients escape nothing at all.
        88..90 => format!("/wiki/{}", random.pick(OTHER_TITLES).replace(' ', "_")),
        90..95 => random.pick(MALFORMED).to_string(),
        _ => random.pick(HOSTILE).to_string(),
    };
    let method = random.pick(&["GET", "GET", "GET", "GET", "GET", "GET", "HEAD", "POST"]);
    let status = random.pick(&["200", "200", "200", "200", "304", "301", "404", "400", "500"]);
    let user = random.pick(&["-", "-", "-", "-", "-", "-", "alice", "bob"]);
    let referer = match random.below(6) {
        0 => String::from("https://www.example.com/"),
        1 => format!(
            "https://search.example.org/?q={}",
            encode(random.pick(OTHER_TITLES), sets::URL_COMPONENT)
        ),
        _ => String::from("-"),
    };
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    format!(
        "{address} - {user} [12/Nov/2026:{hour:02}:{minute:02}:{second:02} +0000] \"{method} {target} HTTP/1.1\" {status} {size} \"{referer}\" \"{agent}\"\n",
        address = address(random),
        size = random.below(60_000),
        agent = random.pick(AGENTS),
    )
}

/// The whole log.
pub(crate) fn access_log() -> String {
    let mut random = Random::new(0x0070_6374);
    let mut seconds = START;
    let lines = (0..LINES).map(|_| {
        seconds += random.below(24) as u64;
        line(&mut random, seconds)
    });
    lines.collect()
}

#[allow(dead_code, reason = "the tests include this file for `access_log` alone")]
fn main() -> io::Result<()> {
    io::stdout().lock().write_all(access_log().as_bytes())
}
