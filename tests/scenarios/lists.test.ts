import { expect, it } from "vitest";
import { anna, ScenarioHome } from "./scenario-home.ts";

const changes = (home: ScenarioHome) =>
  home.calls().flatMap(({ service, data }) => (service === "todo.get_items" ? [] : [`${service} ${Object.values(data).join(" ")}`]));

it.each([
  [["take the milk off the shopping list"], "Removed Milk from Groceries.", "todo.remove_item Milk"],
  [["tick bread"], "Ticked off Bread on Groceries.", "todo.update_item Bread completed"],
  [["we bought the milks"], "Ticked off Milk on Groceries.", "todo.update_item Milk completed"],
  [["remove butter from Groceries"], "Butter is not on Groceries.", undefined],
  [["add milk to the shopping list"], "Milk is already on Groceries.", undefined],
])("%j is read back from the list: %s", async (messages, receipt, call) => {
  await using home = await ScenarioHome.start();
  const answers = [];
  for (const message of messages) answers.push((await home.asks(anna, message)).plain);
  expect(answers.at(-1)).toBe(receipt);
  expect(changes(home)).toEqual(call === undefined ? [] : [call]);
  expect(home.model.calls).toEqual([]);
});

it("what was bought and is on no list is no change of one", async () => {
  await using home = await ScenarioHome.start();
  home.model.reply({ text: "Congratulations!" });
  expect((await home.asks(anna, "I bought a car")).plain).toBe("Congratulations!");
  expect(changes(home)).toEqual([]);
});
