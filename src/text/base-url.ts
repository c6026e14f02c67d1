/** An address that paths are put behind: without slashes at its end. */
export function baseUrl(url: string): string {
  return url.replace(/(?<!\/)\/+$/, "");
}
