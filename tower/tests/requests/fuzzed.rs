//! The body of the fuzz target `requests`, on its seeds and on random requests.

use support::Random;
use support::bodies::requests;
use support::corpus::kept;

const PIECES: [&str; 40] = [
    "/", "/", "/", "/", ".", "..", "%2e", "%2F", "%5C", "\\", ";", "%3b", "%25", "%", "a", "caf",
    "%C3%A9", "%c3", "\u{e9}", "\"", "{", "%22", "?", "?", "&", "=", "#", "%00", "%0A", "*", "|",
    "http://", "https://", "x", ":80", ":443", "@", "[::1]", "\n", "%u002e",
];

#[test]
fn seeds() {
    let inputs = kept("requests");
    assert!(inputs.len() > 5);
    inputs.iter().for_each(|(_, input)| requests(input));
}

#[test]
fn random_requests() {
    let mut random = Random::new(1);
    for _ in 0..100_000 {
        let mut data: Vec<u8> = (0..3).map(|_| random.byte()).collect();
        if random.below(4) > 0 {
            data.push(b'/');
        }
        for _ in 0..random.below(12) {
            data.extend_from_slice(random.pick(&PIECES).as_bytes());
        }
        requests(&data);
    }
}
