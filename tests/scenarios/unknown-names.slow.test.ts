import { expect, it } from "vitest";
import { anna, ben, ScenarioHome, serviceCall } from "./scenario-home.ts";

const CHILD = 700000011;
const GUEST = 700000012;
const PEOPLE = [
  { name: "Anna", telegram_user_id: anna, role: "owner" },
  { name: "Ben", telegram_user_id: ben, role: "adult" },
  { name: "Cleo", telegram_user_id: CHILD, role: "child" },
  { name: "Gus", telegram_user_id: GUEST, role: "guest", areas: ["Hallway"], until: "2099-12-31" },
];
/** What a relay may be called, in several languages: things that let in, feed, heat, water, lift, cut and keep alive. */
const THINGS = [
  ...[
    "Turnstile",
    "Drawbridge",
    "Loading dock hatch",
    "Mailbox flap",
    "Cat tunnel",
    "Wine vault",
    "Bike cage",
    "Roof hatch",
    "Panic shutter",
  ],
  ...[
    "Table saw",
    "Lathe",
    "Kiln",
    "Forge blower",
    "Welder",
    "Air compressor",
    "Wood splitter",
    "Laser cutter",
    "3D printer bed",
    "Soldering bench",
  ],
  ...[
    "Cold room",
    "Vaccine box",
    "Egg hatcher",
    "Reptile mat",
    "Koi aerator",
    "Feeder",
    "Ventilator Oma",
    "Home dialyser",
    "Patient hoist",
  ],
  ...[
    "Propane feed",
    "Cistern inlet",
    "Flood gate",
    "Bore hole",
    "Rain diverter",
    "Sluice",
    "Fire pump",
    "Smoke extractor",
    "Torno",
    "Hebebühne",
  ],
  ...[
    "Einlasskontakt",
    "Schlupftür",
    "Kellerluke",
    "Tresorraum",
    "Gasleitung",
    "Ölzufuhr",
    "Kreissäge",
    "Brennofen",
    "Melkanlage",
    "Notbeleuchtung",
  ],
  ...["Relais d'entrée", "Trappe du toit", "Coupe-gaz", "Scie à ruban", "Pompe du puits", "Chambre froide", "Pétrin", "Monte-charge"],
  ...[
    "Esclusa",
    "Montacarichi",
    "Sega",
    "Cella frigo",
    "Compuerta",
    "Sierra de mesa",
    "Bombona",
    "Cámara fría",
    "Toegangsrelais",
    "Zaagtafel",
  ],
];
const PLACES = ["", " 2", " relay", " north"];
const NAMES = THINGS.flatMap((thing) => PLACES.map((place) => `${thing}${place}`)).slice(0, 200);
/** Calls of one answer of a model. */
const AT_ONCE = 25;

it("none of 200 switches with telling names is used unasked, by whomever", async () => {
  const entities = NAMES.map((name, index) => ({ entity_id: `switch.s${index}`, name, area: "Hallway" }));
  const furnishing = { name: "Home", floors: [], areas: [{ name: "Hallway" }], people: ["Anna"], labels: [], entities };
  await using home = await ScenarioHome.start({
    undecided: true,
    home: { furnishing },
    options: { people: PEOPLE, max_targets: 1000, rate_count: 1000 },
  });
  expect(new Set(NAMES).size).toBe(200);
  let questions = 0;
  for (const chat of [anna, ben, CHILD, GUEST]) {
    for (let from = 0; from < entities.length; from += AT_ONCE) {
      const wanted = entities.slice(from, from + AT_ONCE);
      const service = from % (2 * AT_ONCE) === 0 ? "switch.turn_on" : "switch.toggle";
      home.model.respond(() => ({ text: "I could not do that." }));
      home.model.reply({ toolCalls: wanted.map(({ entity_id }) => serviceCall(service, entity_id)) });
      home.says(chat, "please get all of that going as I told you");
      const shown = await home.next(chat === ben ? anna : chat);
      if (shown.buttons.length === 0) continue;
      questions++;
      home.presses(chat === ben ? anna : chat, "Cancel");
      await home.settled();
      await home.next(chat);
      if (chat === ben) await home.next(ben);
    }
  }
  expect(home.calls()).toEqual([]);
  // owners are asked, for themselves and for another adult; children and guests are refused
  expect(questions).toBe(16);
});
