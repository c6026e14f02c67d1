import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { z } from "zod";
import { isHomeAddress } from "../security/provenance/public-address.ts";
import { baseUrl } from "../text/base-url.ts";
import { isRecord } from "../text/is-record.ts";
import { actionOptions, effectRule, hiddenRisks, missingPeople, pin, toPins, toPolicyOptions, unreachable } from "./action-options.ts";
import { assistOptions, speaker, unknownSpeakers } from "./assist-options.ts";
import { describeIssue, kindOf, OptionsError } from "./option-problems.ts";
import { brokerUrl, isPlainUrl, listOf, matching, oneOf, secret, text, url, whole, yesNo } from "./option-values.ts";
import { languageCode, person, toPeople } from "./people-options.ts";
import { Secrets } from "./secrets.ts";

/** Of this service, as package.json and config.yaml have it. */
export const VERSION = "0.1.0";

/** Exit code for wrong options: `EX_CONFIG` of sysexits.h. */
export const EXIT_CONFIG = 78;

const SUPERVISOR_URL = "http://supervisor";

const modelName = () => text("the name of a model: 1 to 200 characters", 1, 200);

const DURATION = /^(0|-?(\d+(\.\d+)?(ns|us|ms|s|m|h))+|-1|\d+)$/;
const KEEP_ALIVE = 'a time as Ollama writes it, like "30m" or "1h30m", a number of seconds, or -1 for ever';
/** What may be looked up for a message before the model is asked. */
const CONTEXT_PROVIDERS = ["entities", "knowledge", "memory"] as const;

/** Every option as users write it; config.yaml and docs/configuration.md say the same, and tests/config.test.ts holds them to it. */
export const optionsSchema = z.strictObject({
  home_assistant_url: url().optional(),
  home_assistant_token: secret().optional(),
  model_provider: oneOf("ollama", "openai_compatible").default("ollama"),
  // an example of a server in the house: most people have to set it, which the error of an unreachable one tells
  ollama_url: url().prefault("http://192.168.1.97:11434"),
  ollama_model: modelName().default("gpt-oss:20b"),
  num_ctx: whole(4096, 1_048_576, " tokens").default(8192),
  model_sees: oneOf("auto", "yes", "no").default("auto"),
  keep_alive: z.union([matching(KEEP_ALIVE, DURATION), z.int().min(-1)], { error: KEEP_ALIVE }).default("30m"),
  embedding_model: modelName().default("nomic-embed-text"),
  cloud_enabled: yesNo().default(false),
  cloud_fallback: yesNo().default(false),
  cloud_first: yesNo().default(false),
  // true sends, false keeps it at home
  cloud_llm_send_profile: yesNo().default(false),
  cloud_llm_send_ha_state: yesNo().default(false),
  openai_api_key: secret().optional(),
  openai_base_url: url().optional(),
  openai_base_url_at_home: yesNo().default(false),
  openai_model: modelName().optional(),
  gemini_api_key: secret().optional(),
  gemini_model: modelName().optional(),
  assistant_name: text("a name of 1 to 60 characters", 1, 60).default("Assistant"),
  persona: text("a text of 1 to 2000 characters", 1, 2000).optional(),
  language: languageCode().optional(),
  people: listOf(person, "a list of people").default([]),
  ...actionOptions,
  search_log_days: whole(1, 3650, " days").default(90),
  session_timeout: whole(1, 1440, " minutes").default(30),
  parallel_chats: whole(1, 8).default(2),
  recogniser: yesNo().default(true),
  knowledge: yesNo().default(true),
  memory_facts_limit: whole(10, 100_000, " facts").default(1_000),
  learning_idle_minutes: whole(0, 1440, " minutes").default(3),
  context_providers: listOf(oneOf(...CONTEXT_PROVIDERS), "a list of entities, knowledge and memory").default([...CONTEXT_PROVIDERS]),
  mqtt_url: brokerUrl().optional(),
  mqtt_username: text("a name of 1 to 200 characters", 1, 200).optional(),
  mqtt_password: secret().optional(),
  web_search: oneOf("duckduckgo", "searxng", "brave", "off").default("duckduckgo"),
  searxng_url: url().optional(),
  brave_api_key: secret().optional(),
  read_pages: yesNo().default(false),
  sanitizer_words: listOf(text("a word or name of 2 to 80 characters", 2, 80), "a list of words, like a surname").default([]),
  address_languages: listOf(
    oneOf("en", "de", "fr", "es", "nl", "he", "it", "pt", "pl", "da", "sv", "nb", "fi", "cs", "hu"),
    "a list of languages, like en",
  ).default(["en", "de", "fr", "es", "nl", "he"]),
  influxdb_url: url().prefault("http://influx.internal"),
  influxdb_token: secret().optional(),
  influxdb_org: text("a text of 1 to 200 characters", 1, 200).optional(),
  influxdb_bucket: text("a text of 1 to 200 characters", 1, 200).optional(),
  notify: oneOf("off", "urgent", "important", "all").default("important"),
  quiet_hours: matching("two times, like 22:00-07:00", /^(?:[01]\d|2[0-3]):[0-5]\d-(?:[01]\d|2[0-3]):[0-5]\d$/).default("22:00-07:00"),
  digest_time: matching("a time, like 07:30", /^(?:[01]\d|2[0-3]):[0-5]\d$/).optional(),
  reminder_escalation: z.string().default("off"),
  events_with_text: yesNo().default(false),
  ...assistOptions,
  rest_api: yesNo().default(false),
  mcp_server: yesNo().default(false),
  mcp_home_assistant: oneOf("off", "adult", "child", "guest").default("off"),
  api_sites: listOf(matching("an address like https://panel.example.org", /^https?:\/\/[^\s/?#@]{1,200}$/), "a list of addresses").default(
    [],
  ),
  log_level: oneOf("debug", "info", "warn", "error").default("info"),
});

/** Options that are lists of groups, by the shape of one. */
const GROUPS: Readonly<Record<string, z.ZodObject>> = { people: person, effect_rules: effectRule, pins: pin, speakers: speaker };

type Options = z.output<typeof optionsSchema>;
/** Options whose values are held back from every log. */
const SECRET_OPTIONS = [
  ...(["home_assistant_token", "openai_api_key", "gemini_api_key", "mqtt_password"] as const),
  ...(["brave_api_key", "influxdb_token", "assist_api_token"] as const),
] as const;
type SecretOption = (typeof SECRET_OPTIONS)[number];

export type Config = ReturnType<typeof toConfig>;
export type UserSecrets = Secrets<SecretOption>;

/** Checks what the user wrote. Optional options that are blank or null count as left out. Throws OptionsError naming every problem. */
export function parseOptions(raw: unknown): { config: Config; secrets: UserSecrets } {
  if (!isRecord(raw)) throw new OptionsError([`the options as a whole: ${kindOf(raw)} was given; allowed: a group of options`]);
  const given = withoutBlanks(raw, optionsSchema.shape);
  for (const [name, { shape }] of Object.entries(GROUPS)) {
    const rows = given[name];
    if (Array.isArray(rows)) given[name] = rows.map((row) => (isRecord(row) ? withoutBlanks(row, shape) : row));
  }
  const parsed = optionsSchema.safeParse(given);
  const problems = [
    ...(parsed.error?.issues ?? []).flatMap((issue) =>
      describeIssue(issue, given, Object.keys((GROUPS[String(issue.path[0])] ?? optionsSchema).shape)),
    ),
    ...contradictions(given),
  ];
  if (!parsed.success || problems.length > 0) throw new OptionsError(problems);
  return {
    config: toConfig(parsed.data),
    secrets: new Secrets(
      Object.fromEntries(SECRET_OPTIONS.map((name) => [name, parsed.data[name]])) as Partial<Record<SecretOption, string>>,
    ),
  };
}

/** Standard input as a file of options: in the app they are root's, who opens them and gives up its rights before the service begins. */
export const STANDARD_INPUT = "-";

/** The options file's content, unchecked. Throws OptionsError if there is none or it is no JSON object. */
export function readOptionsFile(path: string): unknown {
  let content: string;
  try {
    content = readFileSync(path === STANDARD_INPUT ? process.stdin.fd : path, "utf8");
  } catch (error) {
    const missing = error instanceof Error && "code" in error && error.code === "ENOENT";
    throw new OptionsError([`the options file ${path} ${missing ? "does not exist" : "cannot be read"}`], { cause: error });
  }
  let options: unknown;
  try {
    options = JSON.parse(content);
  } catch {
    // the parser's own error is left out on purpose: it quotes the file
    throw new OptionsError([`the options file ${path} is not valid JSON`]);
  }
  if (!isRecord(options)) throw new OptionsError([`the options file ${path} holds ${kindOf(options)}; allowed: a JSON object`]);
  return options;
}

/** The environment of the process: nobody else reaches for it. */
export function environment(): NodeJS.ProcessEnv {
  return process.env;
}

export type ServiceEnvironment = ReturnType<typeof readEnvironment>;

/** What the service takes from its environment; nothing else of it is read. Blank variables count as absent. */
export function readEnvironment(env: NodeJS.ProcessEnv = environment()) {
  return {
    homeAssistantUrl: env["HOME_ASSISTANT_URL"] || undefined,
    heartbeatFd: /^\d{1,4}$/.test(env["HEARTBEAT_FD"] ?? "") ? Number(env["HEARTBEAT_FD"]) : undefined,
    assist: { apiPort: env["ASSIST_PORT"] || undefined, wyomingPort: env["WYOMING_PORT"] || undefined },
    ...{ apiPort: env["API_PORT"] || undefined, voiceFolder: env["VOICE_FOLDER"] || undefined },
    console: {
      port: env["CONSOLE_PORT"] || undefined,
      trustLoopback: env["CONSOLE_TRUST_LOOPBACK"] || undefined,
    },
    tokens: new Secrets({ home_assistant_token: env["HOME_ASSISTANT_TOKEN"], supervisor_token: env["SUPERVISOR_TOKEN"] }),
  };
}

/** Where Home Assistant is: the options first, then the environment's pair, then the Supervisor's proxy. `problem` says what to do. */
export function resolveConnection(
  config: Pick<Config, "homeAssistantUrl">,
  secrets: Pick<UserSecrets, "reveal">,
  environment: ServiceEnvironment,
): { readonly url: string; readonly token: string } | { readonly problem: string } {
  const optionToken = secrets.reveal("home_assistant_token");
  if (config.homeAssistantUrl && optionToken) return { url: config.homeAssistantUrl, token: optionToken };
  const url = environment.homeAssistantUrl;
  const token = environment.tokens.reveal("home_assistant_token");
  if (url && !isPlainUrl(url)) return { problem: "HOME_ASSISTANT_URL must be an address like http://homeassistant.local:8123" };
  if (url && token) return { url: baseUrl(url), token };
  if (url || token)
    return { problem: `HOME_ASSISTANT_${url ? "URL" : "TOKEN"} is set, but HOME_ASSISTANT_${url ? "TOKEN" : "URL"} is not` };
  const supervisorToken = environment.tokens.reveal("supervisor_token");
  if (supervisorToken) return { url: `${SUPERVISOR_URL}/core`, token: supervisorToken };
  return {
    problem:
      "it is not known where Home Assistant is: set the options home_assistant_url and home_assistant_token, or the environment's " +
      "HOME_ASSISTANT_URL and HOME_ASSISTANT_TOKEN (a long-lived access token from the Security tab of your Home Assistant profile)",
  };
}

/** True in an app that the Supervisor runs, whichever way Home Assistant is reached. */
export function isSupervised({ tokens }: ServiceEnvironment): boolean {
  return tokens.reveal("supervisor_token") !== undefined;
}

/** Who runs an app, for what an app may ask of it; undefined elsewhere. */
export function supervisorOf({ tokens }: ServiceEnvironment): { readonly url: string; readonly token: string } | undefined {
  const token = tokens.reveal("supervisor_token");
  return token === undefined ? undefined : { url: SUPERVISOR_URL, token };
}

/** The one place where the users' names meet ours. */
function toConfig(options: Options) {
  return Object.freeze({
    homeAssistantUrl: options.home_assistant_url,
    modelProvider: options.model_provider,
    ollamaUrl: options.ollama_url,
    ollamaModel: options.ollama_model,
    numCtx: options.num_ctx,
    modelSees: options.model_sees,
    /** Bare numbers as numbers: Ollama reads a text without a unit as an error. */
    keepAlive: Number.isNaN(Number(options.keep_alive)) ? String(options.keep_alive) : Number(options.keep_alive),
    embeddingModel: options.embedding_model,
    cloudEnabled: options.cloud_enabled,
    cloudFallback: options.cloud_fallback,
    cloudFirst: options.cloud_first,
    cloudPolicy: { sendProfile: options.cloud_llm_send_profile, sendHomeState: options.cloud_llm_send_ha_state },
    openaiBaseUrl: options.openai_base_url,
    openaiBaseUrlAtHome: options.openai_base_url_at_home,
    openaiModel: options.openai_model,
    geminiModel: options.gemini_model,
    assistantName: options.assistant_name,
    persona: options.persona,
    language: options.language,
    people: toPeople(options.people),
    policy: toPolicyOptions(options),
    pins: toPins(options),
    confirmationTimeoutSeconds: options.confirmation_timeout,
    turnTimeoutSeconds: options.turn_timeout,
    actionsDays: options.actions_days,
    automationAsks: options.automation_asks,
    searchLogDays: options.search_log_days,
    sessionTimeoutMinutes: options.session_timeout,
    parallelChats: options.parallel_chats,
    recogniser: options.recogniser,
    knowledge: options.knowledge,
    memoryFactsLimit: options.memory_facts_limit,
    learningIdleMinutes: options.learning_idle_minutes,
    contextProviders: options.context_providers,
    mqttUrl: options.mqtt_url,
    mqttUsername: options.mqtt_username,
    webSearch: options.web_search,
    searxngUrl: options.searxng_url,
    readPages: options.read_pages,
    sanitizerWords: options.sanitizer_words,
    addressLanguages: options.address_languages,
    influxdbUrl: options.influxdb_url,
    influxdbOrg: options.influxdb_org,
    influxdbBucket: options.influxdb_bucket,
    notify: options.notify,
    quietHours: options.quiet_hours,
    /** When the morning's message comes also where nothing was held; undefined for only then. */
    digestTime: options.digest_time,
    reminderEscalation: options.reminder_escalation,
    eventsWithText: options.events_with_text,
    wyoming: options.wyoming,
    wyomingFrom: options.wyoming_from,
    speakers: options.speakers,
    voiceApprovalEffects: options.voice_approval_effects,
    restApi: options.rest_api,
    mcpServer: options.mcp_server,
    /** Whom Home Assistant's own agents count as. */
    mcpHomeAssistant: options.mcp_home_assistant,
    /** Origins of pages that may ask the API from a browser. */
    apiSites: options.api_sites,
    logLevel: options.log_level,
  });
}

/** What is wrong between options. Looks at what was given, so that it is told together with what is wrong within them. */
function contradictions(given: Readonly<Record<string, unknown>>): string[] {
  const has = (name: string) => given[name] !== undefined;
  const isOn = (name: string) => given[name] === true;
  const isOpenAiAtHome = given["model_provider"] === "openai_compatible";
  const openai = !isOpenAiAtHome && (has("openai_api_key") || has("openai_base_url"));
  const inCloud = "the cloud is switched on and";
  const needs: readonly (readonly [wanted: string, isNeeded: boolean, because: string])[] = [
    ["home_assistant_token", has("home_assistant_url"), "home_assistant_url is given"],
    ["home_assistant_url", has("home_assistant_token"), "home_assistant_token is given"],
    ["openai_model", isOn("cloud_enabled") && openai, `${inCloud} openai_api_key or openai_base_url is given`],
    ["openai_base_url", isOpenAiAtHome, "model_provider is openai_compatible"],
    ["openai_model", isOpenAiAtHome, "model_provider is openai_compatible"],
    ["gemini_model", isOn("cloud_enabled") && has("gemini_api_key"), `${inCloud} gemini_api_key is given`],
    ["mqtt_url", has("mqtt_username"), "mqtt_username is given"],
    ["mqtt_username", has("mqtt_password"), "mqtt_password is given"],
    ["influxdb_org", has("influxdb_token"), "influxdb_token is given"],
    ["influxdb_bucket", has("influxdb_token"), "influxdb_token is given"],
    ["searxng_url", given["web_search"] === "searxng", "web_search is searxng"],
    ["brave_api_key", given["web_search"] === "brave", "web_search is brave"],
  ];
  const problems = needs.flatMap(([wanted, isNeeded, because]) =>
    isNeeded && !has(wanted) ? [`${wanted}: nothing was given; it is needed because ${because}`] : [],
  );
  problems.push(...notAtHome(given, isOpenAiAtHome));
  for (const name of ["cloud_fallback", "cloud_first"]) {
    if (isOn(name) && !isOn("cloud_enabled")) problems.push(`${name}: it is switched on, but cloud_enabled is not`);
  }
  if (isOn("cloud_enabled") && !openai && !has("gemini_api_key")) {
    const missing = isOpenAiAtHome
      ? "the OpenAI-compatible server is at home, and gemini_api_key is not given"
      : "none of openai_api_key, openai_base_url and gemini_api_key is given";
    problems.push(`cloud_enabled: it is switched on, but ${missing}`);
  }
  for (const field of ["name", "telegram_user_id", "ha_person"]) problems.push(...repeated(given, "people", field));
  problems.push(...repeated(given, "pins", "effect"), ...hiddenRisks(given["effect_rules"]));
  return [...problems, ...missingPeople(given), ...unreachable(given), ...unknownSpeakers(given)];
}

/** A server counts as at home by its place and by the owner's word; where a name leads is seen when it is connected to. */
function notAtHome(given: Readonly<Record<string, unknown>>, isOpenAiAtHome: boolean): string[] {
  const { openai_base_url_at_home: saidSo, openai_base_url: address } = given;
  if (isOpenAiAtHome && saidSo !== true) {
    return [
      "model_provider: it is openai_compatible, but openai_base_url_at_home is not switched on; any other server is used with cloud_enabled",
    ];
  }
  if (!isOpenAiAtHome)
    return saidSo === true ? ["openai_base_url_at_home: it is switched on, but model_provider is not openai_compatible"] : [];
  const host = URL.parse(String(address))?.hostname.replace(/^\[|\]$/g, "") ?? "";
  if (isIP(host) === 0 || isHomeAddress(host)) return [];
  return [
    "openai_base_url: an address outside the home was given; allowed with openai_base_url_at_home: a private address, or a name that leads to one",
  ];
}

function repeated(given: Readonly<Record<string, unknown>>, name: string, field: string): string[] {
  const rows = given[name];
  if (!Array.isArray(rows)) return [];
  const values = rows.map((one) => (isRecord(one) && one[field] !== undefined ? String(one[field]).toLowerCase() : undefined));
  return values.flatMap((value, index) => {
    const first = values.indexOf(value);
    if (value === undefined || first === index) return [];
    return [`${name}[${index}].${field}: the same was given for ${name}[${first}]; allowed: a different one in each`];
  });
}

/** Home Assistant's form saves an emptied optional field as "" or null. */
function withoutBlanks(raw: Readonly<Record<string, unknown>>, shape: Readonly<Record<string, z.ZodType>>): Record<string, unknown> {
  const blank = (key: string, value: unknown) =>
    (value === null || value === "") && Object.hasOwn(shape, key) && shape[key] instanceof z.ZodOptional;
  return Object.fromEntries(Object.entries(raw).filter(([key, value]) => !blank(key, value)));
}
