//! The errors of queries: of planning, and of rows.

use percent_simd::Flags;

use crate::sql::{cell, cells, context};

/// The error, which is one of planning if the query is not even run.
async fn error(sql: &str) -> (bool, String) {
    let context = context();
    match context.sql(sql).await {
        Err(error) => (true, error.to_string()),
        Ok(frame) => match frame.create_physical_plan().await {
            Err(error) => (true, error.to_string()),
            Ok(_) => {
                (false, context.sql(sql).await.unwrap().collect().await.unwrap_err().to_string())
            }
        },
    }
}

#[tokio::test]
async fn malformed_constants_are_errors_of_planning() {
    for (expression, expected) in [
        ("percent_encode(v, concat('ur', 'l'))", "no scheme of percent_encode is called 'url'"),
        ("path_check(v, concat('cad', 'dy'))", "no preset of path_check is called 'caddy'"),
        ("encoding_flags(v, concat('nu', 'll'))", "no flag of encoding_flags is called 'null'"),
        ("try_percent_decode(v, 'pluss')", "malformed option 'pluss' of try_percent_decode"),
        ("percent_decode(v, 1)", "percent_decode takes a string constant, and got Int64"),
        ("percent_encode(v, v)", "argument 2 of percent_encode must be a string constant"),
        ("path_check(v, v)", "argument 2 of path_check must be a string constant"),
        ("encoding_flags(v, v)", "argument 2 of encoding_flags must be a string constant"),
        (
            "percent_decode(v, 'pluss')",
            "malformed option 'pluss' of percent_decode: the options are plus, strict",
        ),
        ("percent_decode(v, 'plus plus')", "'plus' of percent_decode: it is given twice"),
        ("percent_decode(v, 'plus=1')", "it takes no value"),
        ("percent_decode(v, 'keep')", "it needs a value, as in keep=/%25"),
        ("percent_decode(v, 'times')", "it needs a value, as in times=2"),
        ("percent_decode(v, 'times=0')", "a number from 1 to 16"),
        ("percent_decode(v, 'times=17')", "a number from 1 to 16"),
        ("percent_decode(v, 'utf8=latin1')", "its values are strict, lossy, keep and bytes"),
        ("percent_decode(v, 'keep=é')", "only ASCII characters can be named"),
        ("percent_decode(v, 'keep=%80')", "only ASCII characters can be named"),
        ("percent_decode(v, 'keep=\\q')", "a backslash begins"),
        ("path_check(v, concat(v, 'x'))", "argument 2 of path_check must be a string constant"),
        ("path_check(v, (SELECT 'nginx'))", "argument 2 of path_check must be a string constant"),
        (
            "path_check(v, CAST(random() AS VARCHAR))",
            "argument 2 of path_check must be a string constant",
        ),
        (
            "path_check(v, arrow_cast(NULL, 'Utf8View'))",
            "argument 2 of path_check must be a string constant",
        ),
        (
            "percent_encode(v, 'url')",
            "no scheme of percent_encode is called 'url'; the schemes are ",
        ),
        (
            "percent_encode(arrow_cast(v, 'Binary'), 'iri')",
            "'iri' of percent_encode takes text, and got Binary",
        ),
        (
            "path_check(v, 'caddy')",
            "no preset of path_check is called 'caddy'; the presets are strict, ",
        ),
        (
            "encoding_flags(v, 'nul,null')",
            "no flag of encoding_flags is called 'null'; the flags are nul, ",
        ),
        ("url_decode(1.5)", "takes text, binary values, integers or booleans, and got Float64"),
        (
            "url_encode(now())",
            "url_encode takes text, binary values, integers or booleans, and got",
        ),
        ("url_decode()", "url_decode"),
        ("percent_encode(v)", "percent_encode takes 2 arguments, and got 1"),
        ("percent_decode(v, '', '')", "percent_decode takes 1 or 2 arguments, and got 3"),
        ("encoding_flag_names('nul')", "encoding_flag_names takes an integer, and got Utf8"),
        ("encoding_flag_names(1.5)", "encoding_flag_names takes an integer, and got Float64"),
    ] {
        let sql = format!("SELECT {expression} FROM (VALUES ('a')) AS t(v)");
        let (is_planning, message) = error(&sql).await;
        assert!(is_planning, "{sql}: {message}");
        assert!(message.contains(expected), "{sql}: {message}");
    }
}

/// The options of `percent_decode` decide the type of the result, so they must be literals.
#[tokio::test]
async fn options_are_literals() {
    for options in [
        "'utf8=' || 'bytes'",
        "concat('utf8=', 'bytes')",
        "arrow_cast('plus', 'Utf8View')",
        "(SELECT 'plus')",
        "CAST(random() AS VARCHAR)",
        "v",
        "NULL",
    ] {
        for (function, value) in
            [("percent_decode", "'a%FF'"), ("percent_decode", "v"), ("try_percent_decode", "v")]
        {
            let sql = format!("SELECT {function}({value}, {options}) FROM (VALUES ('a')) AS t(v)");
            let (is_planning, message) = error(&sql).await;
            assert!(is_planning, "{sql}: {message}");
            let expected = format!(
                "Error during planning: argument 2 of {function} must be a string literal, such as 'strict': it decides the type of the result, so it can be neither a column nor another expression"
            );
            assert_eq!(message, expected, "{sql}");
        }
    }
    assert_eq!(cell("SELECT percent_decode('a%FF', 'utf8=bytes')").await, "61ff");
}

/// Errors of rows name the function, the value, the place in it, its row, and the remedy.
#[tokio::test]
async fn refused_rows_are_errors_of_execution() {
    let triplet = "`%` is not followed by two hex digits";
    let decode = "Two hex digits must follow each %; correct the value, or use try_url_decode, which gives NULL for it. SQLSTATE: 22546";
    let or_null = "try_percent_decode gives NULL for it;";
    let strict = "without the option strict, a malformed triplet stays";
    let reject = "without the option reject=, no byte is refused";
    let utf8 = "the option utf8=lossy gives U+FFFD, and utf8=bytes a binary value";
    let ill_formed = "the decoded bytes that begin there are ill-formed";
    for (expression, expected) in [
        (
            "url_decode(v)",
            format!(
                "[CANNOT_DECODE_URL] url_decode cannot decode 'a%zz': malformed triplet at byte 1 in row 2 of a batch of 3. {decode}"
            ),
        ),
        (
            "url_decode('%zz')",
            format!(
                "[CANNOT_DECODE_URL] url_decode cannot decode '%zz': malformed triplet at byte 0. {decode}"
            ),
        ),
        (
            "url_decode(repeat('a', 1500) || v || repeat('é', 500))",
            format!(
                "[CANNOT_DECODE_URL] url_decode cannot decode '…{}%zz{}…': malformed triplet at byte 1501 in row 2 of a batch of 3. {decode}",
                "a".repeat(150),
                "é".repeat(74)
            ),
        ),
        (
            "percent_decode(X'41FF25', 'strict')",
            format!(
                r"percent_decode refuses 'A\xFF%': malformed triplet at byte 2: the input ends before the second hex digit. {or_null} {strict}"
            ),
        ),
        (
            "percent_decode(v, 'strict')",
            format!(
                "percent_decode refuses 'a%zz' in row 2 of a batch of 3: malformed triplet at byte 1: {triplet}. {or_null} {strict}"
            ),
        ),
        (
            "percent_decode(v, 'reject=b')",
            format!(
                "percent_decode refuses '%62' in row 3 of a batch of 3: rejected byte 0x62 at byte 0: the policy refuses it. {or_null} {reject}"
            ),
        ),
        (
            "percent_decode(v || '%2500', 'times=2 reject=%00')",
            format!(
                "percent_decode refuses '%2500' in row 1 of a batch of 3: round 2 of decoding: rejected byte 0x00 at byte 0: the policy refuses it. {or_null} {reject}"
            ),
        ),
        (
            "percent_decode(X'2532353030', 'times=2 reject=%00')",
            format!(
                "percent_decode refuses '%2500': round 2 of decoding: rejected byte 0x00 at byte 0: the policy refuses it. {or_null} {reject}"
            ),
        ),
        (
            "percent_decode('%ED%A0%80' || v)",
            format!(
                "percent_decode refuses '%ED%A0%80' in row 1 of a batch of 3: not UTF-8 at byte 0: {ill_formed}. {or_null} {utf8}"
            ),
        ),
        (
            "percent_decode(v || '%FF')",
            format!(
                "percent_decode refuses '%FF' in row 1 of a batch of 3: not UTF-8 at byte 0: {ill_formed}. {or_null} {utf8}"
            ),
        ),
        (
            "parse_url('http://h/' || v, 'HOST')",
            String::from(
                "[INVALID_URL] parse_url cannot parse 'http://h/a%zz': two hex digits do not follow the % at byte 10 in row 2 of a batch of 3. Correct the URL, or use try_parse_url, which gives NULL for it. SQLSTATE: 22P02",
            ),
        ),
        (
            "parse_url('inva lid://é', v)",
            String::from(
                "[INVALID_URL] parse_url cannot parse 'inva lid://é': ' ' cannot be at byte 4 in row 1 of a batch of 3. Correct the URL, or use try_parse_url, which gives NULL for it. SQLSTATE: 22P02",
            ),
        ),
        (
            "parse_url('file://', 'PATH')",
            String::from(
                "[INVALID_URL] parse_url cannot parse 'file://': the URL cannot end at byte 7. Correct the URL, or use try_parse_url, which gives NULL for it. SQLSTATE: 22P02",
            ),
        ),
        (
            "try_parse_url(v, 'QUERY', 'a[]')",
            String::from(
                r"try_parse_url cannot read the key 'a[]': Spark reads it as a regular expression, of which only characters, a dot for any of them, \ before punctuation and \Q…\E are known here. Write \ before each ^ $ | ? * + ( ) [ { that is meant literally, or use query_param, which takes the key as it is",
            ),
        ),
        (
            "encoding_flag_names(length(v) - 5)",
            format!(
                "encoding_flag_names takes a result of encoding_flags, at most {}, and got -5",
                Flags::ALL.bits()
            ),
        ),
    ] {
        let sql = format!("SELECT {expression} FROM (VALUES (''), ('a%zz'), ('%62')) AS t(v)");
        let (is_planning, message) = error(&sql).await;
        assert!(!is_planning, "{sql}: {message}");
        assert_eq!(message, format!("Execution error: {expected}"), "{sql}");
    }
}

/// The README's remedies for a condition that is to keep rows from a function.
#[tokio::test]
async fn conditions_do_not_guard_one_another() {
    let select = |condition: &str| {
        format!("SELECT c FROM (VALUES ('z%zz'), ('%41')) AS t(c) WHERE {condition}")
    };
    let (_, message) = error(&select("c NOT LIKE '%z%' AND url_decode(c) = 'A'")).await;
    assert!(message.contains("[CANNOT_DECODE_URL]"), "{message}");
    for condition in [
        "c NOT LIKE '%z%' AND try_url_decode(c) = 'A'",
        "CASE WHEN c NOT LIKE '%z%' THEN url_decode(c) END = 'A'",
    ] {
        assert_eq!(cells(&select(condition)).await, [["%41"]], "{condition}");
    }
}
