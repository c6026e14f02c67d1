import { live } from "./live-state.ts";

export interface FlowStep {
  readonly type: string;
  readonly flow_id: string;
  readonly step_id?: string;
  readonly errors?: Readonly<Record<string, string>> | null;
  readonly result?: { readonly entry_id: string; readonly state: string };
}

/** What Home Assistant's REST API answers to its owner. */
export async function asOwner<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const response = await fetch(`${live.url}/api/${path}`, {
    method,
    headers: { authorization: `Bearer ${live.token}`, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

/** Integrations that a test sets up as a person does; at its end they are removed. */
export class SetUps implements AsyncDisposable {
  readonly #entries: string[] = [];

  /** Goes through a config flow with what a person types into its forms; the last step. */
  async add(handler: string, ...forms: readonly object[]): Promise<FlowStep> {
    let step = await asOwner<FlowStep>("POST", "config/config_entries/flow", { handler });
    for (const form of forms) step = await asOwner<FlowStep>("POST", `config/config_entries/flow/${step.flow_id}`, form);
    if (step.result) this.#entries.push(step.result.entry_id);
    return step;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const entry of this.#entries) await asOwner("DELETE", `config/config_entries/entry/${entry}`);
  }
}
