// The guard over HTTP/2, where a request has no line but the pseudo-header :path. node http2.mjs PORT: nginx listens there, as nginx.conf says.
import assert from "node:assert/strict";
import { connect } from "node:http2";

const session = connect(`http://127.0.0.1:${process.argv[2]}`);

/** [status, reason or body]. */
function ask(path) {
    return new Promise((resolve, reject) => {
        const request = session.request({ ":path": path });
        let head, body = "";
        request.setEncoding("latin1");
        request.on("response", (headers) => (head = headers));
        request.on("data", (data) => (body += data));
        request.on("end", () => resolve([head[":status"], head[":status"] === 200 ? body : head["x-percent-guard"]]));
        request.on("error", reject);
        request.end();
    });
}

for (const [path, status, text] of [
    ["/", 200, "/"],
    ["/x/..//a%2Bb/caf%c3%a9?c=//", 200, "/a%2Bb/caf%C3%A9?c=//"],
    ["/x/../%61dmin/", 403],
    ["/admin;x/", 400, "semicolon"],
    ["/admin%2Fx", 400, "escaped-slash"],
    ["/a\\b", 400, "backslash"],
    ["/%2561dmin/", 400, "escaped-percent"],
]) {
    assert.deepEqual(await ask(path), [status, text], path);
}
session.close();
console.log("HTTP/2: as over HTTP/1.1");
