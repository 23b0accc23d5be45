//! Real lines, and inputs made of a kind and a length.

#[path = "../../../benches/common/corpus.rs"]
#[allow(dead_code, reason = "the benchmarks use the rest")]
mod corpus;

use crate::Direction;

/// Inputs of one kind: each is given to an operation once.
#[derive(Clone)]
pub struct Inputs {
    pub name: String,
    pub inputs: Vec<Vec<u8>>,
}

/// The lines of a file; of an access log, the request targets. Empty ones are left out, and those
/// that are not UTF-8.
#[must_use]
pub fn lines(name: &str, file: &[u8]) -> Inputs {
    let lines: Vec<&[u8]> = file.split(|&byte| byte == b'\n').collect();
    let targets: Vec<&[u8]> = lines.iter().filter_map(|line| target(line)).collect();
    let lines = if 2 * targets.len() > lines.len() { targets } else { lines };
    let is_used = |line: &&[u8]| !line.is_empty() && std::str::from_utf8(line).is_ok();
    let inputs = lines.into_iter().filter(is_used).map(<[u8]>::to_vec).collect();
    Inputs { name: name.to_owned(), inputs }
}

/// The path of a URL or of a request target; whatever has none is left out.
#[must_use]
pub fn paths(of: &Inputs) -> Inputs {
    let path = |line: &Vec<u8>| {
        let start = match line.windows(3).position(|window| window == b"://") {
            Some(at) if line[0] != b'/' => {
                at + 3 + line[at + 3..].iter().position(|&byte| byte == b'/')?
            }
            _ => 0,
        };
        let end = line[start..].iter().position(|byte| b"?#".contains(byte));
        let path = &line[start..end.map_or(line.len(), |len| start + len)];
        path.starts_with(b"/").then(|| path.to_vec())
    };
    Inputs { name: of.name.clone(), inputs: of.inputs.iter().filter_map(path).collect() }
}

/// The request target of a line in the common or combined format.
fn target(line: &[u8]) -> Option<&[u8]> {
    let mut words = line.split(|&byte| byte == b'"').nth(1)?.split(|&byte| byte == b' ');
    let target = words.nth(1)?;
    words.next()?.starts_with(b"HTTP/").then_some(target)
}

/// Lengths of short input: one call each.
const SHORT: [usize; 5] = [16, 32, 44, 56, 100];
const LONG: usize = 1 << 16;

/// Makes an input of a kind and a length.
type Make = fn(&str, usize, &mut corpus::Random) -> Vec<u8>;

/// Random inputs, the same on every machine: short ones and long ones.
#[must_use]
pub fn random(direction: Direction) -> Vec<Inputs> {
    let (make, kinds): (Make, _) = match direction {
        Direction::Decode | Direction::Path => {
            (corpus::to_decode, ["clean", "query-like", "cyrillic", "solid"])
        }
        Direction::Encode => (corpus::to_encode, ["clean", "text", "cyrillic", "solid"]),
    };
    let mut all = Vec::new();
    for kind in kinds {
        for len in SHORT.into_iter().chain([LONG]) {
            if kind == "solid" && len < LONG {
                continue;
            }
            let random = &mut corpus::Random::new(len as u64);
            let number = if len == LONG { 1 } else { 256 };
            let mut inputs: Vec<Vec<u8>> = (0..number).map(|_| make(kind, len, random)).collect();
            if direction == Direction::Path {
                // In the place of what may be the `%` of a triplet, whose digits then stay.
                inputs.iter_mut().for_each(|path| path[0] = b'/');
            }
            all.push(Inputs { name: format!("{kind}, {len} bytes"), inputs });
        }
    }
    all
}
