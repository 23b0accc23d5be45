//! The extractors, in a router without a network.

use axum::body::{Body, to_bytes};
use axum::extract::{DefaultBodyLimit, FromRequest, FromRequestParts};
use axum::routing::{any, get};
use axum::{Router, response::Response};
use http::{Request, StatusCode};
use percent_simd::form::Parser;
use percent_simd::path::{NGINX, PathPolicy, STRICT};
use percent_simd::{Malformed, Utf8};
use percent_simd_tower::PathPolicyLayer;
use percent_simd_tower::extract::{Form, Query, ResolvedPath, ResolvedSegments};
use serde::Deserialize;
use tower::{Layer, ServiceExt};

#[derive(Debug, Deserialize)]
struct Search {
    q: String,
    #[serde(default)]
    tag: Vec<String>,
    page: Option<u32>,
}

fn router() -> Router {
    let show = async |ResolvedPath(path): ResolvedPath,
                      ResolvedSegments(segments): ResolvedSegments| {
        format!("{path} {}", segments.join("|"))
    };
    let search = |search: Search| format!("{} {:?} {:?}", search.q, search.tag, search.page);
    Router::new()
        .route("/search", get(async move |Query(found): Query<Search>| search(found)))
        .route("/form", any(async move |Form(found): Form<Search>| search(found)))
        .layer(DefaultBodyLimit::max(100))
        .nest("/nested", Router::new().fallback(show))
        .fallback(show)
}

async fn read(response: Response) -> (StatusCode, String) {
    let status = response.status();
    let body = to_bytes(response.into_body(), 10_000).await.unwrap();
    (status, String::from_utf8(body.to_vec()).unwrap())
}

async fn ask(policy: PathPolicy, request: Request<Body>) -> (StatusCode, String) {
    let app = PathPolicyLayer::new(policy).annotate(true).layer(router());
    read(app.oneshot(request).await.unwrap()).await
}

async fn got(policy: PathPolicy, target: &str) -> (StatusCode, String) {
    ask(policy, Request::get(target).body(Body::empty()).unwrap()).await
}

#[tokio::test]
async fn paths_are_resolved_text() {
    for (target, shown) in [
        ("/", "/ "),
        ("/a/b", "/a/b a|b"),
        ("/a/./b//c/../d/", "/a/b/d/ a|b|d|"),
        ("/caf%C3%A9/100%25%20sure?x=/..", "/café/100%25 sure café|100% sure"),
        ("/%252e%252e/what%3F", "/%252e%252e/what? %2e%2e|what?"),
        // The path is whole, though the URI has lost its prefix.
        ("/nested/a%20b/%2e%2e/c", "/nested/c nested|c"),
    ] {
        assert_eq!(got(STRICT, target).await, (StatusCode::OK, shown.to_owned()), "{target}");
    }
    let not_utf8 = (StatusCode::BAD_REQUEST, "the path is not UTF-8".to_owned());
    assert_eq!(got(NGINX, "/%ff").await, not_utf8);
    assert_eq!(got(STRICT, "/%ff").await, (StatusCode::BAD_REQUEST, String::new()));
}

#[tokio::test]
async fn a_router_that_is_not_wrapped_says_so() {
    let changed_only = PathPolicyLayer::new(STRICT).layer(router());
    for app in [router().into_service().boxed_clone(), changed_only.boxed_clone()] {
        let response = app.oneshot(Request::get("/a").body(Body::empty()).unwrap()).await.unwrap();
        let (status, body) = read(response).await;
        assert_eq!(status, StatusCode::INTERNAL_SERVER_ERROR);
        assert!(body.contains("annotate(true)"), "{body}");
    }
}

#[tokio::test]
async fn a_request_let_through_without_a_path_has_none() {
    let request = Request::options("*").body(Body::empty()).unwrap();
    let (status, body) = ask(STRICT, request).await;
    assert_eq!(
        (status, body.as_str()),
        (StatusCode::BAD_REQUEST, "the request target has no accepted path")
    );
}

#[tokio::test]
async fn queries_are_values() {
    for (query, status, shown) in [
        ("?tag=a&q=caf%C3%A9+bar&tag=b%26", StatusCode::OK, r#"café bar ["a", "b&"] None"#),
        ("?q=&page=7&unknown=1", StatusCode::OK, " [] Some(7)"),
        ("?q=%ff", StatusCode::OK, "\u{FFFD} [] None"),
        ("", StatusCode::BAD_REQUEST, "invalid query: missing field \"q\""),
        ("?q=a&q=b", StatusCode::BAD_REQUEST, "invalid query: duplicate field \"q\""),
        (
            "?q=a&page=x",
            StatusCode::BAD_REQUEST,
            "invalid query: field \"page\": invalid digit found in string",
        ),
    ] {
        let answer = (status, shown.to_owned());
        assert_eq!(got(STRICT, &format!("/search{query}")).await, answer, "{query}");
        assert_eq!(got(STRICT, &format!("/form{query}")).await, answer, "{query}");
    }
}

/// A rejection names the field as text, for custom responses; an error without a field has none.
#[tokio::test]
async fn rejections_name_the_field() {
    let of_query = async |request: Request<Body>| {
        let (mut parts, _) = request.into_parts();
        let query = Query::<Search>::from_request_parts(&mut parts, &()).await;
        query.unwrap_err().field().map(str::to_owned)
    };
    let of_form = async |request: Request<Body>| {
        let form = Form::<Search>::from_request(request, &()).await;
        form.unwrap_err().field().map(str::to_owned)
    };
    for (query, field) in [("p%61ge=x&q=", "page"), ("tag=a", "q"), ("q=a&q=b", "q")] {
        let get = || Request::get(format!("/?{query}")).body(Body::empty()).unwrap();
        let post = Request::post("/").header("content-type", FORM).body(Body::from(query)).unwrap();
        assert_eq!(of_query(get()).await.as_deref(), Some(field), "{query}");
        assert_eq!(of_form(get()).await.as_deref(), Some(field), "{query}");
        assert_eq!(of_form(post).await.as_deref(), Some(field), "{query}");
    }
    assert_eq!(of_form(Request::post("/").body(Body::from("q=a")).unwrap()).await, None);
}

const FORM: &str = "application/x-www-form-urlencoded";

#[tokio::test]
async fn forms_are_values() {
    let long = format!("q={}", "a".repeat(200));
    for (kind, body, status, shown) in [
        (FORM, "tag=a&q=b+c&tag=d", StatusCode::OK, r#"b c ["a", "d"] None"#),
        ("Application/X-WWW-Form-Urlencoded ; charset=utf-8", "q=a", StatusCode::OK, "a [] None"),
        (FORM, "tag=a", StatusCode::UNPROCESSABLE_ENTITY, "invalid form: missing field \"q\""),
        (
            FORM,
            "q=a&page=-1",
            StatusCode::UNPROCESSABLE_ENTITY,
            "invalid form: field \"page\": invalid digit found in string",
        ),
        (
            "text/plain",
            "q=a",
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "expected a body with Content-Type: application/x-www-form-urlencoded",
        ),
        (FORM, &long, StatusCode::PAYLOAD_TOO_LARGE, "length limit exceeded"),
    ] {
        let request = Request::post("/form").header("content-type", kind);
        let (found, text) = ask(STRICT, request.body(Body::from(body.to_owned())).unwrap()).await;
        assert_eq!(found, status, "{text}");
        assert!(text.ends_with(shown), "{text}");
    }
    let untyped = Request::put("/form").body(Body::from("q=a")).unwrap();
    assert_eq!(ask(STRICT, untyped).await.0, StatusCode::UNSUPPORTED_MEDIA_TYPE);
}

/// The options of a parser among the extensions.
#[tokio::test]
async fn a_parser_reads_queries_and_forms() {
    #[derive(Debug, serde::Deserialize)]
    struct Page {
        n: Option<u32>,
        #[serde(default)]
        q: String,
        t: Option<String>,
    }
    let app = |parser: Option<Parser>| {
        let show = |page: Page| format!("{:?} {:?} {}", page.n, page.t, page.q);
        let get = get(async move |Query(page): Query<Page>| show(page));
        let post = get.post(async move |Form(page): Form<Page>| show(page));
        let router = Router::new().route("/", post);
        match parser {
            Some(parser) => router.layer(axum::Extension(parser)),
            None => router,
        }
    };
    let ask = async |parser: Option<Parser>, form: &str| {
        let get = Request::get(format!("/?{form}")).body(Body::empty()).unwrap();
        let post = Request::post("/").header("content-type", FORM);
        let post = post.body(Body::from(form.to_owned())).unwrap();
        let mut answers = Vec::new();
        for request in [get, post] {
            let response = app(parser).oneshot(request).await.unwrap();
            let status = response.status().as_u16();
            let body = axum::body::to_bytes(response.into_body(), 1000).await.unwrap();
            answers.push((status, String::from_utf8(body.to_vec()).unwrap()));
        }
        answers
    };
    let default = Parser::new();
    for (parser, form, shown) in [
        (None, "n=&t=", "None Some(\"\") "),
        (None, "t&n", "None Some(\"\") "),
        (None, "n=2&t=a", "Some(2) Some(\"a\") "),
        (None, "q=", "None None "),
        (Some(default.empty_as_none(true)), "n=&t=", "None None "),
        (None, "q=a%", "None None a%"),
    ] {
        assert_eq!(ask(parser, form).await, vec![(200, shown.to_owned()); 2], "{form}");
    }
    for form in ["n=x", "n=+", "n=&t=&q=&n=2"] {
        assert_eq!(ask(None, form).await[0].0, 400, "{form}");
    }
    for (parser, form) in [
        (default.malformed(Malformed::Error), "q=a%"),
        (default.utf8(Utf8::Strict), "q=%FF"),
        (default.empty_as_none(true), "n=x"),
    ] {
        let [(status, body), (of_form, _)] = &ask(Some(parser), form).await[..] else { panic!() };
        assert_eq!((*status, *of_form), (400, 422), "{form}");
        assert!(body.contains("field \""), "{body}");
    }
}

/// axum compares routes with the escaped path: a route outside ASCII is never reached, as the page
/// of the extractors warns.
#[tokio::test]
async fn routes_are_escaped_paths() {
    for (route, path) in [
        ("/café", "/caf%C3%A9"),
        ("/a b", "/a%20b"),
        ("/日本/{id}", "/%E6%97%A5%E6%9C%AC/1"),
        ("/a|b", "/a%7Cb"),
    ] {
        let keep =
            percent_simd::sets::URI_SEGMENT.difference(percent_simd::AsciiSet::from_bytes(b"/{}"));
        let escaped = percent_simd::encode(route, keep);
        for (route, status) in [(route, 404), (&*escaped, 200)] {
            let router = Router::new().route(route, get(async || "reached"));
            let app = PathPolicyLayer::new(STRICT).layer(router);
            let lower = path.replace("%C3%A9", "%c3%a9");
            for target in [path, &lower] {
                let request = Request::get(target).body(Body::empty()).unwrap();
                assert_eq!(app.clone().oneshot(request).await.unwrap().status(), status, "{route}");
            }
        }
    }
}
