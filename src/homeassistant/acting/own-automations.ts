import { createHash, randomBytes } from "node:crypto";
import { setTimeout as after } from "node:timers/promises";
import type { Logger } from "../../observability/logger.ts";
import { isRecord } from "../../text/is-record.ts";
import { canonicalJson } from "../../text/json.ts";
import type { HomeConnection } from "../connection/connection.ts";
import { CommandError, HomeUnreachableError } from "../connection/errors.ts";
import type { Rest } from "../connection/rest.ts";
import type { Home, WholeHome } from "../registry/home.ts";
import { readableError } from "../registry/readable-error.ts";
import type { Registries } from "../registry/registries.ts";
import { AUTOMATION_REMOVE } from "../services/automation-changes.ts";
import type { ResolvedCall } from "../services/services.ts";

type Config = Readonly<Record<string, unknown>>;

/** Why an automation was not written. `changed`: somebody else wrote it meanwhile; `not_loaded`: Home Assistant does not use the file, or another entry of it keeps it from being loaded. */
export type AutomationProblem = "changed" | "invalid" | "not_loaded" | "unreachable";

export type AutomationOutcome =
  | { readonly outcome: "done"; readonly entityId: string | undefined }
  | { readonly outcome: "failed"; readonly problem: AutomationProblem; readonly error?: string }
  | { readonly outcome: "unknown" };

interface OwnAutomationsOptions {
  readonly connection: Pick<HomeConnection, "command">;
  readonly rest: Pick<Rest, "get" | "send">;
  readonly home: Pick<WholeHome, "everything" | "known"> & Pick<Home, "find" | "whenReady">;
  readonly registries: Pick<Registries, "entities">;
  readonly logger: Logger;
  /** Factor on every wait. */
  readonly pace: number;
}

/** What the service makes bears this before its own part: nothing else is ever written or removed. */
const OWN_ID = /^hpa_[a-f\d]{16}$/;
const LABEL = "HA Personal Assistant";
/** Home Assistant loads all automations again after it has answered: seconds in a home with hundreds on a small machine. */
const LOADING_MS = 15_000;
const POLL_MS = 100;
/** Longer than a restart on a small machine: what was written shows when it is back. */
const RESTART_MS = 300_000;

export function newAutomationId(): string {
  return `hpa_${randomBytes(8).toString("hex")}`;
}

/** Tells one content from another, in whatever order its fields are; the id is no content. */
export function automationHash(config: Config): string {
  const { id: _, ...content } = config;
  return createHash("sha256").update(canonicalJson(content)).digest("hex");
}

export type OwnAutomations = ReturnType<typeof createOwnAutomations>;

/** Writes and removes the service's own automations by Home Assistant's config API, and proves it by reading them back. Only the actor changes anything with it. */
export function createOwnAutomations({ connection, rest, home, registries, logger, pace }: OwnAutomationsOptions) {
  const pathOf = (id: string) => `/api/config/automation/config/${encodeURIComponent(id)}`;
  const entityOf = (id: string) =>
    [...home.everything()].find(
      ({ domain, state }) => domain === "automation" && state.attributes["id"] === id && state.state !== "unavailable",
    )?.entityId;

  /** What is stored under an id; undefined for nothing. Throws HomeUnreachableError. */
  async function read(id: string, signal?: AbortSignal): Promise<Config | undefined> {
    const config = await rest.get(pathOf(id), { ...(signal && { signal }) });
    return isRecord(config) ? config : undefined;
  }

  /** What Home Assistant finds wrong with a config, in its words and fit for a person's eyes; undefined for nothing. Throws HomeUnreachableError. */
  async function problemOf(config: Config, signal?: AbortSignal): Promise<string | undefined> {
    const { triggers, conditions, actions } = config;
    try {
      const command = { type: "validate_config", triggers, conditions, actions };
      const answer = await connection.command<Readonly<Record<string, { valid: boolean; error: string | null }>>>(command, { signal });
      const error = Object.values(answer).find(({ valid }) => !valid)?.error;
      return error ? readableError(error, home) : undefined;
    } catch (error) {
      // older versions know the fields by other names; what is written is checked once more
      if (error instanceof CommandError && error.code === "invalid_format") return undefined;
      throw error;
    }
  }

  /** Waits until Home Assistant runs exactly this (undefined: no such automation); over a restart, too. False if it does not come to that. */
  async function comesTo(id: string, hash: string | undefined, signal: AbortSignal): Promise<boolean> {
    let until = Date.now() + LOADING_MS * pace;
    const latest = Date.now() + RESTART_MS * pace;
    for (; Date.now() < Math.min(until, latest) && !signal.aborted; await after(POLL_MS * pace, undefined, { ref: false })) {
      try {
        const entityId = entityOf(id);
        if (entityId === undefined && hash === undefined) return true;
        if (entityId === undefined) continue;
        const { config } = await connection.command<{ config: Config | null }>(
          { type: "automation/config", entity_id: entityId },
          { signal },
        );
        if (hash !== undefined && config && automationHash(config) === hash) return true;
      } catch (error) {
        if (error instanceof HomeUnreachableError)
          await home.whenReady(AbortSignal.any([signal, AbortSignal.timeout(RESTART_MS * pace)])).catch(() => {});
        else if (!(error instanceof CommandError)) throw error;
        if (error instanceof HomeUnreachableError) until = Date.now() + LOADING_MS * pace;
      }
    }
    return false;
  }

  /** Puts back what stood there before, so that nothing is half there. */
  async function takeBack(id: string, before: Config | undefined): Promise<void> {
    if (before) await rest.send(pathOf(id), "POST", before);
    else await rest.send(pathOf(id), "DELETE");
  }

  async function write(id: string, config: Config | undefined, base: string | undefined, signal: AbortSignal): Promise<AutomationOutcome> {
    const before = await read(id, signal);
    if ((before && automationHash(before)) !== base) return { outcome: "failed", problem: "changed" };
    const problem = config && (await problemOf(config, signal));
    if (problem !== undefined) return { outcome: "failed", problem: "invalid", error: problem };
    const [hash, entityId] = [config && automationHash(config), entityOf(id)];
    try {
      const answer = config ? await rest.send(pathOf(id), "POST", config) : await rest.send(pathOf(id), "DELETE");
      if (!answer.ok)
        return { outcome: "failed", problem: answer.message === "Not found" ? "not_loaded" : "invalid", error: answer.message };
    } catch (error) {
      // it may have been taken: what is there when Home Assistant is back tells
      if (!(error instanceof HomeUnreachableError)) throw error;
    }
    if (await comesTo(id, hash, signal)) {
      if (config) await label(id, signal);
      return { outcome: "done", entityId: entityOf(id) ?? entityId };
    }
    if (signal.aborted) return { outcome: "unknown" };
    return takeBack(id, before).then(
      () => ({ outcome: "failed", problem: "not_loaded" }),
      () => ({ outcome: "unknown" }),
    );
  }

  /** Shows in Home Assistant's lists what the service made; without that it works as well. */
  async function label(id: string, signal: AbortSignal): Promise<void> {
    const entityId = entityOf(id);
    const { labels = [] } = registries.entities.get(entityId ?? "") ?? {};
    try {
      const known = await connection.command<readonly { label_id: string; name: string }[]>(
        { type: "config/label_registry/list" },
        { signal },
      );
      const made =
        known.find(({ name }) => name === LABEL) ??
        (await connection.command<{ label_id: string }>(
          { type: "config/label_registry/create", name: LABEL, icon: "mdi:robot" },
          { signal },
        ));
      if (labels.includes(made.label_id)) return;
      const command = { type: "config/entity_registry/update", entity_id: entityId, labels: [...labels, made.label_id] };
      await connection.command(command, { signal });
    } catch (error) {
      logger.debug({ err: error }, "an automation could not be labelled");
    }
  }

  return {
    read,
    problemOf,
    entityOf,
    /** Carries out a permitted change. Never rejects for what Home Assistant does. */
    async change({ service, data }: ResolvedCall, signal: AbortSignal): Promise<AutomationOutcome> {
      const { id, config, base } = data;
      const isRemoval = service === AUTOMATION_REMOVE;
      if (typeof id !== "string" || !OWN_ID.test(id) || (!isRemoval && !isRecord(config))) {
        return { outcome: "failed", problem: "invalid", error: "not an automation of the assistant" };
      }
      try {
        const wanted = isRemoval || !isRecord(config) ? undefined : config;
        return await write(id, wanted, typeof base === "string" ? base : undefined, signal);
      } catch (error) {
        logger.warn({ err: error }, "an automation could not be written");
        return error instanceof HomeUnreachableError ? { outcome: "failed", problem: "unreachable" } : { outcome: "unknown" };
      }
    },
  };
}
