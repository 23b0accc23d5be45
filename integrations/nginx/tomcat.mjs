// The guard in front of Tomcat: node tomcat.mjs PORT, where nginx listens on PORT to PORT + 3 as nginx.conf says, each with a rule for /admin.
import assert from "node:assert/strict";

import { Client, bytes } from "./client.mjs";

/** What comes before a name, the name in several spellings, and what comes after it. */
const BEFORE = [
    "/", "//", "///", "/./", "/%2e/", "/%2E/", "/.;/", "/.;x/", "/.%3b/", "/%2e;/", "/;/", "/;x/", "/;a=b;c/", "/%3b/", "/%3B/", "/%3bx/", "/;%2f/", "/;/;/",
    "/;/./", "/x/../", "/x/%2e%2e/", "/x/.%2e/", "/x/..;/", "/x/..;x/", "/x/..%3b/", "/x/%2e%2e;/", "/x;/../", "/x;/;/../", "/x/;/../", "/x/;x/../",
    "/x/;/../;/", "/x/;/..;/../", "/x//../", "/x/y/../../", "/x/y/..;/../", "/..;/", "/%2F", "/%2f", "/x%2F../", "/%5C", "/\\", "/x/..%2F", "/x/..%5C",
    "/%252F", "/%252e%252e/", "/%00/", "/%0a/", "/?/", "/#/", "/%C0%AF", "/%EF%BC%8F",
];
const NAMES = ["admin", "%61dmin", "adm%69n", "admin;", "admin;x", "admin%3b", "admin%3Bx", ";admin", ";x/admin", "%3badmin", "x;/../admin", "admin%20", "admin%00", "Admin"];
const AFTER = ["", "/", "/;", "/;x/", "/%3b/", "/.", "/./", "/.;/", "/x/..", "/x/../", "/x/..;/", "//", "%2F", "%2Fx", ";/x", "?x=;/../", "#"];
const SPELLINGS = BEFORE.flatMap((before) => NAMES.flatMap((name) => AFTER.map((after) => before + name + after)));

/** The spellings that Tomcat behind this port serves as /admin, or as something below it. */
async function through(port) {
    const found = new Set();
    let next = 0, answered = 0;
    const work = async () => {
        const client = new Client(port);
        while (next < SPELLINGS.length) {
            const target = SPELLINGS[next++];
            const answer = await client.ask(bytes(target));
            assert.notEqual(answer?.status, 502, `Tomcat answers ${target}`);
            if (answer?.status !== 200) continue;
            answered++;
            if (/^\/admin(\/|$)/.test(answer.body)) found.add(target);
        }
        client.end();
    };
    await Promise.all(Array.from({ length: 16 }, work));
    return { found, answered };
}

const port = Number(process.argv[2]);
const KNOWN = ["/;/admin/", "/;x/admin/", "/x/;/../admin/"];
const alone = await through(port);
for (const target of KNOWN) assert.ok(alone.found.has(target), `without the guard ${target} gets through`);
for (const [offset, name] of [[1, "proxy_pass http://tomcat"], [2, "proxy_pass http://tomcat/"], [3, "proxy_pass http://tomcat$percent_guard_uri"]]) {
    const guarded = await through(port + offset);
    assert.deepEqual([...guarded.found], [], `with the guard and ${name}, none gets through`);
    assert.ok(guarded.answered > 0, "Tomcat answers what is not /admin");
}
console.log(`Tomcat: ${alone.found.size} of ${SPELLINGS.length} spellings of /admin get through nginx alone, none with the guard`);
