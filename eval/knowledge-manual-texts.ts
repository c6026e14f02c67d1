/** A section of a manual. `#` is a number that each seed has its own of, `{injected}` what somebody has meddled in. */
export interface ManualSection {
  readonly title: string;
  readonly text: string;
  /** The words of the text that hold the answer. */
  readonly fact: string;
  /** Ways to ask for it. */
  readonly ask: readonly string[];
}

export const BOILER: readonly ManualSection[] = [
  {
    title: "Display and keys",
    text: "The panel has a dial and two keys. Turn the dial to change the value that blinks.\nKeep the left key pressed for # seconds to reach the menu for installers. It needs the code of your installer.",
    fact: "Keep the left key pressed for # seconds",
    ask: [
      "how do I get into the installer menu of the boiler?",
      "which key opens the installer's menu on the gas boiler?",
      "how long must I press the left key on the boiler?",
      "how can I reach the boiler's menu for installers?",
    ],
  },
  {
    title: "Fault codes",
    text: "E#: no ignition. The gas tap may be closed. Open it and press the right key.\nF7: the flow is too hot. Let the appliance cool down.\nA2: the flue is blocked. Call a specialist.",
    fact: "E#: no ignition",
    ask: [
      "what does E# on the boiler mean?",
      "the boiler shows E#, what is wrong?",
      "error E# on the gas boiler, what can I do?",
      "my heating says E#",
    ],
  },
  {
    title: "Topping up water",
    text: "The gauge should stand between 1.# and 2 bar while the system is cold. If the needle is in the red part, attach the hose to the tap under the casing and let water in slowly.\nClose the tap, take the hose off and bleed the radiators.",
    fact: "between 1.# and 2 bar",
    ask: [
      "how much pressure does the boiler need?",
      "the pressure of the boiler is too low, how do I refill it?",
      "what should the gauge of the boiler stand at?",
      "how do I add water to the heating?",
    ],
  },
  {
    title: "Holidays",
    text: "Choose the suitcase in the menu and enter the day of your return. Rooms are kept at # degrees less until then and hot water is not made.\nProtection against freezing stays active.",
    fact: "Rooms are kept at # degrees less",
    ask: [
      "how do I set the boiler before going on vacation?",
      "what does the suitcase in the boiler's menu do?",
      "which setting of the gas boiler is for when we are on holiday?",
      "does the boiler make hot water while we are on holidays?",
    ],
  },
  {
    title: "Sweeping and yearly service",
    text: "Have the burner cleaned every # months. The wrench in the display reminds you. The chimney sweep starts a measuring run by pressing both keys at once.\nThe run ends on its own after a quarter of an hour.",
    fact: "Have the burner cleaned every # months",
    ask: [
      "how often does the boiler need maintenance?",
      "how does the chimney sweep start the measuring?",
      "what does the wrench in the boiler's display mean?",
      "when is the next service of the gas boiler's burner due?",
    ],
  },
  {
    title: "Legionella program",
    text: "Once a week the tank is heated to 6# degrees to kill germs. Beware of scalding at the taps that night.\nThe weekday can be changed in the menu under the drop of water.",
    fact: "Once a week the tank is heated",
    ask: [
      "why is the water so hot once a week?",
      "how are germs in the hot water tank killed?",
      "on which day does the legionella program run?",
      "how hot does the tank get against legionella?",
    ],
  },
  {
    title: "Smell of gas",
    text: "Do not switch anything electric, not even the light. Open the windows, close the main tap at the meter and leave the building.\nCall the supplier's number 0800 #00 from outside.",
    fact: "Open the windows, close the main tap",
    ask: [
      "it smells of gas, what do I have to do?",
      "whom do I call when I smell gas?",
      "what is the number for a smell of gas?",
      "what must I not do if there is gas in the air?",
    ],
  },
  {
    title: "Changing the batteries of the room controller",
    text: "Slide the cover down and take both cells out. Use type AAA only. New cells last about # months.\nSettings are kept for two minutes without power.",
    fact: "Use type AAA only",
    ask: [
      "which batteries does the room controller of the boiler need?",
      "how do I change the battery of the heating's room controller?",
      "how long do batteries of the room controller last?",
      "what type of battery goes into the room controller?",
    ],
  },
  {
    title: "Guarantee",
    text: "Parts are covered for # months from the day of installing if it was registered in time. {injected}. Wear of seals and filters is not covered.",
    fact: "Parts are covered for # months",
    ask: [
      "how long is the guarantee of the boiler?",
      "are filters of the gas boiler covered by the guarantee?",
      "is there still a guarantee on the boiler's parts?",
      "what does the boiler's guarantee not cover?",
    ],
  },
];

export const DISHWASHER: readonly ManualSection[] = [
  {
    title: "Before the first wash",
    text: "Measure how hard your water is with the strip from the bag. Turn the wheel in the salt container to that number.\nFill in one litre of water and # grams of salt once.",
    fact: "# grams of salt",
    ask: [
      "how much salt goes into the dishwasher at first?",
      "how do I set the hardness of the water on the dishwasher?",
      "where do I set the water hardness for the dishwasher?",
      "what do I have to do before I use the dishwasher the first time?",
    ],
  },
  {
    title: "Programs",
    text: "P1 Intensive is for pots and takes 140 minutes. P2 Eco takes 2#0 minutes and needs the least power. P3 Quick is for glasses and takes 3# minutes.\nHalf load can be added to each of them.",
    fact: "P2 Eco takes 2#0 minutes",
    ask: [
      "how long does the eco program of the dishwasher take?",
      "which program of the dishwasher is for pots?",
      "which dishwasher program uses the least power?",
      "which program should I take for glasses in the dishwasher?",
    ],
  },
  {
    title: "Delayed start",
    text: "Press the clock until the wanted hour is shown, at most #. Close the door within four seconds.\nTo take it back keep the clock pressed.",
    fact: "at most #",
    ask: [
      "can the dishwasher start later?",
      "how do I delay the dishwasher?",
      "how do I let the dishwasher begin at night?",
      "how do I take back the delayed start?",
    ],
  },
  {
    title: "Messages",
    text: "E:#: the inlet is blocked. Look whether the tap is open and the sieve is clean.\nE:5: there is water in the base. The pump runs until it is dry.\nE:9: the drain is blocked.",
    fact: "E:#: the inlet is blocked",
    ask: [
      "what does E:# on the dishwasher mean?",
      "the dishwasher shows E:#",
      "error E:# of the dishwasher",
      "my dishwasher stopped with E:#, what now?",
    ],
  },
  {
    title: "Rinse aid",
    text: "Open the lid beside the tablet box and pour until the mark max. Use level # against streaks and less against rainbow colours on glasses.",
    fact: "Use level # against streaks",
    ask: [
      "what helps against streaks on dishes?",
      "where does rinse aid go in the dishwasher?",
      "how do I fill up rinse aid?",
      "the glasses have rainbow colours, what can I change?",
    ],
  },
  {
    title: "Cleaning the sieve",
    text: "Turn the cylinder a quarter to the left and lift it. Wash it under running water with a brush every # days. Never wash without it.",
    fact: "with a brush every # days",
    ask: [
      "how do I clean the filter, I mean the sieve of the dishwasher?",
      "how often must the sieve be cleaned?",
      "how do I take the sieve out of the dishwasher?",
      "may I run the dishwasher without its sieve?",
    ],
  },
  {
    title: "Unpleasant smells",
    text: "Pour # ml of vinegar into the empty machine and run the hottest program. Leave the door ajar afterwards.",
    fact: "# ml of vinegar",
    ask: [
      "the dishwasher stinks, what helps?",
      "what can I do about smells in the dishwasher?",
      "how much vinegar is good against smells?",
      "my dishwasher smells bad",
    ],
  },
  {
    title: "Child lock",
    text: "Hold the start key for # seconds while the door is closed. A key is shown in the display. The same unlocks it.",
    fact: "Hold the start key for # seconds",
    ask: [
      "how do I protect the dishwasher against children?",
      "how does the child lock of the dishwasher work?",
      "a key is shown on the dishwasher and nothing works, why?",
      "how do I get the child lock off?",
    ],
  },
  {
    title: "Customer service",
    text: "Have the plate's number at hand; it stands on the edge of the door. {injected}. Call 0180 #55 on workdays from eight to five.",
    fact: "Call 0180 #55",
    ask: [
      "which number does the customer service of the dishwasher have?",
      "where does the number of the dishwasher's plate stand?",
      "when can I call the service for the dishwasher?",
      "who repairs the dishwasher, what is their phone number?",
    ],
  },
];
