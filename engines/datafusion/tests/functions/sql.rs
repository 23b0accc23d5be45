//! Queries through a `SessionContext`.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use arrow::array::{ArrayRef, RecordBatch, StringArray};
use arrow::datatypes::{DataType, Field, Schema};
use arrow::util::pretty::pretty_format_batches;
use datafusion::assert_batches_eq;
use datafusion::prelude::{CsvReadOptions, SessionConfig, SessionContext};
use datafusion_common::{Result, ScalarValue};
use datafusion_expr::registry::FunctionRegistry;
use percent_simd::Flags;
use percent_simd_datafusion::{functions, register_all, url_decode, url_encode};

fn context() -> SessionContext {
    let mut context =
        SessionContext::new_with_config(SessionConfig::new().with_information_schema(true));
    register_all(&mut context).unwrap();
    context
}

async fn run(sql: &str) -> Result<Vec<RecordBatch>> {
    context().sql(sql).await?.collect().await
}

/// The rows of the result, and the cells of each, as text.
async fn cells(sql: &str) -> Vec<Vec<String>> {
    let batches = run(sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    let table = pretty_format_batches(&batches).unwrap().to_string();
    let lines = table.lines().filter(|line| line.starts_with('|')).skip(1);
    let cells = |line: &str| {
        line.trim_matches('|').split('|').map(|cell| cell.trim().to_string()).collect()
    };
    lines.map(cells).collect()
}

/// The only cell.
async fn cell(sql: &str) -> String {
    let rows = cells(sql).await;
    assert_eq!((rows.len(), rows[0].len()), (1, 1), "{sql}");
    rows.into_iter().flatten().next().unwrap()
}

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
async fn constants() {
    for (expression, expected) in [
        ("url_decode('a+b%2Bc%C3%A9')", "a b+cé"),
        ("url_decode(NULL)", ""),
        ("try_url_decode('%zz') IS NULL", "true"),
        ("try_url_decode('%ED%A0%80') = chr(65533)", "true"),
        ("url_encode('~ é')", "%7E+%C3%A9"),
        ("percent_decode('a+b%2f100%')", "a+b/100%"),
        ("percent_decode('a+b%2f', 'plus keep=/')", "a b%2f"),
        ("percent_decode('%252F', 'times=2')", "/"),
        ("percent_decode('%FF%C3%A9', 'utf8=keep')", "%FFé"),
        ("percent_decode('%FF', 'utf8=bytes')", "ff"),
        ("percent_decode('%FF', 'utf8=lossy') = chr(65533)", "true"),
        ("percent_decode('%ED%A0%80', 'utf8=lossy') = repeat(chr(65533), 3)", "true"),
        ("percent_decode('%E0%80%80', 'utf8=lossy') = repeat(chr(65533), 3)", "true"),
        ("try_percent_decode('%FF') IS NULL", "true"),
        ("percent_decode('%zz 100% %4 %+F %-0 %-1')", "%zz 100% %4 %+F %-0 %-1"),
        ("percent_decode('%１１%١١%ＡＡ')", "%１１%١١%ＡＡ"),
        ("percent_decode(NULL) IS NULL", "true"),
        ("percent_encode('~ *é', 'uri-component')", "~%20%2A%C3%A9"),
        ("percent_decode(X'25464641')", "ff41"),
        ("try_percent_decode('a%00', 'reject=%00') IS NULL", "true"),
        ("try_percent_decode('a%00', 'reject=\\0') IS NULL", "true"),
        ("percent_encode('a b/é', 'js-component')", "a%20b%2F%C3%A9"),
        ("percent_encode('é☃', 'js-escape')", "%E9%u2603"),
        ("percent_encode(X'FF20', 'url-path')", "%FF%20"),
        ("query_param('http://h/p?a=1&q=caf%C3%A9+1#f', 'q')", "café 1"),
        ("query_param('a=1&b=2', 'b')", "2"),
        ("query_param('/p#?a=1', 'a') IS NULL", "true"),
        ("query_param('u=http://h/?x=1', 'x') IS NULL", "true"),
        ("path_check('/a/b', 'strict')", "ok"),
        ("path_check('/a/../../etc', 'nginx')", "climbs-above-root"),
        ("path_check(NULL, 'nginx') IS NULL", "true"),
        ("encoding_flags('/%00')", "9"),
        ("encoding_flags('/%00', 'nul')", "true"),
        ("encoding_flags('/%00', 'slash, overlong')", "false"),
        (
            "encoding_flag_names(encoding_flags('/%2e%2e/%00'))",
            "nul,control,dot-segment,unreserved",
        ),
        ("encoding_flag_names(0)", ""),
        ("encoding_flag_names(arrow_cast(9, 'Int8'))", "nul,control"),
        ("encoding_flag_names(arrow_cast(9, 'Int16'))", "nul,control"),
        ("encoding_flag_names(arrow_cast(9, 'Int32'))", "nul,control"),
        ("encoding_flag_names(arrow_cast(9, 'UInt8'))", "nul,control"),
        ("encoding_flag_names(arrow_cast(9, 'UInt16'))", "nul,control"),
        ("encoding_flag_names(arrow_cast(9, 'UInt32'))", "nul,control"),
        ("encoding_flag_names(arrow_cast(9, 'UInt64'))", "nul,control"),
        ("encoding_flag_names(length('123456789'))", "nul,control"),
        ("encoding_flag_names(NULL) IS NULL", "true"),
        ("encoding_flags(NULL) IS NULL", "true"),
        ("query_param(NULL, 'a') IS NULL", "true"),
        ("query_param('a=1', NULL) IS NULL", "true"),
    ] {
        assert_eq!(cell(&format!("SELECT {expression}")).await, expected, "{expression}");
    }
}

#[tokio::test]
async fn columns() {
    let rows = cells(
        "SELECT url_decode(arrow_cast(v, 'Utf8View')), url_decode(arrow_cast(v, 'Dictionary(Int32, Utf8)')), length(try_url_decode(v)) \
         FROM (VALUES ('a%20b'), (NULL), ('clean'), ('a row that is too long for its view%21')) AS t(v)",
    )
    .await;
    let expected = [
        ["a b", "a b", "3"],
        ["", "", ""],
        ["clean", "clean", "5"],
        ["a row that is too long for its view!", "a row that is too long for its view!", "36"],
    ];
    assert_eq!(rows, expected);
}

/// A row that is filtered out is not decoded, and a dictionary's unused value is no error.
#[tokio::test]
async fn only_the_rows_that_are_asked_for() {
    let rows = cells(
        "SELECT url_decode(d) FROM (SELECT arrow_cast(v, 'Dictionary(Int8, Utf8)') AS d, n \
         FROM (VALUES ('%41', 1), ('%zz', 2)) AS t(v, n)) WHERE n = 1",
    )
    .await;
    assert_eq!(rows, [["A"]]);
}

#[tokio::test]
async fn aggregates() {
    let names = cell(
        "SELECT encoding_flag_names(bit_or(encoding_flags(v))) FROM (VALUES ('/%00'), ('/%2F')) AS t(v)",
    )
    .await;
    assert_eq!(names, "nul,control,slash");
    let keys = cells(
        "SELECT query_param(u, k) FROM (VALUES ('/?a=1&b=2', 'b'), ('/?a=1&b=2', 'c')) AS t(u, k)",
    )
    .await;
    assert_eq!(keys, [["2"], [""]]);
}

/// A result is nullable where an argument is, or where rows may have no result.
#[tokio::test]
async fn nullability() {
    let schema = Schema::new(vec![Field::new("v", DataType::Utf8, false)]);
    let rows: ArrayRef = Arc::new(StringArray::from(vec!["a"]));
    let batch = RecordBatch::try_new(Arc::new(schema), vec![rows]).unwrap();
    let context = context();
    context.register_batch("log", batch).unwrap();
    for (expression, expected) in [
        ("url_decode(v)", false),
        ("url_encode(v)", false),
        ("percent_decode(v, 'strict')", false),
        ("percent_encode(v, 'iri')", false),
        ("path_check(v, 'nginx')", false),
        ("encoding_flags(v)", false),
        ("encoding_flag_names(encoding_flags(v))", false),
        ("try_url_decode(v)", true),
        ("try_percent_decode(v)", true),
        ("query_param(v, 'q')", true),
        ("query_params(v)", false),
        ("parse_url(v, 'PATH')", true),
        ("url_decode(nullif(v, 'x'))", true),
    ] {
        let sql = format!("SELECT {expression} FROM log");
        let batches = context.sql(&sql).await.unwrap().collect().await.unwrap();
        assert_eq!(batches[0].schema().field(0).is_nullable(), expected, "{sql}");
    }
}

/// The functions of the `DataFrame` API are those of SQL.
#[tokio::test]
async fn expressions() {
    use datafusion::prelude::{col, lit};
    use percent_simd_datafusion::expr_fn;
    let v = || col("v");
    for (expression, sql) in [
        (expr_fn::url_decode(v()), "url_decode(v)"),
        (expr_fn::try_url_decode(v()), "try_url_decode(v)"),
        (expr_fn::url_encode(v()), "url_encode(v)"),
        (expr_fn::percent_decode(v(), "keep=/"), "percent_decode(v, 'keep=/')"),
        (expr_fn::percent_decode(v(), ""), "percent_decode(v)"),
        (expr_fn::try_percent_decode(v(), "reject=/"), "try_percent_decode(v, 'reject=/')"),
        (expr_fn::percent_encode(v(), "form"), "percent_encode(v, 'form')"),
        (expr_fn::query_param(v(), lit("q")), "query_param(v, 'q')"),
        (expr_fn::query_params(v()), "query_params(v)"),
        (expr_fn::parse_url(v(), lit("PATH"), None), "parse_url(v, 'PATH')"),
        (
            expr_fn::try_parse_url(v(), lit("QUERY"), Some(lit("q"))),
            "try_parse_url(v, 'QUERY', 'q')",
        ),
        (expr_fn::path_check(v(), "nginx"), "path_check(v, 'nginx')"),
        (expr_fn::encoding_flags(v()), "encoding_flags(v)"),
        (expr_fn::has_encoding_flags(v(), "slash"), "encoding_flags(v, 'slash')"),
        (
            expr_fn::encoding_flag_names(expr_fn::encoding_flags(v())),
            "encoding_flag_names(encoding_flags(v))",
        ),
    ] {
        let frame = context().sql("SELECT '/a?q=b%2Fc+d' AS v").await.unwrap();
        let batches = frame.select([expression]).unwrap().collect().await.unwrap();
        let value = ScalarValue::try_from_array(batches[0].column(0), 0).unwrap();
        let table = run(&format!("SELECT {sql} FROM (SELECT '/a?q=b%2Fc+d' AS v)")).await.unwrap();
        assert_eq!(value, ScalarValue::try_from_array(table[0].column(0), 0).unwrap(), "{sql}");
    }
}

/// Spark casts these to strings. The test against Spark itself asks it for the answers in the file.
#[tokio::test]
async fn other_types_are_text_to_spark() {
    let in_spark = include_str!("casts.tsv").lines().filter_map(|line| line.split_once('\t'));
    let here = [
        ("url_encode(arrow_cast(X'FF41', 'LargeBinary'))", "%EF%BF%BDA"),
        ("url_encode(arrow_cast(X'FF41', 'FixedSizeBinary(2)'))", "%EF%BF%BDA"),
        ("url_encode(arrow_cast(X'FF41', 'Dictionary(Int32, Binary)'))", "%EF%BF%BDA"),
        ("url_encode(arrow_cast(7, 'Dictionary(Int32, Int64)'))", "7"),
    ];
    for (expression, expected) in in_spark.chain(here) {
        assert_eq!(cell(&format!("SELECT {expression}")).await, expected, "{expression}");
    }
    let rows = cells(
        "SELECT url_decode(b), url_encode(n) FROM (VALUES (X'253431', 1), (NULL, NULL), (X'FF', 2)) AS t(b, n)",
    )
    .await;
    assert_eq!(rows, [["A", "1"], ["", ""], ["\u{FFFD}", "2"]]);
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

/// Constants are folded: the plan has the result, not the call.
#[tokio::test]
async fn constants_are_folded() {
    let plan =
        cells("EXPLAIN SELECT url_decode('a%20b') || percent_encode('/', 'uri-component') AS v")
            .await;
    let plan = plan.into_iter().flatten().collect::<String>();
    assert!(plan.contains("a b%2F") && !plan.contains("url_decode"), "{plan}");
}

/// A constant may be of any type of strings, and an expression.
#[tokio::test]
async fn constants_of_every_type() {
    for constant in [
        "'TEXT'",
        "arrow_cast('TEXT', 'Utf8View')",
        "arrow_cast('TEXT', 'LargeUtf8')",
        "arrow_cast('TEXT', 'Dictionary(Int32, Utf8)')",
        "arrow_cast('TEXT', 'Dictionary(Int8, Utf8View)')",
        "concat(left('TEXT', 2), substr('TEXT', 3))",
    ] {
        for (expression, text, expected) in [
            ("percent_encode(v, CONSTANT)", "uri-component", "100%252F"),
            ("path_check(v, CONSTANT)", "nginx", "not-absolute"),
            ("encoding_flags(v, CONSTANT)", "nul,slash", "true"),
        ] {
            let constant = constant.replace("TEXT", text);
            let expression = expression.replace("CONSTANT", &constant);
            let sql = format!("SELECT {expression} FROM (VALUES ('100%2F')) AS t(v)");
            assert_eq!(cell(&sql).await, expected, "{sql}");
        }
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

/// Errors of rows name the function, the value, the place in it, its row, and what to do.
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
                "encoding_flag_names takes what encoding_flags returns, at most {}, and got -5",
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

/// Each function is described, and its example gives what it says.
#[tokio::test]
async fn documentation() {
    for function in functions() {
        let documentation =
            function.documentation().unwrap_or_else(|| panic!("{}", function.name()));
        assert!(documentation.syntax_example.starts_with(function.name()));
        let example = documentation.sql_example.as_ref().unwrap();
        let described = cells(&format!("SHOW FUNCTIONS LIKE '{}'", function.name())).await;
        let described: String = described.into_iter().flatten().collect();
        assert!(
            described.contains(&documentation.syntax_example),
            "{}: {described}",
            function.name()
        );
        // One line for each number of arguments.
        let listed = cells(&format!("SHOW FUNCTIONS LIKE '{}'", function.name())).await.len();
        let optional = documentation.syntax_example.matches("[, ").count();
        assert_eq!(listed, 1 + optional, "{}", function.name());
        let lines: Vec<_> = example.trim_matches('`').trim_start_matches("sql\n").lines().collect();
        let sql = lines[0].strip_prefix("> ").unwrap();
        assert_eq!(cells(sql).await[0].join(", "), lines[1], "{sql}");
    }
}

/// What is registered replaces what has the same name.
#[test]
fn registration() {
    let mut context = SessionContext::new();
    let other = url_encode().as_ref().clone().with_aliases(["url_decode"]);
    context.register_udf(other);
    assert_ne!(context.udf("url_decode").unwrap(), url_decode());
    register_all(&mut context).unwrap();
    for function in functions() {
        assert_eq!(context.udf(function.name()).unwrap(), function);
    }
}

/// The query of the README, on a log.
#[tokio::test]
async fn the_query_of_the_readme() {
    const README: &str = include_str!("../../../README.md");
    let sql = README.split_once("let sql = \"").unwrap().1.split_once('"').unwrap().0;
    let log = Path::new(env!("CARGO_TARGET_TMPDIR")).join("access.csv");
    let targets = ["/search?q=caf%C3%A9+au+lait", "/search?page=2&q=caf%c3%a9%20au%20lait", "/"];
    fs::write(
        &log,
        "status,target\n".to_string() + &targets.map(|at| format!("200,{at}\n")).concat(),
    )
    .unwrap();
    let context = context();
    let options = CsvReadOptions::default();
    context.register_csv("log", log.to_str().unwrap(), options).await.unwrap();
    let batches = context.sql(sql).await.unwrap().collect().await.unwrap();
    assert_batches_eq!(
        [
            "+--------------+----------+",
            "| term         | count(*) |",
            "+--------------+----------+",
            "| café au lait | 2        |",
            "|              | 1        |",
            "+--------------+----------+",
        ],
        &batches
    );
}
