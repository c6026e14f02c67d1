import type { Effect } from "../../src/security/effects/effect.ts";
import { ALL_RISKS, isEffect, OUTSIDE, type Situation } from "./decisions.ts";

/** Decisions on a call with one effect. `go`: without a yes, `ask`: whoever asked, `ask-owner`, `no`; then the rule that decided. */
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
    const [effect = "", owner = "", adult = "", child = "", guest = ""] = line.trim().split(/ {2,}/);
    if (!isEffect(effect)) throw new Error(`no effect: ${line}`);
    return Object.entries({ owner, adult, child, guest }).map(([role, decision]) => ({ effect, role: role as Row["role"], decision }));
  });
}

/** By effect, role, origin and the risks that were taken. */
export const ROLE_TABLES: readonly Table[] = [
  {
    title: "as it is delivered, in a person's own words",
    given: {},
    rows: `
    effect       owner               adult               child        guest
    run-code     no run_code         no run_code         no run_code  no run_code
    system       no system           no system           no system    no system
    unlock       ask unlock          ask unlock          no child     no guest
    disarm       ask disarm          ask disarm          no child     no guest
    open-entry   ask open_entry      ask open_entry      no child     no guest
    write-raw    ask write_raw       ask write_raw       no child     no guest
    forbidden    no forbidden        no forbidden        no forbidden  no forbidden
    unfamiliar   ask-owner unfamiliar  ask-owner unfamiliar  no child  no guest
    ask-first    ask ask_first       ask ask_first       no child     no guest
    unknown      ask unknown_effect  ask unknown_effect  no child     no guest
    siren        ask siren           ask siren           no child     no guest
    valve        ask valve           ask valve           no child     no guest
    power-cut    ask power_cut       ask power_cut       no child     no guest
    heat         ask heat            ask heat            no child     no guest
    watch        ask watch           ask watch           no child     no guest
    lock         go free             go free             go free      go free
    arm          go free             go free             go free      go free
    message-out  ask message_out     ask message_out     no child     no guest
    irrigation   ask irrigation      ask irrigation      no child     no guest
    vacuum       go free             go free             go free      go free
    cover        go free             go free             go free      go free
    power        go free             go free             go free      go free
    comfort      go free             go free             go free      go free
    media        go free             go free             go free      go free
    light        go free             go free             go free      go free
    helper       go free             go free             go free      go free
    routine      go free             go free             go free      go free`,
  },
  {
    title: "beside a text from outside that it may rest on",
    given: { input: { origin: { request: "person", outside: OUTSIDE } } },
    rows: `
    effect       owner               adult               child        guest
    run-code     no run_code         no run_code         no run_code  no run_code
    system       no system           no system           no system    no system
    unlock       ask unlock          ask unlock          no child     no guest
    disarm       ask disarm          ask disarm          no child     no guest
    open-entry   ask open_entry      ask open_entry      no child     no guest
    write-raw    ask write_raw       ask write_raw       no child     no guest
    unknown      ask unknown_effect  ask unknown_effect  no child     no guest
    siren        ask siren           ask siren           no child     no guest
    valve        ask valve           ask valve           no child     no guest
    power-cut    ask power_cut       ask power_cut       no child     no guest
    heat         ask heat            ask heat            no child     no guest
    watch        ask watch           ask watch           no child     no guest
    lock         ask outside_text    ask outside_text    no child     no guest
    arm          ask outside_text    ask outside_text    no child     no guest
    message-out  ask message_out     ask message_out     no child     no guest
    irrigation   ask irrigation      ask irrigation      no child     no guest
    vacuum       ask outside_text    ask outside_text    no child     no guest
    cover        ask outside_text    ask outside_text    no child     no guest
    power        ask outside_text    ask outside_text    no child     no guest
    comfort      ask outside_text    ask outside_text    no child     no guest
    media        ask outside_text    ask outside_text    no child     no guest
    light        ask outside_text    ask outside_text    no child     no guest
    helper       ask outside_text    ask outside_text    no child     no guest
    routine      ask outside_text    ask outside_text    no child     no guest`,
  },
  {
    title: "asked for by a text from outside",
    given: { input: { origin: { request: "outside", outside: undefined } } },
    rows: `
    effect    owner               adult               child        guest
    run-code  no run_code         no run_code         no run_code  no run_code
    unlock    ask unlock          ask unlock          no child     no guest
    unknown   ask unknown_effect  ask unknown_effect  no child     no guest
    heat      ask heat            ask heat            no child     no guest
    light     ask outside_text    ask outside_text    no child     no guest
    routine   ask outside_text    ask outside_text    no child     no guest`,
  },
  {
    title: "where children may ask owners",
    given: { options: { childrenMayAskOwners: true } },
    rows: `
    effect       owner               adult               child                     guest
    run-code     no run_code         no run_code         no run_code               no run_code
    system       no system           no system           no system                 no system
    unlock       ask unlock          ask unlock          ask-owner unlock          no guest
    disarm       ask disarm          ask disarm          ask-owner disarm          no guest
    open-entry   ask open_entry      ask open_entry      ask-owner open_entry      no guest
    write-raw    ask write_raw       ask write_raw       ask-owner write_raw       no guest
    unknown      ask unknown_effect  ask unknown_effect  ask-owner unknown_effect  no guest
    siren        ask siren           ask siren           ask-owner siren           no guest
    valve        ask valve           ask valve           ask-owner valve           no guest
    power-cut    ask power_cut       ask power_cut       ask-owner power_cut       no guest
    heat         ask heat            ask heat            ask-owner heat            no guest
    watch        ask watch           ask watch           ask-owner watch           no guest
    lock         go free             go free             go free                   go free
    arm          go free             go free             go free                   go free
    message-out  ask message_out     ask message_out     ask-owner message_out     no guest
    irrigation   ask irrigation      ask irrigation      ask-owner irrigation      no guest
    vacuum       go free             go free             go free                   go free
    cover        go free             go free             go free                   go free
    power        go free             go free             go free                   go free
    comfort      go free             go free             go free                   go free
    media        go free             go free             go free                   go free
    light        go free             go free             go free                   go free
    helper       go free             go free             go free                   go free
    routine      go free             go free             go free                   go free`,
  },
  {
    title: "where all risks are taken, at home",
    given: { options: ALL_RISKS },
    rows: `
    effect       owner               adult               child         guest
    run-code     ask-owner run_code  no not_owner        no not_owner  no not_owner
    system       ask-owner system    no not_owner        no not_owner  no not_owner
    unlock       go risk_unlock      go risk_unlock      no child      no guest
    disarm       go risk_disarm      go risk_disarm      no child      no guest
    open-entry   go risk_open_entry  go risk_open_entry  no child      no guest
    write-raw    ask write_raw       ask write_raw       no child      no guest
    unknown      ask unknown_effect  ask unknown_effect  no child      no guest
    siren        ask siren           ask siren           no child      no guest
    valve        ask valve           ask valve           no child      no guest
    power-cut    ask power_cut       ask power_cut       no child      no guest
    heat         ask heat            ask heat            no child      no guest
    watch        ask watch           ask watch           no child      no guest
    lock         go free             go free             go free       go free
    arm          go free             go free             go free       go free
    message-out  ask message_out     ask message_out     no child      no guest
    irrigation   ask irrigation      ask irrigation      no child      no guest
    vacuum       go free             go free             go free       go free
    cover        go free             go free             go free       go free
    power        go free             go free             go free       go free
    comfort      go free             go free             go free       go free
    media        go free             go free             go free       go free
    light        go free             go free             go free       go free
    helper       go free             go free             go free       go free
    routine      go free             go free             go free       go free`,
  },
  {
    title: "where all risks are taken, away",
    given: { options: ALL_RISKS, person: { atHome: false } },
    rows: `
    effect      owner     adult     child     guest
    unlock      ask away  ask away  no child  no guest
    disarm      ask away  ask away  no child  no guest
    open-entry  ask away  ask away  no child  no guest
    light       go free   go free   go free   go free`,
  },
  {
    title: "where all risks are taken and nobody knows who is at home",
    given: { options: ALL_RISKS, person: { atHome: undefined } },
    rows: `
    effect      owner     adult     child     guest
    unlock      ask away  ask away  no child  no guest
    disarm      ask away  ask away  no child  no guest
    open-entry  ask away  ask away  no child  no guest
    light       go free   go free   go free   go free`,
  },
  {
    title: "where all risks are taken, asked for by a text of origin home",
    given: { options: ALL_RISKS, input: { origin: { request: "home", outside: undefined } } },
    rows: `
    effect      owner           adult           child     guest
    unlock      ask unlock      ask unlock      no child  no guest
    disarm      ask disarm      ask disarm      no child  no guest
    open-entry  ask open_entry  ask open_entry  no child  no guest
    light       go free         go free         go free   go free`,
  },
  {
    title: "where all risks are taken, asked for by a text of origin document",
    given: { options: ALL_RISKS, input: { origin: { request: "document", outside: undefined } } },
    rows: `
    effect      owner           adult           child     guest
    unlock      ask unlock      ask unlock      no child  no guest
    disarm      ask disarm      ask disarm      no child  no guest
    open-entry  ask open_entry  ask open_entry  no child  no guest
    light       go free         go free         go free   go free`,
  },
  {
    title: "where all risks are taken, beside a text from outside",
    given: { options: ALL_RISKS, input: { origin: { request: "person", outside: OUTSIDE } } },
    rows: `
    effect      owner               adult             child         guest
    unlock      ask unlock          ask unlock        no child      no guest
    disarm      ask disarm          ask disarm        no child      no guest
    open-entry  ask open_entry      ask open_entry    no child      no guest
    light       ask outside_text    ask outside_text  no child      no guest
    run-code    ask-owner run_code  no not_owner      no not_owner  no not_owner`,
  },
  {
    title: "where all risks are taken and children may ask",
    given: { options: { ...ALL_RISKS, childrenMayAskOwners: true } },
    rows: `
    effect    owner               adult           child             guest
    unlock    go risk_unlock      go risk_unlock  ask-owner unlock  no guest
    run-code  ask-owner run_code  no not_owner    no not_owner      no not_owner
    system    ask-owner system    no not_owner    no not_owner      no not_owner`,
  },
  {
    title: "where only riskUnlockWithoutYes is on",
    given: { options: { riskUnlockWithoutYes: true } },
    rows: `
    effect      owner           adult           child        guest
    unlock      go risk_unlock  go risk_unlock  no child     no guest
    disarm      ask disarm      ask disarm      no child     no guest
    open-entry  ask open_entry  ask open_entry  no child     no guest
    run-code    no run_code     no run_code     no run_code  no run_code`,
  },
  {
    title: "where only riskDisarmWithoutYes is on",
    given: { options: { riskDisarmWithoutYes: true } },
    rows: `
    effect      owner           adult           child        guest
    unlock      ask unlock      ask unlock      no child     no guest
    disarm      go risk_disarm  go risk_disarm  no child     no guest
    open-entry  ask open_entry  ask open_entry  no child     no guest
    run-code    no run_code     no run_code     no run_code  no run_code`,
  },
  {
    title: "where only riskOpenEntryWithoutYes is on",
    given: { options: { riskOpenEntryWithoutYes: true } },
    rows: `
    effect      owner               adult               child        guest
    unlock      ask unlock          ask unlock          no child     no guest
    disarm      ask disarm          ask disarm          no child     no guest
    open-entry  go risk_open_entry  go risk_open_entry  no child     no guest
    run-code    no run_code         no run_code         no run_code  no run_code`,
  },
];
