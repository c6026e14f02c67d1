import type { Context, MiddlewareHandler } from "hono";

/**
 * Bounds the body of a request. Node takes no more of it than its Content-Length says; what comes in pieces is counted, and kept for whoever
 * reads it. Hono's own fails there, for it makes a second request of one that Node's server has opened.
 */
export function bodyAtMost(bytes: number, refuse: (context: Context) => Response): MiddlewareHandler {
  return async (context, next) => {
    const { req } = context;
    if (req.header("Transfer-Encoding") === undefined) return Number(req.header("Content-Length") ?? 0) > bytes ? refuse(context) : next();
    const pieces: Uint8Array[] = [];
    let size = 0;
    for await (const piece of req.raw.body ?? []) {
      size += piece.length;
      if (size > bytes) return refuse(context);
      pieces.push(piece);
    }
    // Hono reads it from here as a promise, whatever its type says
    Object.assign(req.bodyCache, { arrayBuffer: new Blob(pieces).arrayBuffer() });
    return next();
  };
}
