//! The extractor in a router, without a network.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use axum::{Router, routing::get};
use http_body_util::BodyExt;
use percent_simd_examples::safe_path::SafePath;
use tower::ServiceExt;

async fn ask(target: &str) -> (StatusCode, String) {
    let show = |SafePath(segments): SafePath| async move { segments.join("|") };
    let files = Router::new().fallback(show);
    let router = Router::new()
        .route("/", get(show))
        .nest_service("/files", files.clone())
        .fallback_service(files);
    let response = router.oneshot(Request::get(target).body(Body::empty()).unwrap()).await.unwrap();
    let status = response.status();
    let body = response.into_body().collect().await.unwrap().to_bytes();
    (status, String::from_utf8(body.to_vec()).unwrap())
}

#[tokio::test]
async fn segments_are_decoded_and_checked() {
    for (target, segments) in [
        ("/", ""),
        ("/a/b", "a|b"),
        ("/a/./b//c/../d/", "a|b|d|"),
        ("/caf%C3%A9/100%25%20sure?x=/..", "café|100% sure"),
        ("/%252e%252e/what%3F", "%2e%2e|what?"),
        ("/files/a%20b/%2e%2e/c", "c"),
    ] {
        assert_eq!(ask(target).await, (StatusCode::OK, segments.to_owned()), "{target}");
    }
}

#[tokio::test]
async fn what_is_refused_is_400_without_a_reason() {
    for target in [
        "/..",
        "/a/%2e%2e/.%2E/b",
        "/files/%2e%2e/secret",
        "/a%2fb",
        "/a%5Cb",
        "/a\\b",
        "/a%00",
        "/a%0a",
        "/a%",
        "/a%zz",
        "/%c0%ae%c0%ae/a",
        "/%ff",
        "/a/..;/b",
    ] {
        assert_eq!(ask(target).await, (StatusCode::BAD_REQUEST, String::new()), "{target}");
    }
}
