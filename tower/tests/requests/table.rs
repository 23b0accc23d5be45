//! What each middleware lets through: the table of the README.

use std::convert::Infallible;
use std::fmt::Write;

use http::{Request, Response};
use percent_simd::path::{self, Semicolon};
use percent_simd_tower::PathPolicyLayer;
use tower::layer::util::Identity;
use tower::{Layer, Service, ServiceExt, service_fn};
use tower_http::normalize_path::NormalizePathLayer;

use crate::spellings::{self, Server};

/// The columns.
const SERVERS: [Server; 3] = [
    Server { drops_parameters: false, splits_at_backslash: false },
    Server { drops_parameters: false, splits_at_backslash: true },
    Server { drops_parameters: true, splits_at_backslash: true },
];

/// A rule on paths as it is commonly written.
fn is_forbidden(path: &str) -> bool {
    path == "/admin" || path.starts_with("/admin/")
}

/// How many spellings of `/admin` pass the rule behind the middleware, and are `/admin` for each
/// of the servers behind the rule.
async fn passing<L, S>(middleware: L, targets: &[String]) -> [usize; 3]
where
    L: Layer<Inner, Service = S>,
    S: Service<Request<()>, Response = Response<String>, Error = Infallible>,
{
    let mut service = middleware.layer(service_fn(forwarded));
    let mut passing = [0; 3];
    for target in targets {
        let request = Request::get(target.as_str()).body(()).unwrap();
        let response = service.ready().await.unwrap().call(request).await.unwrap();
        if response.status() != 200 || is_forbidden(response.body()) {
            continue;
        }
        for (count, server) in passing.iter_mut().zip(SERVERS) {
            *count += usize::from(server.serves_admin(response.body()));
        }
    }
    passing
}

type Inner = tower::util::ServiceFn<fn(Request<()>) -> std::future::Ready<Answer>>;
type Answer = Result<Response<String>, Infallible>;

/// The path that is left for the rule and the server.
fn forwarded(request: Request<()>) -> std::future::Ready<Answer> {
    std::future::ready(Ok(Response::new(request.uri().path().to_owned())))
}

/// The table, in Markdown.
pub(crate) async fn table() -> String {
    let targets = spellings::all();
    let rows = [
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
            "`PathPolicyLayer`, `TOMCAT`",
            passing(PathPolicyLayer::new(path::TOMCAT), &targets).await,
        ),
        (
            "`PathPolicyLayer`, `SPRING`",
            passing(PathPolicyLayer::new(path::SPRING), &targets).await,
        ),
    ];
    let mut table = String::from(
        "| middleware | decodes and resolves | … and splits at `\\` | … and drops `;…` |\n\
         | --- | ---: | ---: | ---: |\n",
    );
    for (name, counts) in rows {
        let [plain, backslash, parameters] = counts.map(grouped);
        writeln!(table, "| {name} | {plain} | {backslash} | {parameters} |").unwrap();
    }
    table
}

/// How many spellings there are.
pub(crate) fn spellings() -> String {
    grouped(spellings::all().len())
}

/// `cargo run -p percent-simd-tower --example spellings` prints what belongs there.
#[cfg(test)]
#[tokio::test]
async fn the_readme_has_this_table() {
    let readme = include_str!("../../README.md");
    assert!(readme.contains(&table().await), "{}", table().await);
    assert!(readme.contains(&format!("Of {} spellings", spellings())), "{}", spellings());
}

fn grouped(count: usize) -> String {
    if count < 1000 { count.to_string() } else { format!("{},{:03}", count / 1000, count % 1000) }
}
