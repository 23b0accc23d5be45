// Node: decodeURIComponent, encodeURIComponent and URLSearchParams.
import { readFileSync, writeSync } from "node:fs";

const [operation, file, task] = process.argv.slice(2);
const lines = readFileSync(file, "utf8").replace(/\n$/, "").split("\n");
const call = {
  decode: decodeURIComponent,
  encode: encodeURIComponent,
  query: (line) => [...new URLSearchParams(line)],
}[operation];

if (task === "answers") {
  const parts = [];
  for (const line of lines) {
    const head = Buffer.alloc(4);
    try {
      let answer = call(line);
      if (operation === "query") answer = answer.map(([name, value]) => `${name}\x1F${value}\x1E`).join("");
      const bytes = Buffer.from(answer);
      head.writeUInt32BE(bytes.length);
      parts.push(head, bytes);
    } catch {
      head.writeUInt32BE(0xffffffff);
      parts.push(head);
    }
  }
  const all = Buffer.concat(parts);
  for (let at = 0; at < all.length; ) at += writeSync(1, all, at);
} else {
  let [total, spent] = [0, 0];
  for (let phase = 0; phase < 2; phase++) {
    const begin = process.hrtime.bigint();
    let passes = 0;
    do {
      for (const line of lines) {
        try {
          total += call(line).length;
        } catch {
          // It is counted among the answers.
        }
      }
      passes++;
    } while (process.hrtime.bigint() - begin < 200_000_000n);
    spent = Number(process.hrtime.bigint() - begin) / passes;
  }
  console.error(total);
  console.log(Math.round(spent));
}
