//! Requests over a connection that stays open.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// A server's reading of a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// The body of an answer with status 200.
    Path(Vec<u8>),
    /// The path of the `Location` of a redirect that keeps the method (307, 308).
    Redirected(Vec<u8>),
    /// Another status.
    Refused(u16),
    /// The connection ended without an answer.
    Closed,
}

pub(crate) struct Client {
    address: SocketAddr,
    /// The connection, if the last answer left it open.
    kept: Option<BufReader<TcpStream>>,
}

impl Client {
    pub(crate) fn new(address: SocketAddr) -> Self {
        Self { address, kept: None }
    }

    /// # Errors
    /// No connection, no answer within ten seconds, or one that is not HTTP.
    pub(crate) fn ask(&mut self, target: &[u8]) -> io::Result<Answer> {
        let request = [b"GET ", target, b" HTTP/1.1\r\nHost: x\r\n\r\n"].concat();
        // The server may have closed a kept connection meanwhile.
        if let Some(mut stream) = self.kept.take()
            && let Ok(Some(exchanged)) = exchange(&mut stream, &request)
        {
            return Ok(self.keep(stream, exchanged));
        }
        let stream = TcpStream::connect(self.address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_secs(10)))?;
        let mut stream = BufReader::new(stream);
        Ok(match exchange(&mut stream, &request)? {
            Some(exchanged) => self.keep(stream, exchanged),
            None => Answer::Closed,
        })
    }

    fn keep(&mut self, stream: BufReader<TcpStream>, (answer, is_kept): (Answer, bool)) -> Answer {
        self.kept = is_kept.then_some(stream);
        answer
    }
}

/// The answer, and whether the connection stays open; `None` if the connection ended before any
/// byte.
fn exchange(
    stream: &mut BufReader<TcpStream>,
    request: &[u8],
) -> io::Result<Option<(Answer, bool)>> {
    let bad = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what);
    stream.get_mut().write_all(request)?;
    let mut line = String::new();
    if stream.read_line(&mut line)? == 0 {
        return Ok(None);
    }
    let status = line.strip_prefix("HTTP/1.").and_then(|rest| rest.get(2..5)?.parse().ok());
    let status: u16 = status.ok_or_else(|| bad("no status line"))?;
    let (mut len, mut is_kept, mut location) = (None, true, None);
    loop {
        line.clear();
        if stream.read_line(&mut line)? == 0 {
            return Err(bad("the header section has no end"));
        }
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        match (name.to_ascii_lowercase().as_str(), value.trim()) {
            ("content-length", value) => len = value.parse().ok(),
            ("location", value) => location = Some(value.to_owned()),
            ("connection", value) => is_kept = !value.eq_ignore_ascii_case("close"),
            _ => {}
        }
    }
    let mut body = Vec::new();
    match len {
        Some(len) => {
            body.resize(len, 0);
            stream.read_exact(&mut body)?;
        }
        None if is_kept => return Err(bad("no Content-Length")),
        None => drop(stream.read_to_end(&mut body)?),
    }
    let answer = match (status, location) {
        (200, _) => Answer::Path(body),
        (307 | 308, Some(location)) => Answer::Redirected(location.into_bytes()),
        _ => Answer::Refused(status),
    };
    Ok(Some((answer, is_kept)))
}
