import { describe, expect, it } from "vitest";
import { cloudTexts, numbersInMemory, THINGS } from "../../cloud-world.ts";

function hidden(text: string): string {
  const { names, marks } = cloudTexts();
  return names.hide(text, marks).text;
}

describe("names of the home", () => {
  it.each([
    ["turn on Emma's Bed Light", "turn on light A in room 1"],
    ["turn on EMMAS BED LIGHT please", "turn on light A in room 1 please"],
    ["is light.emma_bed on?", "is light.a on?"],
    ["the Bathroom", "the room 1"],
    ["Was läuft im Kinderzimmer?", "Was läuft im room 1?"],
    ["die Kinderzimmerlampe", "die room 1"],
    ["where is Emma?", "where is person A?"],
    ["Emmas Tasche", "person A Tasche"],
    ["Bo and emma", "person A and person B"],
    ["E m m a is here", "person A is here"],
    ["Еmma is here", "person A is here"],
    ["Em\u200Bma is here", "person A is here"],
    ["Sörensen called", "person A called"],
    ["Sorensen called", "person A called"],
    ["she is at the judo hall", "she is at the place A"],
    ["猫の部屋の電気をつけて", "room 1の電気をつけて"],
    ["תדליק את האור בסלון", "תדליק את האור room 1"],
    ["lights upstairs", "lights floor 1"],
    ["ellies in emmas bedlight", "ellies in light A in room 1"],
    ["boxes", "boxes"],
    ["das Pruefzimmer", "das room 1"],
    ["PRUEFZIMMERLAMPE", "room 1"],
    ["Schröders Tasche", "person A Tasche"],
    ["Emmachen schläft", "person A schläft"],
    ["das Ottilichen", "das person A"],
    ["das Sørensensche Haus", "das person A Haus"],
    ["3mma and 0tt1lie", "person A and person B"],
    ["Otilie, Ottillie, Ottlie, Ottileis", "[name 1], [name 2], [name 3], [name 4]"],
    ["сумка Оттилии", "сумка [name 1]"],
    ["a kitten in the gardens at noon", "a kitten in the gardens at noon"],
  ])("%s → %s", (said, sent) => {
    expect(hidden(said)).toBe(sent);
  });

  it("stand as marks where there is no one thing that they mean, or where it is hidden", () => {
    expect(hidden("open the garage")).toBe("open the [name 1]");
    expect(hidden("the cellar hatch, lock.cellar")).toBe("the [name 1], [id 1]");
  });

  it("come back from pseudonyms and marks", () => {
    const { names, marks } = cloudTexts();
    const said = "Emma's Bed Light, Bathroom, garage, Cellar Hatch, Bo";
    const sent = names.hide(said, marks).text;
    expect(sent).not.toMatch(/emma|bath|garage|cellar|\bbo\b/i);
    expect(names.reveal(sent, marks)).toBe(said);
  });

  it("come back whole from an answer, wherever they stand in it", () => {
    const { names, marks } = cloudTexts();
    names.hide("Emma's Bed Light in Emma's Room, TV", marks);
    expect(names.reveal("Light A in room 1 is on, light A too. Room 1: media player A (light.a).", marks)).toBe(
      "Emma's Bed Light is on, Emma's Bed Light too. Emma's Room: TV (Emma's Bed Light).",
    );
    expect(names.reveal("I put a light a bit lower, light B and room 9 are unknown.", marks)).toBe(
      "I put a light a bit lower, light B and room 9 are unknown.",
    );
  });

  it("come back from a list of several", () => {
    const { names, marks } = cloudTexts();
    for (const key of ["entity:light.emma_bed", "entity:light.bath"]) names.nameOf(key);
    for (const [said, told] of [
      ["Lights A and B in room 2 are on.", "Emma's Bed Light and Bathroom Mirror in Bathroom are on."],
      ["light A and B are on", "Emma's Bed Light and Bathroom Mirror are on"],
      ["rooms 1, 2 and 99", "Emma's Room, Bathroom and 99"],
      ["light A and I", "Emma's Bed Light and I"],
      ["lights A and the rest", "Emma's Bed Light and the rest"],
    ] as const)
      expect(names.reveal(said, marks)).toBe(told);
  });

  it("come back in capitals, behind a blank that does not break, and with the s of a German genitive", () => {
    const { names, marks } = cloudTexts();
    for (const key of ["entity:light.emma_bed", "person:emma"]) names.nameOf(key);
    names.hide("Emma's Room", marks);
    for (const [said, told] of [
      ["ROOM 1 is warm", "Emma's Room is warm"],
      ["room\u00a01 is warm", "Emma's Room is warm"],
      ["person As Lampe", "Emma Sørensens Lampe"],
      ["das Licht room 1s", "das Licht Emma's Rooms"],
      ["switch As needed, light As", "switch As needed, light As"],
    ] as const)
      expect(names.reveal(said, marks)).toBe(told);
  });

  it("of two letters count with a capital", () => {
    const things = [{ key: "person:al", kind: "person", names: ["Al van Dyk", "Al", "Dyk"] }];
    const { names, marks } = cloudTexts({ things });
    expect(names.hide("Al has a cold, al fresco", marks).text).toBe("person A has a cold, al fresco");
  });

  it("that are only like a name come back as they were written", () => {
    const { names, marks } = cloudTexts();
    expect(names.reveal(names.hide("Otilie or Bo?", marks).text, marks)).toBe("Otilie or Bo?");
  });

  it("come back only for what was sent: other letters and numbers of an answer are its own", () => {
    const { names, marks } = cloudTexts();
    for (const key of ["entity:light.emma_bed", "entity:light.bath", "person:emma"]) names.nameOf(key);
    const sent = names.keysIn("is light B in room 2 on?");
    expect(names.reveal("Wire light A to light B. Person A holds light a, light B in room 2.", marks, { sent })).toBe(
      "Wire light A to Bathroom Mirror. Person A holds light a, Bathroom Mirror.",
    );
    expect(names.reveal("Room 1 or room 2, light A in room 2, light.a, light.b", marks, { sent })).toBe(
      "Room 1 or Bathroom, light A in Bathroom, light.a, Bathroom Mirror",
    );
    const ids = ["light.a", "light A", "light.b", "light B"].map((text) => names.reveal(text, marks, { as: "ids", sent }));
    expect(ids).toEqual(["light.a", "light A", "light.bath", "light.bath"]);
  });

  it("become ids where ids belong", () => {
    const { names, marks } = cloudTexts();
    names.hide("Emma's Bed Light, Emma Sleeps", marks);
    expect(
      ["light.a", "light A in room 1", "light A", "script.a", "light.turn_on"].map((text) => names.reveal(text, marks, { as: "ids" })),
    ).toEqual([...["light.emma_bed", "light.emma_bed", "light.emma_bed", "script.emma_sleeps", "light.turn_on"]]);
  });

  it("are not taken for what only looks like a pseudonym: that comes back as it was written", () => {
    const { names, marks } = cloudTexts();
    names.hide("Bathroom", marks);
    const sent = names.hide("my hotel has a room 1", marks).text;
    expect(sent).toBe("my hotel has a [number 1]");
    expect(names.reveal(sent, marks)).toBe("my hotel has a room 1");
  });

  it("have the same pseudonyms over the days, also when the home has other names", () => {
    const numbers = numbersInMemory();
    const before = cloudTexts({ numbers }).names.nameOf("entity:light.bath");
    const renamed = THINGS.toReversed().map((one) => (one.key === "entity:light.bath" ? { ...one, names: ["Mirror"] } : one));
    expect(cloudTexts({ numbers, things: renamed }).names.nameOf("entity:light.bath")).toBe(before);
  });

  it("do not make the home itself a secret word", () => {
    const things = [{ key: "home", kind: undefined, names: ["Home"] }];
    const { names, marks } = cloudTexts({ things });
    expect(names.hide("is anybody home?", marks).text).toBe("is anybody home?");
  });
});

it("has a letter for as many things as there are, never a word", () => {
  const things = Array.from({ length: 60 }, (_, at) => ({
    key: `entity:light.l${at}`,
    kind: "light",
    names: [`Lamp Number ${at}`],
    entityId: `light.l${at}`,
  }));
  const { names, marks } = cloudTexts({ things });
  const all = things.map(({ key }) => names.nameOf(key));
  expect([all[0], all[25], all[26], all[52]]).toEqual(["light A", "light Z", "light A1", "light A2"]);
  expect(new Set(all).size).toBe(60);
  expect(names.reveal("light A2", marks)).toBe("Lamp Number 52");
});
