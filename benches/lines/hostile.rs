//! Hostile paths: a seeded list from a small grammar, the same on every machine.

use super::input::File;
use oracle::random::Random;
use support::traffic;

/// Too many for a branch predictor to learn.
const PATHS: usize = 16_384;

const NAMES: &str =
    r"api v2 static images download wp-content cgi-bin icons index.php .well-known files caf%C3%A9";

/// The targets of attacks.
const AIMS: &str =
    r"etc/passwd windows/win.ini WEB-INF/web.xml .env .git/config admin bin/sh proc/self/environ";

/// `../`, in every spelling that some server has accepted; nested and overlong ones at the end.
const STEPS: &str = r"../ ..%2f ..%2F %2e%2e%2f %2E%2E/ %2e%2e/ .%2e/ %2e./ ..%5c ..\ %2e%2e%5C ..;/ ..%3b/ ....//
    ..%252f %252e%252e%252f %%32%65%%32%65/ ..%c0%af %c0%ae%c0%ae/ %e0%80%ae%e0%80%ae%e0%80%af";

/// Other attacks.
const ATOMS: &str = r"/ // /./ /%2f /%5c \ %00 %0d%0a %7f %25 % %u002f %zz ; /;/ %f0%80%80%af";

/// The paths, one a line.
pub(crate) fn file() -> File {
    File::new("hostile paths", paths(PATHS).join("\n").into_bytes())
}

/// The targets of a log, about one in 300 replaced by a hostile path: a log under attack.
pub(crate) fn log() -> File {
    let random = &mut Random::new(0x300);
    let log = File::new("", traffic::lines("log", PATHS));
    let mut hostile = paths(PATHS).into_iter();
    let target = |target: &&[u8]| match random.below(300) {
        0 => hostile.next().unwrap_or_default().into_bytes(),
        _ => target.to_vec(),
    };
    let lines: Vec<_> = log.lines().iter().map(target).collect();
    File::new("log targets, one in 300 hostile", lines.join(&b'\n'))
}

fn paths(count: usize) -> Vec<String> {
    let random = &mut Random::new(0xD07_D07);
    let [names, steps, aims, atoms] =
        [NAMES, STEPS, AIMS, ATOMS].map(|words| words.split_whitespace().collect::<Vec<&str>>());
    let mut path = |_| {
        let mut path = String::from("/");
        for _ in 0..random.below(4) {
            path.push_str(random.pick(&names));
            path.push('/');
        }
        // Most attackers repeat one spelling.
        let step = random.pick(&steps);
        for _ in 0..random.below(6) {
            path.push_str(if random.chance(15) { random.pick(&steps) } else { step });
        }
        if random.chance(30) {
            path.push_str(random.pick(&atoms));
        }
        path.push_str(random.pick(&aims));
        if random.chance(15) {
            path.push_str(random.pick(&atoms));
        }
        path
    };
    (0..count).map(&mut path).collect()
}
