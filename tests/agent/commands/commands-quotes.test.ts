import { expect, it } from "vitest";
import { NOW } from "../../storage/stores.ts";
import { commandWorld, PEOPLE } from "../command-world.ts";

/** Turns of Ben's of which something was kept: what was done in the home, with the words of the message or without, and why. */
function world() {
  const home = commandWorld();
  const { addTurn, actions, audit, action } = home;
  const { id: personId, name: personName, role } = PEOPLE.ben;
  for (const id of ["worded", "plain", "decided"]) addTurn(id, { personId, personName, role, status: "sent" });
  const item = { service: "todo.add_item", entityIds: ["todo.shopping"], data: { item: "zqmilk" } };
  actions.start(action("a1", { turnId: "worded", ...item }));
  actions.start(action("a2", { turnId: "plain", service: "lock.lock", entityIds: ["lock.front"] }));
  audit.append({
    ...{ at: NOW, kind: "decided", turnId: "decided", personId, actionId: "a3", ...item, effects: ["other"] },
    ...{ outcome: "allow", rule: "free_domain", detail: { data: item.data } },
  });
  return home;
}

it.each([
  ["/actions", ["worded"]],
  ["/why", ["decided"]],
  ["/status", []],
])("%s tells again what was worded in %s", async (command, told) => {
  const { run, quotes } = world();
  const answer = await run(command);
  expect(answer.includes("zqmilk")).toBe(told.length > 0);
  const from = ["worded", "plain", "decided"].filter((id) => quotes.withQuoting([id]).includes("command"));
  expect(from).toEqual(told);
});
