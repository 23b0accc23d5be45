//! The queries of fields.

use super::gives;
use crate::fields::{alb, combined};
use crate::support::run;

#[test]
fn of_requests() {
    let log = combined("-", "GET /a?q=x+y&r=1 HTTP/1.1", "https://example.org/?q=%41#q", "u?q=z")
        + &combined("-", "GET /b HTTP/1.1", "-", "-");
    for field in ["", "-f query", "-f target", "-f request", "-f Target"] {
        gives(&format!("--format combined {field} -k r,q"), &log, "1\tx y\n\t\n");
    }
    gives("--format combined -f referer", &log, "{\"q\":\"A\"}\n{}\n");
    gives("--format combined -f user-agent -k q --url", &log, "z\n\n");
    // Of several fields in the order of the record.
    gives("--format combined -f referer -f query -k q", &log, "x y&A\n\n");
    gives(
        "--format alb",
        alb("GET https://e.org:443/?a=%26 HTTP/1.1", "x", "-"),
        "{\"a\":\"&\"}\n",
    );
    gives(
        "--format alb -f redirect_url -k a",
        alb("GET /?a=1 HTTP/1.1", "x", "https://e.org/?a=2"),
        "2\n",
    );
}

#[test]
fn of_other_formats() {
    // CloudFront and IIS write `-` where there is no query.
    let log = "#Fields: cs-uri-stem cs-uri-query cs(Referer)\n/a a=1 /?b=2\n/b - -\n";
    gives("--format w3c", log, "{\"a\":\"1\"}\n{}\n");
    gives("--format w3c -f cs(Referer) -k b", log, "2\n\n");
    gives("--format csv -f url --url -k q", "id,url\n1,\"/?q=\"\"a,b\"\"\"\n", "%22a,b\"\n");
    gives("--format tsv -f 2", "/?a=1\tb=2\n", "{\"b\":\"2\"}\n");
    gives("--format jsonl -f /r/q", "{\"r\":{\"q\":\"a=\\u0041%42\"}}\n", "{\"a\":\"AB\"}\n");
    gives("--format jsonl -f q", "{\"q\":\"-\"}\n", "{\"-\":\"\"}\n");
    gives("--format jsonl -f q", "{\"q\":null}\n{\"q\":7}\n", "{}\n{\"7\":\"\"}\n");
}

#[test]
fn what_is_not_there_is_reported() {
    let ran = run(&["query", "--format=jsonl", "-f", "ulr"], "{\"url\":\"a=1\"}\n");
    assert_eq!((ran.status, &*ran.stdout), (Some(1), &b"{}\n"[..]), "{ran:?}");
    assert!(ran.stderr.contains("did you mean `/url`?"), "{ran:?}");
    let ran = run(&["query", "--format", "combined", "-k", "a"], "no log?a=1\n");
    assert_eq!((ran.status, &*ran.stdout), (Some(1), &b""[..]), "{ran:?}");
    assert!(
        ran.stderr.contains("(standard input):1:") && ran.stderr.contains("left out"),
        "{ran:?}"
    );
}

/// Quadratic, these were 18 thousand million comparisons.
#[test]
fn many_columns_of_one_name_take_linear_time() {
    let row = |cell: &str| vec![cell; 60_000].join("\t") + "\n";
    let values = format!("{{\"a\":[{}]}}\n", vec!["\"1\""; 60_000].join(","));
    for args in ["--format tsv -f q -f v", "--format tsv -f q -f v --url"] {
        let input = row("q") + &row("?a=1").repeat(5);
        let names = values.replace("\"a\"", if args.contains("url") { "\"a\"" } else { "\"?a\"" });
        let input = input.replacen("q\t", "v\t", 1);
        gives(args, input, names.repeat(5));
    }
    // Of two names one may be that of URLs.
    let header = "target\t".repeat(30_000) + &vec!["query"; 30_000].join("\t") + "\n";
    let cells = "/?a=1\t".repeat(30_000) + &vec!["a=1"; 30_000].join("\t") + "\n";
    gives("--format tsv -f target -f query", header + &cells.repeat(5), values.repeat(5));
}
