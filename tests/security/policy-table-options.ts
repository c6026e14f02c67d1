import { EFFECTS, type Effect } from "../../src/security/effects/effect.ts";
import { ALL_RISKS } from "./decisions.ts";
import type { Table } from "./policy-table.ts";

const RATE: Partial<Record<Effect, number>> = Object.fromEntries(EFFECTS.map((effect) => [effect, 20]));

/** By rules of the options, and by what makes an action ask beside what it does. */
export const OPTION_TABLES: readonly Table[] = [
  {
    title: "where every effect is allowed by a rule",
    given: { options: { effectRules: EFFECTS.map((effect) => ({ effect, decision: "allow" })) } },
    rows: `
    effect                                                          owner               adult               child              guest
    run-code system                                                 no own              no own              no own             no own
    unlock disarm open-entry                                        ask own             ask own             no child           no guest
    write-raw siren valve power-cut heat watch message-out          go option_allowed   go option_allowed   go option_allowed  no guest
    unknown                                                         ask unknown_effect  ask unknown_effect  no child           no guest
    lock arm vacuum cover power comfort media light helper routine  go option_allowed   go option_allowed   go option_allowed  go free
    irrigation                                                      go option_allowed   go option_allowed   go option_allowed  no guest`,
  },
  {
    title: "where every effect is asked about by a rule",
    given: { options: { effectRules: EFFECTS.map((effect) => ({ effect, decision: "confirm" })) } },
    rows: `
    effect                                                           owner               adult               child     guest
    run-code system                                                  no own              no own              no own    no own
    unlock disarm open-entry write-raw unknown siren valve arm heat  ask option_confirm  ask option_confirm  no child  no guest
    power-cut watch lock message-out irrigation vacuum cover power   ask option_confirm  ask option_confirm  no child  no guest
    comfort media light helper routine                               ask option_confirm  ask option_confirm  no child  no guest`,
  },
  {
    title: "where every effect is forbidden by a rule",
    given: { options: { effectRules: EFFECTS.map((effect) => ({ effect, decision: "deny" })) } },
    rows: `
    effect                                                           owner             adult             child             guest
    run-code system                                                  no own            no own            no own            no own
    unlock disarm open-entry write-raw unknown siren valve arm heat  no option_denied  no option_denied  no option_denied  no option_denied
    power-cut watch lock message-out irrigation vacuum cover power   no option_denied  no option_denied  no option_denied  no option_denied
    comfort media light helper routine                               no option_denied  no option_denied  no option_denied  no option_denied`,
  },
  {
    title: "where rules forbid and allow what the risks let go",
    given: {
      options: {
        ...ALL_RISKS,
        effectRules: [
          { effect: "unlock", decision: "deny" },
          { effect: "disarm", decision: "confirm" },
          { effect: "run-code", decision: "deny" },
        ],
      },
    },
    rows: `
    effect    owner               adult               child             guest
    unlock    no option_denied    no option_denied    no option_denied  no option_denied
    disarm    ask option_confirm  ask option_confirm  no child          no guest
    run-code  no option_denied    no not_owner        no not_owner      no not_owner`,
  },
  {
    title: "where rules are for one role",
    given: {
      options: {
        effectRules: [
          { effect: "heat", role: "adult", decision: "allow" },
          { effect: "media", role: "child", decision: "confirm" },
          { effect: "light", role: "guest", decision: "deny" },
          { effect: "watch", role: "child", decision: "allow" },
          { effect: "lock", role: "guest", decision: "allow" },
        ],
      },
    },
    rows: `
    effect  owner    adult              child              guest
    heat    ask own  go option_allowed  no child           no guest
    media   go free  go free            no child           go free
    light   go free  go free            go free            no option_denied
    watch   ask own  ask own            go option_allowed  no guest
    lock    go free  go free            go free            go free`,
  },
  {
    title: "where the first of two rules fits",
    given: {
      options: {
        effectRules: [
          { effect: "heat", role: "owner", decision: "allow" },
          { effect: "heat", decision: "deny" },
          { effect: "heat", role: "adult", decision: "allow" },
        ],
      },
    },
    rows: `
    effect  owner              adult             child             guest
    heat    go option_allowed  no option_denied  no option_denied  no option_denied`,
  },
  {
    title: "where a second person or a PIN is wanted",
    given: { options: { ...ALL_RISKS, secondPersonEffects: ["light", "unlock"], pinEffects: ["media", "disarm"] } },
    rows: `
    effect                     owner               adult               child     guest
    light unlock media disarm  ask option_confirm  ask option_confirm  no child  no guest
    comfort                    go free             go free             go free   go free`,
  },
  {
    title: "when only everything makes it ask",
    given: { input: { everything: true } },
    rows: `
    effect         owner           adult           child           guest
    light routine  ask everything  ask everything  ask everything  ask everything
    unlock         ask own         ask own         no child        no guest
    system         no own          no own          no own          no own`,
  },
  {
    title: "when everything makes it ask and children may ask owners",
    given: { input: { everything: true }, options: { childrenMayAskOwners: true } },
    rows: `
    effect  owner           adult           child           guest
    light   ask everything  ask everything  ask everything  ask everything
    heat    ask own         ask own         ask-owner own   no guest`,
  },
  {
    title: "when everything makes it ask where all risks are taken",
    given: { input: { everything: true }, options: ALL_RISKS },
    rows: `
    effect    owner           adult           child         guest
    unlock    ask everything  ask everything  no child      no guest
    run-code  ask-owner own   no not_owner    no not_owner  no not_owner`,
  },
  {
    title: "when only many_targets makes it ask",
    given: { input: { jointTargets: 11 } },
    rows: `
    effect         owner             adult             child             guest
    light routine  ask many_targets  ask many_targets  ask many_targets  ask many_targets
    unlock         ask own           ask own           no child          no guest
    system         no own            no own            no own            no own`,
  },
  {
    title: "when many_targets makes it ask and children may ask owners",
    given: { input: { jointTargets: 11 }, options: { childrenMayAskOwners: true } },
    rows: `
    effect  owner             adult             child             guest
    light   ask many_targets  ask many_targets  ask many_targets  ask many_targets
    heat    ask own           ask own           ask-owner own     no guest`,
  },
  {
    title: "when many_targets makes it ask where all risks are taken",
    given: { input: { jointTargets: 11 }, options: ALL_RISKS },
    rows: `
    effect    owner             adult             child         guest
    unlock    ask many_targets  ask many_targets  no child      no guest
    run-code  ask-owner own     no not_owner      no not_owner  no not_owner`,
  },
  {
    title: "when only rate makes it ask",
    given: { input: { recent: RATE } },
    rows: `
    effect         owner     adult     child     guest
    light routine  ask rate  ask rate  ask rate  ask rate
    unlock         ask own   ask own   no child  no guest
    system         no own    no own    no own    no own`,
  },
  {
    title: "when rate makes it ask and children may ask owners",
    given: { input: { recent: RATE }, options: { childrenMayAskOwners: true } },
    rows: `
    effect  owner     adult     child          guest
    light   ask rate  ask rate  ask rate       ask rate
    heat    ask own   ask own   ask-owner own  no guest`,
  },
  {
    title: "when rate makes it ask where all risks are taken",
    given: { input: { recent: RATE }, options: ALL_RISKS },
    rows: `
    effect    owner          adult         child         guest
    unlock    ask rate       ask rate      no child      no guest
    run-code  ask-owner own  no not_owner  no not_owner  no not_owner`,
  },
  {
    title: "when only unknown_before makes it ask",
    given: { input: { unknownBefore: true } },
    rows: `
    effect         owner               adult               child               guest
    light routine  ask unknown_before  ask unknown_before  ask unknown_before  ask unknown_before
    unlock         ask own             ask own             no child            no guest
    system         no own              no own              no own              no own`,
  },
  {
    title: "when unknown_before makes it ask and children may ask owners",
    given: { input: { unknownBefore: true }, options: { childrenMayAskOwners: true } },
    rows: `
    effect  owner               adult               child               guest
    light   ask unknown_before  ask unknown_before  ask unknown_before  ask unknown_before
    heat    ask own             ask own             ask-owner own       no guest`,
  },
  {
    title: "when unknown_before makes it ask where all risks are taken",
    given: { input: { unknownBefore: true }, options: ALL_RISKS },
    rows: `
    effect    owner               adult               child         guest
    unlock    ask unknown_before  ask unknown_before  no child      no guest
    run-code  ask-owner own       no not_owner        no not_owner  no not_owner`,
  },
  {
    title: "when only late makes it ask",
    given: { input: { late: true } },
    rows: `
    effect         owner     adult     child     guest
    light routine  ask late  ask late  ask late  ask late
    unlock         ask own   ask own   no child  no guest
    system         no own    no own    no own    no own`,
  },
  {
    title: "when late makes it ask and children may ask owners",
    given: { input: { late: true }, options: { childrenMayAskOwners: true } },
    rows: `
    effect  owner     adult     child          guest
    light   ask late  ask late  ask late       ask late
    heat    ask own   ask own   ask-owner own  no guest`,
  },
  {
    title: "when late makes it ask where all risks are taken",
    given: { input: { late: true }, options: ALL_RISKS },
    rows: `
    effect    owner          adult         child         guest
    unlock    ask late       ask late      no child      no guest
    run-code  ask-owner own  no not_owner  no not_owner  no not_owner`,
  },
  {
    title: "from a channel that nobody knows",
    given: { input: { channel: "carrier-pigeon" } },
    rows: `
    effect                 owner               adult               child               guest
    light unlock run-code  no unknown_channel  no unknown_channel  no unknown_channel  no unknown_channel`,
  },
  {
    title: "for a service that Home Assistant does not list",
    given: { input: { serviceExists: false } },
    rows: `
    effect                 owner               adult               child               guest
    light unlock run-code  no unknown_service  no unknown_service  no unknown_service  no unknown_service`,
  },
  {
    title: "with a target that was not looked up",
    given: { data: { area_id: "hall" } },
    rows: `
    effect  owner                adult                child     guest
    light   ask symbolic_target  ask symbolic_target  no child  no guest
    unlock  ask own              ask own              no child  no guest`,
  },
  {
    title: "when a guest's stay is over or was never set",
    given: { person: { until: undefined } },
    rows: `
    effect  owner    adult    child     guest
    light   go free  go free  go free   no guest_over
    unlock  ask own  ask own  no child  no guest_over`,
  },
  {
    title: "when a guest has no areas",
    given: { person: { areas: undefined } },
    rows: `
    effect  owner    adult    child     guest
    light   go free  go free  go free   no guest_areas
    unlock  ask own  ask own  no child  no guest_areas`,
  },
];
