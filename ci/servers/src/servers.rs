//! nginx, Apache's httpd, HAProxy, Tomcat and Envoy on free ports of 127.0.0.1. Each answers with
//! the path that it reads.

use std::fs;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use percent_simd::path::{self, PathPolicy};

use crate::client::{Answer, Client};
use crate::envoy::{self, Action};

/// A server with one configuration, and its preset.
pub(crate) struct Server {
    pub(crate) kind: Kind,
    pub(crate) preset: &'static str,
    pub(crate) policy: PathPolicy,
    pub(crate) address: SocketAddr,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Nginx,
    /// With `AllowEncodedSlashes Off`, `NoDecode`, `On`.
    ApacheOff,
    ApacheNoDecode,
    ApacheOn,
    HaProxy,
    Tomcat,
    Envoy(Action),
}

impl Kind {
    /// True if `%2F` is part of a name on this server.
    pub(crate) fn keeps_slashes(self) -> bool {
        matches!(self, Self::ApacheNoDecode | Self::HaProxy | Self::Envoy(Action::Keep))
    }
}

const SERVERS: [(Kind, &str, PathPolicy); 10] = [
    (Kind::Nginx, "NGINX", path::NGINX),
    (Kind::ApacheOff, "APACHE_REJECT", path::APACHE_REJECT),
    (Kind::ApacheNoDecode, "APACHE_KEEP", path::APACHE_KEEP),
    (Kind::ApacheOn, "APACHE_UNESCAPE", path::APACHE_UNESCAPE),
    (Kind::HaProxy, "HAPROXY", path::HAPROXY),
    (Kind::Tomcat, "TOMCAT", path::TOMCAT),
    (Kind::Envoy(Action::Keep), "ENVOY_KEEP", path::ENVOY_KEEP),
    (Kind::Envoy(Action::Reject), "ENVOY_REJECT", path::ENVOY_REJECT),
    (Kind::Envoy(Action::Redirect), "ENVOY_REDIRECT", path::ENVOY_REDIRECT),
    (Kind::Envoy(Action::Forward), "ENVOY_UNESCAPE", path::ENVOY_UNESCAPE),
];

/// The first argument is a folder, the others are commands, which the script starts. When its input
/// ends, even because the driver is killed, the script kills them and removes the folder. Ctrl-C
/// reaches the whole group of processes, so the script ignores it.
const KEEPER: &str = r#"
trap '' INT TERM HUP
folder=$1
shift
for command; do
    sh -c "exec $command" &
    pids="$pids $!"
done
cat > /dev/null
kill -KILL $pids 2> /dev/null
wait
rm -rf "$folder"
"#;

/// The servers; they end when this value is dropped, or with the driver.
pub(crate) struct Running {
    pub(crate) servers: Vec<Server>,
    keeper: Child,
    /// The upstream of Envoy.
    _echo: envoy::Echo,
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.keeper.stdin.take());
        let _ = self.keeper.wait();
    }
}

impl Running {
    /// # Errors
    /// A server does not answer within a minute.
    pub(crate) fn start(packages: &Path) -> io::Result<Self> {
        let folder = temporary_folder()?;
        let addresses = free_addresses()?;
        let [nginx, apache, haproxy] = configurations(packages, &folder, &addresses);
        fs::write(folder.join("nginx.conf"), nginx)?;
        fs::write(folder.join("apache.conf"), apache)?;
        fs::write(folder.join("uri.lua"), LUA.replace("FOLDER", &folder.display().to_string()))?;
        fs::write(folder.join("haproxy.cfg"), haproxy)?;
        let echo = envoy::Echo::start()?;
        let listeners = envoy::ACTIONS.into_iter().zip(addresses[6..].iter().copied());
        fs::write(folder.join("envoy.json"), envoy::configuration(listeners, echo.address))?;
        let (bin, here) = (packages.join("usr/sbin"), folder.display());
        let command = |name: &str, options: String| {
            format!("{}/{name} {options} > {here}/{name}.out 2>&1", bin.display())
        };
        let keeper = Command::new("sh")
            .args(["-c", KEEPER, "keeper"])
            .arg(&folder)
            .arg(command("nginx", format!("-p {here} -e {here}/nginx.log -c {here}/nginx.conf")))
            .arg(command("apache2", format!("-X -f {here}/apache.conf")))
            .arg(command("haproxy", format!("-db -f {here}/haproxy.cfg")))
            .arg(tomcat(packages, &folder, addresses[5]))
            .arg(envoy::command(packages, &folder))
            .env("LD_LIBRARY_PATH", libraries(packages))
            .stdin(Stdio::piped())
            .spawn()?;
        let servers = SERVERS
            .into_iter()
            .zip(addresses)
            .map(|((kind, preset, policy), address)| Server { kind, preset, policy, address })
            .collect();
        let running = Self { servers, keeper, _echo: echo };
        for server in &running.servers {
            server.wait().map_err(|error| {
                let logs = [
                    "nginx.out",
                    "nginx.log",
                    "apache2.out",
                    "apache.log",
                    "haproxy.out",
                    "tomcat.out",
                    "envoy.out",
                ]
                .map(|log| fs::read_to_string(folder.join(log)).unwrap_or_default());
                io::Error::other(format!("{:?}: {error}\n{}", server.kind, logs.concat()))
            })?;
        }
        Ok(running)
    }
}

/// The versions that the programs print.
///
/// # Errors
/// One cannot be started.
pub(crate) fn versions(packages: &Path) -> io::Result<Vec<String>> {
    let version = |name| {
        let output = Command::new(packages.join("usr/sbin").join(name))
            .arg("-v")
            .env("LD_LIBRARY_PATH", libraries(packages))
            .output()?;
        let text = [output.stdout, output.stderr].concat(); // nginx writes to the second
        Ok(String::from_utf8_lossy(&text).lines().next().unwrap_or_default().to_owned())
    };
    let mut versions: Vec<String> =
        ["nginx", "apache2", "haproxy"].into_iter().map(version).collect::<io::Result<_>>()?;
    versions.push(envoy::version(packages)?);
    Ok(versions)
}

/// The command that runs Tomcat with the machine's JDK.
fn tomcat(packages: &Path, folder: &Path, address: SocketAddr) -> String {
    let (jars, here) = (packages.join("usr/share/java"), folder.display());
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("Echo.java");
    format!(
        "java -cp '{}/*' {} {} {here}/tomcat > {here}/tomcat.out 2>&1",
        jars.display(),
        program.display(),
        address.port()
    )
}

fn libraries(packages: &Path) -> PathBuf {
    packages.join("usr/lib/x86_64-linux-gnu")
}

impl Server {
    pub(crate) fn name(&self) -> &'static str {
        match self.kind {
            Kind::Nginx => "nginx",
            Kind::ApacheOff => "httpd Off",
            Kind::ApacheNoDecode => "httpd NoDecode",
            Kind::ApacheOn => "httpd On",
            Kind::HaProxy => "HAProxy",
            Kind::Tomcat => "Tomcat",
            Kind::Envoy(action) => action.setting(),
        }
    }

    /// The server's reading of the target.
    ///
    /// # Errors
    /// Those of [`Client::ask`], and a body that is no path.
    pub(crate) fn ask(&self, client: &mut Client, target: &[u8]) -> io::Result<Answer> {
        let answer = client.ask(target)?;
        Ok(match answer {
            Answer::Path(digits) if self.kind == Kind::HaProxy => {
                Answer::Path(from_hex(&digits).ok_or_else(|| io::Error::other("no hex digits"))?)
            }
            // Envoy's upstream shows a target.
            Answer::Path(target) if matches!(self.kind, Kind::Envoy(_)) => {
                Answer::Path(envoy::path_of(&target))
            }
            Answer::Redirected(target) => Answer::Redirected(envoy::path_of(&target)),
            answer => answer,
        })
    }

    fn wait(&self) -> io::Result<()> {
        let end = Instant::now() + Duration::from_secs(60); // a JVM on a busy machine
        loop {
            match self.ask(&mut Client::new(self.address), b"/ready") {
                Ok(Answer::Path(path)) if path == b"/ready" => return Ok(()),
                Ok(answer) => return Err(io::Error::other(format!("{answer:?} to /ready"))),
                Err(error) if Instant::now() > end => return Err(error),
                Err(_) => sleep(Duration::from_millis(20)),
            }
        }
    }
}

fn from_hex(digits: &[u8]) -> Option<Vec<u8>> {
    digits
        .chunks(2)
        .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok())
        .collect()
}

/// A new folder that Apache's user may enter, too.
fn temporary_folder() -> io::Result<PathBuf> {
    let folder = std::env::temp_dir().join(format!("percent-simd-servers.{}", std::process::id()));
    fs::create_dir(&folder)?;
    Ok(folder)
}

/// Distinct addresses, one for each server.
fn free_addresses() -> io::Result<Vec<SocketAddr>> {
    let listeners: Vec<TcpListener> = SERVERS
        .iter()
        .map(|_| TcpListener::bind((Ipv4Addr::LOCALHOST, 0)))
        .collect::<io::Result<_>>()?;
    listeners.iter().map(TcpListener::local_addr).collect()
}

const LUA: &str = "\
-- Every URI leads to this file, which answers with the URI.
function translate(r) r.filename = 'FOLDER/uri.lua'; return apache2.OK end
function handle(r) r.content_type = 'text/plain'; r:write(r.uri); return apache2.OK end
";

/// The configurations of nginx, Apache's httpd and HAProxy.
fn configurations(packages: &Path, folder: &Path, addresses: &[SocketAddr]) -> [String; 3] {
    let here = folder.display();
    let &[nginx, off, no_decode, on, haproxy, ..] = addresses else { unreachable!("one each") };
    let temporary: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map(|module| format!("    {module}_temp_path {here}/{module};\n"))
        .concat();
    let nginx = format!(
        "\
daemon off;
master_process off;
error_log {here}/nginx.log crit;
pid {here}/nginx.pid;
events {{ worker_connections 64; }}
http {{
    access_log off;
    keepalive_requests 1000000;
{temporary}
    server {{
        listen {nginx};
        return 200 $uri;
    }}
}}
"
    );
    let modules: String = ["mpm_event", "authz_core", "lua"]
        .map(|name| {
            let file = packages.join(format!("usr/lib/apache2/modules/mod_{name}.so"));
            format!("LoadModule {name}_module {}\n", file.display())
        })
        .concat();
    let hosts: String = [(off, "Off"), (no_decode, "NoDecode"), (on, "On")]
        .map(|(address, value)| {
            format!(
                "\
Listen {address}
<VirtualHost {address}>
    AllowEncodedSlashes {value}
</VirtualHost>
"
            )
        })
        .concat();
    // Apache uses `User` only if root starts it.
    let apache = format!(
        "\
{modules}
ServerRoot {here}
DefaultRuntimeDir {here}
PidFile {here}/apache.pid
ErrorLog {here}/apache.log
LogLevel crit
ServerName x
User nobody
Group nogroup
MaxKeepAliveRequests 0
KeepAliveTimeout 60
LuaScope server
LuaHookTranslateName {here}/uri.lua translate
LuaMapHandler . {here}/uri.lua handle
{hosts}"
    );
    let haproxy = format!(
        "\
global
    expose-experimental-directives
defaults
    mode http
    timeout client 60s
    timeout http-keep-alive 60s
frontend normalized
    bind {haproxy}
    http-request normalize-uri percent-to-uppercase strict
    http-request normalize-uri percent-decode-unreserved strict
    http-request normalize-uri path-merge-slashes
    http-request normalize-uri path-strip-dot
    http-request normalize-uri path-strip-dotdot full
    http-request return status 200 content-type text/plain lf-string %[path,hex]
"
    );
    [nginx, apache, haproxy]
}
