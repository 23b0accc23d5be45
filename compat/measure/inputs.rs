//! Inputs to measure: seeded and in random order, because a periodic input favours branches; or the
//! lines of the files in `PERCENT_LINES=file[,file]`.

use std::path::Path;

use percent_simd::Decoder;
use support::Random;
use support::corpus::{lines, to_decode, to_encode};

/// The input of a call.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Takes {
    /// Text to encode.
    Raw,
    /// Text to decode.
    Encoded,
    /// The query of a URL.
    Form,
    /// A URL; none is generated.
    #[allow(dead_code, reason = "not every program takes URLs")]
    Url,
}

const SIZES: [usize; 4] = [8, 16, 64, 1024];

/// Named pools of inputs, none of them empty: generated ones, and the lines of each file.
pub(crate) fn pools(takes: Takes) -> Vec<(String, Vec<String>)> {
    let mut pools = Vec::new();
    for kind in ["clean", "query-like", "cyrillic"] {
        for size in SIZES {
            pools.push((format!("{kind}, {size} bytes"), generated(kind, takes, size)));
        }
    }
    if takes == Takes::Url {
        pools.clear();
    }
    let files = std::env::var("PERCENT_LINES").unwrap_or_default();
    for path in files.split(',').filter(|path| !path.is_empty()) {
        let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{path}: {error}"));
        let name = Path::new(path).file_name().unwrap_or_default().to_string_lossy();
        let lines = lines(&bytes).into_iter().map(|line| std::str::from_utf8(line));
        let pool = lines.filter_map(|line| of_line(line.ok()?, takes)).collect();
        pools.push((name.into_owned(), pool));
    }
    pools.retain(|(_, pool)| !pool.is_empty());
    pools
}

/// Distinct inputs of this many bytes.
fn generated(kind: &str, takes: Takes, size: usize) -> Vec<String> {
    let mut random = Random::new(size as u64);
    let count = (1 << 16 >> size.max(128).ilog2()).max(4);
    let item = |_| match takes {
        Takes::Raw if kind == "query-like" => to_encode("text", size, &mut random),
        Takes::Raw => to_encode(kind, size, &mut random),
        _ => to_decode(kind, size, &mut random),
    };
    (0..count)
        .map(item)
        .map(|text| String::from_utf8(text).expect("these kinds are text"))
        .collect()
}

/// The call's input from a target.
fn of_line(target: &str, takes: Takes) -> Option<String> {
    let text = match takes {
        Takes::Raw => {
            let mut bytes = target.as_bytes().to_vec();
            let len = Decoder::new().decode_in_place(&mut bytes).expect("nothing is refused");
            String::from_utf8_lossy(&bytes[..len]).into_owned()
        }
        Takes::Encoded => target.to_owned(),
        Takes::Form => target.split_once('?')?.1.to_owned(),
        Takes::Url if target.starts_with('/') => format!("https://example.org{target}"),
        Takes::Url => target.to_owned(),
    };
    (!text.is_empty()).then_some(text)
}
