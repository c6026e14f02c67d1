// The one entry point: checks the Node that runs it before any other code is loaded, then loads the program that it is told.
// Plain JavaScript of old: it must still parse where the rest does not.
import v8 from "node:v8";

const NEEDED = 24;

if (Number(process.versions.node.split(".")[0]) < NEEDED) {
  process.stderr.write(
    `HA Personal Assistant needs Node ${NEEDED} or newer; this is ${process.version}.\n` +
      "Run it by `npm start` or `npm run demo` after `npm ci` (which brings the right Node along), or install a newer Node.\n",
  );
  process.exitCode = 1;
} else {
  // A chat makes much short-lived garbage and needs little memory. Without these flags V8 keeps garbage for as long as the machine has room: after
  // 1,000 turns the process had 308 MB, of which 44 were in use; with them it has 166. A turn takes a millisecond more.
  v8.setFlagsFromString("--optimize-for-size");
  v8.setFlagsFromString("--semi-space-growth-factor=1");
  // Requests are read by a parser in WebAssembly. V8 compiles it when it loads and again, to be quicker, when it was used a little: without
  // the second time the service rests at 104 MB instead of 116.
  v8.setFlagsFromString("--wasm-tiering-budget=100000000");
  // Zod would compile a parser for each schema of an object before it is first used. Most are used once, at the start: without that it takes a tenth less.
  globalThis.__zod_globalConfig = { jitless: true };
  const [program] = process.argv.splice(2, 1);
  await import(new URL(program, import.meta.url).href);
}
