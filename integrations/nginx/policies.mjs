// The words of percent_guard, the comparison with nginx's own path, the prefix that is stripped, and what `nginx -t` says.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Client, bytes } from "./client.mjs";

/** Asserts the status of each target, and the reason or the body. */
async function expect(port, host, cases) {
    const client = new Client(port);
    for (const [target, status, text] of cases) {
        const answer = await client.ask(bytes(target), "", host);
        const found = status === 400 ? answer?.reason : answer?.body;
        assert.deepEqual([answer?.status, found], [status, text ?? found], `${host} ${target}`);
    }
    client.end();
}

/** Where the policy's path is not the one that nginx has chosen `location` by. */
async function otherPaths(merges, backslashes) {
    const same = [["/", 200], ["/a/b?c=//", 200], ["/x/../a%2bb%40", 200], ["/caf%C3%A9%25/a%3b%3fx", 200], ["/./a%3F", 200], ["http://x?q", 200]];
    await expect(merges, "x", [
        ...same,
        ["//a", 400, "other-path"], ["/a//b", 400, "other-path"], ["/a/%2e//b", 400, "other-path"], ["/a///", 400, "other-path"], ["http://x//a", 400, "other-path"],
        ["/a/..;/b", 400, "hidden-dot-segment"], // the policy's own reason comes first
    ]);
    await expect(backslashes, "x", [
        ["/a%2Fb", 200, "/a/b"], ["/a%2F..%2Fb", 200, "/b"], ["/%25/a%2Bb", 200, "/%25/a%2Bb"],
        ["/a\\b", 400, "other-path"], ["/a%5Cb", 400, "other-path"], ["/x/..\\admin", 400, "other-path"], ["/x/%5C../admin", 400, "other-path"],
    ]);
    const client = new Client(merges);
    assert.ok((await client.ask(bytes("/status"))).body.split("\n").includes("other-path 9"));
    client.end();
}

async function stripped(port) {
    await expect(port, "x", [
        ["/api/a%2Bb?c=%2B", 200, "/a%2Bb?c=%2B"], ["/api/a+b", 200, "/a+b"], ["/api/", 200, "/"], ["/api", 200, "/"], ["/api?q", 200, "/?q"],
        ["/%61pi//x/../%40", 200, "/%40"], ["/api/caf%C3%A9%2525", 200, "/caf%C3%A9%2525"],
        ["/apix", 500], ["/apix/a", 500],
        ["/a%20b/caf%c3%a9/%24", 200, "/%24"], ["/a%20b/caf%C3%A9", 200, "/"],
        ["/all/%2B", 200, "/all/%2B"],
    ]);
}

async function words(port) {
    await expect(port, "words", [
        ["/a", 200], ["/a;x", 400, "semicolon"], ["/a%3Bx", 400, "semicolon"], ["/a%2525", 400, "escaped-percent"], ["/a^b", 400, "rejected"], ["/a%5Eb", 400, "rejected"],
        ["/a%2Bb", 400, "rejected"], ["/a+b", 200], ["/con", 400, "windows-name"], ["/a./b", 400, "windows-name"], ["/a%3F", 400, "windows-name"], ["/a%24", 200],
    ]);
    await expect(port, "unknown", [
        ["/a", 200], ["/a;x", 400, "semicolon"], ["/a%3bx", 400, "semicolon"], ["/%2525", 400, "escaped-percent"], ["/a%3Fb", 400, "rejected"],
        ["/a%23b", 400, "rejected"], ["/a|b", 400, "rejected"], ["/a!$&'()*,=:@", 200],
        ["/a//b", 400, "other-path"], // merge_slashes is that of the default server
    ]);
    await expect(port, "objects", [
        ["/bucket/a//b", 200, "/bucket/a//b"], ["/bucket//a;b", 200, "/bucket//a;b"], ["/bucket/a%2Fb", 200, "/bucket/a/b"], ["/bucket/a+b", 200, "/bucket/a%2Bb"],
        ["/bucket/%252e%252e/100%25", 200, "/bucket/%252e%252e/100%25"], ["/bucket/a%5Cb%0A", 200, "/bucket/a%5Cb%0A"],
        ["/bucket/a/../b", 400, "dot-segment"], ["/bucket/a%2F%2e./b", 400, "dot-segment"],
        ["/bucket/private/x", 403], ["/bucket/private%2Fx", 403], ["/bucket%2fprivate%2fx", 403],
    ]);
    const asSent = ["/bucket/a//b;c", "/bucket/a%2Bb%20c", "/bucket/%252e%252e/100%25", "/bucket/a%5Cb"];
    await expect(port, "signed", [
        ...asSent.map((target) => [target, 200, target]),
        ["/bucket/a+b", 400, "not-resolved"], ["/bucket/a%2Fb", 400, "not-resolved"], ["/bucket/%61", 400, "not-resolved"], ["/bucket/a%2bb", 400, "not-resolved"],
        ["/bucket/../x", 400, "dot-segment"], ["/bucket/private/x", 403], ["/bucket/private%2Fx", 400, "not-resolved"],
    ]);
}

/** What nginx says of a configuration: [status, text]. */
function test(module, http) {
    const folder = mkdtempSync(join(tmpdir(), "percent-simd-nginx-"));
    writeFileSync(join(folder, "nginx.conf"), `load_module ${module};\npid pid;\nevents {}\nhttp { access_log off;\n${http}\n}\n`);
    const { status, stderr } = spawnSync("nginx", ["-t", "-p", folder, "-c", "nginx.conf", "-e", "error.log"], { encoding: "utf8" });
    rmSync(folder, { recursive: true });
    return [status, stderr];
}

function configurations(module) {
    const server = (words) => `server { listen 127.0.0.1:1; ${words} }`;
    for (const [http, status, message] of [
        ["percent_guard strict;", 0, null],
        ["percent_guard strict semicolon=guard escaped_percent=keep reject=?# windows_names resolved flags=nul,cr log;", 0, null],
        ["percent_guard caddy;", 1, 'knows no policy "caddy"'],
        ["percent_guard strict fast;", 1, 'knows no option "fast"; semicolon=, escaped_percent=, reject=, windows_names, resolved, flags= and log are all'],
        ["percent_guard strict semicolon=drop;", 1, 'semicolon= knows no "drop"'],
        ["percent_guard strict escaped_percent=;", 1, 'escaped_percent= knows no ""; keep and reject are two'],
        ["percent_guard strict reject=\xc3\xa9;", 1, "reject= takes ASCII characters"],
        ["percent_guard off log;", 1, "off takes no options"],
        ["percent_guard envoy-redirect;", 1, "redirects nobody: write envoy-unescape, or envoy-reject"],
        // merge_slashes: on is nginx's default.
        [`percent_guard objects; ${server("")}`, 0, 'needs "merge_slashes off;" in http, or in the default server of 127.0.0.1:1'],
        [`percent_guard objects; merge_slashes off; ${server("")}`, 0, null],
        [`percent_guard strict; ${server("merge_slashes off;")}`, 0, 'needs "merge_slashes on;"'],
        [`percent_guard spring; ${server("merge_slashes off;")}`, 0, null], // it refuses empty segments
        [`percent_guard strict; ${server("percent_guard off; merge_slashes off;")}`, 0, null],
        // The one in force is that of the default server.
        [`${server("server_name a;")} ${server("server_name b; merge_slashes off; percent_guard strict;")}`, 0, null],
        [`${server("server_name a; merge_slashes off;")} ${server("server_name b; percent_guard strict;")}`, 0, 'of server "b"'],
        ["percent_guard_strip $rest /api/v1;", 0, null],
        ["percent_guard_strip rest /api;", 1, "needs a name that begins with $"],
        ["percent_guard_strip $rest api;", 1, '"api" is no prefix'],
        ["percent_guard_strip $rest /a//b;", 1, '"/a//b" is no prefix'],
        ["percent_guard_strip $rest /a%20b;", 1, '"/a%20b" is no prefix'],
    ]) {
        const [found, text] = test(module, http);
        assert.deepEqual([found, message === null ? text.includes("percent_") : text.includes(message)], [status, message !== null], `${http}\n${text}`);
    }
}

export async function policies({ merges, backslashes, strips, named }, module) {
    await otherPaths(merges, backslashes);
    await stripped(strips);
    await words(named);
    configurations(module);
}
