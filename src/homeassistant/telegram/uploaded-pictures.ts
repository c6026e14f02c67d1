import { z } from "zod";
import type { Logger } from "../../observability/logger.ts";
import type { HomeConnection } from "../connection/connection.ts";
import type { Rest } from "../connection/rest.ts";
import { ownAddresses } from "../reading/camera-images.ts";

const UPLOAD_TIMEOUT_MS = 10_000;

const uploaded = z.object({ id: z.string().regex(/^[\da-f]{8,64}$/) });

/** A picture of ours as long as it stands in Home Assistant. */
export interface UploadedPicture extends AsyncDisposable {
  /** Where Home Assistant itself finds it; the likeliest first. */
  readonly addresses: readonly string[];
}

interface UploadedPicturesDependencies {
  readonly connection: Pick<HomeConnection, "command">;
  readonly rest: Pick<Rest, "upload">;
  readonly logger: Logger;
}

export type UploadedPictures = ReturnType<typeof createUploadedPictures>;

/** Pictures that we make, put into Home Assistant for the moment in which its Telegram bot fetches them, by an id that nobody can guess. */
export function createUploadedPictures({ connection, rest, logger }: UploadedPicturesDependencies) {
  return {
    /** Rejects with the connection's errors, and where Home Assistant takes no pictures. */
    async put(png: Buffer, signal: AbortSignal): Promise<UploadedPicture> {
      const inTime = AbortSignal.any([signal, AbortSignal.timeout(UPLOAD_TIMEOUT_MS)]);
      const file = { name: "chart.png", type: "image/png", bytes: png };
      const { id } = uploaded.parse(await rest.upload("/api/image/upload", file, { signal: inTime }));
      return {
        // the name behind the last slash is what Telegram shows of it
        addresses: await ownAddresses(connection).then((bases) =>
          bases.map((base) => `${base}/api/image/serve/${id}/original?as=/chart.png`),
        ),
        async [Symbol.asyncDispose]() {
          await connection
            .command({ type: "image/delete", image_id: id })
            .catch((error: unknown) => logger.warn({ err: error }, "a picture could not be taken out of Home Assistant again"));
        },
      };
    },
  };
}
