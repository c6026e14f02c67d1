// Reads what strace wrote of a container: which files were opened, run, made, moved or removed, by root's part and by the service.
import { join, normalize } from "node:path";

const OPENED_TO_WRITE = /O_(WRONLY|RDWR|CREAT|TRUNC|APPEND)/;
const CHANGES =
  /^(mkdir|mkdirat|rmdir|unlink|unlinkat|rename|renameat|renameat2|symlink|symlinkat|mknod|mknodat|chmod|fchmodat|chown|lchown|fchownat|truncate|utimensat)$/;
const LINKS = /^(link|linkat)$/;
const SERVICE = "/usr/local/bin/node";

/** One `path` of the container, with `access` (`r`, `w`, `x` or `l`) and in whose `profile` (`root` or `service`). */
export function tracedPaths(text, root) {
  const calls = completeCalls(text);
  const start = calls.findIndex(({ name }) => name === "chroot");
  const service = new Set();
  const found = new Map();
  /** The folder that each process is in: older calls name paths by it. */
  const folders = new Map();
  const note = (pid, access, path) => {
    if (path === undefined) return;
    const row = { profile: service.has(pid) ? "service" : "root", access, path: anyName(path) };
    found.set(JSON.stringify(row), row);
  };
  for (const { pid, name, args, result } of calls.slice(start + 1)) {
    const fresh = /^(clone|clone3|vfork|fork)$/.test(name) && /\/\* (\d+) in strace/.exec(result)?.[1];
    if (fresh && service.has(pid)) service.add(fresh);
    if (fresh) folders.set(fresh, folders.get(pid));
    const failed = result.startsWith("-1");
    const named = [...args.matchAll(/(?:(?:AT_FDCWD|\d+)<([^>]*)>, )?"((?:[^"\\]|\\.)*)"/g)];
    const paths = named.map(([, folder, path]) => inside(folder ?? folders.get(pid), path, root));
    if (name === "chdir" && !failed) folders.set(pid, paths[0]);
    if (/^execve(at)?$/.test(name)) {
      if (failed) continue;
      note(pid, "x", paths[0]);
      if (paths[0] === SERVICE) service.add(pid);
      else service.delete(pid);
    } else if (/^(open|openat|creat)$/.test(name)) {
      if (failed && !result.includes("ENOENT")) continue;
      // what the descriptor is of has no links in it any more; a terminal's or a pipe's is of no file
      const opened = /^\d+<(\/[^>]*)>/.exec(result)?.[1];
      note(pid, OPENED_TO_WRITE.test(args) ? "w" : "r", opened?.startsWith(root) ? opened.slice(root.length) || "/" : paths[0]);
    } else if (!failed && CHANGES.test(name)) {
      for (const path of paths) note(pid, "w", path);
    } else if (!failed && LINKS.test(name)) {
      for (const path of paths) note(pid, "l", path);
    }
  }
  return [...found.values()].sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}

/** One a call: strace parts those that others come between. */
function completeCalls(text) {
  const begun = new Map();
  const calls = [];
  for (const line of text.split("\n")) {
    const [, pid, rest] = /^(\d+) +(.*)$/.exec(line) ?? [];
    if (rest === undefined) continue;
    const unfinished = /^(.*) <unfinished \.\.\.>$/.exec(rest);
    if (unfinished) {
      begun.set(pid, unfinished[1]);
      continue;
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest);
    const whole = resumed ? `${begun.get(pid) ?? ""}${resumed[1]}` : rest;
    const [, name, args, result] = /^(\w+)\((.*)\) += (.*)$/.exec(whole) ?? [];
    if (name) calls.push({ pid, name, args, result });
  }
  return calls;
}

function inside(folder, path, root) {
  if (path === "") return undefined;
  if (path.startsWith("/")) return normalize(path);
  const base = folder ?? "";
  return normalize(join(base.startsWith(root) ? base.slice(root.length) || "/" : base || "/", path));
}

/** Without what is different each time. */
function anyName(path) {
  return path
    .replace(/^\/proc\/\d+/, "/proc/1")
    .replace(/\/task\/\d+/, "/task/1")
    .replace(/^\/sys\/fs\/cgroup\/.*\//, "/sys/fs/cgroup/1/")
    .replace(/^(\/app\/dist\/[a-z]+)-[A-Z\d]{8}\.js$/, "$1-AAAAAAAA.js")
    .replace(/(?<=^\/tmp\/[a-z-]*)[\w.]*\d[\w.]*/, "1");
}
