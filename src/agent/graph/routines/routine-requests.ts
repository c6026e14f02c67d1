import { matches, type Spoken } from "../../../recognition/spoken.ts";
import type { SceneRequest } from "./scene-drafts.ts";

/** A message that makes, changes, brings back or deletes an automation: `/automate …`, or a button and command that stand for one. */
const MAKES = /^\/(?:automate|create[-_]automation)\b:?\s*/i;
/** `/automations 2 off`, `delete`, `undo`, `restore 1`, or the sentence that it is to be from now on. */
const CHANGES = /^\/automations\s+(\d{1,3})\s+(?:(on|off|delete|undo)|restore\s+(\d{1,4})|(\S.*))$/is;

/** What becomes of one of a person's automations, by its number. */
export type Change = { readonly number: number } & (
  | { readonly to: "on" | "off" | "delete" }
  /** Left out: the version before. */
  | { readonly to: "version"; readonly version?: number | undefined }
  | { readonly to: "sentence"; readonly sentence: string }
);

/** What is made or changed, as a tool says it. */
export type AutomationChange = Change | { readonly to: "new"; readonly sentence: string };

/** What a command for one of a person's automations wants; undefined for any other message. */
export function changeIn(text: string): Change | undefined {
  const [, which, said, version, sentence] = CHANGES.exec(text) ?? [];
  if (which === undefined) return undefined;
  const number = Number(which);
  if (sentence !== undefined) return { number, to: "sentence", sentence };
  const to = said?.toLowerCase();
  if (to === "on" || to === "off" || to === "delete") return { number, to };
  return { number, to: "version", version: version === undefined ? undefined : Number(version) };
}

/** A script with its name, or an automation, and the sentence that says what it does. */
export interface Wanted {
  readonly kind: "automation" | "script";
  readonly name?: string | undefined;
  readonly what: string;
}

/** What a message wants made; undefined where that is nothing. */
export function wantedIn(text: string, spoken: Spoken | undefined): Wanted | (SceneRequest & { readonly kind: "scene" }) | undefined {
  if (MAKES.test(text)) return { kind: "automation", what: text.replace(MAKES, "").trim() };
  if (!spoken) return undefined;
  const bare = spoken.bare(text);
  const [scene, script, automation] = [spoken.scenes, spoken.scripts, spoken.automate].map((templates) => matches(templates, bare)[0]);
  if (scene) return { kind: "scene", where: scene["where"] ?? "", name: scene["name"] };
  if (script) return { kind: "script", name: script["name"], what: script["what"] ?? "" };
  return automation && { kind: "automation", what: automation["what"] ?? "" };
}
