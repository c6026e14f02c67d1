// Runs in a worker thread: a month of many entities takes a second or two.
export { replay } from "./replay.ts";
