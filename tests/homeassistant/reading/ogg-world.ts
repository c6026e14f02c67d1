const HEAD_PAGE = 2;
const MOST_SEGMENTS = 255;

/** An Ogg file of these Opus packets, each shorter than 255 bytes, without checksums. */
export function oggOpus(packets: readonly Uint8Array[], { channels = 1 } = {}): Buffer {
  const head = Buffer.concat([Buffer.from("OpusHead"), Buffer.from([1, channels, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 0])]);
  const pages = [page([head], HEAD_PAGE), page([Buffer.from("OpusTags")])];
  for (let at = 0; at < packets.length; at += MOST_SEGMENTS) pages.push(page(packets.slice(at, at + MOST_SEGMENTS)));
  return Buffer.concat(pages);
}

function page(packets: readonly Uint8Array[], flags = 0): Buffer {
  const start = Buffer.alloc(27);
  start.write("OggS");
  start[5] = flags;
  start[26] = packets.length;
  return Buffer.concat([start, Buffer.from(packets.map(({ length }) => length)), ...packets]);
}
