// Puts the optional binaries of other platforms back into package-lock.json.
//
// npm leaves an optional package out of the lock when the registry that it runs against does not carry it, and `npm ci`
// then refuses the lock as out of sync (npm/cli#4828). The entries need no integrity: `npm ci` skips what is not for this
// platform by `os`, `cpu` and `libc` alone. Run after every `npm install` that changed the lock.
import { readFileSync, writeFileSync } from "node:fs";

const file = new URL("../package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(file, "utf8"));
const SYSTEMS = ["android", "darwin", "freebsd", "linux", "openharmony", "win32"];
const PROCESSORS = { arm64: "arm64", x64: "x64", ia32: "ia32", arm: "arm", ppc64: "ppc64", riscv64: "riscv64", s390x: "s390x" };

/** `@scope/name-linux-x64-musl` → os linux, cpu x64, libc musl, as the packages of napi-rs and Biome are named. */
function platformOf(name) {
  const parts = name.split(/[/-]/);
  const os = SYSTEMS.find((system) => parts.includes(system));
  const cpu = PROCESSORS[parts.find((part) => part in PROCESSORS)];
  if (!os || !cpu) throw new Error(`${name}: no platform in its name; add it to the lock by hand`);
  const libc = os !== "linux" ? undefined : parts.some((part) => part.startsWith("musl")) ? "musl" : "glibc";
  return { os: [os], cpu: [cpu], ...(libc && { libc: [libc] }) };
}

let added = 0;
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (lock.packages[`${path}/node_modules/${name}`] || lock.packages[`node_modules/${name}`]) continue;
    lock.packages[`node_modules/${name}`] = { version, dev: entry.dev, optional: true, ...platformOf(name) };
    added += 1;
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
process.stdout.write(`${added} optional packages added to package-lock.json\n`);
