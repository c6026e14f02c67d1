import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Engines that hear and speak, in a program of their own that Home Assistant reaches by Wyoming. The Python of SPEECH_PYTHON has pocketsphinx. */
export async function startSpeechEngines(): Promise<{ readonly port: number } & Disposable> {
  const { SPEECH_PYTHON: python = "" } = process.env;
  const program = spawn(python, [pathOf("wyoming_speech.py"), pathOf("home.jsgf")], { stdio: ["pipe", "pipe", "inherit"] });
  const [line] = (await once(program.stdout, "data")) as [Buffer];
  return { port: Number(String(line)), [Symbol.dispose]: () => void program.stdin.end() };
}

/** Of what HA's engines and Telegram take: 16 bits, mono, 16 kHz. */
const FORM = ["-ar", "16000", "-ac", "1"];

/** A sentence as somebody says it, with a moment of quiet after it: as a WAV file, or as a voice message of Telegram. */
export function spokenSentence(sentence: string, as: "wav" | "ogg"): Buffer {
  const spoken = execFileSync("espeak-ng", ["-v", "en-us", "-s", "130", "--stdout", sentence]);
  const codec = as === "ogg" ? ["-c:a", "libopus"] : [];
  const quiet = ["-af", "apad=pad_dur=1.5"];
  return execFileSync("ffmpeg", ["-loglevel", "error", "-i", "pipe:", ...quiet, ...FORM, ...codec, "-f", as, "pipe:"], { input: spoken });
}

/** What is behind the head of a WAV file, however long that says it is. */
export function pcmOf(wav: Buffer): Buffer {
  return wav.subarray(wav.indexOf("data") + 8);
}

/** Some file with sound as a WAV file. */
export function asWav(sound: Buffer): Buffer {
  return execFileSync("ffmpeg", ["-loglevel", "error", "-i", "pipe:", ...FORM, "-f", "wav", "pipe:"], { input: sound });
}
