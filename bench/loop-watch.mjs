// Loaded into the service before it starts (`--import`): tells the process that started it, when asked, how long the event loop was held at once.
// Of two measures the smaller one counts: processor time leaves out what other processes did, wall time is finer.
const EVERY_MS = 1;

let longest = 0;
let at = performance.now();
let spent = process.threadCpuUsage();
const timer = setInterval(() => {
  const [now, used] = [performance.now(), process.threadCpuUsage(spent)];
  longest = Math.max(longest, Math.min(now - at, (used.user + used.system) / 1_000));
  at = now;
  spent = process.threadCpuUsage();
}, EVERY_MS);
timer.unref();
process.on("message", () => {
  process.send?.(longest);
  longest = 0;
});
process.channel?.unref();
