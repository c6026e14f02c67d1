import { readFileSync } from "node:fs";

/** What `ha up` tells about the running home, as far as the tests use it. */
interface LiveState {
  readonly url: string;
  readonly token: string;
  /** Of Ben, who has no administrator's rights. */
  readonly user_token: string;
  readonly config_dir: string;
  /** The one folder that Home Assistant may write files into. */
  readonly files_dir: string;
  readonly mqtt_url: string;
  readonly bot_api_url: string;
  readonly bot_token: string;
  readonly chats: { readonly anna: number; readonly ben: number; readonly group: number };
  readonly entries: { readonly telegram_bot: string; readonly mqtt: string };
}

const { HA_LIVE_STATE: statePath = "" } = process.env;
if (!statePath) throw new Error("set HA_LIVE_STATE to the state.json of a running Home Assistant");

/** The live home: HA_LIVE_STATE is the path of its state.json. */
export const live = JSON.parse(readFileSync(statePath, "utf8")) as LiveState;

/** Where the service listens beside this home: tests in several homes run side by side. */
const homePort = Number(new URL(live.url).port);
export const doors = { wyoming: homePort + 100, assist: homePort + 110, api: homePort + 120 } as const;

/** Plays the people in the chats: what the fake Bot API answers to `/control/<path>`; a body makes it a POST. */
export async function control<Answer = Record<string, unknown>>(path: string, body?: object): Promise<Answer> {
  const method = body ? { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } } : {};
  const response = await fetch(`${live.bot_api_url}/control/${path}`, method);
  const answer = (await response.json()) as Answer & { description?: string };
  if (!response.ok) throw new Error(`${path}: ${answer.description}`);
  return answer;
}
