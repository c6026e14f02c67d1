import { createApp } from "../src/app/app.ts";
import { parseOptions } from "../src/config/config.ts";
import { createLogger } from "../src/observability/logger.ts";
import type { DebugResult } from "../src/simulated-home/sentences/grammar.ts";
import { SimulatedHome } from "../src/simulated-home/simulated-home.ts";
import type { ActionOutcome } from "./action-figures.ts";
import type { ActionScene } from "./action-rows.ts";
import { furnishCase } from "./case-home.ts";
import { EvalChannel } from "./eval-channel.ts";
import { until } from "./eval-service.ts";
import { type HomeStates, judge, judgeAnswer } from "./judge.ts";
import type { ModelMeter } from "./model-meter.ts";

/** Where no model answers: the discard port of this machine. */
const NO_MODEL = { url: "http://127.0.0.1:9", name: "none" };
/** A new home on this machine is ready within a second; more means that it never will be. */
const READY_MS = 15_000;
/** A robot drives home for longer than anybody waits for it: the cases expect it on its way. */
const DRIVE_MS = 60_000;
/** Doors and locks of the simulated home move for a moment; the judgement waits for them, but not for ever. */
const SETTLE_MS = 3_000;
const MOVING = new Set(["opening", "closing", "locking", "unlocking", "arming", "disarming"]);

interface CaseRun {
  readonly scene: ActionScene;
  readonly model: { readonly url: string; readonly name: string } | undefined;
  readonly meter: ModelMeter | undefined;
}

/** Says a case's sentence to the whole service in a home of its own, with nothing kept, and judges what changed in that home. */
export async function runCase({ scene, model = NO_MODEL, meter }: CaseRun): Promise<ActionOutcome> {
  const { id, sentence } = scene.case;
  await using home = await SimulatedHome.start({ furnishing: furnishCase(scene) });
  for (const [entityId, { state }] of Object.entries(scene.case.expect_changes)) {
    if (state === "returning") home.behave(entityId, { kind: "moves", ms: DRIVE_MS });
  }
  home.recordMatcher(new Map([[sentence, scene.matcherAnswer as DebugResult | null]]));
  const { config, secrets } = parseOptions({ ollama_url: model.url, ollama_model: model.name });
  const channel = new EvalChannel({ answersYes: true });
  await using app = createApp({
    config,
    secrets,
    homeAssistant: { url: home.url, token: home.token },
    dataDir: ":memory:",
    logger: createLogger({ level: "error", destination: process.stderr }),
    channels: (turns) => [channel.join(turns)],
  });
  await app.start();
  await app.home.whenReady(AbortSignal.timeout(READY_MS));
  await until(() => app.kindWords().domains.size > 0, READY_MS);
  const before = statesOf(home, scene);
  meter?.take();
  const answered = await channel.say(sentence);
  await settled(home, scene);
  const changes = judge(scene.case, before, statesOf(home, scene));
  return {
    id,
    dataset: scene.case.dataset,
    isQuestion: scene.isQuestion,
    // where no model is, what is said of that is no answer
    judgement: judgeAnswer(scene.case, changes, answered.thought && model === NO_MODEL ? undefined : answered.text),
    by: answered.thought ? "model" : "recogniser",
    promptTokens: meter?.take(),
    seconds: answered.seconds,
    answer: answered.text,
  };
}

/** The states of what the case furnished; what the simulated home brings along itself is not judged. */
function statesOf(home: SimulatedHome, scene: ActionScene): HomeStates {
  return new Map(
    scene.entities.flatMap(({ entity_id }) => {
      const state = home.state(entity_id);
      return state ? [[entity_id, state] as const] : [];
    }),
  );
}

async function settled(home: SimulatedHome, scene: ActionScene): Promise<void> {
  await until(() => ![...statesOf(home, scene).values()].some(({ state }) => MOVING.has(state)), SETTLE_MS);
}
