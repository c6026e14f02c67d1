import {
  type ActionItem,
  type ApprovalItem,
  type Card,
  type Chart,
  type ChatMessage,
  type Health,
  type Knowledge,
  type Me,
  type MemoryFact,
  type MemoryHabit,
  type NamedThing,
  PAGES,
  type PolicyCell,
  type PolicyTable,
  type PossibleAction,
  type SearchLogItem,
  type TurnDetail,
  type TurnItem,
  type WireReceipt,
} from "../../src/channels/console/wire.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Far enough back that no time of a record is still to come. */
const NEWEST = Date.now() - 2 * MINUTE_MS;

/** Without a place to break it, as cameras and scanners name files. */
export const LONG_NAME = `${"scan_20261122_heating_and_hot_water_service_report_".repeat(3)}final.pdf`;

export const ANNA: Me = {
  person: { id: "telegram:1", name: "Anna", role: "owner", language: "en" },
  token: "token-of-anna",
  assistantName: "Jarvis",
  version: "0.1.0",
  homeName: "Elm Street",
  pages: [...PAGES],
  people: [
    { id: "telegram:1", name: "Anna" },
    { id: "telegram:2", name: "Ben" },
    { id: "telegram:3", name: "Mia" },
  ],
};

export const MIA: Me = {
  ...ANNA,
  person: { id: "telegram:3", name: "Mia", role: "child", language: "en" },
  token: "token-of-mia",
  pages: ["chat", "activity", "approvals", "planned", "memory", "turns"],
  people: [],
};

const receipt: WireReceipt = {
  service: "cover.close_cover",
  targets: [{ entityId: "cover.garage_door", name: "Garage door", outcome: "done", after: "closed" }],
  outcome: "done",
  milliseconds: 8_420,
};

const said = (
  id: string,
  from: ChatMessage["from"],
  text: string,
  html: string,
  minutesAgo: number,
  more: Partial<ChatMessage> = {},
): ChatMessage => ({
  id,
  from,
  text,
  html,
  buttons: [],
  at: NEWEST - minutesAgo * MINUTE_MS,
  edited: false,
  about: [],
  ...more,
});

/** Newest first. */
export function someChat(): ChatMessage[] {
  return [
    said(
      "m6",
      "assistant",
      "Open the garage door?",
      "<p><strong>Open the garage door?</strong></p><p>Anybody could come in while it is open.</p>",
      1,
      {
        buttons: [
          [
            { label: "Yes", data: "a:1:yes" },
            { label: "Cancel", data: "a:1:no" },
          ],
        ],
        turnId: "t3",
        approvalId: "a1",
        about: ["cover.garage_door"],
      },
    ),
    said("m5", "person", "open the garage", "<p>open the garage</p>", 2),
    said(
      "m4",
      "notice",
      "The connection to the home was away for a minute.",
      "<p>The connection to the home was away for a minute.</p>",
      8,
    ),
    said(
      "m3",
      "assistant",
      "Two are low: Door sensor 12 %, Remote 18 %",
      "<p>Two are low:</p><ul><li>Door sensor <strong>12 %</strong></li><li>Remote <strong>18 %</strong></li></ul><p>The <a href='https://example.org/manual'>manual</a> says <code>CR2032</code>.</p>",
      11,
      { turnId: "t2", edited: true },
    ),
    said("m2", "person", "which batteries are low?", "<p>which batteries are low?</p>", 12),
    said("m1", "person", "hello", "<p>hello</p>", 14),
  ];
}

/** Before those of `someChat`. */
export const earlierChat: readonly ChatMessage[] = [said("m0", "assistant", "Good morning, Anna.", "<p>Good morning, Anna.</p>", 600)];

/** A turn whose words somebody wanted to be forgotten. */
const FORGOTTEN = 6;

const turn = (index: number): TurnItem => ({
  id: `t${index}`,
  at: NEWEST - index * 7 * MINUTE_MS,
  person: index % 3 === 0 ? "Ben" : "Anna",
  channel: index % 2 === 0 ? "telegram" : "console",
  path: index % 2 === 0 ? "model" : "recogniser",
  text: index === FORGOTTEN ? "" : index === 0 ? "close the garage and tell me which windows are open upstairs" : `message number ${index}`,
  answer:
    index === 4 || index === FORGOTTEN
      ? undefined
      : index === 0
        ? "The garage door is closed. Upstairs two windows are open: the bathroom's and the one in Mia's room."
        : `answer number ${index}`,
  model: index % 2 === 0 ? "ollama/qwen3:8b" : undefined,
  status: index === 4 ? "failed" : "sent",
  milliseconds: 1_240 + index * 10,
  tokens: index % 2 === 0 ? { prompt: 1_830, completion: 64 } : undefined,
  forgotten: index === FORGOTTEN,
  withheld: false,
});

export const turns: readonly TurnItem[] = Array.from({ length: 70 }, (_, index) => turn(index));

export function detailOf(item: TurnItem): TurnDetail {
  return {
    ...item,
    context: {
      window: 8_192,
      tokens: 1_830,
      slots: [
        { slot: "system", room: 900, used: 640, put: [], left: [] },
        { slot: "tools", room: 1_200, used: 810, put: ["get_entity_state", "control_device"], left: [] },
        { slot: "profile", room: 400, used: 55, put: ["temperature_bedroom"], left: [] },
        { slot: "entities", room: 600, used: 325, put: ["Garage door", "Bathroom window", "Window in Mia's room"], left: ["and 12 more"] },
      ],
    },
    tools: [
      {
        name: "control_device",
        arguments: { entity_id: "cover.garage_door", service: "close_cover" },
        result: { ok: true, receipt: "done" },
        ok: true,
      },
      {
        name: "get_entity_state",
        arguments: { entity_id: "binary_sensor.windw" },
        result: { ok: false, error: "not_found" },
        ok: false,
      },
    ],
    questions: [{ question: "Close the garage door?", end: "Cancelled by Anna." }],
    decisions: [
      {
        service: "cover.close_cover",
        entityIds: ["cover.garage_door"],
        rule: "entry:close",
        outcome: "allow",
        reasons: ["entry:close", "person:owner"],
      },
    ],
    receipts: [receipt],
    times: { received: item.at, answered: item.at + 1_200, sent: item.at + 1_240 },
  };
}

export const approvals = (): ApprovalItem[] => [
  {
    id: "a1",
    question: "Open the garage door and switch the light on?",
    askedAt: Date.now() - 5_000,
    expiresAt: Date.now() + 55_000,
    actions: [
      { id: "x1", text: "open the garage door", reasons: ["anybody could come in", "somebody is away"] },
      { id: "x2", text: "switch the garage light on", reasons: [] },
    ],
    mayAnswer: true,
    needsPin: false,
    decides: false,
  },
  {
    id: "a2",
    question: "Unlock the front door?",
    askedAt: Date.now() - 9_000,
    expiresAt: Date.now() + 50_000,
    actions: [{ id: "x3", text: "unlock the front door", reasons: ["anybody could come in"] }],
    mayAnswer: true,
    needsPin: true,
    decides: false,
  },
  {
    id: "a3",
    question: "Disarm the alarm?",
    askedAt: Date.now() - 12_000,
    expiresAt: Date.now() + 45_000,
    actions: [{ id: "x4", text: "disarm the alarm", reasons: [] }],
    mayAnswer: false,
    needsPin: false,
    decides: false,
  },
];

const OUTCOMES = ["done", "already", "sent", "failed", "no-change", "unknown"] as const;

export const actions: readonly ActionItem[] = Array.from({ length: 65 }, (_, index) => {
  const outcome = OUTCOMES[index % OUTCOMES.length] ?? "done";
  const [domain, what, wanted] =
    index % 2 === 0 ? ["cover", "closed Garage door", "close Garage door"] : ["light", "turned on Kitchen", "turn on Kitchen"];
  const person = index % 3 === 0 ? "Ben" : "Anna";
  return {
    id: `x${index}`,
    at: NEWEST - index * 3 * 3_600_000,
    text: outcome === "done" || outcome === "sent" ? `${person} ${what}` : `${person}: ${wanted}`,
    domain: domain ?? "",
    outcome,
    details: {
      service: "cover.close_cover",
      rule: index % 2 === 0 ? "entry:close" : "light:everybody",
      effects: index % 2 === 0 ? ["cover"] : ["light"],
      receipt: outcome === "failed" ? { ...receipt, outcome, error: "The device did not answer." } : index === 0 ? receipt : undefined,
    },
  };
});

export const searches: readonly SearchLogItem[] = Array.from({ length: 12 }, (_, index) => ({
  id: `s${index}`,
  at: NEWEST - index * 5 * 3_600_000,
  person: "Anna",
  kind: index % 3 === 0 ? "page" : "search",
  query: index % 4 === 1 ? "is [a person] at home" : "how to descale a coffee machine",
  target: "search.example.org",
  blocked: index % 4 === 1,
  reason: index % 4 === 1 ? "It asked about who is at home." : "",
}));

export function someFacts(): MemoryFact[] {
  return [
    ["temperature_bedroom", "18 °C at night", false, 1],
    ["coffee", "likes it strong, with oat milk", false, 0.8],
    ["dentist", "every second Tuesday", true, 0.6],
  ].map(([key = "", value = "", isWaiting = false, confidence = 1], index) => ({
    id: `f${index}`,
    key: String(key),
    value: String(value),
    isWaiting: isWaiting === true,
    source: Number(confidence) === 1 ? "You told me" : "I concluded it",
    lastSeen: NEWEST - index * DAY_MS,
    evidence: ["Anna said on 20 November: “I sleep best at 18 degrees.”"],
    mayChange: true,
  }));
}

export function someHabits(): MemoryHabit[] {
  return [
    {
      id: "h1",
      text: "The hall light goes on around 06:45 on weekdays.",
      confidence: 0.86,
      days: [1, 2, 3, 4, 5],
      evidence: ["On 17 of 20 days between 06:38 and 06:52."],
    },
  ];
}

export function someKnowledge(): Knowledge {
  return {
    sources: [
      { name: "Things and rooms", count: 143, at: NEWEST },
      { name: "Automations", count: 22, at: NEWEST },
      {
        name: "Documents",
        count: 310,
        at: NEWEST - DAY_MS,
        problem: "boiler.pdf has no text that could be read. Save it with text recognition.",
      },
    ],
    embedding: { model: "nomic-embed-text" },
    documents: [
      { name: "dishwasher-manual.pdf", bytes: 2_345_678, at: NEWEST - 3 * DAY_MS },
      { name: LONG_NAME, bytes: 34_000, at: NEWEST - 4 * DAY_MS },
      { name: "bins.md", bytes: 812, at: NEWEST - 9 * DAY_MS },
    ],
    types: [".md", ".txt", ".html", ".pdf"],
    mostBytes: 10_000_000,
  };
}

const cell = (outcome: string, rule: string, more: Partial<PolicyCell> = {}): PolicyCell => ({ outcome, rule, pin: false, ...more });

export const policy: PolicyTable = {
  effects: [
    {
      effect: "unlock",
      text: "opens a lock",
      byRole: {
        owner: cell("confirm", "unlock:ask", { by: "asker", pin: true }),
        adult: cell("confirm", "unlock:ask", { by: "asker", pin: true }),
        child: cell("deny", "unlock:child"),
        guest: cell("deny", "guest:entry"),
      },
    },
    {
      effect: "open-entry",
      text: "opens a way into the house",
      byRole: {
        owner: cell("confirm", "entry:ask", { by: "asker" }),
        adult: cell("confirm", "entry:ask", { by: "asker" }),
        child: cell("confirm", "entry:child", { by: "owner", people: 2 }),
        guest: cell("deny", "guest:entry"),
      },
    },
    {
      effect: "light",
      text: "light and nothing else",
      byRole: {
        owner: cell("allow", "light:everybody"),
        adult: cell("allow", "light:everybody"),
        child: cell("allow", "light:everybody"),
        guest: cell("allow", "light:everybody"),
      },
    },
  ],
  people: [
    { id: "telegram:1", name: "Anna" },
    { id: "telegram:3", name: "Mia" },
  ],
  devices: [
    { entityId: "switch.relay", name: "Entrance relay", area: "Hallway", isPlug: false },
    { entityId: "switch.heater", name: "Towel rail", area: "Bathroom", decision: "ask", by: "Anna", at: 1_800_000_000_000, isPlug: true },
  ],
  channels: ["telegram", "console", "assist"],
};

export function someHealth(): Health {
  return {
    model: { name: "ollama/qwen3:8b", reachable: true, tokensPerSecond: 31.4, fallback: "gemini/gemini-2.5-flash" },
    home: { connected: true, name: "Home", version: "2026.11.2", entities: 143 },
    telegram: [
      {
        bot: "@family_bot",
        state: "409 Conflict",
        ok: false,
        hint: "Another program reads this bot's messages. Stop it, or make a new bot for this app.",
      },
    ],
    queue: { waiting: 1, running: 1 },
    database: { bytes: 18_400_000 },
    versions: { app: "0.1.0", node: "24.21.0", sqlite: "3.51.0" },
    checklist: [
      { id: "home", ok: true, isStep: false, text: "Home Assistant is connected." },
      { id: "model", ok: true, isStep: false, text: "The model answers." },
      {
        id: "telegram",
        ok: false,
        isStep: false,
        text: "The Telegram bot listens.",
        todo: "Another program reads this bot's messages. Stop it, or make a new bot.",
      },
      { id: "people", ok: true, isStep: false, text: "People are named in the options." },
    ],
  };
}

export const things: readonly NamedThing[] = [
  { entityId: "cover.garage_door", name: "Garage door" },
  { entityId: "light.kitchen", name: "Kitchen ceiling" },
];

export const possible: readonly PossibleAction[] = [
  { service: "cover.close_cover", name: "Close" },
  { service: "cover.open_cover", name: "Open" },
];

export function someCards(): Card[] {
  const common = { area: "Garage", isActive: false, hasChart: false };
  return [
    { ...common, entityId: "cover.garage_door", name: "Garage door", domain: "cover", state: "Closed", tap: "Open Garage door" },
    { ...common, entityId: "sensor.outside", name: "Outside", domain: "sensor", area: undefined, state: "6.4 °C", hasChart: true },
  ];
}

export function chartOf(span: string): Chart {
  const step = span === "day" ? 900_000 : 3_600_000;
  return {
    unit: "°C",
    isBars: span === "month",
    points: Array.from({ length: 90 }, (_, index) => [NEWEST - (90 - index) * step, 4 + (index % 30) / 6]),
  };
}
