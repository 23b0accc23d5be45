//! Clients that write any target.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// The answer of the server: the body, or `None` if hyper refused the request before any layer.
pub(crate) type Answer = Option<String>;

/// Longer than any request takes, unless the server hangs.
const PATIENCE: Duration = Duration::from_secs(20);

fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.set_nodelay(true).unwrap();
    stream
}

pub(crate) struct Http1 {
    address: SocketAddr,
    stream: Option<TcpStream>,
}

impl Http1 {
    pub(crate) fn new(address: SocketAddr) -> Self {
        Self { address, stream: None }
    }

    /// The body of the response to `GET`.
    pub(crate) fn get(&mut self, target: &[u8]) -> Answer {
        self.ask(&[b"GET ", target, b" HTTP/1.1\r\nHost: x\r\n\r\n"].concat())
    }

    /// The body of the response to this head.
    pub(crate) fn ask(&mut self, head: &[u8]) -> Answer {
        self.exchange(head).and_then(|(head, body)| {
            // hyper's own answer, which ends the connection.
            let is_hypers = head.starts_with("HTTP/1.1 400") && body.is_empty();
            if is_hypers {
                self.stream = None;
            }
            (!is_hypers).then_some(body)
        })
    }

    /// The head and the body of the response to this head.
    pub(crate) fn exchange(&mut self, request: &[u8]) -> Option<(String, String)> {
        let stream = self.stream.get_or_insert_with(|| connect(self.address));
        stream.write_all(request).unwrap();
        let mut received = Vec::new();
        let mut buffer = [0; 4096];
        loop {
            let text = String::from_utf8_lossy(&received).into_owned();
            if let Some((head, body)) = text.split_once("\r\n\r\n") {
                let length = head.to_ascii_lowercase();
                let length = length.split_once("content-length: ").map_or("0", |(_, rest)| rest);
                let length = length.split("\r\n").next().unwrap().parse::<usize>().unwrap();
                if body.len() >= length {
                    return Some((head.to_owned(), body.to_owned()));
                }
            }
            match stream.read(&mut buffer).unwrap() {
                0 => {
                    self.stream = None;
                    return None;
                }
                len => received.extend_from_slice(&buffer[..len]),
            }
        }
    }

    /// Writes after a switch of protocols, and reads the same number of bytes.
    pub(crate) fn echo(&mut self, bytes: &[u8]) -> Vec<u8> {
        let stream = self.stream.as_mut().unwrap();
        stream.write_all(bytes).unwrap();
        let mut answer = vec![0; bytes.len()];
        stream.read_exact(&mut answer).unwrap();
        answer
    }
}

const DATA: u8 = 0;
const HEADERS: u8 = 1;
const RST_STREAM: u8 = 3;
const SETTINGS: u8 = 4;
const PING: u8 = 6;
const GOAWAY: u8 = 7;
const WINDOW_UPDATE: u8 = 8;

const END_STREAM: u8 = 1;
const ACK: u8 = 1;
const END_HEADERS: u8 = 4;

/// The fields of a request of HTTP/2.
pub(crate) type Fields<'a> = Vec<(&'a str, &'a [u8])>;

/// The bodies of the responses to `GET` with each of these as `:path`, over HTTP/2.
pub(crate) fn get_http2(address: SocketAddr, targets: &[Vec<u8>]) -> Vec<Answer> {
    // hyper closes a connection after too many malformed requests.
    targets.chunks(100).flat_map(|part| get_part(address, part)).collect()
}

/// Some paths are not text, and end a connection: then each half of the requests gets its own.
fn get_part(address: SocketAddr, targets: &[Vec<u8>]) -> Vec<Answer> {
    let of = |target| -> Fields<'_> {
        let fields: [(&str, &[u8]); 3] =
            [(":method", b"GET"), (":scheme", b"http"), (":authority", b"x")];
        Vec::from_iter(fields.into_iter().chain([(":path", target)]))
    };
    match ask_http2(address, targets.iter().map(|target| of(target.as_slice()))) {
        Some(answers) => answers,
        None if targets.len() == 1 => vec![None],
        None => {
            let (first, second) = targets.split_at(targets.len() / 2);
            [get_part(address, first), get_part(address, second)].concat()
        }
    }
}

/// The bodies of the responses to bodiless requests on one connection; `None` if the server ends it
/// with an error. (RFC 9113; the fields are literals, so there is no state.)
pub(crate) fn ask_http2<'a>(
    address: SocketAddr,
    requests: impl IntoIterator<Item = Fields<'a>>,
) -> Option<Vec<Answer>> {
    let mut stream = connect(address);
    let mut sent = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec();
    frame(&mut sent, SETTINGS, 0, 0, b"");
    frame(&mut sent, WINDOW_UPDATE, 0, 0, &0x7FFF_0000_u32.to_be_bytes());
    let mut last = 1;
    for fields in requests {
        let mut block = Vec::new();
        for (name, value) in fields {
            block.push(0x10); // a literal that is never indexed, with a new name (RFC 7541 6.2.3)
            for text in [name.as_bytes(), value] {
                integer(&mut block, text.len());
                block.extend_from_slice(text);
            }
        }
        frame(&mut sent, HEADERS, END_STREAM | END_HEADERS, last, &block);
        last += 2;
    }
    let streams: Vec<u32> = (1..last).step_by(2).collect();
    stream.write_all(&sent).unwrap();
    let mut bodies: HashMap<u32, Vec<u8>> = HashMap::new();
    let mut ended: HashMap<u32, bool> = HashMap::new(); // whether there is an answer
    while ended.len() < streams.len() {
        let mut head = [0; 9];
        stream.read_exact(&mut head).unwrap();
        let [a, b, c, kind, flags, w, x, y, z] = head;
        let mut payload = vec![0; u32::from_be_bytes([0, a, b, c]) as usize];
        stream.read_exact(&mut payload).unwrap();
        let id = u32::from_be_bytes([w, x, y, z]);
        let mut reply = Vec::new();
        match kind {
            SETTINGS if flags & ACK == 0 => frame(&mut reply, SETTINGS, ACK, 0, b""),
            PING if flags & ACK == 0 => frame(&mut reply, PING, ACK, 0, &payload),
            DATA => bodies.entry(id).or_default().extend_from_slice(&payload),
            RST_STREAM => {
                ended.entry(id).or_insert(false);
            }
            GOAWAY => return None,
            _ => {}
        }
        if matches!(kind, DATA | HEADERS) && flags & END_STREAM != 0 {
            ended.insert(id, true);
        }
        stream.write_all(&reply).unwrap();
    }
    let mut answer = |id: &u32| {
        let body = bodies.remove(id).unwrap_or_default();
        ended[id].then(|| String::from_utf8(body).unwrap())
    };
    Some(streams.iter().map(&mut answer).collect())
}

fn frame(output: &mut Vec<u8>, kind: u8, flags: u8, stream: u32, payload: &[u8]) {
    let len = u32::try_from(payload.len()).unwrap().to_be_bytes();
    output.extend_from_slice(&[len[1], len[2], len[3], kind, flags]);
    output.extend_from_slice(&stream.to_be_bytes());
    output.extend_from_slice(payload);
}

/// RFC 7541 5.1, with a prefix of seven bits.
fn integer(output: &mut Vec<u8>, value: usize) {
    match value.checked_sub(127) {
        None => output.push(value as u8),
        Some(mut rest) => {
            output.push(127);
            while rest >= 128 {
                output.push((rest % 128 + 128) as u8);
                rest /= 128;
            }
            output.push(rest as u8);
        }
    }
}
