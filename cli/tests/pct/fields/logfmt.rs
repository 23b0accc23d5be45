//! logfmt: words `KEY=VALUE`.

use super::gives;
use crate::support::run;

#[test]
fn keys_that_hold_urls_are_known() {
    gives(
        "decode --format logfmt",
        "2026-11-12T06:00:01+00:00 heroku[router]: at=info path=\"/caf%C3%A9?q=a%20b%26%22\" host=e%41\n\
         level=info url=/a%2Fb%20c?x=%41 msg=\"%41 \\\"x\\\"\" referer= uri\n",
        "2026-11-12T06:00:01+00:00 heroku[router]: at=info path=\"/café?q=a%20b%26%22\" host=e%41\n\
         level=info url=/a/b%20c?x=A msg=\"%41 \\\"x\\\"\" referer= uri\n",
    );
    gives(
        "decode --format heroku",
        "request=\"GET /%41%20b?%42 HTTP/1.1\"\n",
        "request=\"GET /A%20b?B HTTP/1.1\"\n",
    );
}

#[test]
fn keys_are_selected() {
    let log = "a=%41 b=\"x%20\\\"%42\" c=%09=%20\" a=%43\n";
    let ran = run(&["decode", "--format", "logfmt", "-f", "b"], "b=%41 c=\"\n");
    assert!(ran.status == Some(1) && ran.stderr.contains(":1:9: does not fit logfmt"), "{ran:?}");
    gives("decode --format logfmt -f b -f c", log, "a=%41 b=\"x \\\"B\" c=%09=%20\" a=%43\n");
    // The last of equal keys counts, as in JSON.
    gives("decode --format logfmt --only -f a -f b", log, "C\tx \"B\n");
    gives("query --format logfmt -f b -k x", "b=\"x=1&y=2\"\n", "1\n");
    gives("query --format logfmt -f path --url -k x", "path=/?x=1&y=2\n", "1\n");
    gives("query --format logfmt -f request -k x", "request=\"GET /?x=1 HTTP/1.1\"\n", "1\n");
}

#[test]
fn lines_that_do_not_fit_are_reported_and_inspected_whole() {
    for record in ["no pair /%00\n", "path=\"/%00\n", "path=\"/\"%00 a=1\n"] {
        let ran = run(&["inspect", "--format", "logfmt", "--only", "nul"], record);
        assert_eq!(ran.stdout, b"(standard input):1: nul\n", "{ran:?}");
        assert!(ran.status == Some(1) && ran.stderr.contains("does not fit logfmt"), "{ran:?}");
        let ran = run(&["decode", "--format", "logfmt"], record);
        assert_eq!((ran.status, &*ran.stdout), (Some(1), record.as_bytes()), "{ran:?}");
    }
    let ran = run(&["decode", "--format", "logfmt", "-f", "pth"], "path=/ a=1\n");
    assert!(ran.status == Some(1) && ran.stderr.contains("did you mean `path`?"), "{ran:?}");
    let ran = run(&["decode", "--format", "combined"], "at=info path=/ status=200\n");
    assert!(ran.stderr.contains("--format logfmt fits"), "{ran:?}");
}
