// A client of HTTP over raw sockets, which sends any bytes as a target.
import { connect } from "node:net";

/** The body that `rest` begins with, and the bytes that it takes; undefined if some are missing. */
function bodyOf(head, rest) {
    if (!/\r\nTransfer-Encoding: chunked/i.test(head)) {
        const length = Number(/\r\nContent-Length: (\d+)/i.exec(head)?.[1] ?? 0);
        return rest.length < length ? undefined : { body: rest.subarray(0, length), length };
    }
    const chunks = [];
    for (let at = 0; ; ) {
        const line = rest.indexOf("\r\n", at);
        const size = line < 0 ? NaN : parseInt(rest.subarray(at, line).toString("latin1"), 16);
        const end = line + size + 4;
        if (!(end <= rest.length)) return undefined;
        chunks.push(rest.subarray(line + 2, end - 2));
        at = end;
        if (size === 0) return { body: Buffer.concat(chunks), length: end };
    }
}

/** A connection on which one request follows another. The answer is { status, reason, body }; null if it ended without one. */
export class Client {
    constructor(port) {
        this.port = port;
    }
    async ask(target, field = "", host = "x") {
        Client.asked = (Client.asked ?? 0) + 1;
        const request = Buffer.concat([Buffer.from("GET "), target, Buffer.from(` HTTP/1.1\r\nHost: ${host}\r\n${field}\r\n`, "latin1")]);
        if (this.socket) {
            const answer = await this.exchange(request);
            if (answer) return answer; // a connection that is kept may have ended meanwhile
        }
        await this.open();
        return this.exchange(request);
    }
    async open() {
        this.socket = connect({ port: this.port, host: "127.0.0.1", noDelay: true });
        this.received = Buffer.alloc(0);
        this.socket.on("data", (data) => {
            this.received = Buffer.concat([this.received, data]);
            this.wake?.();
        });
        const ended = this.socket;
        for (const event of ["close", "error"]) this.socket.on(event, () => {
            ended.hasEnded = true;
            this.wake?.();
        });
        await new Promise((resolve) => this.socket.once("connect", resolve));
    }
    async exchange(request) {
        const { socket } = this;
        socket.write(request);
        for (;;) {
            const answer = this.take();
            if (answer) {
                if (answer.closes) {
                    socket.destroy();
                    this.socket = undefined;
                }
                return answer;
            }
            if (socket.hasEnded) {
                this.socket = undefined;
                return null;
            }
            await new Promise((resolve) => (this.wake = resolve));
        }
    }
    take() {
        const end = this.received.indexOf("\r\n\r\n");
        if (end < 0) return undefined;
        const head = this.received.subarray(0, end).toString("latin1");
        const found = bodyOf(head, this.received.subarray(end + 4));
        if (!found) return undefined;
        this.received = this.received.subarray(end + 4 + found.length);
        return {
            status: Number(head.slice(9, 12)),
            reason: /\r\nX-Percent-Guard: (.*)/.exec(head)?.[1] ?? "ok",
            body: found.body.toString("latin1"),
            closes: /\r\nConnection: close/i.test(head),
        };
    }
    end() {
        this.socket?.destroy();
    }
}

export const bytes = (text) => Buffer.from(text, "latin1");
