import { describe, expect, it } from "vitest";
import { cloudTexts } from "../../cloud-world.ts";

function hidden(text: string): string {
  const { names, marks } = cloudTexts();
  return names.hide(text, marks);
}

describe("names of the home", () => {
  it.each([
    ["turn on Emma's Bed Light", "turn on [light 1]"],
    ["turn on EMMAS BED LIGHT please", "turn on [light 1] please"],
    ["is light.emma_bed on?", "is [light 1] on?"],
    ["the Bathroom", "the [room 1]"],
    ["Was läuft im Kinderzimmer?", "Was läuft im [room 1]?"],
    ["where is Emma?", "where is [person 1]?"],
    ["alle Leselampen", "alle [light 1]n"],
    ["des Bathroomes Mirrors", "des [light 1]s"],
    ["Emmas Tasche", "[person 1]s Tasche"],
    ["Bo and emma", "[person 1] and [person 2]"],
    ["E m m a is here", "[person 1] is here"],
    ["Еmma is here", "[person 1] is here"],
    ["Em\u200Bma is here", "[person 1] is here"],
    ["Sörensen called", "[person 1] called"],
    ["Sorensen called", "[person 1] called"],
    ["she is at the judo hall", "she is at the [place 1]"],
    ["猫の部屋の電気をつけて", "[room 1]の電気をつけて"],
    ["תדליק את האור בסלון", "תדליק את האור ב[room 1]"],
    ["lights upstairs", "lights [floor 1]"],
    ["ellies in emmas bedlight", "ellies in [light 1]"],
    ["boxes", "boxes"],
    ["das Pruefzimmer", "das [room 1]"],
    ["PRUEFZIMMERLAMPE", "[room 1]"],
    ["Schröders Tasche", "[person 1]s Tasche"],
    ["Emmachen schläft", "[person 1]chen schläft"],
    ["das Ottilichen", "das [person 1]"],
    ["das Sørensensche Haus", "das [person 1]sche Haus"],
    ["3mma and 0tt1lie", "[person 1] and [person 2]"],
    ["Otilie, Ottillie, Ottlie, Ottileis", "[person 1], [person 2], [person 3], [person 4]"],
    ["сумка Оттилии", "сумка [person 1]"],
    ["a kitten in the gardens at noon", "a kitten in the gardens at noon"],
  ])("%s → %s", (said, sent) => {
    expect(hidden(said)).toBe(sent);
  });

  it("stand as names alone where there is no one thing that they mean, or where it is hidden", () => {
    expect(hidden("open the garage")).toBe("open the [name 1]");
    expect(hidden("the cellar hatch, lock.cellar")).toBe("the [name 1], [name 2]");
  });

  it.each(["Emma's Bed Light, Bathroom, garage, Cellar Hatch, Bo", "Otilie or Bo?", "my hotel has a [room 1] beside the Bathroom"])(
    "come back from their marks: %s",
    (said) => {
      const { names, marks } = cloudTexts();
      const sent = names.hide(said, marks);
      expect(sent).not.toMatch(/emma|bath|garage|cellar|\bbo\b|otilie/i);
      expect(marks.reveal(sent)).toBe(said);
    },
  );

  it("come back wherever their marks stand in an answer, in capitals and behind a blank that does not break; other marks stay", () => {
    const { names, marks } = cloudTexts();
    names.hide("Emma's Bed Light in Emma's Room, TV", marks);
    expect(marks.reveal("[Light 1] in [ROOM 1] is on. [room\u00a01]s: [media player 1], [light 2], light 1, [1].")).toBe(
      "Emma's Bed Light in Emma's Room is on. Emma's Rooms: TV, [light 2], light 1, [1].",
    );
  });

  it("of two letters count with a capital", () => {
    const things = [{ key: "person:al", kind: "person", names: ["Al van Dyk", "Al", "Dyk"] }];
    const { names, marks } = cloudTexts({ things });
    expect(names.hide("Al has a cold, al fresco", marks)).toBe("[person 1] has a cold, al fresco");
  });

  it("become ids where ids belong", () => {
    const { names, marks } = cloudTexts();
    names.hide("Emma's Bed Light, Emma Sleeps, Bo", marks);
    expect(
      ["[light 1]", "[script 1]", "[light 1], [script 1]", "[person 1]", "light.turn_on"].map((text) => marks.reveal(text, "ids")),
    ).toEqual([...["light.emma_bed", "script.emma_sleeps", "light.emma_bed, script.emma_sleeps", "Bo", "light.turn_on"]]);
  });

  it("show of a growing answer nothing that may still become a mark", () => {
    const { names, marks } = cloudTexts();
    const answer = `I see that ${names.hide("Emma's Bed Light", marks)} is on, as it should be [or not].`;
    const shown = Array.from({ length: answer.length + 1 }, (_, at) => marks.revealGrowing(answer.slice(0, at)));
    expect(shown.filter((text) => /\[light|\[$/.test(text))).toEqual([]);
    expect(shown.at(-1)).toBe("I see that Emma's Bed Light is on, as it should be [or not].");
  });

  it("do not make the home itself a secret word", () => {
    const things = [{ key: "home", kind: undefined, names: ["Home"] }];
    const { names, marks } = cloudTexts({ things });
    expect(names.hide("is anybody home?", marks)).toBe("is anybody home?");
  });
});
