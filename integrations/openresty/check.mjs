// node check.mjs PORT: nginx listens on PORT with the location of the README.
import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";

import { Client, bytes } from "../nginx/client.mjs";

const port = Number(process.argv[2]);
for (let tries = 100; ; tries--) {
    try {
        await (await fetch(`http://127.0.0.1:${port}/`)).text();
        break;
    } catch (error) {
        if (tries === 0) throw error;
        await setTimeout(50);
    }
}
const client = new Client(port);
for (const [target, status, forwarded] of [
    ["/", 200, "/"],
    ["/a%2Bb/caf%c3%a9?c=%2B&d=//", 200, "/a%2Bb/caf%C3%A9?c=%2B&d=//"],
    ["/x/..//administrator", 200, "/administrator"],
    ["http://x/a/./b", 200, "/a/b"],
    ["http://x?q", 200, "/?q"],
    ...["/admin", "/admin/", "/%61dmin?a", "//admin", "/x/%2e%2e/admin/users", "/./admin//x"].map((target) => [target, 403]),
    ...["/admin;x", "/admin%3Bx", "/;/admin", "/admin%2Fx", "/a\\b", "/%2561dmin", "/admin%3F"].map((target) => [target, 400]),
]) {
    const answer = await client.ask(bytes(target));
    assert.deepEqual([answer?.status, status === 200 ? answer.body : undefined], [status, forwarded], target);
}
client.end();
console.log(`openresty: ${Client.asked} requests are answered as the README says`);
