import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Me } from "../channels/console/wire.ts";
import type { Api } from "./api.ts";
import type { LiveEvents } from "./live-events.ts";
import type { Texts } from "./texts.ts";

export interface Undo {
  readonly label: string;
  readonly run: () => void;
}

export interface World {
  readonly api: Api;
  readonly events: LiveEvents;
  readonly texts: Texts;
  readonly me: Me;
  /** Says what was done, for a moment in which that can be taken back. */
  readonly toast: (text: string, undo?: Undo) => void;
  /** What is written and not sent yet stays when somebody looks at another page. */
  readonly draft: { text: string };
}

export const WorldContext = createContext<World | undefined>(undefined);

export function useWorld(): World {
  const world = useContext(WorldContext);
  if (!world) throw new Error("used outside of the page");
  return world;
}
