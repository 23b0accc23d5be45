//! Edge cases of the standards, and inputs that broke other codecs.

/// The escapes that `inspect` reports.
pub(crate) fn tricks() -> Vec<(&'static str, Vec<u8>)> {
    let cases: [(&str, &[u8]); 8] = [
        ("percent-u", b"/..%u2215%25u002e%u002E%%75002f%u"),
        ("nested-dots", b"/a/%252e%252e%252fb/%%32%65%25252e/%2%2565"),
        ("overlong-dots", b"/%c0%ae%c0\xAE%c0%af/%e0%80%ae/%fc%80%80%80%80%ae"),
        ("raw-traversal", b"/a/../b?x=..\\..;/c../.../%2f../%20../"),
        ("look-alikes", "\u{FF0F}%E2%88%95\u{202E}%E2\u{AD}%EF%BB%BF\u{E0020}".as_bytes()),
        ("half-raw", b"\xE2%80%AE%E2\x80\x8B\xF3\xA0%81\x81"),
        ("windows-names", b"/a%20. /..%20;/c%3A/co%6E .x:y\\LPT%C2%B9/a::%24DATA/LONGNA%7E1.TXT"),
        ("truncated-newlines", b"%E5%98%8A\xE5%98\x8D\xE5\x98\x8A%u560D"),
    ];
    cases.map(|(what, input)| (what, input.to_vec())).to_vec()
}

/// Forms: separators, and the text between them.
pub(crate) fn form_edge_cases() -> Vec<(&'static str, Vec<u8>)> {
    let cases: [(&str, &[u8]); 17] = [
        ("empty", b""),
        ("separators", b"&&=&==&;=;&=;;&"),
        ("equals", b"a=b=c&d=&=e&f"),
        ("bom", b"%EF%BB%BFa=\xEF\xBB\xBFb"),
        ("not-utf8", b"test=%FE%FF&%E9=\xE9"),
        ("plus", b"a+b=%2B&+=%20&c=%+41"),
        ("encoded-separators", b"a%26b%3Dc%3bd=%26%3d"),
        ("question-mark", b"?a=b;c=d"),
        ("charset", b"a=%82%A0&_charset_=&_charset_=abc&%5fcharset_=shift_jis"),
        ("nameless-first", b"two+words&a=b"),
        ("mailto", b"to=a+b@example.com&subject=two%20words&body=one%0D%0Atwo"),
        ("newlines", b"\r\n\n\r=\r&a=\n"),
        ("ends-escape", b"a%4=b%&c=%"),
        ("brackets", b"a[b]=1&a[]=2&a%5Bc%5D[d]=3&e[f]g=4&[h]=5&i[=7&j]=8"),
        ("brackets-refused", b"a[b]=1&a=2"),
        ("brackets-twice", b"k[l]=9&k[l]=10"),
        ("query", b"q=caf%C3%A9+au+lait&x=%5B1%2C2%5D&empty=&100%&u=%u0416&utm_source=a&utm_medium=b&utm_campaign=spring_sale"),
    ];
    let mut cases: Vec<_> = cases.map(|(name, input)| (name, input.to_vec())).into();
    for (name, len) in [("long-62", 62), ("long-63", 63), ("long-64", 64), ("long-300", 300)] {
        let long = vec![b'x'; len];
        cases.push((name, [&long, &b"="[..], &long, b"%41&", &long, b";b"].concat()));
    }
    cases
}

/// Charsets: bytes of several, raw and escaped, and states.
pub(crate) fn charset_edge_cases() -> Vec<(&'static str, Vec<u8>)> {
    let cases: [(&str, &[u8]); 10] = [
        ("empty", b""),
        ("shift-jis", b"%93%FA%96{ \x93\xFA\x96\x7B %83%5C\x83"),
        ("euc-jp", b"%C6%FC\xC6\xFC\x8E\xB1\x8F\xB0\xA1%C6"),
        ("iso-2022-jp", b"\x1B$B%A!!\x1B(J\\~\x1B(B%1B%24BF%7C%1B(I1\x0E\x1B"),
        ("gb18030", b"\xD6\xD0%949%DA3\x81\x30\x81\x30%84%31%A4%37"),
        ("euc-kr-big5", b"\xC7\xD1\xB1\xB9%A4%A4\x88\x62\xA4"),
        ("windows-1252", b"caf\xE9 \x80\x81%E9%80%81"),
        ("text", "a日¥‾−ｱﾞ☃💩é\u{80}\u{E5E5}\u{E7C7}\x0E\x0F\x1B%41".as_bytes()),
        ("label", b"_charset_=sjis&_charset_"),
        ("replacement", b"\xEF\xBF\xBD"),
    ];
    let mut cases: Vec<_> = cases.map(|(name, input)| (name, input.to_vec())).into();
    cases.push(("chunks", "\u{80}%41日本".repeat(60).into_bytes()));
    cases
}

pub(crate) fn edge_cases() -> Vec<(&'static str, Vec<u8>)> {
    fn behind(clean: usize, rest: &[u8]) -> Vec<u8> {
        [&vec![b'x'; clean], rest].concat()
    }
    let mut cases: Vec<(&'static str, Vec<u8>)> = [
        ("empty", &b""[..]),
        ("ends-percent", b"a%"),
        ("ends-digit", b"a%4"),
        ("percents", b"%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%"),
        ("percent-triplet", b"%%41 %4%41 %%4%41 %%%41 %%%%41"),
        ("once-only", b"%2541 %25%34%31 %%34%31 %%30%30"),
        ("nul", b"%00 \0 %\x004 %4\x00 a%00b"),
        ("outside-high", b"%/0%:0%@0%G0%`0%g0"),
        ("outside-low", b"%0/%0:%0@%0G%0`%0g"),
        ("alias-0x20", b"%\x10\x11%\x19\x19%4\x11%\x144"),
        ("alias-0x80", b"%\xB4\xB1%\xC1\xC6%\xE1\xE6%4\xB1%\xB41"),
        ("alias-6-bits", b"%\x01\x06%!&%4!%\x064%\x80\xFF%4\x80%\xFF4"),
        ("cases", b"%aA%Aa%fF%Ff%c3%A9%C3%a9"),
        ("plus", b"a+b%2Bc%2b+%+1+%20%1+"),
        ("slashes", b"a%2fb%2Fc%252fd/e%2e%2e"),
        ("half-raw", b"\xC3%A9 %C3\xA9 \xE2%98\x83 %E2\x98%83 \xF0%9F\x92%A9"),
        ("not-utf8", b"%E9%C3%A9 %C0%AF %ED%A0%80 %F0%80%80%80 %F4%90%80%80 %FF \xE9 %E2%98"),
        ("noncharacters", b"%EF%BF%BE%EF%BF%BF%EF%BB%BF\xEF\xBB\xBFa"),
        ("full-width-percent", b"%EF%BC%8541"),
        ("control", b"%0A%0D%1B%7F%C2%80%C2%9F\x7F\n"),
        ("query", b"q=caf%C3%A9+au+lait&x=%5B1%2C2%5D&empty=&100%&u=%u0416"),
        ("cyrillic", b"%D0%92%D1%96%D0%B4%D1%81%D0%BE%D1%82%D0%BA%D0%BE%D0%B2%D0%B5_%D0%BA%D0%BE%D0%B4%D1%83%D0%B2%D0%B0%D0%BD%D0%BD%D1%8F"),
        ("raw-text", "Відсоткове кодування: 100 % ☃ 💩".as_bytes()),
        ("reserved", b"!#$&'()*+,/:;=?@[]% -._~\"<>\\^`{|}"),
    ]
    .into_iter()
    .map(|(name, input)| (name, input.to_vec()))
    .collect();
    for (name, at) in [
        ("at-14", 14),
        ("at-15", 15),
        ("at-30", 30),
        ("at-31", 31),
        ("at-62", 62),
        ("at-63", 63),
        ("at-254", 254),
        ("at-255", 255),
    ] {
        cases.push((name, [behind(at, b"%41"), behind(70, b"%4%C3%A9 ")].concat()));
    }
    cases.extend([
        ("published-avx512-bug", behind(59, b"%41%%zz")),
        ("triplet-percents-16", behind(12, b"%41%%41aaaaaaaaaaaaaaaaaaa")),
        ("triplet-percents-32", behind(27, b"%41%%%41aaaaaaaaaaaaaaaaaaaaaaa")),
        ("ends-in-16", behind(14, b"%4")),
        ("ends-in-64", behind(63, b"%")),
        ("dense-0", b"%41".repeat(90)),
        ("dense-1", [b"a", &*b"%c3%A9".repeat(50)].concat()),
        ("dense-2", [b"%%", &*b"%2F".repeat(90)].concat()),
        ("dense-malformed", b"%4%41%%zz%2".repeat(13)),
        ("growth", vec![0xFF; 127]),
        ("all-high", (0x80..=0xFF).collect()),
        ("all-bytes", (0..=0xFF).collect()),
        (
            "all-triplets",
            (0..=0xFF).flat_map(|byte: u8| format!("%{byte:02X}").into_bytes()).collect(),
        ),
        ("clean", vec![b'a'; 200]),
        (
            "text-chunk",
            [
                behind(505, "☃💩é".repeat(3).as_bytes()),
                b"%F0%9F%92".to_vec(),
                b"%A9%E2%98".to_vec(),
            ]
            .concat(),
        ),
        ("text-chunks-raw", behind(1, "💩".repeat(280).as_bytes())),
        ("text-chunks-half", behind(3, &b"%F0\x9F%92\xA9".repeat(132))),
        ("sparse", behind(64, b"%41").repeat(5)),
        (
            "across",
            [
                behind(63, b"%41"),
                behind(60, b"%4A"),
                behind(94, b"%c3%a9"),
                behind(60, b"%25"),
                behind(90, b""),
            ]
            .concat(),
        ),
        (
            "solid-flaw",
            [
                b"%C3%a9".repeat(110),
                b"%4".to_vec(),
                b"%d0%B6".repeat(60),
                b"%%".to_vec(),
                b"%41".repeat(100),
            ]
            .concat(),
        ),
        ("solid-high-flaw", [vec![0xE9; 260], b"a".to_vec(), vec![0xFF; 300]].concat()),
    ]);
    cases
}
