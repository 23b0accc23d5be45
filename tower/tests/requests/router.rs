//! Routers of axum around and inside the layer.

use axum::Router;
use axum::body::Body;
use axum::routing::get;
use http::{Request, StatusCode};
use percent_simd::path;
use percent_simd_tower::{OnChanged, PathPolicyLayer};
use tower::{Layer, ServiceExt};

fn router() -> Router {
    Router::new().route("/a", get(async || "a")).fallback(async || "fallback")
}

async fn answer(app: Router, target: &str) -> (StatusCode, String) {
    let request = Request::get(target).body(Body::empty()).unwrap();
    let response = app.oneshot(request).await.unwrap();
    let status = response.status();
    let body = axum::body::to_bytes(response.into_body(), 10_000).await.unwrap();
    (status, String::from_utf8(body.to_vec()).unwrap())
}

/// A rewrite would come after the route was chosen, for routes and for the fallback.
#[tokio::test]
async fn a_layer_inside_a_router_names_the_remedy() {
    let layer = PathPolicyLayer::new(path::STRICT);
    for target in ["/x/../a", "/%61", "/x/../b"] {
        let (status, body) = answer(router().layer(layer), target).await;
        assert_eq!(status, StatusCode::INTERNAL_SERVER_ERROR, "{target}");
        assert!(body.contains("PathPolicyLayer::new(policy).layer(router)"), "{body}");
        // Inside a Router on purpose.
        let (status, _) = answer(router().layer(layer.inside_router(true)), target).await;
        assert_eq!(status, StatusCode::OK);
        // These actions work inside a Router, too.
        let refuse = layer.on_changed(OnChanged::Refuse);
        assert_eq!(answer(router().layer(refuse), target).await.0, StatusCode::BAD_REQUEST);
        let redirect = layer.on_changed(OnChanged::Redirect);
        assert_eq!(
            answer(router().layer(redirect), target).await.0,
            StatusCode::TEMPORARY_REDIRECT
        );
        let keep = answer(router().layer(layer.on_changed(OnChanged::Keep)), target).await.0;
        let is_kept = path::STRICT.changes_segments(target) == Ok(false);
        assert_eq!(keep, if is_kept { StatusCode::OK } else { StatusCode::BAD_REQUEST });
        assert_eq!(answer(router().layer(layer.annotate_only()), target).await.0, StatusCode::OK);
    }
    // Without a change, the layer may be inside; hostile paths are refused.
    assert_eq!(answer(router().layer(layer), "/a").await, (StatusCode::OK, "a".into()));
    assert_eq!(answer(router().layer(layer), "/a%00").await.0, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn a_layer_around_a_router_routes_the_target() {
    let app = Router::new().fallback_service(router());
    assert_eq!(answer(app, "/a").await.1, "a");
    let around = PathPolicyLayer::new(path::STRICT).layer(router());
    let request = Request::get("/x/../%61").body(Body::empty()).unwrap();
    let body = around.oneshot(request).await.unwrap().into_body();
    assert_eq!(axum::body::to_bytes(body, 100).await.unwrap(), "a");
    // A Router nested below another one.
    let inner = PathPolicyLayer::new(path::STRICT).inside_router(true).layer(router());
    let app = Router::new().nest_service("/api", inner);
    assert_eq!(answer(app, "/api/x/../%61").await, (StatusCode::OK, "a".into()));
}
