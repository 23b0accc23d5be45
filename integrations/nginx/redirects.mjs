// Redirects within nginx and subrequests: a client's request is checked once, and its reason is known wherever it goes.
import assert from "node:assert/strict";

import { Client, bytes } from "./client.mjs";

/** The counts of the module; asking for them is one request more. */
async function counts(client) {
    const { body } = await client.ask(bytes("/status"));
    return Object.fromEntries(body.trim().split("\n").map((line) => line.split(" ")).map(([name, count]) => [name, Number(count)]));
}

/** `within` listens where requests are redirected, and none is refused; `named` where a refusal has a named location with a subrequest. */
export async function redirects(within, named) {
    const client = new Client(within), refused = new Client(named);
    for (const [folder, expected] of [
        ["index", () => "page\n"], // the redirect of `index`
        ["fallback", (reason) => `end ${reason}`], // of the last argument of `try_files`
        ["named", (reason) => `named ${reason}`], // of `try_files` to a named location
        ["error", (reason) => `end ${reason}`], // of `error_page`
        ["rewritten", (reason) => `end ${reason}`], // of `rewrite`
        ["subrequests", (reason) => `[part ${reason}]\n`], // `auth_request` and `mirror`, and an include of SSI
    ]) {
        for (const [target, reason] of [
            [`/${folder}/`, ""],
            [`/${folder}/a%2F../`, "escaped-slash"],
            [`/${folder}/?x=%252e`, "nested"],
            [`/${folder}/?x=1`, ""], // nothing of the request before it is left
        ]) {
            const before = await counts(client);
            const answer = await client.ask(bytes(target));
            assert.deepEqual([answer?.status, answer?.reason, answer?.body], [200, reason || "ok", expected(reason)], target);
            const after = await counts(client);
            assert.equal(after.checked - before.checked, 2, `${target} is checked once, as is the second request for the counts`);
            for (const name of ["escaped-slash", "flag:nested"]) {
                const times = (after[name] ?? 0) - (before[name] ?? 0);
                assert.equal(times, name.endsWith(reason || "?") ? 1 : 0, `${target} is counted as ${name} ${times} times`);
            }
        }
    }
    // Clients outside cannot reach the destination of these redirects.
    for (const target of ["/end", "/part"]) assert.equal((await client.ask(bytes(target)))?.status, 404, target);

    for (const [target, reason] of [["/a%2Fb", "escaped-slash"], ["/?x=%252e", "nested"]]) {
        const before = await counts(client);
        const answer = await refused.ask(bytes(target));
        assert.deepEqual([answer?.status, answer?.reason, answer?.body], [400, reason, `[part ${reason}]\n`], target);
        assert.equal((await counts(client)).checked - before.checked, 2, target);
        assert.equal((await refused.ask(bytes("/")))?.body, "ok");
    }
    [client, refused].forEach((one) => one.end());
}
