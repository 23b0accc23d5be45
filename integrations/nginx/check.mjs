// node check.mjs PORT TARGETS VERDICTS PREFIX MODULE [--speed]: nginx listens on PORT and the fifteen after it, as nginx.conf says; its logs are in
// PREFIX.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { connect } from "node:net";

import { Client, bytes } from "./client.mjs";
import { policies } from "./policies.mjs";
import { redirects } from "./redirects.mjs";

const [port, targetsFile, verdictsFile, prefix, module, speed] = process.argv.slice(2);
const [PLAIN, REFUSES, STRICT, NGINX, SPEED, PAGE, DEFAULT_LOG, WITHIN, NAMED, RESOLVED, FORWARDS, , merges, backslashes, strips, named] =
    Array.from({ length: 16 }, (_, offset) => Number(port) + offset);

/** Requests by hand: what the guard adds to nginx, and what it leaves alone. */
async function byHand() {
    const plain = new Client(PLAIN), guarded = new Client(REFUSES), logs = new Client(STRICT);
    for (const target of ["/", "/a/b?c=d", "/caf%C3%A9", "/a//b/./c", "/a?x=%2F&y=100", "http://x/a%20b", "http://x?q"]) {
        for (const client of [plain, guarded]) assert.equal((await client.ask(bytes(target)))?.status, 200, target);
    }
    for (const [target, reason] of [
        ["/a/..;/b", "hidden-dot-segment"],
        ["/a%2Fb", "escaped-slash"],
        ["/a%5C..%5Cb", "escaped-slash"],
        ["/%C0%AE%C0%AE/", "utf8"],
        ["/a%0D%0Ab", "control"],
        ["/caf\xe9", "non-ascii"],
        ["/a#b", "fragment"],
        ["/%252e%252e/x", "nested"],
        ["/x?file=%252e%252e%252f", "nested"],
        ["/x?name=a%00b", "nul"],
        ["/x?f=..%2fetc", "dot-segment"],
        ["/x?f=%c0%af", "overlong"],
    ]) {
        assert.equal((await plain.ask(bytes(target)))?.status, 200, `nginx alone accepts ${target}`);
        const { status, reason: found } = await guarded.ask(bytes(target));
        assert.deepEqual([status, found], [400, reason], target);
        if (!target.includes("?") && reason !== "nested") {
            const { status, reason: said } = await logs.ask(bytes(target));
            assert.deepEqual([status, said], [200, reason], `${target} with log`);
        }
    }
    // nginx itself answers these, and no module sees them.
    for (const target of ["/%00", "/../a", "/%2e%2e/", "/%zz"]) {
        const { status, reason } = await guarded.ask(bytes(target));
        assert.deepEqual([status, reason], [400, "ok"], target);
    }
    const field = await guarded.ask(bytes("/field?q=caf%C3%A9+%26+%2B1%0D%0AX"));
    assert.deepEqual([field.status, field.body], [200, "caf\xc3\xa9 & +1%0D%0AX|caf%C3%A9%20&%20+1%250D%250AX"]);
    for (const [value, expected] of [
        ["caf%C3%A9%0A", "caf\xc3\xa9%0A|caf\xc3\xa9%0A|caf\xc3\xa9%0A"],
        ["%E9", "|\xe9|\xef\xbf\xbd"], // decodeURIComponent throws a URIError; W3C Baggage has U+FFFD
        ["\xe9\xe9%E9%E9", "|\xe9\xe9\xe9\xe9|" + "\xef\xbf\xbd".repeat(4)],
        ["a%", "|a%|a%"],
        ["a%20\tb", "||"],
        ["a\x7fb", "||"],
    ]) {
        const { status, body } = await guarded.ask(bytes("/header"), `X-Value: ${value}\r\n`);
        assert.deepEqual([status, body], [200, expected], value);
    }
    await bodies();
    const counts = (await guarded.ask(bytes("/status"))).body;
    for (const line of ["hidden-dot-segment 2", "escaped-slash 4", "fragment 2", "flag:nested 2", "flag:nul 1", "flag:overlong 1"]) {
        assert.ok(counts.split("\n").includes(line), `${line} in\n${counts}`);
    }
    assert.match(counts, /^checked \d+\n/);
    await pageAndLogs();
    await resolvedPaths();
    await policies({ merges, backslashes, strips, named }, module);
    await redirects(WITHIN, NAMED);
    [plain, guarded, logs].forEach((client) => client.end());
    console.log(`by hand: ${Client.asked} requests, and the counts of the module, are as they should be`);
}

/** The handler of percent_guard_status reads a body to its end, so that the next request begins where it should; and answers a malformed one. */
async function bodies() {
    const head = "POST /status HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
    const client = new Client(REFUSES);
    for (const [body, statuses] of [
        ["5\r\nGET /\r\n0\r\n\r\n", [200, 200]],
        ["GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n", [400]],
    ]) {
        await client.open();
        client.socket.setTimeout(5000, () => client.socket.destroy()); // no answer is a failure, too
        const next = statuses.length > 1 ? "GET / HTTP/1.1\r\nHost: x\r\n\r\n" : "";
        const found = [];
        for (let request = head + body + next; found.length < statuses.length && client.socket; request = "") {
            found.push((await client.exchange(bytes(request)))?.status);
        }
        assert.deepEqual(found, statuses, body);
        assert.ok(statuses.length > 1 || client.socket === undefined, "the connection of a malformed body ends");
        client.end();
    }
}

/** The variable outlives the redirect to the page of an error; and what the logs say, at which level. */
async function pageAndLogs() {
    const page = new Client(PAGE), logs = new Client(DEFAULT_LOG);
    for (const [target, reason, line] of [
        ["/a%2Fb", "escaped-slash", "escaped-slash at byte 2,"],
        ["/%252e", "nested", "nested,"],
    ]) {
        const refused = await page.ask(bytes(target));
        assert.deepEqual([refused.status, refused.reason, refused.body], [400, reason, "page"], target);
        await new Promise((resolve) => setTimeout(resolve, 1100)); // one line a second
        for (let i = 0; i < 3; i++) assert.equal((await logs.ask(bytes(target))).status, 200, target);
        for (const [file, level, message] of [["refused.log", "[info]", `refuses: ${line}`], ["would-refuse.log", "[error]", `would refuse: ${line}`]]) {
            const lines = readFileSync(`${prefix}/${file}`, "latin1").split("\n");
            const found = lines.some((line) => line.includes(level) && line.includes(`percent_guard ${message}`));
            assert.ok(found, `${level} ${message} in ${file}:\n${lines.join("\n")}`);
        }
    }
    const lines = readFileSync(`${prefix}/would-refuse.log`, "latin1").split("\n").filter((line) => line.includes("percent_guard"));
    assert.ok(lines.some((line) => line.includes("would have refused 2 more since its last line")), lines.join("\n"));
    assert.ok(lines.filter((line) => line.includes("would refuse:")).length <= 4, lines.join("\n"));
    [page, logs].forEach((client) => client.end());
}

/** `resolved` refuses what has another spelling, and $percent_guard_uri is the one that the backend sees. */
async function resolvedPaths() {
    const resolved = new Client(RESOLVED), forwards = new Client(FORWARDS);
    for (const [target, spelled] of [
        ["/", "/"],
        ["/caf%C3%A9;v=1?a=//b#c", "/caf%C3%A9;v=1?a=//b#c"],
        // An escaped reserved character names another resource than a raw one (RFC 3986 2.2).
        ["/users/a%40b.example", "/users/a%40b.example"],
        ["/b/libc%2B%2B.rpm", "/b/libc%2B%2B.rpm"],
        ["/b/libc++.rpm", "/b/libc++.rpm"],
        ["/x/../b/libc%2b%2B.rpm", "/b/libc%2B%2B.rpm"],
        ["/a|b\"?c|d", "/a%7Cb%22?c|d"],
        ["/a[1]|b", "/a%5B1%5D%7Cb"], // browsers send them raw
        ["/a[1]|b/../c", "/c"],
        ["//admin", "/admin"],
        ["/x/../%61dmin?q=%61", "/admin?q=%61"],
        ["/a%3bb", "/a%3Bb"],
        ["http://x?q", "/?q"],
    ]) {
        const isResolved = target === spelled || ["http://x?q", "/a[1]|b"].includes(target);
        const { status, reason } = await resolved.ask(bytes(target));
        assert.deepEqual([status, reason], isResolved ? [200, "ok"] : [400, "not-resolved"], target);
        const forwarded = await forwards.ask(bytes(target));
        assert.deepEqual([forwarded.status, forwarded.body], [200, spelled], target);
    }
    for (const target of ["/;/admin/", "/;x/admin/", "/x/;/../admin/", "/%3b/admin/"]) {
        assert.equal((await forwards.ask(bytes(target))).status, 400, target);
    }
    assert.ok((await resolved.ask(bytes("/status"))).body.split("\n").includes("not-resolved 6"));
    [resolved, forwards].forEach((client) => client.end());
}

/** The targets of ci/servers: each that reaches the module gets the verdict of the Rust library. */
async function compare() {
    const all = readFileSync(targetsFile).toString("latin1").split("\n").filter(Boolean).map(bytes);
    const verdicts = readFileSync(verdictsFile, "utf8").trim().split("\n").map((line) => line.split(" "));
    assert.equal(all.length, verdicts.length);
    for (const [column, name, port] of [[0, "strict", STRICT], [1, "nginx and flags", NGINX]]) {
        let [next, accepted, refused, byNginx, differences] = [0, 0, 0, 0, 0];
        const work = async () => {
            const client = new Client(port);
            while (next < all.length) {
                const index = next++;
                const answer = await client.ask(all[index]);
                const expected = verdicts[index][column];
                if (answer === null || answer.status !== 200) byNginx++;
                else if (answer.reason !== expected) {
                    if (differences++ < 20) console.error(`${all[index].toString("latin1")}: nginx says ${answer.reason}, the library ${expected}`);
                } else if (expected === "ok") accepted++;
                else refused++;
            }
            client.end();
        };
        await Promise.all(Array.from({ length: 16 }, work));
        console.log(`${name}: ${all.length} targets; accepted ${accepted}, refused ${refused}, by nginx itself ${byNginx}; differences ${differences}`);
        assert.equal(differences, 0);
        assert.ok(accepted > 1000 && refused > 1000);
    }
}

/** Requests a second: `count` requests of a browser, pipelined, on one connection. */
function rate(port, count) {
    const target = "/wiki/Percent-encoding/caf%C3%A9/%D0%BA%D0%BE%D0%B4?title=a+b&page=2";
    const head = `GET ${target} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: Mozilla/5.0 (X11; Linux x86_64)\r\nAccept: */*\r\n\r\n`;
    const block = Buffer.from(head.repeat(100));
    return new Promise((resolve) => {
        const socket = connect({ port, host: "127.0.0.1", noDelay: true });
        let [sent, answered, length] = [0, 0, 0];
        const started = process.hrtime.bigint();
        const send = () => {
            while (sent < count && sent - answered < 1000) {
                socket.write(block);
                sent += 100;
            }
        };
        let received = 0;
        socket.on("data", (data) => {
            length ||= data.indexOf("\r\n\r\nok") + 6; // all answers are the same
            received += data.length;
            answered = Math.floor(received / length);
            if (answered >= count) {
                socket.destroy();
                resolve(count / (Number(process.hrtime.bigint() - started) / 1e9));
            } else send();
        });
        send();
    });
}

async function figures() {
    const rates = { without: [], with: [] };
    for (let round = 0; round < 11; round++) {
        rates.without.push(await rate(PLAIN, 60_000));
        rates.with.push(await rate(SPEED, 60_000));
    }
    const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];
    const [without, guarded] = [median(rates.without), median(rates.with)];
    const cost = 1e9 / guarded - 1e9 / without;
    console.log(`requests a second: ${Math.round(without)} without, ${Math.round(guarded)} with the guard; ${Math.round(cost)} ns a request`);
}

if (speed) {
    await figures();
} else {
    await byHand();
    await compare();
}
