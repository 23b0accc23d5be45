//! The spellings that pass each middleware: the table of the README.

use std::convert::Infallible;
use std::fmt::Write;

use http::{Request, Response};
use percent_simd::path::{self, Semicolon};
use percent_simd::path::{Prefix, Reserved};
use percent_simd_tower::Judged;
use percent_simd_tower::PathPolicyLayer;
use tower::layer::util::Identity;
use tower::{Layer, Service, ServiceExt, service_fn};
use tower_http::normalize_path::NormalizePathLayer;

use support::spellings::{self, Passing, RESERVED, SERVERS, grouped, table};

/// A rule on paths, as commonly written.
fn is_forbidden(path: &str) -> bool {
    path == "/admin" || path.starts_with("/admin/")
}

/// The number of spellings that pass the middleware and the rule after it.
async fn passing<L, S>(middleware: L, targets: &[String]) -> Passing
where
    L: Layer<Inner, Service = S>,
    S: Service<Request<()>, Response = Response<String>, Error = Infallible>,
{
    let mut service = middleware.layer(service_fn(forwarded));
    let mut passing = Passing::default();
    for target in targets {
        let request = Request::get(target.as_str()).body(()).unwrap();
        let response = service.ready().await.unwrap().call(request).await.unwrap();
        if response.status() == 200 && !is_forbidden(response.body()) {
            passing.count(response.body());
        }
    }
    passing
}

type Inner = tower::util::ServiceFn<fn(Request<()>) -> std::future::Ready<Answer>>;
type Answer = Result<Response<String>, Infallible>;

/// The path for the rule and the server.
fn forwarded(request: Request<()>) -> std::future::Ready<Answer> {
    std::future::ready(Ok(Response::new(request.uri().path().to_owned())))
}

/// The rows of the middleware for tower.
async fn rows() -> Vec<(&'static str, Passing)> {
    let targets = spellings::all();
    vec![
        ("none", passing(Identity::new(), &targets).await),
        (
            "tower-http `NormalizePathLayer`, trimming",
            passing(NormalizePathLayer::trim_trailing_slash(), &targets).await,
        ),
        (
            "tower-http `NormalizePathLayer`, appending",
            passing(NormalizePathLayer::append_trailing_slash(), &targets).await,
        ),
        ("`PathPolicyLayer`, `NGINX`", passing(PathPolicyLayer::new(path::NGINX), &targets).await),
        (
            "`PathPolicyLayer`, `STRICT`",
            passing(PathPolicyLayer::new(path::STRICT), &targets).await,
        ),
        (
            "`PathPolicyLayer`, `STRICT.semicolon(Semicolon::Reject)`",
            passing(PathPolicyLayer::new(path::STRICT.semicolon(Semicolon::Reject)), &targets)
                .await,
        ),
        (
            "`PathPolicyLayer`, `UNKNOWN`",
            passing(PathPolicyLayer::new(path::UNKNOWN), &targets).await,
        ),
        (
            "`PathPolicyLayer`, `TOMCAT`",
            passing(PathPolicyLayer::new(path::TOMCAT), &targets).await,
        ),
        (
            "`PathPolicyLayer`, `SPRING`",
            passing(PathPolicyLayer::new(path::SPRING), &targets).await,
        ),
    ]
}

/// The number of spellings of a path with a reserved character that pass a rule on it, by the text
/// that the rule compares.
async fn reserved(name: &str, spellings: &[&str], spelling: Reserved) -> [usize; 2] {
    let text = format!("/{name}");
    let prefix = Prefix::new(&text).unwrap();
    let layer = PathPolicyLayer::new(path::STRICT.reserved(spelling)).annotate(true);
    let mut service = layer.layer(service_fn(async |request: Request<()>| {
        Ok::<_, Infallible>(Response::new(Some(request)))
    }));
    let mut passing = [0; 2];
    for target in spellings::of(spellings) {
        let request = Request::get(target).body(()).unwrap();
        let Some(seen) = service.ready().await.unwrap().call(request).await.unwrap().into_body()
        else {
            continue;
        };
        let path = seen.uri().path();
        if !SERVERS[1].serves(name, path) {
            continue;
        }
        let resolved = seen.extensions().get::<Judged>().unwrap().resolved().unwrap();
        let is_under =
            path.strip_prefix(&*text).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        passing[0] += usize::from(!resolved.is_under(&prefix));
        passing[1] += usize::from(!is_under);
    }
    passing
}

/// The second table of the README, in Markdown.
async fn table_of_reserved() -> String {
    let mut table = String::from(
        "| rule on | compared with | `Reserved::Keep` | `Reserved::Decode` |\n| --- | --- | ---: | ---: |\n",
    );
    for (name, spellings) in RESERVED {
        let keep = reserved(name, spellings, Reserved::Keep).await;
        let decode = reserved(name, spellings, Reserved::Decode).await;
        for (at, text) in ["`Judged::resolved`", "the request's URI"].into_iter().enumerate() {
            writeln!(
                table,
                "| `/{name}` | {text} | {} | {} |",
                grouped(keep[at]),
                grouped(decode[at])
            )
            .unwrap();
        }
    }
    table
}

/// `tower/actix` makes the rows of actix-web.
#[tokio::test]
async fn the_readme_has_these_tables() {
    let readme = include_str!("../../README.md");
    let ours = readme
        .lines()
        .filter(|line| !line.starts_with("| actix-web "))
        .fold(String::new(), |text, line| text + line + "\n");
    let tables = [table(&rows().await), table_of_reserved().await];
    for table in tables {
        assert!(ours.contains(&format!("\n\n{table}\n")), "{table}");
    }
    let count = grouped(spellings::all().len());
    assert!(readme.contains(&format!("Of {count} spellings")), "{count}");
}
