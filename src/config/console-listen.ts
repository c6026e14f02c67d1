/** Where Home Assistant's sidebar looks for the page of an app: the Supervisor's own default for `ingress_port`. */
const INGRESS_PORT = 8099;

/** The console's door. Whoever is let in is decided by address, whatever it is bound to. */
export interface ConsoleListen {
  /** All of the container's addresses in an app, for its pages are asked for at one that changes; loopback elsewhere. */
  readonly address: string;
  readonly port: number;
  /** Whether the Supervisor brings people here, so that its address is let in. */
  readonly ingress: boolean;
  /** Whether what a request from this machine says of its user is believed: a proxy stands there that has asked for a password. */
  readonly trustLoopback: boolean;
  /** The user whom a request without a word about its own comes from: of a home that is simulated, where there is nothing to guard. */
  readonly visitor?: string | undefined;
}

interface Given {
  readonly port: string | undefined;
  readonly trustLoopback: string | undefined;
  readonly supervised: boolean;
}

/** Where the console listens; undefined outside an app and an image, where nobody asked for it. */
export function resolveConsole({ port, trustLoopback, supervised }: Given): ConsoleListen | { readonly problem: string } | undefined {
  if (port === undefined && !supervised) return undefined;
  const number = Number(port ?? INGRESS_PORT);
  if (!/^\d{1,5}$/.test(port ?? String(INGRESS_PORT)) || number < 1 || number > 65_535) {
    return { problem: "CONSOLE_PORT must be a whole number from 1 to 65535" };
  }
  if (trustLoopback !== undefined && trustLoopback !== "true" && trustLoopback !== "false") {
    return { problem: "CONSOLE_TRUST_LOOPBACK must be true or false" };
  }
  return {
    address: supervised ? "0.0.0.0" : "127.0.0.1",
    port: number,
    ingress: supervised,
    trustLoopback: trustLoopback === "true",
  };
}
