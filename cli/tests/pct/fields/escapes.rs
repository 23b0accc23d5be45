//! A server's own escapes of a client's bytes: CloudFront `%25` for `%`, IIS `+` for a space.

use super::gives;
use crate::support::run;

const CLOUDFRONT: &str = "\
#Fields: cs-uri-stem cs-uri-query cs(Referer) cs(User-Agent)
/a%20b\tq=caf%25C3%25A9%2526x%2520y&z=1\thttps://e.org/?a=%2541#%2523\tMozilla/5.0%2520(X11)%20x
";

#[test]
fn cloudfront_escapes_twice() {
    // The client's own `%26` is unchanged.
    let decoded = "\
#Fields: cs-uri-stem cs-uri-query cs(Referer) cs(User-Agent)
/a b\tq=café%26x y&z=1\thttps://e.org/?a=A#%23\tMozilla/5.0 (X11) x
";
    gives("decode --format cloudfront", CLOUDFRONT, decoded);
    gives(
        "decode --format cloudfront --only -f cs-uri-query -f cs(user-agent)",
        CLOUDFRONT,
        "q=café&x y&z=1\tMozilla/5.0 (X11) x\n",
    );
    gives("query --format cloudfront -k q,z", CLOUDFRONT, "café%26x y\t1\n");
    gives("query --format cloudfront -f cs(Referer) -k a", CLOUDFRONT, "A\n");
    // A query that is escaped once has the same values.
    let once = "#Fields: cs-uri-query\nq=caf%C3%A9%26x%20y\n";
    gives("query --format cloudfront -k q", once, "café%26x y\n");
    gives("decode --format cloudfront", once, "#Fields: cs-uri-query\nq=café%26x y\n");
    // A path is escaped once.
    let path = "#Fields: cs-uri-stem\n/%2541\n";
    gives("decode --format cloudfront", path, "#Fields: cs-uri-stem\n/%41\n");
}

#[test]
fn cloudfront_hides_no_attack() {
    for (value, flags) in [("a=%2500", "nul,control"), ("a=%252e%252e/b", "dot-segment")] {
        let log = format!("#Fields: cs-uri-query\n{value}\n");
        let ran = run(&["inspect", "--format", "cloudfront"], &log);
        assert_eq!(
            ran.stdout,
            format!("(standard input):2: {flags}\t-\t?{}\n", value.replace("%25", "%")).as_bytes(),
            "{ran:?}"
        );
    }
    // The server's escapes cannot drive a terminal or split a line.
    let log = "#Fields: cs-uri-query\n%C2%9B%2541%09%0A%1B%250A%25C2%259B\n";
    let kept = "#Fields: cs-uri-query\n%C2%9BA%09%0A%1B%0A%C2%9B\n";
    gives("decode --format cloudfront", log, kept);
}

#[test]
fn normalize_sees_the_value_of_the_client() {
    let log = "#Fields: cs-uri-query\na=%2541%7e\n";
    gives("normalize --format cloudfront", log, "#Fields: cs-uri-query\na=%2541~\n");
}

const IIS: &str = "\
#Fields: cs-uri-stem cs(User-Agent) cs(Cookie) cs(Referer)
/a+b%20c Mozilla/5.0+(X11)%2B a=1;+b=2 https://e.org/?q=a+b%26%2B
";

#[test]
fn iis_writes_a_space_as_plus() {
    let args = "--format iis -f cs-uri-stem -f cs(user-agent) -f cs(cookie) -f cs(referer)";
    let values = "/a+b c\tMozilla/5.0 (X11)+\ta=1; b=2\thttps://e.org/?q=a b&+\n";
    gives(&format!("decode --only {args}"), IIS, values);
    gives(
        "query --format iis -f cs(user-agent) -f cs(referer) -k q",
        IIS,
        "Mozilla/5.0 (X11)+\ta b%26+\n",
    );
    // A space would split the line, so the `+` stays.
    let line = "\
#Fields: cs-uri-stem cs(User-Agent) cs(Cookie) cs(Referer)
/a+b%20c Mozilla/5.0+(X11)+ a=1;+b=2 https://e.org/?q=a+b%26%2B
";
    gives(&format!("decode {args}"), IIS, line);
    // Servers that quote a value write raw spaces.
    let quoted = "#Fields: cs(User-Agent) c-ip\n\"a+b c\" 192.0.2.7\n";
    gives("decode --format w3c --only -f cs(user-agent)", quoted, "a+b c\n");
}
