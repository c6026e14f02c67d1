import { isRecord } from "../../text/is-record.ts";

/** A header is a type and a few lengths; the data of a sentence is a text and some ids. */
const LONGEST_HEADER = 8_192;
const LONGEST_DATA = 65_536;
const LINE_END = 0x0a;

/** One event of the Wyoming protocol: a line of JSON, then data as JSON. Payloads (audio) are not for us. */
export interface WyomingFrame {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What came is no frame, or too long for one. */
export class WyomingError extends Error {
  override name = "WyomingError";
}

/** Reads frames out of bytes as they come. Throws a WyomingError for what is none; keeps no more than one frame in memory. */
export function createFrameReader() {
  let rest: Buffer = Buffer.alloc(0);
  const next = (): WyomingFrame | undefined => {
    const end = rest.indexOf(LINE_END);
    if (end > LONGEST_HEADER || (end < 0 && rest.length > LONGEST_HEADER)) throw new WyomingError("a header is too long");
    if (end < 0) return undefined;
    const header = objectIn(rest.subarray(0, end));
    const length = lengthIn(header, "data_length");
    const { type, data } = header;
    if (typeof type !== "string") throw new WyomingError("a header has no type");
    if (lengthIn(header, "payload_length") > 0) throw new WyomingError("audio is not taken");
    if (length > LONGEST_DATA) throw new WyomingError("the data is too long");
    if (rest.length < end + 1 + length) return undefined;
    const more = length > 0 ? objectIn(rest.subarray(end + 1, end + 1 + length)) : {};
    rest = rest.subarray(end + 1 + length);
    return { type, data: { ...(isRecord(data) ? data : {}), ...more } };
  };
  return {
    *read(chunk: Buffer): Generator<WyomingFrame> {
      if (rest.length + chunk.length > LONGEST_HEADER + LONGEST_DATA + chunk.length) throw new WyomingError("a frame is too long");
      rest = Buffer.concat([rest, chunk]);
      for (let frame = next(); frame; frame = next()) yield frame;
    },
  };
}

/** A frame as it is sent. */
export function frameOf(type: string, data: Readonly<Record<string, unknown>>): Buffer {
  const body = Buffer.from(JSON.stringify(data));
  return Buffer.concat([Buffer.from(`${JSON.stringify({ type, data_length: body.length })}\n`), body]);
}

function objectIn(bytes: Buffer): Readonly<Record<string, unknown>> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(bytes.toString("utf8"));
  } catch (cause) {
    throw new WyomingError("a frame is no JSON", { cause });
  }
  if (!isRecord(parsed)) throw new WyomingError("a frame is no object");
  return parsed;
}

function lengthIn(header: Readonly<Record<string, unknown>>, name: string): number {
  const length = header[name] ?? 0;
  if (typeof length !== "number" || !Number.isInteger(length) || length < 0) throw new WyomingError(`${name} is no length`);
  return length;
}
