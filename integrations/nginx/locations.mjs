// A rule for /admin in each form of `location`, under each policy of the guard, each merge_slashes, each proxy_pass, before Tomcat and before a server
// that decodes once.
//
// node locations.mjs conf PORT TOMCAT ONCE MODULE       writes the configuration of nginx, which listens on PORT and on PORT + 1
// node locations.mjs few|all PORT ONCE README           sends the spellings, starts the server ONCE, and compares with the table of the README
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { posix } from "node:path";

import { Client, bytes } from "./client.mjs";
import { FEW, SPELLINGS } from "./spellings.mjs";

/** The words of percent_guard: every preset that the module takes, and those of the README. */
const GUARDS = [
    "off", "unknown", "unknown resolved", "strict semicolon=reject", "strict", "strict resolved", "spring", "tomcat", "objects", "envoy-reject", "envoy-keep", "envoy-unescape",
    "haproxy", "nginx", "apache-reject", "apache-keep", "apache-unescape",
];
const FORMS = ["/admin", "~ ^/admin", "/admin/", "^~ /admin/", "= /admin", "~ ^/admin(/|$)"];
const PASSES = ["", "/", "$percent_guard_uri"];
const BACKENDS = ["tomcat", "once"];
/** merge_slashes: that of the default server of the listener. */
const MERGES = ["on", "off"];

const host = (guard, form, pass, backend) => `g${guard}-f${form}-p${pass}-${BACKENDS[backend]}`;

function configuration(port, tomcat, once, module) {
    const listens = MERGES.map((_, merge) => `listen 127.0.0.1:${port + merge};`).join(" ");
    const lines = [
        `load_module ${module};`,
        "worker_processes 1; daemon off; pid nginx.pid; error_log error.log crit;",
        "events { worker_connections 512; }",
        "http {",
        "access_log off; keepalive_requests 1000000; server_names_hash_max_size 8192; server_names_hash_bucket_size 128;",
        ...["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path tmp;`),
        'proxy_http_version 1.1; proxy_set_header Connection "";',
        `upstream tomcat { server 127.0.0.1:${tomcat}; keepalive 64; }`,
        `upstream once { server 127.0.0.1:${once}; keepalive 64; }`,
        ...MERGES.map((merge, offset) => `server { listen 127.0.0.1:${port + offset} default_server; merge_slashes ${merge}; return 404; }`),
    ];
    GUARDS.forEach((guard, g) => {
        const head = `${listens} percent_guard ${guard};`;
        lines.push(`server { ${head} server_name g${g}; return 200 accepted; }`);
        FORMS.forEach((form, f) => PASSES.forEach((pass, p) => BACKENDS.forEach((backend, b) => {
            if (guard === "off" && p === 2) return; // a variable of the guard
            lines.push(`server { ${head} server_name ${host(g, f, p, b)}; location ${form.replace(/^(~ )(.*)/, '$1"$2"')} { return 403; }`);
            lines.push(`    location / { proxy_pass http://${backend}${pass}; } }`);
        })));
    });
    return [...lines, "}", ""].join("\n");
}

/** Decodes the path of a request once, and then resolves it and merges slashes, as Go's ServeMux and servers of files do. Answers with the path. */
function serveOnce(port) {
    const read = (target) => {
        const path = target.split(/[?#]/)[0].replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
        return posix.normalize(path);
    };
    const server = createServer((socket) => {
        let waiting = "";
        socket.on("error", () => {});
        socket.on("data", (data) => {
            waiting += data.toString("latin1");
            for (let end; (end = waiting.indexOf("\r\n\r\n")) >= 0; waiting = waiting.slice(end + 4)) {
                const body = bytes(read(/^GET ([^ ]*)/.exec(waiting)?.[1] ?? ""));
                socket.write(Buffer.concat([bytes(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n`), body]));
            }
        });
    });
    return new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve(server)));
}

/** The answers to the targets, in their order, by 16 connections. */
async function answers(port, name, targets) {
    const found = [];
    let next = 0;
    const work = async () => {
        const client = new Client(port);
        while (next < targets.length) {
            const at = next++;
            found[at] = await client.ask(bytes(targets[at]), "", name);
        }
        client.end();
    };
    await Promise.all(Array.from({ length: 16 }, work));
    return found;
}

const encode = (path) => path.replace(/[^\w.~/-]/g, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, "0")}`);

/** For each guard, form, pass, backend and merge_slashes, the spellings by which the backend serves a path that the rule refuses if it is asked for as it is. */
async function bypasses(port, spellings) {
    const rows = [];
    const rule = new Map();
    /** Whether the rule in this form refuses the path. */
    const refuses = async (path, form, merge) => {
        const key = `${form} ${merge} ${path}`;
        if (!rule.has(key)) rule.set(key, (await answers(port + merge, host(0, form, 0, 1), [encode(path)]))[0].status === 403);
        return rule.get(key);
    };
    for (const [g, guard] of GUARDS.entries()) {
        for (const [merge] of MERGES.entries()) {
            const verdicts = await answers(port + merge, `g${g}`, spellings);
            const accepted = spellings.filter((_, at) => verdicts[at]?.status === 200);
            for (const [f, form] of FORMS.entries()) for (const [p, pass] of PASSES.entries()) for (const [b, backend] of BACKENDS.entries()) {
                if (guard === "off" && p === 2) continue;
                const found = [];
                const replies = await answers(port + merge, host(g, f, p, b), accepted);
                for (const [at, reply] of replies.entries()) {
                    assert.ok(reply && reply.status !== 502, `${backend} answers ${accepted[at]}`);
                    if (reply.status === 200 && (await refuses(reply.body, f, merge))) found.push(accepted[at]);
                }
                rows.push({ guard, form, pass, backend, merge, found, accepted: accepted.length });
            }
        }
        process.stderr.write(`${guard}: ${Client.asked} requests\n`);
    }
    return rows;
}

/** The columns of the README's table: forms that mean the same. */
const COLUMNS = [FORMS.slice(0, 2), FORMS.slice(2, 4), [FORMS[4]], [FORMS[5]]];

/** Its cells: the most by any of the forms, merge_slashes and proxy_pass, before Tomcat and before the server that decodes once. */
function table(rows) {
    const cell = (guard, forms) => BACKENDS.map((backend) => Math.max(...rows
        .filter((row) => row.guard === guard && forms.includes(row.form) && row.backend === backend)
        .map((row) => row.found.length)));
    return GUARDS.map((guard) => ({ guard, cells: COLUMNS.map((forms) => cell(guard, forms)) }));
}

const shown = (cells) => cells.map((counts) => (counts.every((count) => count === 0) ? "0" : counts.join(", ")));

const [verb, ...rest] = process.argv.slice(2);
if (verb === "conf") {
    const [port, tomcat, once, module] = rest;
    process.stdout.write(configuration(Number(port), Number(tomcat), Number(once), module));
} else {
    const [port, once, readme] = rest;
    const server = await serveOnce(Number(once));
    assert.deepEqual(FEW.filter((spelling) => !SPELLINGS.includes(spelling)), []);
    const rows = await bypasses(Number(port), verb === "all" ? SPELLINGS : FEW);
    server.close();
    if (process.env.ROWS) writeFileSync(process.env.ROWS, JSON.stringify(rows)); // what the cells count
    const text = readFileSync(readme, "utf8");
    const lines = [`| \`percent_guard\` | ${COLUMNS.map((forms) => forms.map((form) => `\`${form.replace("|", "\\|")}\``).join(", ")).join(" | ")} |`];
    for (const { guard, cells } of table(rows)) lines.push(`| \`${guard}\` | ${shown(cells).join(" | ")} |`);
    if (verb === "all") {
        console.log(lines.join("\n"));
        for (const line of lines) assert.ok(text.includes(line), `README.md has the line\n${line}`);
    } else {
        // One of these few gets through where the table has a number, and none where it has 0.
        for (const { guard, cells } of table(rows)) {
            const line = text.split("\n").find((line) => line.startsWith(`| \`${guard}\` |`));
            assert.ok(line, `README.md has a line of ${guard}`);
            const known = line.split(" | ").slice(1).map((cell) => cell.replace(" |", "").split(", ").map(Number));
            cells.forEach((cell, form) => cell.forEach((count, backend) => {
                const expected = known[form][backend] ?? known[form][0];
                assert.equal(count > 0, expected > 0, `${guard}, location ${COLUMNS[form].join(", ")}, ${BACKENDS[backend]}: ${count} get through, README.md says ${expected}`);
            }));
        }
    }
    // The README's recommendations.
    const advised = rows.filter(({ guard, pass }) => guard === "unknown resolved" || (/unknown|semicolon=reject/.test(guard) && pass === "$percent_guard_uri"));
    for (const { guard, form, pass, backend, merge, found } of advised) assert.deepEqual(found, [], `${guard}, ${form}, ${pass}, ${backend}, ${MERGES[merge]}`);
    assert.equal(advised.length, FORMS.length * BACKENDS.length * MERGES.length * (PASSES.length + 2));
    console.log(`locations: ${Client.asked} requests, as README.md says`);
}
