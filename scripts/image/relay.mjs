// Inside the container's network, where nothing of this machine can be reached: passes connections to addresses on to Unix sockets outside.
// Usage: node relay.mjs ADDRESS:PORT=SOCKET …
import { connect, createServer } from "node:net";

let waiting = process.argv.length - 2;
for (const pair of process.argv.slice(2)) {
  const [, host, port, path] = /^([\d.]+):(\d+)=(.+)$/.exec(pair);
  const server = createServer((inside) => {
    const outside = connect(path);
    inside.pipe(outside).pipe(inside);
    inside.on("error", () => outside.destroy());
    outside.on("error", () => inside.destroy());
  });
  server.listen(Number(port), host, () => {
    waiting -= 1;
    if (waiting === 0) process.stdout.write("ready\n");
  });
}
