import { expect, onTestFinished, vi } from "vitest";
import type { ChatMessage, Listed, Me } from "../../../src/channels/console/wire.ts";
import { anna, ben, ScenarioHome, type ScenarioOptions } from "../../scenarios/scenario-home.ts";

/** Users of the simulated Home Assistant. Anna owns it and is its administrator. */
export const USERS = {
  anna: "user-anna",
  ben: "user-ben",
  mia: "user-mia",
  stranger: "user-zoe",
  system: "user-system",
  former: "user-former",
} as const;

/** A row of `config/auth/list`. */
function authUser(name: string, id: string, isAdmin: boolean, more: Readonly<Record<string, unknown>> = {}) {
  const group_ids = [isAdmin ? "system-admin" : "system-users"];
  return {
    id,
    name,
    username: name.toLowerCase(),
    is_owner: false,
    is_active: true,
    local_only: false,
    system_generated: false,
    group_ids,
    ...more,
  };
}

/** Anna owns the home, Ben lives in it; Mia is their child; all are bound to their person in Home Assistant. */
export const family = [
  { name: "Anna", telegram_user_id: anna, role: "owner", ha_person: "person.anna" },
  { name: "Ben", telegram_user_id: ben, role: "adult", ha_person: "person.ben" },
  { name: "Mia", telegram_user_id: 700000003, role: "child", ha_person: "person.mia" },
];

export interface Answer<Body = unknown> {
  readonly status: number;
  readonly body: Body;
  readonly headers: Headers;
}

/** A browser's page of one user. */
export interface Browser {
  get<Body = Readonly<Record<string, unknown>>>(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer<Body>>;
  send<Body = Readonly<Record<string, unknown>>>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer<Body>>;
}

/** The whole service with its console, and browsers of whoever looks at it. */
export async function openConsole(scenario: ScenarioOptions = {}) {
  const home = await ScenarioHome.start({ ...scenario, console: true, options: { people: family, ...scenario.options } });
  onTestFinished(() => home[Symbol.asyncDispose]());
  for (const [name, userId] of [
    ["Anna", USERS.anna],
    ["Ben", USERS.ben],
    ["Mia", USERS.mia],
  ] as const) {
    home.sim.setState(`person.${name.toLowerCase()}`, "home", { friendly_name: name, user_id: userId });
  }
  home.sim.onCommand("config/auth/list", () => [
    authUser("Anna", USERS.anna, true),
    authUser("Ben", USERS.ben, false),
    authUser("Supervisor", USERS.system, true, { system_generated: true }),
    authUser("Former", USERS.former, true, { is_active: false }),
  ]);
  // who is who is told by the states that the service has heard of
  const heard = () => fetch(`${home.consoleUrl}/api/me`, { headers: { "X-Remote-User-Id": USERS.anna } });
  await vi.waitFor(async () => expect((await heard()).status).toBe(200), { timeout: 20_000, interval: 5 });

  const ask = async <Body>(path: string, init: RequestInit): Promise<Answer<Body>> => {
    const response = await fetch(`${home.consoleUrl}/api/${path}`, init);
    return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
  };
  const browser = async (userId: string): Promise<Browser> => {
    const user = { "X-Remote-User-Id": userId, "X-Remote-User-Display-Name": "Somebody" };
    const { body } = await ask<Partial<Me>>("me", { headers: user });
    const token = { "X-Console-Token": body.token ?? "" };
    return {
      get: (path, headers = {}) => ask(path, { headers: { ...user, ...headers } }),
      send: (method, path, sent, headers = {}) =>
        ask(path, {
          method,
          headers: { ...user, ...token, "Content-Type": "application/json", ...headers },
          ...(sent !== undefined && { body: sent instanceof Uint8Array ? (sent as Uint8Array<ArrayBuffer>) : JSON.stringify(sent) }),
        }),
    };
  };
  return { home, ask, browser };
}

/** What an open page is told, read until it is what was waited for. */
export async function follow(url: string, userId: string) {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const response = await fetch(`${url}/api/events`, { headers: { "X-Remote-User-Id": userId }, signal: stop.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let read = "";
  return {
    status: response.status,
    /** Resolves with all that was told once it has such a text; with what there is when the stream ends. */
    async until(text: string): Promise<string> {
      while (!read.includes(text)) {
        const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
        if (done) return `${read}[ended]`;
        read += value;
      }
      return read;
    },
    leave: () => stop.abort(),
  };
}

/** What stands in the page's chat, newest first. */
export const messages = async (page: Browser, query = "") => (await page.get<Listed<ChatMessage>>(`chat${query}`)).body;
export const texts = async (page: Browser) => (await messages(page)).items.map(({ from, text }) => `${from}: ${text}`);

/** The same once there are so many. */
export async function answered(page: Browser, count: number): Promise<readonly ChatMessage[]> {
  for (let tries = 0; tries < 200; tries++) {
    const { items } = await messages(page);
    if (items.length >= count) return items;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`no ${count} messages: ${JSON.stringify(await texts(page))}`);
}
