import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** Tokens that a page of this server's own gets and no other page can know: for what changes something. One for each user, until the service ends. */
export function createPageTokens() {
  const key = randomBytes(32);
  const tokenOf = (userId: string, personId: string): string =>
    createHmac("sha256", key)
      .update(JSON.stringify([userId, personId]))
      .digest("base64url");
  return {
    tokenOf,
    isValid(token: string | undefined, userId: string, personId: string): boolean {
      const [given, right] = [Buffer.from(token ?? ""), Buffer.from(tokenOf(userId, personId))];
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}

export type PageTokens = ReturnType<typeof createPageTokens>;

interface OriginHeaders {
  readonly origin: string | undefined;
  readonly fetchSite: string | undefined;
  readonly host: string | undefined;
  readonly forwardedHost: string | undefined;
}

/** Whether a page of this server's own sent it: by what browsers say over HTTPS, else the origin must be the address that was asked. */
export function isSameOrigin({ origin, fetchSite, host, forwardedHost }: OriginHeaders): boolean {
  if (fetchSite !== undefined) return fetchSite === "same-origin";
  if (origin === undefined) return true;
  const asked = [host, ...(forwardedHost?.split(",") ?? [])].flatMap((one) => one?.trim().toLowerCase() ?? []);
  return URL.canParse(origin) && asked.includes(new URL(origin).host);
}
