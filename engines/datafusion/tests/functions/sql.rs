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
use percent_simd_datafusion::{functions, register_all, url_decode, url_encode};

pub(crate) fn context() -> SessionContext {
    let mut context =
        SessionContext::new_with_config(SessionConfig::new().with_information_schema(true));
    register_all(&mut context).unwrap();
    context
}

async fn run(sql: &str) -> Result<Vec<RecordBatch>> {
    context().sql(sql).await?.collect().await
}

/// The rows of the result, and the cells of each, as text.
pub(crate) async fn cells(sql: &str) -> Vec<Vec<String>> {
    let batches = run(sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    let table = pretty_format_batches(&batches).unwrap().to_string();
    let lines = table.lines().filter(|line| line.starts_with('|')).skip(1);
    let cells = |line: &str| {
        line.trim_matches('|').split('|').map(|cell| cell.trim().to_string()).collect()
    };
    lines.map(cells).collect()
}

/// The only cell.
pub(crate) async fn cell(sql: &str) -> String {
    let rows = cells(sql).await;
    assert_eq!((rows.len(), rows[0].len()), (1, 1), "{sql}");
    rows.into_iter().flatten().next().unwrap()
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
        ("percent_decode('%u96EA%e2%98%83%uD83D%uDCA9 %u0041')", "%u96EA☃%uD83D%uDCA9 %u0041"),
        ("percent_decode('%u96EA%e2%98%83%uD83D%uDCA9 %u0041', 'percent-u')", "雪☃💩 A"),
        ("percent_decode('%uD83D%u00zz%u12', 'percent-u')", "%uD83D%u00zz%u12"),
        ("percent_decode('%u002f%u0041', 'percent-u keep=/')", "%2FA"),
        ("percent_decode('%25u2603', 'percent-u times=2')", "☃"),
        ("percent_decode('%u2603', 'percent-u utf8=bytes')", "e29883"),
        ("try_percent_decode('%uD83D', 'percent-u strict') IS NULL", "true"),
        ("percent_encode('a b/é', 'js-component')", "a%20b%2F%C3%A9"),
        ("percent_encode('é☃', 'js-escape')", "%E9%u2603"),
        ("percent_encode('Київ/a=b', 'hive-partition')", "Київ%2Fa%3Db"),
        ("percent_encode('f\u{FC}r', 'sf-display')", "%\"f%c3%bcr\""),
        ("percent_encode(X'FF20', 'url-path')", "%FF%20"),
        ("query_param('http://h/p?a=1&q=caf%C3%A9+1#f', 'q')", "café 1"),
        ("query_param('a=1&b=2', 'b')", "2"),
        ("query_param('/p#?a=1', 'a') IS NULL", "true"),
        ("query_param('u=http://h/?x=1', 'x') IS NULL", "true"),
        ("query_param_values('/p?t=a%2Fb&page=2&%74=c+d&t#t=e', 't')", "[a/b, c d, ]"),
        ("query_param_values('/p?t=1', 'q')", "[]"),
        ("query_param_values(NULL, 'q') IS NULL", "true"),
        ("query_param_values('a=1', NULL) IS NULL", "true"),
        ("path_check('/a/b', 'strict')", "ok"),
        ("path_check('/a/../../etc', 'nginx')", "climbs-above-root"),
        ("path_check('/a/b?x=/../../etc', 'strict')", "ok"),
        ("path_check('/a/../../etc?x=1', 'nginx')", "climbs-above-root"),
        ("path_check('/a%3Fb', 'nginx')", "ok"),
        ("path_check(NULL, 'nginx') IS NULL", "true"),
        ("encoding_flags('/%00')", "9"),
        ("encoding_flags('/%00', 'nul')", "true"),
        ("encoding_flags('/private%20/')", "131072"),
        ("encoding_flags('/a%20b', 'windows-name')", "false"),
        ("encoding_flag_names(encoding_flags('%E5%98%8A'))", "non-ascii,truncated-newline"),
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
        (expr_fn::query_param_values(v(), lit("q")), "query_param_values(v, 'q')"),
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

/// Each function has a description, whose example gives the result that it shows.
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

/// A registered function replaces one of the same name.
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
