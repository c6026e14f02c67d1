import { z } from "zod";
import { EFFECTS } from "../security/effects/effect.ts";
import { isRecord } from "../text/is-record.ts";
import { listOf, matching, oneOf, secret, text, yesNo } from "./option-values.ts";

/** Whom a speaker stands for that is nobody's in particular. */
export const HOUSEHOLD = "household";

const address = matching("an address like 192.168.1.20 or fd00::20", /^[\da-fA-F.:]{2,45}$/);

/** Who speaks where: a device or satellite of Home Assistant, by its id or name. */
export const speaker = z.strictObject(
  {
    device: text("a device or satellite, by its id or name: 1 to 200 characters", 1, 200),
    person: text('the name of somebody in people, or "household"', 1, 60),
  },
  { error: "a speaker: device and person" },
);

/** How Home Assistant's Assist reaches the service. */
export const assistOptions = {
  assist_api_token: secret(16).optional(),
  wyoming: yesNo().default(false),
  wyoming_from: listOf(address, "a list of addresses, like 192.168.1.20").default([]),
  speakers: listOf(speaker, "a list of speakers").default([]),
  voice_approval_effects: listOf(oneOf(...EFFECTS), "a list of effects, like light").default([]),
};

/** Speakers of people whom the options do not name. */
export function unknownSpeakers(given: Readonly<Record<string, unknown>>): string[] {
  const rows = (name: string) => (Array.isArray(given[name]) ? given[name] : []);
  const names = new Set(rows("people").flatMap((one) => (isRecord(one) ? String(one["name"]).toLowerCase() : [])));
  return rows("speakers").flatMap((one, index) => {
    const person = isRecord(one) ? one["person"] : undefined;
    if (typeof person !== "string" || person === HOUSEHOLD || names.has(person.toLowerCase())) return [];
    return [`speakers[${index}].person: nobody in people has this name; allowed: a name of people, or ${HOUSEHOLD}`];
  });
}

/** Where the doors for Assist listen, and whom Home Assistant may speak from. */
export interface AssistListen {
  /** All of the container's addresses in an app; loopback elsewhere, unless somebody else is let in. */
  readonly address: string;
  readonly apiPort: number;
  readonly wyomingPort: number;
  /** Addresses that may speak Wyoming, beside this machine's own. */
  readonly from: readonly string[];
}

/** As config.yaml has them: the Supervisor maps them where somebody wants that. */
const API_PORT = 8098;
const WYOMING_PORT = 10_400;
/** Home Assistant and the Supervisor on the network of the apps. */
const HOME_ASSISTANT = ["172.30.32.1", "172.30.32.2"] as const;

interface Given {
  readonly apiPort: string | undefined;
  readonly wyomingPort: string | undefined;
  readonly supervised: boolean;
}

/** The doors for Assist by the environment; a port is one of the variables or the one of config.yaml. */
export function resolveAssist(
  { apiPort, wyomingPort, supervised }: Given,
  { wyomingFrom }: { readonly wyomingFrom: readonly string[] },
): AssistListen | { readonly problem: string } {
  const wrong = [apiPort, wyomingPort].some((port) => port !== undefined && (!/^\d{1,5}$/.test(port) || Number(port) > 65_535));
  if (wrong) return { problem: "ASSIST_PORT and WYOMING_PORT must be whole numbers from 0 to 65535" };
  return {
    address: supervised || wyomingFrom.length > 0 ? "0.0.0.0" : "127.0.0.1",
    apiPort: Number(apiPort ?? API_PORT),
    wyomingPort: Number(wyomingPort ?? WYOMING_PORT),
    from: [...(supervised ? HOME_ASSISTANT : []), ...wyomingFrom],
  };
}
