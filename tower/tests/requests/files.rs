//! Servers of files behind a Router with a private folder.

use std::fs;
use std::path::PathBuf;

use axum::Router;
use axum::body::Body;
use axum::routing::any;
use http::{Request, StatusCode};
use percent_simd::path::{self, DotFiles, EmptySegments, EscapedSlashes, PathPolicy};
use percent_simd_tower::{Judged, PathPolicyLayer};
use tower::{Layer, ServiceExt};
use tower_http::services::ServeDir;

/// A folder with a private file, removed after the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder =
            std::env::temp_dir().join(format!("percent-simd-{name}-{}", std::process::id()));
        fs::create_dir_all(folder.join("private")).unwrap();
        fs::write(folder.join("private").join("x.txt"), "secret").unwrap();
        fs::write(folder.join("a b.txt"), "public").unwrap();
        Self(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Serves every file except those in `private`, by tower-http.
fn serve_dir(folder: &Folder) -> Router {
    Router::new()
        .route("/static/private/{*rest}", any(async || StatusCode::FORBIDDEN))
        .nest_service("/static", ServeDir::new(&folder.0))
}

/// Serves every file, by its resolved path.
fn file_under(folder: &Folder) -> Router {
    let base = folder.0.clone();
    let serve = async move |request: Request<Body>| {
        let resolved = request.extensions().get::<Judged>().and_then(Judged::resolved);
        let file = resolved.ok_or(StatusCode::NOT_FOUND)?.file_under(&base, DotFiles::Refuse);
        let text = fs::read_to_string(file.map_err(|_| StatusCode::NOT_FOUND)?);
        text.map_err(|_| StatusCode::NOT_FOUND)
    };
    Router::new().route("/private/{*rest}", any(async || StatusCode::FORBIDDEN)).fallback(serve)
}

async fn answer(policy: PathPolicy, router: Router, target: &str) -> (u16, String) {
    let app = PathPolicyLayer::new(policy).annotate(true).layer(router);
    let response = app.oneshot(Request::get(target).body(Body::empty()).unwrap()).await.unwrap();
    let status = response.status().as_u16();
    let body = axum::body::to_bytes(response.into_body(), 1000).await.unwrap();
    (status, String::from_utf8(body.to_vec()).unwrap())
}

/// `EscapedSlashes::Keep` is not for servers that decode `%2F` (see its documentation).
#[tokio::test]
async fn kept_slashes_bypass_a_rule_before_a_server_of_files() {
    let folder = Folder::new("serve-dir");
    let keep = path::STRICT.escaped_slashes(EscapedSlashes::Keep);
    for policy in [keep, path::ENVOY_KEEP, path::HAPROXY, path::APACHE_KEEP] {
        let found = answer(policy, serve_dir(&folder), "/static/private%2Fx.txt").await;
        assert_eq!(found, (200, "secret".into()), "tower-http's ServeDir has changed: good news");
        assert_eq!(answer(policy, serve_dir(&folder), "/static/private/x.txt").await.0, 403);
        // `file_under` has no slash in a name.
        let found = answer(policy, file_under(&folder), "/private%2Fx.txt").await;
        assert_eq!(found, (404, String::new()));
    }
}

/// `EmptySegments::Keep` is not for servers of files: they read `//` as `/`.
#[tokio::test]
async fn empty_segments_bypass_a_rule_before_a_server_of_files() {
    let folder = Folder::new("empty-segments");
    let keep = path::STRICT.empty_segments(EmptySegments::Keep);
    for policy in [keep, path::OBJECTS, path::TOMCAT.empty_segments(EmptySegments::Keep)] {
        for target in ["//private/x.txt", "///private//x.txt", "/%2e/", "/private//x.txt"] {
            let found = answer(policy, serve_dir(&folder), &format!("/static{target}")).await;
            let is_bypass = target.starts_with("//");
            assert_eq!(found == (200, "secret".into()), is_bypass, "{target}: {found:?}");
            // `file_under` has no empty name.
            let found = answer(policy, file_under(&folder), target).await;
            assert_ne!(found.0, 200, "{target}");
        }
        // `Reject` guards the folder.
        let guarded = policy.empty_segments(EmptySegments::Reject);
        for target in ["/static//private/x.txt", "/static/private//x.txt"] {
            assert_eq!(answer(guarded, serve_dir(&folder), target).await.0, 400, "{target}");
        }
    }
}

#[tokio::test]
async fn other_policies_keep_a_private_folder_private() {
    let folder = Folder::new("file-under");
    for (name, policy) in path::PRESETS {
        if matches!(*name, "envoy-keep" | "haproxy" | "apache-keep" | "objects") {
            continue;
        }
        for target in
            ["/private%2Fx.txt", "/x/../private/x.txt", "//%70rivate//x.txt", "/private/x.txt"]
        {
            let found = answer(*policy, serve_dir(&folder), &format!("/static{target}")).await;
            assert_ne!(found.0, 200, "{name}: {target}");
            assert_ne!(
                answer(*policy, file_under(&folder), target).await.0,
                200,
                "{name}: {target}"
            );
        }
        let found = answer(*policy, serve_dir(&folder), "/static/a%20b.txt").await;
        assert_eq!(found, (200, "public".into()), "{name}");
        let found = answer(*policy, file_under(&folder), "/a%20b.txt").await;
        assert_eq!(found, (200, "public".into()), "{name}");
    }
}
