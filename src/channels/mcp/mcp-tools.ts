import { z } from "zod";
import type { Chosen } from "../../agent/approvals/choice-desk.ts";
import { answerForModel, type Screen } from "../../agent/screen.ts";
import { HOME_AWAY, type ReadTool, type ToolCaller } from "../../agent/toolbox.ts";
import type { Person } from "../../agent/turn.ts";
import type { ServiceCall } from "../../homeassistant/services/services.ts";
import type { PersonalRetrieval, ReadablePassage } from "../../knowledge/retrieval-for-person.ts";
import type { PlannedCall } from "../../storage/turns/schedules.ts";
import { isRecord } from "../../text/is-record.ts";
import { invalidArguments } from "../../tools/tool.ts";
import type { ProgramMessage } from "../program-channel.ts";
import { Problem } from "../programs/problem.ts";
import { type Client, MCP } from "../programs/programs.ts";
import type { Asking, createTurnResults, TurnRecords } from "../programs/turn-results.ts";

/** Where a passage of knowledge is read (RFC 6570). */
export const PASSAGE = "knowledge://passage/{id}";
const PASSAGE_URI = /^knowledge:\/\/passage\/(\d{1,12})$/;

/** Tools of the model that only read, and keep nothing of the turn that they are called in. */
const READING = [
  ...["get_ha_entities", "get_entity_state", "get_entity_history", "get_weather", "get_calendar_events"],
  ...["get_list_items", "get_statistics", "get_user_profile"],
  ...["list_automations", "get_automation", "get_automation_stats", "test_event_listener"],
  ...["query_recent_events", "execute_script", "download_state_history"],
] as const;

/** Clients give up after a minute; what takes longer is looked at later. */
const WAIT_MS = 50_000;
const LONGEST_TEXT = 4_096;
const MOST_PASSAGES = 5;

export interface McpToolParts {
  readonly channel: Asking;
  readonly results: ReturnType<typeof createTurnResults>;
  readonly turns: TurnRecords["turns"];
  readonly readTools: ReadonlyMap<string, ReadTool>;
  readonly proposed: (args: unknown) => { readonly ok: true; readonly call: ServiceCall } | { readonly ok: false; readonly result: object };
  readonly atOnce: (
    call: Pick<PlannedCall, "service" | "entityIds" | "data">,
    by: Pick<Chosen, "origin"> & { readonly person: Person },
  ) => Chosen;
  readonly retrieval: PersonalRetrieval | undefined;
  readonly screen: Screen;
  readonly homeReady: () => boolean;
}

interface McpAnswer extends Readonly<Record<string, unknown>> {
  /** Links to what was found. */
  readonly passages?: readonly { readonly uri: string; readonly place: string }[];
}

interface McpTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly annotations: Readonly<Record<string, boolean>>;
  /** Left out, it always is. */
  readonly offered?: (() => boolean) | undefined;
  /** Called in the place of a program's person, or as somebody of its role. */
  readonly call: (args: Readonly<Record<string, unknown>>, client: Client, signal: AbortSignal) => Promise<McpAnswer>;
}

const READS = { readOnlyHint: true, openWorldHint: false };
const ACTS = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false };

const query = z.object({ query: z.string().min(1).max(300), source: z.enum(["home", "documents"]).optional() });
const call = z.object({
  service: z.string().max(100).describe("light.turn_on"),
  entity_id: z.array(z.string().max(255)).max(50).optional(),
  data: z.looseObject({}).optional().describe("its fields: brightness_pct 30"),
});
const said = z.object({ text: z.string().trim().min(1).max(LONGEST_TEXT) });
const looked = z.object({ turn_id: z.string().max(64) });

/** What programs may call. */
export function createMcpTools(parts: McpToolParts) {
  const { channel, results, turns, readTools, proposed, atOnce, retrieval, screen, homeReady } = parts;

  const reading = READING.flatMap((name): readonly McpTool[] => {
    const tool = readTools.get(name);
    if (!tool) return [];
    const { description, parameters: inputSchema } = tool;
    return [
      {
        ...{ name, description, inputSchema, annotations: READS, offered: () => tool.offered?.() ?? true },
        async call(args, client, signal) {
          if (!homeReady() && !tool.withoutHome) return HOME_AWAY;
          const { origin: from = "home", outside: _, noted: __, read: ___, ...content } = await tool.call(args, callerOf(client), signal);
          return answerForModel(screen, name, { origin: from, content });
        },
      },
    ];
  });

  const ask = async (message: Pick<ProgramMessage, "text" | "chosen">, client: Client, signal: AbortSignal): Promise<McpAnswer> => {
    const { id, person, speaksForPerson } = client;
    try {
      const chat = { chatId: id, person, isPrivate: speaksForPerson, areaId: undefined };
      const reply = await channel.ask(
        { ...chat, ...message, ...(!speaksForPerson && { origin: "outside" as const }) },
        { signal, timeoutMs: WAIT_MS },
      );
      return { ok: true, ...results.ofReply(reply, client) };
    } catch (error) {
      if (error instanceof Problem) return { ok: false, error: error.code, message: error.document.title };
      throw error;
    }
  };

  const own: readonly McpTool[] = [
    defined(
      "call_ha_service",
      "Calls a Home Assistant service on exact ids. The home's rules decide: it may be done, refused, or asked of a person first.",
      call,
      ACTS,
      async (args, client, signal) => {
        const proposal = proposed({ ...args, when: "now" });
        if (!proposal.ok) return { ...proposal.result };
        const { service, target, data } = proposal.call;
        const entityIds = isRecord(target) && Array.isArray(target["entityId"]) ? target["entityId"].map(String) : [];
        const chosen = atOnce({ service, entityIds, data }, { person: client.person, origin: originOf(client) });
        return ask({ text: chosen.text, chosen }, client, signal);
      },
    ),
    defined(
      "ask_assistant",
      "Says something to the home's assistant in plain words, as its person would: questions, commands, reminders.",
      said,
      { ...ACTS, openWorldHint: true },
      ask,
    ),
    defined(
      "get_message_result",
      "What became of an earlier call_ha_service or ask_assistant, by its turn_id.",
      looked,
      READS,
      async ({ turn_id }, client) => {
        const turn = turns.get(turn_id);
        if (turn?.channel !== MCP || turn.chatId !== client.id) return { ok: false, error: "unknown_turn" };
        return { ok: true, ...results.ofTurn(turn, client) };
      },
    ),
  ];
  const searching: readonly McpTool[] = retrieval
    ? [
        defined(
          "search_knowledge",
          "Passages about the home: what devices and routines are, manuals and notes of its people.",
          query,
          READS,
          async ({ query: text, source: scope }, { person }, signal) => {
            const found = await retrieval.search(text, { role: person.role, scope, limit: MOST_PASSAGES, signal });
            const texts = found.map((passage) => ({ uri: uriOf(passage.id), place: passage.place, text: textOf(passage, screen) }));
            return { ok: true, found: texts, passages: texts.map(({ uri, place }) => ({ uri, place: place || uri })) };
          },
        ),
      ]
    : [];
  const all = new Map([...reading, ...searching, ...own].map((tool) => [tool.name, tool]));
  const isOffered = ({ offered }: McpTool) => offered?.() ?? true;
  return {
    list: (): readonly McpTool[] => [...all.values()].filter(isOffered),
    get(name: string): McpTool | undefined {
      const tool = all.get(name);
      return tool && isOffered(tool) ? tool : undefined;
    },
  };
}

function originOf({ speaksForPerson }: Client): "home" | "outside" {
  return speaksForPerson ? "home" : "outside";
}

function callerOf(client: Client): ToolCaller {
  const { person, speaksForPerson } = client;
  return {
    personId: person.id,
    role: person.role,
    isPrivate: speaksForPerson,
    sessionId: "",
    turn: { id: "", text: "", origin: originOf(client), language: person.language, outside: [] },
  };
}

/** A passage by its address, as a model may read it; undefined for what is not there, or not for this program. */
export function passageIn(uri: string, { person }: Client, { retrieval, screen }: McpToolParts): string | undefined {
  const id = PASSAGE_URI.exec(uri)?.[1];
  const passage = id === undefined ? undefined : retrieval?.passage(Number(id), person.role);
  return passage && textOf(passage, screen);
}

function textOf({ text, origin, place }: Pick<ReadablePassage, "text" | "origin" | "place">, screen: Screen): string {
  return screen.text(text, { origin, kind: origin === "document" ? "document" : "attribute", place: "search_knowledge", source: place });
}

function uriOf(id: number): string {
  return PASSAGE.replace("{id}", String(id));
}

/** A tool that is called with what fits its schema only. */
function defined<Schema extends z.ZodObject>(
  name: string,
  description: string,
  schema: Schema,
  annotations: McpTool["annotations"],
  run: (args: z.infer<Schema>, client: Client, signal: AbortSignal) => Promise<McpAnswer>,
): McpTool {
  const { $schema: _, ...inputSchema } = z.toJSONSchema(schema, { io: "input" });
  return {
    name,
    description,
    inputSchema,
    annotations,
    async call(args, client, signal) {
      const parsed = schema.safeParse(args);
      return parsed.success ? run(parsed.data, client, signal) : { ...invalidArguments(parsed.error) };
    },
  };
}
