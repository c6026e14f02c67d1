import type { AdmittedProgram } from "../../../src/channels/console/wire-programs.ts";
import { anna as ANNA, type ScenarioOptions } from "../../scenarios/scenario-home.ts";
import { openConsole, USERS } from "../console/console-world.ts";

/** A service that programs reach, and tokens as Anna makes them on the console. */
export async function openApi(more: ScenarioOptions = {}) {
  const { home, browser } = await openConsole({ ...more, api: true, options: { rest_api: true, ...more.options } });
  const owner = await browser(USERS.anna);
  const anna = `telegram:${ANNA}`;

  const admit = async (speaksFor: { readonly personId: string } | { readonly role: string }, name = "Wall panel"): Promise<string> =>
    (await owner.send<AdmittedProgram>("POST", "programs", { name, ...speaksFor })).body.token;

  const ask = async (token: string, path: string, body?: object, headers: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(`${home.apiUrl}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { Authorization: `Bearer ${token}`, ...(body && { "Content-Type": "application/json" }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Record<string, unknown> };
  };
  const says = (token: string, content: string, headers: Readonly<Record<string, string>> = {}, user_id = "Anna") =>
    ask(token, "/process", { user_id, input_type: "text", content }, headers);

  return { home, browser, owner, anna, admit, ask, says };
}
