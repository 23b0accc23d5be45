//! RFC 6570: its examples, expanded by a small processor from the library's functions.

use percent_simd::scheme::template::{reserved_prefix, value_prefix};
use percent_simd::scheme::{TEMPLATE, TEMPLATE_LITERAL, TEMPLATE_RESERVED};
use support::on_every_backend;

enum Value {
    Text(&'static str),
    List(&'static [&'static str]),
    Map(&'static [(&'static str, &'static str)]),
}
use Value::{List, Map, Text};

/// RFC 6570 3.2, the variables of its examples.
fn variable(name: &str) -> Option<Value> {
    Some(match name {
        "count" => List(&["one", "two", "three"]),
        "dom" => List(&["example", "com"]),
        "dub" => Text("me/too"),
        "hello" => Text("Hello World!"),
        "half" => Text("50%"),
        "var" => Text("value"),
        "who" => Text("fred"),
        "base" => Text("http://example.com/home/"),
        "path" => Text("/foo/bar"),
        "list" => List(&["red", "green", "blue"]),
        "keys" => Map(&[("semi", ";"), ("dot", "."), ("comma", ",")]),
        "v" => Text("6"),
        "x" => Text("1024"),
        "y" => Text("768"),
        "empty" => Text(""),
        "empty_keys" => Map(&[]),
        "undef" => return None,
        other => panic!("the RFC has no variable {other}"),
    })
}

/// RFC 6570 appendix A, the separators and names of each operator: first, separator, named, sign of
/// an empty value, reserved.
fn operator(sign: char) -> (&'static str, &'static str, bool, &'static str, bool) {
    match sign {
        '+' => ("", ",", false, "", true),
        '#' => ("#", ",", false, "", true),
        '.' => (".", ".", false, "", false),
        '/' => ("/", "/", false, "", false),
        ';' => (";", ";", true, "", false),
        '?' => ("?", "&", true, "=", false),
        '&' => ("&", "&", true, "=", false),
        _ => ("", ",", false, "", false),
    }
}

fn expand(template: &str) -> String {
    let mut out = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(&TEMPLATE_LITERAL.encode(before));
        let (expression, after) = after.split_once('}').expect("it is closed");
        expand_expression(expression, &mut out);
        rest = after;
    }
    out.push_str(&TEMPLATE_LITERAL.encode(rest));
    out
}

fn expand_expression(expression: &str, out: &mut String) {
    let sign = expression.chars().next().filter(|sign| "+#./;?&".contains(*sign));
    let (first, separator, named, if_empty, is_reserved) = operator(sign.unwrap_or(' '));
    let encode = |text: &str| {
        if is_reserved {
            TEMPLATE_RESERVED.encode(text).into_owned()
        } else {
            TEMPLATE.encode(text).into_owned()
        }
    };
    let name_of = |name: &str, value: &str| {
        format!(
            "{}{}",
            TEMPLATE_LITERAL.encode(name),
            if value.is_empty() { if_empty.to_owned() } else { format!("={value}") }
        )
    };
    let mut parts = Vec::new();
    for variable_spec in expression[sign.map_or(0, char::len_utf8)..].split(',') {
        let (spec, explode) =
            variable_spec.strip_suffix('*').map_or((variable_spec, false), |spec| (spec, true));
        let (name, prefix) = spec.split_once(':').map_or((spec, None), |(name, len)| {
            (name, Some(len.parse::<usize>().expect("a length")))
        });
        let pairs: Vec<String> = match variable(name) {
            None => continue,
            Some(Text(text)) => {
                let text = match prefix {
                    None => encode(text),
                    Some(len) if is_reserved => reserved_prefix(text, len).into_owned(),
                    Some(len) => value_prefix(text, len).into_owned(),
                };
                vec![if named { name_of(name, &text) } else { text }]
            }
            Some(List([]) | Map([])) => continue,
            Some(List(items)) if explode => items
                .iter()
                .map(|item| if named { name_of(name, &encode(item)) } else { encode(item) })
                .collect(),
            Some(Map(pairs)) if explode => pairs
                .iter()
                .map(|(key, item)| {
                    if named {
                        name_of(key, &encode(item))
                    } else {
                        format!("{}={}", encode(key), encode(item))
                    }
                })
                .collect(),
            Some(List(items)) => {
                let items = items.iter().map(|item| encode(item)).collect::<Vec<_>>().join(",");
                vec![if named { name_of(name, &items) } else { items }]
            }
            Some(Map(pairs)) => {
                let items = pairs
                    .iter()
                    .flat_map(|(key, item)| [encode(key), encode(item)])
                    .collect::<Vec<_>>()
                    .join(",");
                vec![if named { name_of(name, &items) } else { items }]
            }
        };
        parts.extend(pairs);
    }
    if !parts.is_empty() {
        out.push_str(first);
        out.push_str(&parts.join(separator));
    }
}

/// RFC 6570 1.2 and 3.2.
const EXAMPLES: &[(&str, &str)] = &[
    // 1.2, levels 1 to 4
    ("{var}", "value"),
    ("{hello}", "Hello%20World%21"),
    ("{+var}", "value"),
    ("{+hello}", "Hello%20World!"),
    ("{+path}/here", "/foo/bar/here"),
    ("here?ref={+path}", "here?ref=/foo/bar"),
    ("X{#var}", "X#value"),
    ("X{#hello}", "X#Hello%20World!"),
    ("map?{x,y}", "map?1024,768"),
    ("{x,hello,y}", "1024,Hello%20World%21,768"),
    ("{+x,hello,y}", "1024,Hello%20World!,768"),
    ("{+path,x}/here", "/foo/bar,1024/here"),
    ("{#x,hello,y}", "#1024,Hello%20World!,768"),
    ("{#path,x}/here", "#/foo/bar,1024/here"),
    ("X{.var}", "X.value"),
    ("X{.x,y}", "X.1024.768"),
    ("{/var}", "/value"),
    ("{/var,x}/here", "/value/1024/here"),
    ("{;x,y}", ";x=1024;y=768"),
    ("{;x,y,empty}", ";x=1024;y=768;empty"),
    ("{?x,y}", "?x=1024&y=768"),
    ("{?x,y,empty}", "?x=1024&y=768&empty="),
    ("?fixed=yes{&x}", "?fixed=yes&x=1024"),
    ("{&x,y,empty}", "&x=1024&y=768&empty="),
    ("{var:3}", "val"),
    ("{var:30}", "value"),
    ("{list}", "red,green,blue"),
    ("{list*}", "red,green,blue"),
    ("{keys}", "semi,%3B,dot,.,comma,%2C"),
    ("{keys*}", "semi=%3B,dot=.,comma=%2C"),
    ("{+path:6}/here", "/foo/b/here"),
    ("{+list}", "red,green,blue"),
    ("{+keys}", "semi,;,dot,.,comma,,"),
    ("{+keys*}", "semi=;,dot=.,comma=,"),
    ("{#path:6}/here", "#/foo/b/here"),
    ("{#keys}", "#semi,;,dot,.,comma,,"),
    ("{#keys*}", "#semi=;,dot=.,comma=,"),
    ("X{.var:3}", "X.val"),
    ("X{.list}", "X.red,green,blue"),
    ("X{.list*}", "X.red.green.blue"),
    ("X{.keys}", "X.semi,%3B,dot,.,comma,%2C"),
    ("X{.keys*}", "X.semi=%3B.dot=..comma=%2C"),
    ("{/var:1,var}", "/v/value"),
    ("{/list}", "/red,green,blue"),
    ("{/list*}", "/red/green/blue"),
    ("{/list*,path:4}", "/red/green/blue/%2Ffoo"),
    ("{/keys}", "/semi,%3B,dot,.,comma,%2C"),
    ("{/keys*}", "/semi=%3B/dot=./comma=%2C"),
    ("{;hello:5}", ";hello=Hello"),
    ("{;list}", ";list=red,green,blue"),
    ("{;list*}", ";list=red;list=green;list=blue"),
    ("{;keys}", ";keys=semi,%3B,dot,.,comma,%2C"),
    ("{;keys*}", ";semi=%3B;dot=.;comma=%2C"),
    ("{?var:3}", "?var=val"),
    ("{?list}", "?list=red,green,blue"),
    ("{?list*}", "?list=red&list=green&list=blue"),
    ("{?keys}", "?keys=semi,%3B,dot,.,comma,%2C"),
    ("{?keys*}", "?semi=%3B&dot=.&comma=%2C"),
    ("{&var:3}", "&var=val"),
    ("{&list*}", "&list=red&list=green&list=blue"),
    ("{&keys*}", "&semi=%3B&dot=.&comma=%2C"),
    // 3.2.1
    ("{count}", "one,two,three"),
    ("{/count}", "/one,two,three"),
    ("{/count*}", "/one/two/three"),
    ("{;count}", ";count=one,two,three"),
    ("{;count*}", ";count=one;count=two;count=three"),
    ("{?count}", "?count=one,two,three"),
    ("{?count*}", "?count=one&count=two&count=three"),
    ("{&count*}", "&count=one&count=two&count=three"),
    // 3.2.2
    ("{half}", "50%25"),
    ("O{empty}X", "OX"),
    ("O{undef}X", "OX"),
    ("{x,empty}", "1024,"),
    ("{x,undef}", "1024"),
    ("{undef,y}", "768"),
    // 3.2.3
    ("{+half}", "50%25"),
    ("{base}index", "http%3A%2F%2Fexample.com%2Fhome%2Findex"),
    ("{+base}index", "http://example.com/home/index"),
    ("O{+empty}X", "OX"),
    ("O{+undef}X", "OX"),
    ("up{+path}{var}/here", "up/foo/barvalue/here"),
    // 3.2.4
    ("{#half}", "#50%25"),
    ("foo{#empty}", "foo#"),
    ("foo{#undef}", "foo"),
    // 3.2.5
    ("{.who}", ".fred"),
    ("{.who,who}", ".fred.fred"),
    ("{.half,who}", ".50%25.fred"),
    ("www{.dom*}", "www.example.com"),
    ("X{.empty}", "X."),
    ("X{.undef}", "X"),
    ("X{.empty_keys}", "X"),
    ("X{.empty_keys*}", "X"),
    // 3.2.6
    ("{/who}", "/fred"),
    ("{/who,who}", "/fred/fred"),
    ("{/half,who}", "/50%25/fred"),
    ("{/who,dub}", "/fred/me%2Ftoo"),
    ("{/var,empty}", "/value/"),
    ("{/var,undef}", "/value"),
    // 3.2.7
    ("{;who}", ";who=fred"),
    ("{;half}", ";half=50%25"),
    ("{;empty}", ";empty"),
    ("{;v,empty,who}", ";v=6;empty;who=fred"),
    ("{;v,undef,who}", ";v=6;who=fred"),
    // 3.2.8, 3.2.9
    ("{?who}", "?who=fred"),
    ("{?half}", "?half=50%25"),
    ("{?x,y,undef}", "?x=1024&y=768"),
    ("{&who}", "&who=fred"),
    ("{&half}", "&half=50%25"),
    ("{&x,y,undef}", "&x=1024&y=768"),
];

#[test]
fn the_examples_of_the_rfc() {
    on_every_backend(|backend| {
        for (template, expansion) in EXAMPLES {
            assert_eq!(expand(template), *expansion, "{backend}: {template}");
        }
    });
}

/// RFC 6570 1.5 and 3.1: literals keep triplets and all characters of URIs.
#[test]
fn literals() {
    on_every_backend(|backend| {
        assert_eq!(
            TEMPLATE_LITERAL.encode("/a%20b/ü?<x>&[%zz]"),
            "/a%20b/%C3%BC?%3Cx%3E&[%25zz]",
            "{backend}"
        );
        assert_eq!(expand("/ü/{var}%41"), "/%C3%BC/value%41", "{backend}");
    });
}

/// RFC 6570 2.4.1 and appendix A: code points, raw or in triplets, are not split.
#[test]
fn prefixes() {
    on_every_backend(|backend| {
        for (text, len, in_value, in_reserved) in [
            ("", 3, "", ""),
            ("äöü", 0, "", ""),
            ("äöü", 2, "%C3%A4%C3%B6", "%C3%A4%C3%B6"),
            ("a☃😀b", 3, "a%E2%98%83%F0%9F%98%80", "a%E2%98%83%F0%9F%98%80"),
            ("%E2%98%83x", 1, "%25", "%E2%98%83"),
            ("%E2%98%83x", 2, "%25E", "%E2%98%83x"),
            ("%F0%9F%98%80%41", 2, "%25F", "%F0%9F%98%80%41"),
            // Incomplete UTF-8: each triplet counts as a character.
            ("%E2%98%41", 2, "%25E", "%E2%98"),
            ("%E2%98", 1, "%25", "%E2"),
            ("%zz%4", 9, "%25zz%254", "%25zz%254"),
            ("100%", 4, "100%25", "100%25"),
        ] {
            assert_eq!(value_prefix(text, len), in_value, "{backend}: {text}:{len}");
            assert_eq!(reserved_prefix(text, len), in_reserved, "{backend}: {text}:{len}");
        }
    });
}
