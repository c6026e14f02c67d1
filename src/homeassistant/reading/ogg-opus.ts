import { setImmediate } from "node:timers/promises";

/** Engines for speech-to-text take this rate, and Opus decodes to it. */
const RATE = 16_000;
/** Opus counts in samples of this rate, whatever it was made from (RFC 7845 §4). */
const OPUS_RATE = 48_000;
/** Nobody tells a home more than this at once; as PCM it is 4 MB. */
const LONGEST_SPEECH_SECONDS = 120;
/** Decoded at a time, before others have their turn: a few milliseconds of work. */
const PACKETS_AT_ONCE = 50;
/** The longest packet (RFC 6716 §3.4). */
const LONGEST_PACKET = 0.12 * OPUS_RATE;

export type Decoded = { readonly kind: "wav"; readonly bytes: Uint8Array } | { readonly kind: "unreadable" | "too-long" };

/**
 * Ogg with Opus as WAV: 16 kHz, 16 bits, one channel. A few bytes may stand for hours, and a small file may hold millions of packets: what the packets
 * say of their length is added up as they are read, before any is decoded. Rejects with the signal's reason.
 */
export async function decodeOggOpus(bytes: Uint8Array, signal: AbortSignal): Promise<Decoded> {
  const packets = packetsOf(bytes);
  const head = packets.next().value;
  // more streams than one, or more channels than two, are no speech
  if (!head || head.length < 19 || textAt(head, 0, 8) !== "OpusHead" || head[18] !== 0) return { kind: "unreadable" };
  const channels = head[9] ?? 0;
  if (channels < 1 || channels > 2) return { kind: "unreadable" };
  // comments
  packets.next();
  const frames: Uint8Array[] = [];
  let samples = 0;
  for (const frame of packets) {
    const length = frame ? samplesIn(frame) : 0;
    if (!frame || length === 0 || length > LONGEST_PACKET) return { kind: "unreadable" };
    samples += length;
    if (samples > LONGEST_SPEECH_SECONDS * OPUS_RATE) return { kind: "too-long" };
    frames.push(frame);
  }
  if (frames.length === 0) return { kind: "unreadable" };
  const pcm = await decoded(frames, { channels, preSkip: (head[10] ?? 0) + (head[11] ?? 0) * 256, signal });
  return pcm.length === 0 ? { kind: "unreadable" } : { kind: "wav", bytes: wavOf(pcm) };
}

async function decoded(
  frames: readonly Uint8Array[],
  { channels, preSkip, signal }: { readonly channels: number; readonly preSkip: number; readonly signal: AbortSignal },
): Promise<Int16Array> {
  // loaded when somebody speaks: most homes never do, and it takes memory
  const { OpusDecoder } = await import("opus-decoder");
  const decoder = new OpusDecoder({ channels, sampleRate: RATE, preSkip: Math.round((preSkip * RATE) / OPUS_RATE) });
  try {
    await decoder.ready;
    const parts: Int16Array[] = [];
    for (let at = 0; at < frames.length; at += PACKETS_AT_ONCE) {
      await setImmediate();
      signal.throwIfAborted();
      const { channelData } = decoder.decodeFrames(frames.slice(at, at + PACKETS_AT_ONCE));
      parts.push(mixed(channelData));
    }
    const pcm = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
    let end = 0;
    for (const part of parts) {
      pcm.set(part, end);
      end += part.length;
    }
    return pcm;
  } finally {
    decoder.free();
  }
}

function mixed(channels: readonly Float32Array[]): Int16Array {
  const [first = new Float32Array()] = channels;
  return Int16Array.from(first, (_, at) => {
    const sum = channels.reduce((all, channel) => all + (channel[at] ?? 0), 0);
    return Math.round(Math.max(-1, Math.min(1, sum / channels.length)) * 32_767);
  });
}

const PAGE_HEAD = 27;
/** A segment of this length goes on in the next one. */
const FULL_SEGMENT = 255;

/** The packets of an Ogg file with one stream (RFC 3533 §6), and undefined where something else begins. What is cut off at its end is left out. */
function* packetsOf(bytes: Uint8Array): Generator<Uint8Array | undefined, undefined> {
  let open: Uint8Array[] = [];
  let at = 0;
  while (at + PAGE_HEAD <= bytes.length) {
    if (textAt(bytes, at, 4) !== "OggS") return yield undefined;
    const segments = bytes.subarray(at + PAGE_HEAD, at + PAGE_HEAD + (bytes[at + PAGE_HEAD - 1] ?? 0));
    at += PAGE_HEAD + segments.length;
    for (const length of segments) {
      open.push(bytes.subarray(at, at + length));
      at += length;
      if (at > bytes.length) return;
      if (length === FULL_SEGMENT) continue;
      yield open.length === 1 && open[0] ? open[0] : Buffer.concat(open);
      open = [];
    }
  }
}

/** Samples at 48 kHz that an Opus packet says it holds (RFC 6716 §3.1 and §3.2). */
function samplesIn(packet: Uint8Array): number {
  const [toc, count = 0] = packet;
  if (toc === undefined) return 0;
  const config = toc >> 3;
  const frame = (config < 12 ? [10, 20, 40, 60][config % 4] : config < 16 ? [10, 20][config % 2] : [2.5, 5, 10, 20][config % 4]) ?? 0;
  const frames = [1, 2, 2, count % 64][toc % 4] ?? 0;
  return (frame * frames * OPUS_RATE) / 1_000;
}

function wavOf(pcm: Int16Array): Uint8Array {
  const head = Buffer.alloc(44);
  head.write("RIFF", 0, "latin1");
  head.writeUInt32LE(36 + pcm.byteLength, 4);
  head.write("WAVEfmt ", 8, "latin1");
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(RATE, 24);
  head.writeUInt32LE(RATE * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write("data", 36, "latin1");
  head.writeUInt32LE(pcm.byteLength, 40);
  return Buffer.concat([head, new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength)]);
}

function textAt(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}
