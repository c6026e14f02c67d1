import { expect, test } from "vitest";
import { HOUSE, told } from "./reading-world.ts";

const entities = HOUSE.filter(({ entityId }) => entityId !== "todo.tasks");
const removed = (item: string) => `todo.remove_item groceries item=${item}`;
const ticked = (item: string) => `todo.update_item groceries item=${item} status=completed`;

test.each([
  ["en", "take milk off the shopping list", removed("Milk")],
  ["en", "remove the bread from Groceries", removed("Bread")],
  ["en", "tick eggs", ticked("Eggs")],
  ["en", "tick off eggs on the shopping list", ticked("Eggs")],
  ["en", "I bought the milk", ticked("Milk")],
  ["de", "Streich Milch von der Einkaufsliste", removed("Milch")],
  ["de", "hak Eier ab", ticked("Eier")],
  ["de", "ich habe die Milch gekauft", ticked("Milch")],
  ["fr", "retire le lait de la liste", removed("Lait")],
  ["fr", "coche les œufs", ticked("Œufs")],
  ["es", "quita la leche de la lista", removed("Leche")],
  ["es", "he comprado huevos", ticked("Huevos")],
  ["nl", "haal melk van de boodschappenlijst", removed("Melk")],
  ["nl", "vink eieren af", ticked("Eieren")],
])("a change of a list in %s: %s", (language, sentence, outcome) => expect(told(sentence, { entities, language })).toBe(outcome));

test("of two lists the one that is called so is meant, else one is asked for", () => {
  expect(told("take milk off the groceries list")).toBe(removed("Milk"));
  expect(told("take milk off the list")).toBe("which: Groceries | Personal Tasks");
});
