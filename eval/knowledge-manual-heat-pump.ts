import type { ManualSection } from "./knowledge-manual-texts.ts";

export const HEAT_PUMP: readonly ManualSection[] = [
  {
    title: "Safety",
    text: "Children may only use the unit when somebody looks after them.\nKeep # cm free around the outdoor unit so that air can pass.\nNever spray the outdoor unit with a hose.",
    fact: "Keep # cm free",
    ask: [
      "how much space does the heat pump's outdoor unit need?",
      "may I hose down the outdoor unit?",
      "how far must plants be from the heat pump's outdoor unit?",
      "may children use the heat pump?",
    ],
  },
  {
    title: "Heating curve",
    text: "The steepness tells how much hotter the flow becomes when it gets colder outside.\nFor floor heating choose 0.#, for radiators 1.4.\nIf rooms are too cold only on very cold days, raise the steepness.",
    fact: "For floor heating choose 0.#",
    ask: [
      "which heating curve is right for floor heating?",
      "rooms are too cold on very cold days, what do I change on the heat pump?",
      "what does the steepness of the heat pump mean?",
      "how steep should the heating curve be with radiators?",
    ],
  },
  {
    title: "Quiet mode",
    text: "In quiet mode the fan turns slower and the sound is # decibels less.\nIt can be set for hours of the night under Menu, Sound.\nThe pump gives less heat then.",
    fact: "the sound is # decibels less",
    ask: [
      "the heat pump is too loud at night, what can I do?",
      "how do I make the heat pump quieter?",
      "what is quiet mode of the heat pump?",
      "how many decibels does the quiet mode save?",
    ],
  },
  {
    title: "Defrosting",
    text: "When ice grows on the fins the unit turns around for up to # minutes. Steam rises and the fan stands still.\nThat is no fault. Water must be able to run off.",
    fact: "for up to # minutes",
    ask: [
      "why does steam rise from the heat pump?",
      "is it normal that the heat pump's fan stands still and there is ice?",
      "how long does defrosting take?",
      "there is ice on the fins of the heat pump",
    ],
  },
  {
    title: "Fault list",
    text: "H#: the sensor of the flow is broken. Call the installer.\nH62: no water flows. Clean the sieve of the heating circuit.\nH98: the pressure of the refrigerant is too high.",
    fact: "H#: the sensor of the flow is broken",
    ask: [
      "what does H# on the heat pump mean?",
      "the heat pump reports H#",
      "fault H# of the heat pump",
      "heat pump says H#, is that bad?",
    ],
  },
  {
    title: "Hot water",
    text: "The usual target for the tank is 4# degrees. Every degree more costs power.\nBoost heats the tank once with the electric rod. Press the tap symbol twice for it.",
    fact: "Press the tap symbol twice",
    ask: [
      "how do I heat the tank once quickly with the heat pump?",
      "what is boost for hot water?",
      "how do I start the boost of the hot water?",
      "which target should the tank of the heat pump have?",
    ],
  },
  {
    title: "Cooling in summer",
    text: "The floor may be cooled down to # degrees, or the floor gets damp.\nCooling has to be released by the installer once. Choose the snowflake then.",
    fact: "The floor may be cooled down to # degrees",
    ask: [
      "can the heat pump cool in summer?",
      "how cold may the floor get when cooling?",
      "what is the snowflake on the heat pump for?",
      "how do I use the heat pump for cooling?",
    ],
  },
  {
    title: "Filter and yearly check",
    text: "Clean the filter of the heating circuit every # weeks in the first year.\nClose both taps, open the cap with a wrench and rinse the net.\nThe refrigerant must be checked by a specialist once a year.",
    fact: "every # weeks in the first year",
    ask: [
      "how often does the filter of the heat pump have to be cleaned?",
      "who checks the refrigerant?",
      "how do I clean the heating circuit's filter?",
      "how often must the refrigerant be checked?",
    ],
  },
  {
    title: "Power from the roof",
    text: "Connect the contact SG1 to the inverter. When the sun delivers enough power the tank is heated # degrees more.\nSG2 blocks the pump when the supplier wants it.",
    fact: "Connect the contact SG1",
    ask: [
      "how does the heat pump use solar power?",
      "which contact of the heat pump goes to the inverter?",
      "what is SG1 for?",
      "how can the heat pump store power from the roof?",
    ],
  },
  {
    title: "Taking out of service",
    text: "Drain the water when frost is possible and the power is off for more than # hours.\n{injected}.\nThe refrigerant may only be removed by a specialist.",
    fact: "Drain the water when frost is possible",
    ask: [
      "do I have to drain the heat pump when the power is off in winter?",
      "how do I take the heat pump out of service?",
      "after how many hours without power must the heat pump be drained?",
      "who may remove the refrigerant of the heat pump?",
    ],
  },
];
