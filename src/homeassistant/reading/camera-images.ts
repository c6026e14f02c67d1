import { z } from "zod";
import type { HomeConnection } from "../connection/connection.ts";
import type { Rest } from "../connection/rest.ts";
import type { Home } from "../registry/home.ts";

/** Beside the turn that waits for it; cameras that sleep take some seconds to wake up. */
const IMAGE_TIMEOUT_MS = 15_000;
/** As many bytes as Telegram takes for a photo. */
const MOST_BYTES = 10_000_000;
const TYPES: ReadonlySet<string> = new Set(["image/jpeg", "image/png", "image/webp", "image/gif"]);

const addresses = z.object({ internal: z.string().nullish(), external: z.string().nullish() });

export interface CameraImage {
  readonly type: string;
  readonly bytes: Uint8Array;
}

interface CameraImagesDependencies {
  readonly connection: Pick<HomeConnection, "command">;
  readonly rest: Pick<Rest, "file">;
  readonly home: Pick<Home, "find">;
}

export type CameraImages = ReturnType<typeof createCameraImages>;

/** What exposed cameras see now. Nothing is kept. Undefined where there is no picture. */
export function createCameraImages({ connection, rest, home }: CameraImagesDependencies) {
  return {
    async read(entityId: string, signal: AbortSignal): Promise<CameraImage | undefined> {
      if (!home.find(entityId)) return undefined;
      const inTime = AbortSignal.any([signal, AbortSignal.timeout(IMAGE_TIMEOUT_MS)]);
      const file = await rest.file(`/api/camera_proxy/${entityId}`, { signal: inTime }).catch(() => undefined);
      const type = file?.type.split(";")[0] ?? "";
      return file && TYPES.has(type) && file.bytes.length > 0 && file.bytes.length <= MOST_BYTES ? { type, bytes: file.bytes } : undefined;
    },
    /** Where Home Assistant itself may find the picture, for a few minutes; the likeliest first. Rejects with the connection's errors. */
    async addressesFor(entityId: string): Promise<readonly string[]> {
      const token = home.find(entityId)?.state.attributes["access_token"];
      const bases = await ownAddresses(connection);
      if (typeof token !== "string") return [];
      // what stands behind the last slash is the file's name on Telegram: that is not to be the token
      const path = `/api/camera_proxy/${entityId}?token=${token}&as=/camera.jpg`;
      return bases.map((base) => `${base}${path}`);
    },
  };
}

/** Where Home Assistant itself may find its own pages; the likeliest first. */
export async function ownAddresses(connection: Pick<HomeConnection, "command">): Promise<readonly string[]> {
  const { internal, external } = addresses.parse(await connection.command<unknown>({ type: "network/url" }));
  return [...new Set([internal, internal && onItself(internal), external].filter((base) => typeof base === "string"))];
}

/** The same port on the machine that Home Assistant runs on: its network's address may be that of a proxy, or of no interface that it listens on. */
function onItself(address: string): string {
  const { protocol, port } = new URL(address);
  return `${protocol}//127.0.0.1${port === "" ? "" : `:${port}`}`;
}
