//! actix-web's `NormalizePath`, with the rule as routes: actix-web decodes escapes before routing.

use actix_web::middleware::{NormalizePath, TrailingSlash};
use actix_web::test::{TestRequest, call_service, init_service, read_body};
use actix_web::{App, HttpRequest, HttpResponse, web};

use support::spellings::{self, Passing};

/// The rows of actix-web.
pub(crate) async fn rows() -> Vec<(&'static str, Passing)> {
    vec![
        ("actix-web `NormalizePath`, trimming", passing(TrailingSlash::Trim).await),
        ("actix-web `NormalizePath`, appending", passing(TrailingSlash::Always).await),
        ("actix-web `NormalizePath`, merging only", passing(TrailingSlash::MergeOnly).await),
    ]
}

async fn passing(slash: TrailingSlash) -> Passing {
    let forbidden = web::to(|| async { HttpResponse::Forbidden().finish() });
    let app = App::new()
        .wrap(NormalizePath::new(slash))
        .service(web::scope("/admin").default_service(forbidden))
        .default_service(web::to(async |request: HttpRequest| request.path().to_owned()));
    let app = init_service(app).await;
    let mut passing = Passing::default();
    for target in spellings::all() {
        let response = call_service(&app, TestRequest::with_uri(&target).to_request()).await;
        if response.status() == 200 {
            let path = read_body(response).await;
            passing.count(std::str::from_utf8(&path).unwrap());
        }
    }
    passing
}
