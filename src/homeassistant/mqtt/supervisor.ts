import { baseUrl } from "../../text/base-url.ts";
import { isRecord } from "../../text/is-record.ts";
import { timeLimit } from "../../text/time-limit.ts";
import type { BrokerAddress } from "./mqtt-client.ts";

/** What the Supervisor tells the apps that it runs, besides its way to Home Assistant. */
export interface Supervisor {
  /**
   * The MQTT broker that runs as an app here, with a login for us; undefined if there is none. Throws SupervisorError when that cannot be
   * told; the signal's reason as its cause if that was aborted.
   */
  mqttBroker(options?: { readonly signal?: AbortSignal }): Promise<BrokerAddress | undefined>;
}

/** The Supervisor did not answer, refused, or said what cannot be understood. */
export class SupervisorError extends Error {
  override name = "SupervisorError";
}

/** It answers from its memory, on the same machine. */
const ANSWER_MS = 10_000;

/**
 * `url` is `http://supervisor` in an app's container, `token` its SUPERVISOR_TOKEN. Redirects are not followed: the token goes to this host
 * only.
 */
export function createSupervisor({ url, token }: { readonly url: string; readonly token: string }): Supervisor {
  const base = baseUrl(url);

  async function ask(path: string, signal: AbortSignal | undefined): Promise<Response> {
    using inTime = timeLimit(ANSWER_MS, signal);
    try {
      return await fetch(`${base}${path}`, {
        headers: { authorization: `Bearer ${token}` },
        redirect: "error",
        signal: inTime.signal,
      });
    } catch (error) {
      throw new SupervisorError("the Supervisor did not answer", { cause: signal?.aborted ? signal.reason : error });
    }
  }

  return {
    async mqttBroker({ signal } = {}) {
      const response = await ask("/services/mqtt", signal);
      if (!response.ok) {
        await response.body?.cancel();
        // nobody provides the service, or this Supervisor has no such service
        if (response.status === 400 || response.status === 404) return undefined;
        throw new SupervisorError(`the Supervisor answered ${response.status}`);
      }
      // the parser's own error is left out on purpose: it quotes the answer, and a password stands in that
      const body: unknown = await response.json().catch(() => undefined);
      const broker = isRecord(body) ? brokerIn(body["data"]) : undefined;
      if (!broker) throw new SupervisorError("the Supervisor's answer names no broker");
      return broker;
    },
  };
}

function brokerIn(data: unknown): BrokerAddress | undefined {
  if (!isRecord(data)) return undefined;
  const { host, port, ssl } = data;
  if (typeof host !== "string" || !Number.isInteger(port)) return undefined;
  const url = `${ssl === true ? "mqtts" : "mqtt"}://${host.includes(":") ? `[${host}]` : host}:${port}`;
  return URL.canParse(url) ? { url, username: textOf(data["username"]), password: textOf(data["password"]) } : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
