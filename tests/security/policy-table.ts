import type { Effect } from "../../src/security/effects/effect.ts";
import { ALL_RISKS, isEffect, OUTSIDE, type Situation } from "./decisions.ts";

/** Decisions on a call with one effect. `go`: without a yes, `ask`: whoever asked, `ask-owner`, `no`; then the rule that decided, `own` for the one that is called like the effect. */
export interface Table {
  readonly title: string;
  readonly given: Situation;
  readonly rows: string;
}

export interface Row {
  readonly effect: Effect;
  readonly role: "owner" | "adult" | "child" | "guest";
  readonly decision: string;
}

/** The decisions of a table, one by one. */
export function rowsOf({ rows }: Table): readonly Row[] {
  const [, ...lines] = rows.trim().split("\n");
  return lines.flatMap((line) => {
    const [effects = "", owner = "", adult = "", child = "", guest = ""] = line.trim().split(/ {2,}/);
    const decisions = Object.entries({ owner, adult, child, guest });
    return effects.split(" ").flatMap((effect) => {
      if (!isEffect(effect)) throw new Error(`no effect: ${line}`);
      const own = effect.replaceAll("-", "_");
      return decisions.map(([role, decision]) => ({ effect, role: role as Row["role"], decision: decision.replace(/ own$/, ` ${own}`) }));
    });
  });
}

/** By effect, role, origin and the risks that were taken. */
export const ROLE_TABLES: readonly Table[] = [
  {
    title: "as it is delivered, in a person's own words",
    given: {},
    rows: `
    effect                                                          owner               adult               child     guest
    run-code system forbidden                                       no own              no own              no own    no own
    unlock disarm open-entry write-raw ask-first siren valve heat   ask own             ask own             no child  no guest
    unfamiliar                                                      ask-owner own       ask-owner own       no child  no guest
    unknown                                                         ask unknown_effect  ask unknown_effect  no child  no guest
    power-cut watch message-out irrigation                          ask own             ask own             no child  no guest
    lock arm vacuum cover power comfort media light helper routine  go free             go free             go free   go free`,
  },
  {
    title: "beside a text from outside that it may rest on",
    given: { input: { origin: { request: "person", outside: OUTSIDE } } },
    rows: `
    effect                                                          owner               adult               child     guest
    run-code system                                                 no own              no own              no own    no own
    unlock disarm open-entry write-raw siren valve power-cut heat   ask own             ask own             no child  no guest
    unknown                                                         ask unknown_effect  ask unknown_effect  no child  no guest
    watch message-out irrigation                                    ask own             ask own             no child  no guest
    lock arm vacuum cover power comfort media light helper routine  ask outside_text    ask outside_text    no child  no guest`,
  },
  {
    title: "asked for by a text from outside",
    given: { input: { origin: { request: "outside", outside: undefined } } },
    rows: `
    effect         owner               adult               child     guest
    run-code       no own              no own              no own    no own
    unlock heat    ask own             ask own             no child  no guest
    unknown        ask unknown_effect  ask unknown_effect  no child  no guest
    light routine  ask outside_text    ask outside_text    no child  no guest`,
  },
  {
    title: "where children may ask owners",
    given: { options: { childrenMayAskOwners: true } },
    rows: `
    effect                                                          owner               adult               child                     guest
    run-code system                                                 no own              no own              no own                    no own
    unlock disarm open-entry write-raw siren valve power-cut heat   ask own             ask own             ask-owner own             no guest
    unknown                                                         ask unknown_effect  ask unknown_effect  ask-owner unknown_effect  no guest
    watch message-out irrigation                                    ask own             ask own             ask-owner own             no guest
    lock arm vacuum cover power comfort media light helper routine  go free             go free             go free                   go free`,
  },
  {
    title: "where all risks are taken, at home",
    given: { options: ALL_RISKS },
    rows: `
    effect                                                          owner               adult               child         guest
    run-code system                                                 ask-owner own       no not_owner        no not_owner  no not_owner
    unlock                                                          go risk_unlock      go risk_unlock      no child      no guest
    disarm                                                          go risk_disarm      go risk_disarm      no child      no guest
    open-entry                                                      go risk_open_entry  go risk_open_entry  no child      no guest
    write-raw siren valve power-cut heat watch message-out          ask own             ask own             no child      no guest
    unknown                                                         ask unknown_effect  ask unknown_effect  no child      no guest
    lock arm vacuum cover power comfort media light helper routine  go free             go free             go free       go free
    irrigation                                                      ask own             ask own             no child      no guest`,
  },
  {
    title: "where all risks are taken, away",
    given: { options: ALL_RISKS, person: { atHome: false } },
    rows: `
    effect                    owner     adult     child     guest
    unlock disarm open-entry  ask away  ask away  no child  no guest
    light                     go free   go free   go free   go free`,
  },
  {
    title: "where all risks are taken and nobody knows who is at home",
    given: { options: ALL_RISKS, person: { atHome: undefined } },
    rows: `
    effect                    owner     adult     child     guest
    unlock disarm open-entry  ask away  ask away  no child  no guest
    light                     go free   go free   go free   go free`,
  },
  {
    title: "where all risks are taken, asked for by a text of origin home",
    given: { options: ALL_RISKS, input: { origin: { request: "home", outside: undefined } } },
    rows: `
    effect                    owner    adult    child     guest
    unlock disarm open-entry  ask own  ask own  no child  no guest
    light                     go free  go free  go free   go free`,
  },
  {
    title: "where all risks are taken, asked for by a text of origin document",
    given: { options: ALL_RISKS, input: { origin: { request: "document", outside: undefined } } },
    rows: `
    effect                    owner    adult    child     guest
    unlock disarm open-entry  ask own  ask own  no child  no guest
    light                     go free  go free  go free   go free`,
  },
  {
    title: "where all risks are taken, beside a text from outside",
    given: { options: ALL_RISKS, input: { origin: { request: "person", outside: OUTSIDE } } },
    rows: `
    effect                    owner             adult             child         guest
    unlock disarm open-entry  ask own           ask own           no child      no guest
    light                     ask outside_text  ask outside_text  no child      no guest
    run-code                  ask-owner own     no not_owner      no not_owner  no not_owner`,
  },
  {
    title: "where all risks are taken and children may ask",
    given: { options: { ...ALL_RISKS, childrenMayAskOwners: true } },
    rows: `
    effect           owner           adult           child          guest
    unlock           go risk_unlock  go risk_unlock  ask-owner own  no guest
    run-code system  ask-owner own   no not_owner    no not_owner   no not_owner`,
  },
  {
    title: "where only riskUnlockWithoutYes is on",
    given: { options: { riskUnlockWithoutYes: true } },
    rows: `
    effect             owner           adult           child     guest
    unlock             go risk_unlock  go risk_unlock  no child  no guest
    disarm open-entry  ask own         ask own         no child  no guest
    run-code           no own          no own          no own    no own`,
  },
  {
    title: "where only riskDisarmWithoutYes is on",
    given: { options: { riskDisarmWithoutYes: true } },
    rows: `
    effect             owner           adult           child     guest
    unlock open-entry  ask own         ask own         no child  no guest
    disarm             go risk_disarm  go risk_disarm  no child  no guest
    run-code           no own          no own          no own    no own`,
  },
  {
    title: "where only riskOpenEntryWithoutYes is on",
    given: { options: { riskOpenEntryWithoutYes: true } },
    rows: `
    effect         owner               adult               child     guest
    unlock disarm  ask own             ask own             no child  no guest
    open-entry     go risk_open_entry  go risk_open_entry  no child  no guest
    run-code       no own              no own              no own    no own`,
  },
];
