//! Formats that a server's configuration defines. `templates` tests the usual forms.

use crate::support::{Folder, run};

/// The last definition of a nickname counts (httpd's mod_log_config). A line that ends with `\`
/// continues, over any number of lines; `\\` is a backslash (httpd's configuration files).
#[test]
fn definitions_of_httpd() {
    let folder = Folder::new();
    for (text, line) in [
        (
            "LogFormat \"%h %>s\" x\nLogFormat \"%h \\\"%r\\\" %>s\" x\n",
            "192.0.2.7 \"GET /%41 HTTP/1.1\" 200\n",
        ),
        (
            "LogFormat \"%h \\\n\\\"%r\\\" \\\n%>s\" \\\n x\n",
            "192.0.2.7 \"GET /%41 HTTP/1.1\" 200\n",
        ),
        ("LogFormat \"%h \\\\\\\\ \\\"%r\\\"\" x\n", "192.0.2.7 \\ \"GET /%41 HTTP/1.1\"\n"),
        ("LogFormat \"%h \\t\\\"%r\\\"\" x\n", "192.0.2.7 \t\"GET /%41 HTTP/1.1\"\n"),
    ] {
        let format = format!("@{}:x", folder.file("httpd.conf", text));
        run(&["decode", "--only", "--format", &format, "-f", "host,path"], line)
            .gave(0, "192.0.2.7\t/A\n");
    }
}
