import { delimiter } from "node:path";
import { defineConfig } from "vitest/config";

// Tests against real servers. HA_LIVE_STATE names the state.json of a running live home, or of several, with the system's delimiter between
// them: one file after the other runs in each. The files of the real model run where MODEL_URL and MODEL_NAME name one, those of InfluxDB where HA_LIVE_INFLUX_URL does, those of speech where SPEECH_PYTHON
// names a Python with pocketsphinx, and espeak-ng and ffmpeg are there.
const { HA_LIVE_STATE, MODEL_URL, MODEL_NAME, HA_LIVE_INFLUX_URL, SPEECH_PYTHON } = process.env;
if (!HA_LIVE_STATE) throw new Error("HA_LIVE_STATE is not set: it names the state.json of a running live Home Assistant");

export default defineConfig({
  test: {
    include: ["tests/live/**/*.test.ts"],
    exclude: [
      ...(MODEL_URL && MODEL_NAME ? [] : ["tests/live/model*.test.ts"]),
      ...(HA_LIVE_INFLUX_URL ? [] : ["tests/live/influx*.test.ts"]),
      ...(SPEECH_PYTHON ? [] : ["tests/live/speech.test.ts"]),
    ],
    pool: "forks",
    // 1 worker for each home
    maxWorkers: HA_LIVE_STATE.split(delimiter).length,
    // real models and servers on a busy machine: what hangs is ended by this
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // the gate's machine is busy: what fails once and passes then is told as such, and does not hold up a change
    retry: process.env["CI"] === "true" ? 1 : 0,
    setupFiles: ["tests/no-network.ts", "tests/live/home-of-worker.ts"],
  },
});
