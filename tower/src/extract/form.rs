//! Queries and forms as values of user-defined types.

use std::error::Error;
use std::fmt::{self, Display, Formatter};

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::response::{IntoResponse, Response};

use http::request::Parts;
use http::{Extensions, HeaderMap, Method, StatusCode, Uri, header};
use percent_simd::form::{Parser, SerdeError};
use serde::de::DeserializeOwned;

/// The query of the request as a value of your type, read by
/// [`form::from_bytes`](percent_simd::form::from_bytes()). A sequence takes every pair with its
/// name. `?number=` is `None` for an optional number, and `Some("")` for an optional text. A
/// missing query is empty.
///
/// A [`Parser`] among the request's extensions has options, for a route or a Router: `None` for
/// optional text as well ([`empty_as_none`](Parser::empty_as_none)), strict UTF-8, malformed triplets
/// as errors.
///
/// ```
/// use percent_simd_tower::extract::Query;
///
/// #[derive(serde::Deserialize)]
/// struct Page {
///     number: Option<u32>,
///     title: Option<String>,
/// }
///
/// async fn list(Query(page): Query<Page>) -> String {
///     format!("{} {:?}", page.number.unwrap_or(1), page.title)
/// }
/// # #[tokio::main(flavor = "current_thread")] async fn main() {
/// use axum::{Extension, Router, body::Body, routing::get};
/// use percent_simd::form::Parser;
/// # use tower::ServiceExt;
///
/// let app = Router::new().route("/list", get(list));
/// let none = app.clone().layer(Extension(Parser::new().empty_as_none(true)));
/// for (app, list) in [(app, r#"1 Some("")"#), (none, "1 None")] {
///     let request = http::Request::get("/list?number=&title=").body(Body::empty()).unwrap();
///     let response = app.oneshot(request).await.unwrap();
///     assert_eq!(axum::body::to_bytes(response.into_body(), 1000).await.unwrap(), list);
/// }
/// # }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Query<T>(pub T);

/// A form as a value of your type: the body of the request, or the query with `GET` and `HEAD`. The
/// body must have the type `application/x-www-form-urlencoded`; its length is bounded by axum's
/// `DefaultBodyLimit`. Its options are those of [`Query`].
///
/// ```
/// use percent_simd_tower::extract::Form;
///
/// #[derive(serde::Deserialize)]
/// struct Login {
///     name: String,
///     password: String,
/// }
///
/// async fn login(Form(login): Form<Login>) -> String {
///     login.name
/// }
/// # let _: axum::Router = axum::Router::new().fallback(login);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Form<T>(pub T);

/// The query does not match the type: 400, with a message that names the field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryRejection(SerdeError);

impl QueryRejection {
    /// The decoded name of the field with the error, if any.
    #[must_use]
    pub fn field(&self) -> Option<&str> {
        self.0.field()
    }
}

impl Display for QueryRejection {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "invalid query: {}", self.0)
    }
}

impl Error for QueryRejection {}

impl IntoResponse for QueryRejection {
    fn into_response(self) -> Response {
        (StatusCode::BAD_REQUEST, self.to_string()).into_response()
    }
}

/// The reason for a form's rejection.
#[derive(Debug)]
#[non_exhaustive]
pub enum FormRejection {
    /// The query of a `GET` or `HEAD` does not match the type: 400.
    Query(QueryRejection),
    /// The body is of another type than `application/x-www-form-urlencoded`: 415.
    ContentType,
    /// The body is too long, or the connection has ended.
    Body(BytesRejection),
    /// The body does not match the type: 422, with a message that names the field.
    Fields(SerdeError),
}

impl FormRejection {
    /// The decoded name of the field with the error, if any.
    #[must_use]
    pub fn field(&self) -> Option<&str> {
        match self {
            Self::Query(error) => error.field(),
            Self::Fields(error) => error.field(),
            Self::ContentType | Self::Body(_) => None,
        }
    }
}

impl Display for FormRejection {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Query(error) => write!(f, "{error}"),
            Self::ContentType => {
                f.write_str("expected a body with Content-Type: application/x-www-form-urlencoded")
            }
            Self::Body(error) => write!(f, "{error}"),
            Self::Fields(error) => write!(f, "invalid form: {error}"),
        }
    }
}

impl Error for FormRejection {}

impl IntoResponse for FormRejection {
    fn into_response(self) -> Response {
        let status = match self {
            Self::Query(error) => return error.into_response(),
            Self::Body(error) => return error.into_response(),
            Self::ContentType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::Fields(_) => StatusCode::UNPROCESSABLE_ENTITY,
        };
        (status, self.to_string()).into_response()
    }
}

fn parser(extensions: &Extensions) -> Parser {
    extensions.get().copied().unwrap_or_default()
}

fn of_query<T: DeserializeOwned>(uri: &Uri, extensions: &Extensions) -> Result<T, QueryRejection> {
    parser(extensions).from_bytes(uri.query().unwrap_or_default()).map_err(QueryRejection)
}

impl<T: DeserializeOwned, S: Sync> FromRequestParts<S> for Query<T> {
    type Rejection = QueryRejection;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, QueryRejection> {
        of_query(&parts.uri, &parts.extensions).map(Self)
    }
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Form<T> {
    type Rejection = FormRejection;

    async fn from_request(request: Request, state: &S) -> Result<Self, FormRejection> {
        if matches!(*request.method(), Method::GET | Method::HEAD) {
            let query = of_query(request.uri(), request.extensions());
            return query.map(Self).map_err(FormRejection::Query);
        }
        if !is_form(request.headers()) {
            return Err(FormRejection::ContentType);
        }
        let parser = parser(request.extensions());
        let body = Bytes::from_request(request, state);
        let body = body.await.map_err(FormRejection::Body)?;
        parser.from_bytes(&body).map(Self).map_err(FormRejection::Fields)
    }
}

/// Returns whether the body's media type is that of a form, whatever its parameters.
fn is_form(headers: &HeaderMap) -> bool {
    let Some(value) = headers.get(header::CONTENT_TYPE) else { return false };
    let essence = value.as_bytes().split(|&byte| byte == b';').next().unwrap_or_default();
    essence.trim_ascii().eq_ignore_ascii_case(b"application/x-www-form-urlencoded")
}
