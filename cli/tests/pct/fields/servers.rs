//! Logs in JSON and other forms of servers; the lines follow those of their documentation.

use crate::support::{Folder, run};

/// A record of each server; `{}` is a path and a query.
const RECORDS: [(&str, &str); 18] = [
    // "Monitoring data reference for Azure Application Gateway": access log, v2 and v1.
    (
        "Azure Application Gateway",
        r#"{"timeStamp":"2026-11-12T06:00:01+00:00","resourceId":"/SUBSCRIPTIONS/1/RESOURCEGROUPS/G/PROVIDERS/MICROSOFT.NETWORK/APPLICATIONGATEWAYS/A","listenerName":"HTTP-Listener","ruleName":"r","backendPoolName":"p","backendSettingName":"s","operationName":"ApplicationGatewayAccess","category":"ApplicationGatewayAccessLog","properties":{"instanceId":"appgw_2","clientIP":"192.0.2.7","clientPort":45057,"httpMethod":"GET","originalRequestUriWithArgs":"{p}?{q}","requestUri":"{p}","requestQuery":"{q}","userAgent":"ua","httpStatus":200,"httpVersion":"HTTP/1.1","receivedBytes":184,"sentBytes":466,"clientResponseTime":0,"timeTaken":0.034,"WAFEvaluationTime":"0.000","WAFMode":"Detection","transactionId":"592d1649f75a8d480a3c4dc6a975309d","sslEnabled":"on","sslCipher":"-","sslProtocol":"-","serverRouted":"10.0.0.1:443","serverStatus":"200","serverResponseLatency":"0.028","upstreamSourcePort":"21564","originalHost":"e.org","host":"10.0.0.1"}}"#,
    ),
    (
        "Azure Application Gateway, v1",
        r#"{"resourceId":"/SUBSCRIPTIONS/1","operationName":"ApplicationGatewayAccess","time":"2026-11-12T06:00:01Z","category":"ApplicationGatewayAccessLog","properties":{"instanceId":"ApplicationGatewayRole_IN_0","clientIP":"192.0.2.7","clientPort":46886,"httpMethod":"GET","requestUri":"{p}","requestQuery":"{q}","userAgent":"-","httpStatus":404,"httpVersion":"HTTP/1.0","receivedBytes":65,"sentBytes":553,"timeTaken":205,"sslEnabled":"off"}}"#,
    ),
    // "Azure Web Application Firewall monitoring and logging": access log, and the schema of
    // "Monitoring data reference for Azure Front Door".
    (
        "Azure Front Door",
        r#"{"time":"2026-11-12T06:00:01.8383427Z","category":"FrontdoorAccessLog","operationName":"Microsoft.Cdn/Profiles/AccessLog/Write","properties":{"trackingReference":"08Q3gXgAAAAAe0s71","httpMethod":"GET","httpVersion":"2.0","requestUri":"https://e.org:443{p}?{q}","requestBytes":"715","responseBytes":"380","userAgent":"ua","clientIp":"192.0.2.7","socketIp":"192.0.2.8","clientPort":"52097","timeTaken":"0.003","securityProtocol":"TLS 1.2","routingRuleName":"r","rulesEngineMatchNames":[],"backendHostname":"o.example:443","sentToOriginShield":false,"httpStatusCode":"403","httpStatusDetails":"403","pop":"SJC","cacheStatus":"CONFIG_NOCACHE","referer":"https://e.org{p}?{q}","originUrl":"https://o.example:443{p}?{q}"}}"#,
    ),
    // "HTTP Log", log format.
    (
        "Kong",
        r#"{"response":{"size":9982,"headers":{"content-length":"9593","via":"1.1 kong/3.8.0.0","x-kong-request-id":"2f69"},"status":200},"route":{"updated_at":1794463207,"tags":[],"protocols":["http","https"],"service":{"id":"fb4e"},"name":"example_route","id":"0f1a","strip_path":true,"paths":["/example-route"]},"workspace":"f381","workspace_name":"default","tries":[{"balancer_start":1794463207539,"ip":"192.0.2.9","balancer_latency":0,"port":80}],"client_ip":"192.0.2.7","request":{"id":"2f69","headers":{"accept":"*/*","user-agent":"ua","host":"e.org:8000","referer":"https://e.org{p}?{q}"},"uri":"{p}?{q}","size":139,"method":"GET","querystring":{},"url":"http://e.org:8000{p}?{q}"},"upstream_uri":"{p}?{q}","started_at":1794463207538,"source":"upstream","upstream_status":"200","latencies":{"kong":1,"proxy":171,"request":173,"receive":1},"service":{"host":"o.example","name":"example_service","port":80,"protocol":"http"}}"#,
    ),
    // "Log Drains Reference", logs schema.
    (
        "Vercel",
        r#"{"id":"1573817187330377061717300000","deploymentId":"dpl_1","source":"external","host":"e.vercel.app","timestamp":1794463207330,"projectId":"gdu","level":"info","message":"m","buildId":"bld_1","entrypoint":"api/index.js","destination":"https://o.example{p}?{q}","path":"{p}","type":"stdout","statusCode":200,"requestId":"643a","environment":"production","branch":"main","ja3Digest":"769","edgeType":"edge-function","projectName":"p","executionRegion":"sfo1","proxy":{"timestamp":1794463207172,"method":"GET","host":"e.vercel.app","path":"{p}?{q}","userAgent":["ua"],"referer":"https://e.org{p}?{q}","region":"sfo1","statusCode":200,"clientIp":"192.0.2.7","scheme":"https","responseByteSize":1024,"cacheId":"pdx1::v8g4b","pathType":"func","pathTypeVariant":"api","vercelId":"sfo1::abc","vercelCache":"MISS","lambdaRegion":"sfo1","wafAction":"log","wafRuleId":"r"}}"#,
    ),
    // "Eve JSON Format", event type HTTP.
    (
        "Suricata",
        r#"{"timestamp":"2026-11-12T06:00:01+0000","event_type":"http","src_ip":"192.0.2.7","http":{"hostname":"e.org","url":"{p}?{q}","http_user_agent":"ua","http_refer":"https://e.org{p}?{q}","http_method":"GET","protocol":"HTTP/1.1","status":200}}"#,
    ),
    // "Log examples".
    (
        "AWS WAF",
        r#"{"timestamp":1576280412771,"formatVersion":1,"action":"ALLOW","httpRequest":{"clientIp":"192.0.2.7","headers":[{"name":"Host","value":"e.org"}],"uri":"{p}","args":"{q}","httpVersion":"HTTP/1.1","httpMethod":"GET"}}"#,
    ),
    // Elastic Common Schema, "URL Fields" and "HTTP Fields".
    (
        "ECS",
        r#"{"@timestamp":"2026-11-12T06:00:01Z","url":{"original":"{p}?{q}","path":"{p}","query":"{q}"},"http":{"request":{"method":"GET","referrer":"{p}?{q}"}}}"#,
    ),
    (
        "ECS, dotted",
        r#"{"@timestamp":"2026-11-12T06:00:01Z","url.original":"{p}?{q}","url.path":"{p}","url.query":"{q}","http.request.referrer":"{p}?{q}"}"#,
    ),
    // OpenTelemetry, "Semantic conventions for URL".
    (
        "OTel",
        r#"{"time":"2026-11-12T06:00:01Z","attributes":{"url.full":"https://e.org{p}?{q}","url.path":"{p}","url.query":"{q}","http.request.method":"GET"}}"#,
    ),
    (
        "OTel, before 1.21",
        r#"{"http.method":"GET","http.target":"{p}?{q}","http.status_code":200}"#,
    ),
    // DataStream 2, "Data set parameters".
    (
        "Akamai",
        r#"{"version":1,"reqTimeSec":"1573840000","cliIP":"192.0.2.7","reqMethod":"GET","reqHost":"e.org","reqPath":"{p}","queryStr":"{q}","UA":"ua"}"#,
    ),
    // "Standard logging reference", in JSON.
    (
        "CloudFront v2",
        r#"{"date":"2026-11-12","time":"06:00:01","c-ip":"192.0.2.7","cs-method":"GET","cs(Host)":"d1.cloudfront.net","cs-uri-stem":"{p}","sc-status":"200","cs-uri-query":"{q}"}"#,
    ),
    (
        "Caddy",
        r#"{"level":"info","request":{"method":"GET","uri":"{p}?{q}","headers":{"Referer":["{p}?{q}"]}},"status":200}"#,
    ),
    (
        "Google Cloud",
        r#"{"httpRequest":{"requestMethod":"GET","requestUrl":"https://e.org{p}?{q}","referer":"{p}?{q}"}}"#,
    ),
    (
        "Cloudflare",
        r#"{"ClientRequestURI":"{p}?{q}","ClientRequestPath":"{p}","ClientRequestReferer":"{p}?{q}"}"#,
    ),
    ("Traefik", r#"{"RequestPath":"{p}?{q}","request_Referer":"{p}?{q}"}"#),
    (
        "nginx",
        r#"{"request":"GET {p}?{q} HTTP/1.1","uri":"{p}","args":"{q}","http_referer":"{p}?{q}"}"#,
    ),
];

/// Every URL is decoded, as a path and a query; the request counts once.
#[test]
fn records_of_json() {
    for (server, record) in RECORDS {
        let line = |path: &str, query: &str| {
            format!("{}\n", record.replace("{p}", path).replace("{q}", query))
        };
        let from = line("/caf%C3%A9%3F", "q=%41%26b");
        run(&["decode", "--format", "jsonl"], &from).gave(0, line("/café%3F", "q=A%26b"));
        run(&["query", "--format", "jsonl", "-k", "q"], &from).gave(0, "A%26b\n");
        run(&["query", "--format", "jsonl", "--count"], from.repeat(3)).gave(0, "3\tq\n");
        let ran = run(&["inspect", "--format", "jsonl", "--only", "nul"], line("/%00", "q"));
        let client = if record.contains("192.0.2.7") { "192.0.2.7" } else { "-" };
        let told = format!("(standard input):1: nul\t{client}\t");
        assert!(ran.stdout.starts_with(told.as_bytes()), "{server}: {ran:?}");
    }
    // Azure escapes slashes, too.
    run(&["decode", "--format", "jsonl"], r#"{"requestUri":"\/caf%C3%A9","x":"\/%41"}"#)
        .gave(0, r#"{"requestUri":"/café","x":"\/%41"}"#);
    // CloudFront escapes `%` once more.
    let record = r#"{"cs-uri-stem":"/caf%C3%A9","cs(Referer)":"https://e.org/%25C3%25A9","cs(User-Agent)":"Mozilla/5.0%2520(X11)","cs-uri-query":"q=a%2520b"}"#;
    run(&["decode", "--format", "jsonl"], record).gave(0, r#"{"cs-uri-stem":"/café","cs(Referer)":"https://e.org/é","cs(User-Agent)":"Mozilla/5.0 (X11)","cs-uri-query":"q=a b"}"#);
}

/// Several formats of one configuration, and with others.
#[test]
fn formats_of_one_configuration() {
    let folder = Folder::new();
    let conf = folder.file("nginx.conf", "log_format a '$remote_addr \"$request\"';\nlog_format b '[$time_local] $status, $request_uri';\n");
    let log = "192.0.2.7 \"GET /%41 HTTP/1.1\"\n[12/Nov/2026:06:00:01 +0000] 200, /%42\n";
    let more = super::combined("-", "GET /%43 HTTP/1.1", "-", "-");
    let decoded = |log: &str| log.replace("%41", "A").replace("%42", "B").replace("%43", "C");
    run(&["decode", "--format", &format!("@{conf}:a,b")], log).gave(0, decoded(log));
    let all = log.to_owned() + &more;
    for formats in [
        format!("combined,@{conf}:a,@{conf}:b"),
        format!("@{conf}:b,a,combined"),
        format!("combined,@{conf}:b,a"),
    ] {
        run(&["decode", "--format", &formats], &all).gave(0, decoded(&all));
    }
    let args = [
        "decode",
        "--format",
        &format!("@{conf}:a"),
        "--format",
        "combined",
        "--format",
        "[$time_local] $status, $request_uri",
    ];
    run(&args, &all).gave(0, decoded(&all));
    run(&["decode", "--format", &format!("@{conf}:a,c")], "").failed(&["no format is named `c`"]);
    run(&["decode", "--format", "combined,nope"], "").failed(&["no format is named `nope`"]);
}

/// Shapes of lines: a list at the end, joined variables, padded columns, Tomcat's directives.
#[test]
fn shapes_of_lines() {
    for (template, line, field, value) in [
        (
            "$request_uri $upstream_response_time",
            "/%41 0.001, 0.002 : 0.003",
            "upstream_response_time",
            "0.001, 0.002 : 0.003",
        ),
        ("$status $uri$is_args$args", "200 /a b?q=%41", "query", "q=A"),
        ("%>s %U%q", "200 /a?q=%41", "query", "q=A"),
        ("%>s %p%U", "200 8080/a", "port", "8080/a"),
        ("%h %{ms}T %F \"%r\"", "192.0.2.7 12 7 \"GET /%41 HTTP/1.1\"", "path", "/A"),
        (
            "[GIN] $time | $status | $latency | $remote_addr | $request_method \"$request_uri\"",
            "[GIN] 2026/11/12 - 06:00:01 | 200 |     1.23ms |       192.0.2.7 | GET      \"/%41?q=1\"",
            "path",
            "/A",
        ),
        (
            "[GIN] $time | $status | $latency | $remote_addr | $request_method \"$request_uri\"",
            "[GIN] 2026/11/12 - 06:00:01 | 200 |     1.23ms |       192.0.2.7 | GET      \"/%41?q=1\"",
            "host",
            "192.0.2.7",
        ),
    ] {
        let args = ["decode", "--only", "--format", template, "-f", field];
        run(&args, format!("{line}\n")).gave(0, format!("{value}\n"));
        let ran = run(&["decode", "--format", template], format!("{line}\n"));
        assert!(!ran.stderr.contains("does not fit"), "{ran:?}");
    }
    // S3 escapes the key once more than the target.
    let s3 = |key: &str, target: &str| {
        format!(
            "79a5 bucket [12/Nov/2026:06:00:07 +0000] 192.0.2.7 - 3E57 REST.GET.OBJECT {key} \"GET {target} HTTP/1.1\" 200 - 113 113 7 - \"-\" \"ua\" -\n"
        )
    };
    run(&["decode", "--format", "s3"], s3("caf%25C3%25A9%2520x", "/caf%C3%A9%20x"))
        .gave(0, s3("café%20x", "/café%20x"));
}

#[test]
fn cookies() {
    run(&["query", "--cookies"], "sid=a%3Db; theme=%22x%22;x=1+2; n\n")
        .gave(0, "{\"sid\":\"a=b\",\"theme\":\"\\\"x\\\"\",\"x\":\"1+2\",\"n\":\"\"}\n");
    let template = "$remote_addr \"$request\" \"$http_cookie\"";
    let log = "192.0.2.7 \"GET /?a=1 HTTP/1.1\" \"sid=%41; a=2\"\n";
    let args = [
        "query",
        "--cookies",
        "--format",
        template,
        "-f",
        "host",
        "-f",
        "http_cookie",
        "-k",
        "sid,a",
    ];
    run(&args, log).gave(0, "192.0.2.7\tA\t2\n");
    run(&["query", "--cookies", "--format", template, "-f", "http_cookie", "--count"], log)
        .gave(0, "1\ta\n1\tsid\n");
    // A query works alike without cookies; but the query of a request is the client's.
    for (format, line, row) in [
        ("$remote_addr $args", "192.0.2.7 -", "{}"),
        ("$remote_addr $args", "192.0.2.7 -=1", "{\"-\":\"1\"}"),
        ("%h %q", "192.0.2.7 -", "{}"),
        ("%h \"%r\"", "192.0.2.7 \"GET /?- HTTP/1.1\"", "{\"-\":\"\"}"),
    ] {
        run(&["query", "--format", format], format!("{line}\n")).gave(0, format!("{row}\n"));
    }
    // Cookies are only in their own field.
    let iis = "#Fields: c-ip cs(Cookie) cs-uri-query\n192.0.2.7 a=1;+b=2 q=1\n";
    run(&["query", "--cookies", "--format", "iis", "-f", "c-ip", "-k", "b"], iis)
        .gave(0, "192.0.2.7\t2\n");
    run(&["query", "--cookies", "--format", "iis"], iis).gave(0, "{\"a\":\"1\",\"b\":\"2\"}\n");
    for format in ["combined", "jsonl", "alb", "%h \"%r\""] {
        let needs = ["select the field of the Cookie header with -f"];
        run(&["query", "--cookies", "--format", format], "").failed(&needs);
        run(&["query", "--cookies", "--format", format, "-k", "a"], "").failed(&needs);
    }
    let wrong = ["query", "--cookies", "--format", "combined", "-f", "referer"];
    run(&wrong, "").failed(&["-f referer holds no query"]);
    let template = "%h \"%{Cookie}i\"";
    let args = ["query", "--cookies", "--format", template, "-f", "cookie"];
    run(&args, "192.0.2.7 \"-\"\n192.0.2.7 \"a=-\"\n").gave(0, "{}\n{\"a\":\"-\"}\n");
    // A hyphen means no cookie. CloudFront escapes the separators and the client's escapes.
    let log =
        "#Fields: cs(Cookie)\nsid=a%253Db%3B%2520theme=%257B%2522d%2522%253A1%257D%3B%20x=1+2\n-\n";
    run(&["query", "--cookies", "--format", "cloudfront", "-f", "cs(Cookie)"], log)
        .gave(0, "{\"sid\":\"a=b\",\"theme\":\"{\\\"d\\\":1}\",\"x\":\"1+2\"}\n{}\n");
}

/// A hint names a format that reads the line.
#[test]
fn hints_that_were_tried() {
    let haproxy = r#"192.0.2.7:2817 [12/Nov/2026:06:00:07.123] www~ web/s1 10/0/30/69/109 200 5 - - ---- 1/1/1/1/0 0/0 "GET /?q=1 HTTP/1.1""#;
    let envoy = r#"[2026-11-12T06:00:07.000Z] "GET /?q=1 HTTP/1.1" 200 - 0 154 7 3 "192.0.2.7" "ua" "cc21d9b0" "web" "10.0.35.28:80""#;
    for (line, format) in [
        (haproxy, "haproxy"),
        (envoy, "envoy"),
        (super::combined("-", "GET / HTTP/1.1", "-", "-").trim(), "combined"),
    ] {
        let ran = run(&["query"], format!("{line}\n"));
        assert!(ran.stderr.contains(&format!("--format {format} reads its queries")), "{ran:?}");
    }
    for line in [
        "# text",
        "x a=1; b=2",
        "192.0.2.1 192.0.2.2 - - [12/Nov/2026:06:00:07 +0000] \"GET / HTTP/1.1\" 200 5",
        "\"quoted\" HTTP/1.1",
    ] {
        let ran = run(&["decode", "--format", "combined"], format!("{line}\n"));
        assert!(ran.stderr.contains("no built-in format fits"), "{ran:?}");
        assert!(!run(&["query"], format!("{line}\n")).stderr.contains("--format"), "{line}");
    }
    let ran = run(&["decode", "--format", "$request_uri"], "/a x\n");
    assert!(ran.stderr.contains("ends with ..."), "{ran:?}");
    // A line of a log is no text under a key.
    let json = format!("{{\"message\":\"{}\"}}\n", haproxy.replace('"', "\\\""));
    for verb in ["decode", "query"] {
        let ran = run(&[verb, "--format", "jsonl", "-f", "message"], &json);
        assert!(ran.status == Some(1) && ran.stderr.contains("-f KEY:haproxy reads it"), "{ran:?}");
    }
    run(&["query", "--format", "jsonl", "-f", "message:haproxy", "-k", "q"], &json).gave(0, "1\n");
}

/// Each record has a row, whether it fits or not.
#[test]
fn rows_of_lines_that_do_not_fit() {
    let log = super::combined("-", "GET /?q=1 HTTP/1.1", "-", "-")
        + "bad line\n"
        + &super::combined("-", "GET /?q=2 HTTP/1.1", "-", "-");
    assert_eq!(run(&["query", "--format", "combined", "-k", "q"], &log).stdout, b"1\n\n2\n");
    assert_eq!(
        run(&["decode", "--only", "--format", "combined", "-f", "query"], &log).stdout,
        b"q=1\n\nq=2\n"
    );
    assert_eq!(
        run(&["query", "--format", "combined", "-k", "q", "--matched"], &log).stdout,
        b"1\n2\n"
    );
}

/// nginx's escapes, and quotes, in a value of JSON.
#[test]
fn escapes_in_values() {
    for (from, to) in [
        (
            r#"{"url":"/qiche/\xE5\xAE\xBF?q=\xE5\xAE","agent":"x"}"#,
            r#"{"url":"/qiche/\xE5\xAE\xBF?q=\xE5\xAE","agent":"x"}"#,
        ),
        (r#"{"url":"/%41\xE5\xAE\xBF?q=%41\x22\x5C"}"#, r#"{"url":"/A宿?q=A\"\\"}"#),
        (
            r#"{"where":"%7B%22first%22%3A%22yes%22%2C%22os%22%3A%22ios%22%7D"}"#,
            r#"{"where":"{\"first\":\"yes\",\"os\":\"ios\"}"}"#,
        ),
    ] {
        let args = if from.contains("where") {
            &["decode", "--format", "jsonl", "-f", "where"][..]
        } else {
            &["decode", "--format", "jsonl"]
        };
        run(args, from).gave(0, to);
    }
    run(&["query", "--format", "jsonl", "-k", "q"], "{\"url\":\"/?q=\\xE5\\xAE\\xBF%41\"}\n")
        .gave(0, "宿A\n");
    let ran = run(&["inspect", "--format", "jsonl", "--only", "nul"], "{\"url\":\"/\\xE5%00\"}\n");
    assert_eq!(ran.without_request().stdout, b"(standard input):1: nul\n");
}
