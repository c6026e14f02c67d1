import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { ModelCall, ScriptedAnswer } from "../fakes/model-server.ts";
import { cloudHome } from "./cloud-home.ts";
import { leaksIn, PLANTED, SENTENCES, SPELLINGS } from "./cloud-secrets.ts";
import { anna, ben, eventually } from "./scenario-home.ts";

const MANUAL = "The spare handle lies behind the crimson valve of the boiler";
/** Planted beside what people say: what is known, read or told only at home. */
const AT_HOME = ["crimson valve", "spare handle", "porridge", "Sertralin", "lactose intolerance", "Berlin"];
/** All spellings; of sentences what tells them. */
const VALUES = [
  ...PLANTED.flatMap(({ kind, spellings }) => (kind === "code" ? ["4711", "four seven one one", "vier sieben eins eins"] : spellings)),
  ...["ellies_night_light", "pruefraum_lampe", "ellies_phone", "ellies_bedtime", "Night Light", "13.38913", "90182413", "10969"],
  ...AT_HOME,
];

/** A model outside that asks for everything it can think of, then answers with what it was told. */
function curious({ messages, tools }: ModelCall, index: number): ScriptedAnswer {
  const said = messages.at(-1)?.content ?? "";
  const id = /\[[a-z ]+ \d+\]/.exec(said)?.[0] ?? "[light 1]";
  const calls = [
    { name: "get_ha_entities", args: { query: "light" } },
    { name: "get_entity_state", args: { entity_id: id } },
    { name: "get_user_profile", args: {} },
    { name: "retrieve_knowledge", args: { query: "boiler" } },
    { name: "get_entity_history", args: { entity_id: id, kind: "changes" } },
    { name: "get_ha_entities", args: { area: "[room 1]" } },
  ];
  const call = calls[index % calls.length];
  const wantsMore = messages.at(-1)?.role !== "tool" && index % 3 === 0 && tools.length > 0;
  return wantsMore && call ? { toolCalls: [call] } : { text: `I see: ${said.slice(-200)}` };
}

/** Of each setting. */
const TURNS = 100;

const settings = [
  { kind: "openai", half: 0, cloud_llm_send_profile: true, cloud_llm_send_ha_state: true },
  { kind: "openai", half: 1, cloud_llm_send_profile: false, cloud_llm_send_ha_state: false },
  { kind: "gemini", half: 1, cloud_llm_send_profile: true, cloud_llm_send_ha_state: true },
] as const;

// in each setting half of the spellings are said in turns of the service, the others, and then all again, in requests made as turns make them
it.each(settings)(
  `lets none of the planted values leave: %o`,
  async ({ kind, half, ...options }) => {
    await using world = await cloudHome({ cloud_first: true, knowledge: true, ...options }, { kind });
    const { home, cloud } = world;
    const folder = join(home.dataDir, "knowledge");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "boiler.md"), `# Boiler\n\n${MANUAL}.\n`);
    home.passes(60_000);
    await eventually(() => home.rows("SELECT 1 FROM rag_documents WHERE source = 'document'").length > 0);
    const fact = (key: string, value: string) => ({
      ...{ scope: { kind: "person" as const, personId: `telegram:${anna}` }, category: "fact" as const, key, value, confidence: 0.9 },
      ...{ source: "told" as const, origin: "person" as const, evidence: [], language: "en", said: `my ${key} is ${value}` },
      toldBy: `telegram:${anna}`,
    });
    for (const one of [fact("allergy", "lactose intolerance"), fact("medicine", "Sertralin"), fact("breakfast", "porridge at dawn")]) {
      await home.app.memory.learn(one, home.now);
    }
    cloud.respond(curious);
    home.model.respond(({ messages }) => ({ text: `Perhaps ${messages.at(-1)?.content.slice(-150)} and ${MANUAL}` }));
    using asker = world.asker();
    const inTurns = SPELLINGS.filter((_, index) => index % 2 === half);
    for (let turn = 0; turn < TURNS; turn++) {
      const spelling = inTurns[turn] ?? SPELLINGS[(turn * 2 + 1 - half) % SPELLINGS.length] ?? "";
      const sentence = SENTENCES[(turn * 7) % SENTENCES.length]?.(spelling) ?? spelling;
      const chat = turn % 5 === 4 ? ben : anna;
      if (turn < inTurns.length) await world.asks(chat, sentence);
      else await asker.ask(chat, sentence);
    }
    const leaks = cloud.calls.flatMap(({ sent }, index) => leaksIn(sent, VALUES).map((value) => `${index}: ${value}`));
    expect(leaks).toEqual([]);
    // they were said and known all the same: the model at home was told most of them
    const atHome = home.model.calls.map(({ sent }) => sent).join("\n");
    expect(leaksIn(atHome, VALUES).length).toBeGreaterThan(VALUES.length / 4);
    const rows = home.rows("SELECT was_blocked, block_reason FROM search_audit_log");
    const kept = rows.filter(({ was_blocked: blocked }) => blocked === 1);
    // nearly all that a name or id stands in is answered outside, under marks; what identifies somebody never is
    expect(cloud.calls.length).toBe(rows.length - kept.length);
    expect(new Set(cloud.calls.map(({ messages }) => messages.filter(({ role }) => role === "user").at(-1)?.content)).size).toBeGreaterThan(
      TURNS / 3,
    );
    expect([...new Set(kept.map(({ block_reason: reason }) => reason))]).toEqual(
      expect.arrayContaining(["address", "phone", "email", "iban", "secret"]),
    );
    expect(home.log.filter((line) => line.includes("still stood in a request"))).toEqual([]);
  },
  120_000,
);

const SECRETIVE = "what helps Ellie Vandermeer against seizures under the Prüfraumlampe";

it.each(["openai", "gemini"] as const)("sends nothing of a turn that goes on after a start before the home was read (%s)", async (kind) => {
  await using world = await cloudHome({ cloud_first: true }, { kind });
  const { home, cloud } = world;
  await world.asks(anna, "what may one read on a rainy day?");
  cloud.respond(() => new Promise(() => {}));
  home.says(anna, SECRETIVE);
  await eventually(() => cloud.calls.length >= 2);
  await home.stopApp();
  cloud.respond(() => ({ text: "Rest helps." }));
  const asked = home.model.calls.length;
  await home.startApp();
  // the model at home answers, or the one outside once it is known what is private
  await eventually(() => home.model.calls.length > asked || cloud.calls.length > 2);
  await home.next(anna, ({ plain }) => /Rest helps|Perhaps so/.test(plain));
  expect(cloud.calls.map(({ sent }) => /Vandermeer|Prüfraumlampe/.test(sent))).not.toContain(true);
});
