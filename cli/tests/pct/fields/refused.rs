//! Records with a refused field, and meaningless command lines.

use super::{combined, gives};
use crate::support::run;

#[test]
fn a_refused_byte_is_found_in_its_field() {
    let malformed = "malformed triplet `%z`: two hex digits must follow the `%`";
    let csv = "u,v\n\"a\nb%zz\",1\n%41,%zz\nc%zz,2\n\"d\"\"%zz\",3\n%42,4\n";
    // If the value is spelled with `""`, the position is its start.
    let told = |outcome: &str| {
        ["3:2", "5:2", "6:2"]
            .map(|place| format!("(standard input):{place}: {malformed}; {outcome}\n"))
            .concat()
    };
    let kept = "u,v\n\"a\nb%zz\",1\nA,%zz\nc%zz,2\n\"d\"\"%zz\",3\nB,4\n";
    run(&["decode", "--format=csv", "-f", "u"], csv).passing_on(3, 3).gave(0, kept);
    run(&["decode", "--format=csv", "-f", "u", "--strict"], csv).said(
        1,
        kept,
        &told("passed on unchanged"),
    );
    run(&["decode", "--format=csv", "-f", "u", "--strict=keep"], csv).said(
        1,
        kept,
        &told("passed on unchanged"),
    );
    run(&["decode", "--format=csv", "-f", "u", "--strict=drop"], csv).said(
        1,
        "u,v\nA,%zz\nB,4\n",
        &told("dropped"),
    );
    run(&["decode", "--format=csv", "-f", "u", "--strict=fail"], csv).said(
        1,
        "u,v\n",
        &told("stopped before it")[..told("stopped before it").len() / 3],
    );
    run(&["normalize", "--format=csv", "-f", "u", "--strict=drop"], csv).said(
        1,
        "u,v\nA,%zz\nB,4\n",
        &told("dropped"),
    );

    let line = combined("-", "GET /%41?%zz HTTP/1.1", "%zz", "-");
    let at = line.find("%zz").expect("it is there") + 1;
    let both = [combined("-", "GET /%41 HTTP/1.1", "-", "-"), line.clone()].concat();
    run(&["decode", "--format", "combined", "--strict"], &both).said(
        1,
        [combined("-", "GET /A HTTP/1.1", "-", "-"), line].concat(),
        &format!("(standard input):2:{at}: {malformed}; passed on unchanged\n"),
    );
    // If one value of a record is refused, no value is decoded.
    run(&["decode", "--format=tsv", "-f", "1", "-f", "3", "--reject", "/"], "%41\t%2F\t%41%2f\n").said(
        1,
        "%41\t%2F\t%41%2f\n",
        "(standard input):1:12: rejected triplet `%2f`: it decodes to the byte 0x2F; passed on unchanged\n",
    );
    run(
        &["decode", "--format=jsonl", "-f", "u", "--strict=drop"],
        "{\"u\":\"%41\"}\n{\"u\":}\n{\"u\":\"%42\"}\n",
    )
    .said(
        1,
        "{\"u\":\"A\"}\n{\"u\":\"B\"}\n",
        "(standard input):2:6: not JSON: expected a value; dropped\n",
    );
    run(&["decode", "--format", "common"], "plain %41\n").said(
        1,
        "plain %41\n",
        "(standard input):1:10: does not fit common: `user`: the line ends before it; no built-in format fits; --format takes the server's own log_format or LogFormat; passed on unchanged\n",
    );
    run(&["decode", "--format=csv", "-f", "1"], "\"%41\"x\n%42,\"y\n").said(
        1,
        "\"%41\"x\nB,\"y\n",
        "(standard input):1:6: text after a closing quote; passed on unchanged\n",
    );
}

#[test]
fn text_must_be_text_in_the_fields_only() {
    let ill_formed = "not UTF-8: ill-formed from `\\xff` on; passed on unchanged";
    run(
        &["decode", "--format=tsv", "-f", "2", "--utf8", "strict"],
        b"\xFF\ta%20\n\xFF\ta\xFF\nx\t\xC3\xA9\n".as_slice(),
    )
    .said(
        1,
        b"\xFF\ta \n\xFF\ta\xFF\nx\t\xC3\xA9\n",
        &format!("(standard input):2:4: {ill_formed}\n"),
    );
    gives(
        "decode --format tsv -f 2 --utf8 lossy",
        b"\xFF\ta\xFF\t\xFF\n",
        b"\xFF\ta\xEF\xBF\xBD\t\xFF\n",
    );
    gives(
        "decode --format tsv -f 2 --utf8 keep",
        b"\xFF\ta\xFF%FF\t\xFF\n",
        b"\xFF\ta%FF%FF\t\xFF\n",
    );
    // JSON is text under every policy.
    gives("decode --format jsonl -f u", "{\"u\":\"%ff%C3%A9\"}\n", "{\"u\":\"%FFé\"}\n");
    gives(
        "decode --format jsonl -f u --utf8 keep",
        "{\"u\":\"%ff%C3%A9\"}\n",
        "{\"u\":\"%ffé\"}\n",
    );
}

#[test]
fn usage() {
    for (args, parts) in [
        ("decode -f 2", &["-f needs --format", "--format"][..]),
        ("decode --format tsv --format csv -f 2", &["--format tsv cannot be one of several"]),
        (
            "decode --format combined -f nope",
            &[
                "`nope` is not a field of combined",
                "host ident user",
                "method target path query version",
            ],
        ),
        ("normalize --format alb -f referer", &["`referer` is not a field of alb", "client:port"]),
        ("encode --format tsv -f 0", &["`0` is not a field of tsv", "from 1"]),
        ("decode --format csv", &["csv has no default fields", "by number"]),
        ("decode --format jsonl -f /a~2", &["`/a~2` is not a JSON Pointer"]),
        (
            "decode --format jsonl -f .request.url",
            &["`.request.url` is jq syntax; use the JSON Pointer `/request/url`"],
        ),
        (
            "decode --format caddy",
            &[
                "there are: combined (nginx, apache, varnish), common (clf), ",
                "jsonl (json, ndjson), logfmt (heroku), tsv, csv; or a template",
            ],
        ),
        (
            "info --format combined",
            &["'--format' is an option of: decode, encode, normalize, check"],
        ),
        ("inspect -f 2", &["-f needs --format"]),
        ("decode --format w3c --only -f *", &["-f '*' needs --json"]),
        ("decode --format jsonl -f *", &["-f '*'", "keys of its own"]),
        ("query --format combined -k q -f *", &["name the columns"]),
        ("query --by week --count --format combined", &["write day or hour"]),
        ("--format csv decode", &["'--format' is an option of: decode, encode, normalize"]),
    ] {
        run(&args.split(' ').collect::<Vec<_>>(), "").failed(parts);
    }
}
