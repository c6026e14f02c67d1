/** As config.yaml has it: the Supervisor maps it where somebody wants that. */
const API_PORT = 8097;

/** Where programs are listened to. */
export interface ApiListen {
  /** All of the container's addresses in an app; loopback elsewhere, behind whatever encrypts. */
  readonly address: string;
  readonly port: number;
}

/** Where programs are listened to by the environment, if the options let any in. */
export function resolveApi({
  port = String(API_PORT),
  supervised,
}: {
  readonly port: string | undefined;
  readonly supervised: boolean;
}): ApiListen | { readonly problem: string } {
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) return { problem: "API_PORT must be a whole number from 0 to 65535" };
  return { address: supervised ? "0.0.0.0" : "127.0.0.1", port: Number(port) };
}
