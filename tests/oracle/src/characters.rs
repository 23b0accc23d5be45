//! The characters behind `Flags::CONFUSABLE`, `BIDI`, `ZERO_WIDTH` and `TRUNCATED_NEWLINE`, each
//! with its source.

/// Microsoft's `bestfit1252.txt`: the characters that become this ASCII character.
pub const BEST_FIT: [(char, &str); 7] = [
    ('"', "\u{2BA}\u{30E}\u{FF02}"),
    ('\'', "\u{2B9}\u{2BC}\u{2C8}\u{2032}\u{FF07}"),
    ('.', "\u{FF0E}"),
    ('/', "\u{2044}\u{2215}\u{FF0F}"),
    ('<', "\u{2329}\u{3008}\u{FF1C}"),
    ('>', "\u{232A}\u{3009}\u{FF1E}"),
    ('\\', "\u{2216}\u{FF3C}"),
];

/// UAX #15: the characters outside ASCII that NFKC maps to one of `/ \ % . < > ' "`, or to several
/// characters with one of them, and the characters that it maps them to. Printed by
///
/// ```text
/// from unicodedata import normalize, unidata_version # 14.0.0
/// for code in (*range(0x80, 0xD800), *range(0xE000, 0x110000)):
///     mapping = normalize("NFKC", chr(code))
///     if set(mapping) & set("/\\%.<>'\""): print(f"{code:X} {mapping}")
/// ```
pub const NFKC: [(char, &str); 46] = [
    ('\u{2024}', "."),
    ('\u{2025}', ".."),
    ('\u{2026}', "..."),
    ('\u{2100}', "a/c"),
    ('\u{2101}', "a/s"),
    ('\u{2105}', "c/o"),
    ('\u{2106}', "c/u"),
    ('\u{2488}', "1."),
    ('\u{2489}', "2."),
    ('\u{248A}', "3."),
    ('\u{248B}', "4."),
    ('\u{248C}', "5."),
    ('\u{248D}', "6."),
    ('\u{248E}', "7."),
    ('\u{248F}', "8."),
    ('\u{2490}', "9."),
    ('\u{2491}', "10."),
    ('\u{2492}', "11."),
    ('\u{2493}', "12."),
    ('\u{2494}', "13."),
    ('\u{2495}', "14."),
    ('\u{2496}', "15."),
    ('\u{2497}', "16."),
    ('\u{2498}', "17."),
    ('\u{2499}', "18."),
    ('\u{249A}', "19."),
    ('\u{249B}', "20."),
    ('\u{33C2}', "a.m."),
    ('\u{33C7}', "Co."),
    ('\u{33D8}', "p.m."),
    ('\u{FE19}', "..."),
    ('\u{FE30}', ".."),
    ('\u{FE52}', "."),
    ('\u{FE64}', "<"),
    ('\u{FE65}', ">"),
    ('\u{FE68}', "\\"),
    ('\u{FE6A}', "%"),
    ('\u{FF02}', "\""),
    ('\u{FF05}', "%"),
    ('\u{FF07}', "'"),
    ('\u{FF0E}', "."),
    ('\u{FF0F}', "/"),
    ('\u{FF1C}', "<"),
    ('\u{FF1E}', ">"),
    ('\u{FF3C}', "\\"),
    ('\u{1F100}', "0."),
];

/// UTS #39, `confusables.txt`: punctuation and symbols except quotation marks.
pub const LOOK_ALIKES: [(char, &str); 5] = [
    ('.', "\u{701}\u{702}\u{2024}\u{A60E}\u{10A50}"),
    ('/', "\u{1735}\u{2041}\u{2044}\u{2215}\u{2571}\u{27CB}\u{29F8}\u{2F03}\u{31D3}\u{1D23A}"),
    ('<', "\u{2C2}\u{276E}\u{1D236}"),
    ('>', "\u{2C3}\u{276F}\u{1D237}"),
    ('\\', "\u{2216}\u{27CD}\u{29F5}\u{29F9}\u{2F02}\u{31D4}\u{FE68}\u{FF3C}\u{1D20F}\u{1D23B}"),
];

/// Returns whether NFKC, a best fit, or the look of the character makes it one of these; the two
/// ellipses do not count.
pub fn is_confusable(character: char) -> bool {
    NFKC.iter().any(|&(other, mapping)| other == character && mapping != "...")
        || [&BEST_FIT[..], &LOOK_ALIKES]
            .iter()
            .any(|source| source.iter().any(|(_, characters)| characters.contains(character)))
}

/// `Bidi_Control` of `PropList.txt`.
pub fn is_bidi(character: char) -> bool {
    matches!(character, '\u{61C}' | '\u{200E}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Characters with general category Cf in `UnicodeData.txt` and `Default_Ignorable_Code_Point` in
/// `DerivedCoreProperties.txt`, except `Bidi_Control`.
pub fn is_zero_width(character: char) -> bool {
    let ignorable_format = matches!(character,
        '\u{AD}' | '\u{61C}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{206F}' | '\u{FEFF}' | '\u{1BCA0}'..='\u{1BCA3}'
        | '\u{1D173}'..='\u{1D17A}' | '\u{E0001}' | '\u{E0020}'..='\u{E007F}');
    ignorable_format && !is_bidi(character)
}

/// The two characters with CR or LF in the low byte that reports of response splitting name.
pub fn is_truncated_newline(character: char) -> bool {
    matches!(character, '\u{560A}' | '\u{560D}')
}
