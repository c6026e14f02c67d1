import { expect, it } from "vitest";
import { placeOfTelling } from "../../src/memory/told-scope.ts";

const scopeOf = (said: string, key: string, value: string) =>
  placeOfTelling({ kind: "house" }, "house", { personId: "anna", key, value, said, others: ["Ben Müller", "Mia"] }).scope.kind;

it.each([
  ["we plan a surprise party for the children on Friday", "party", "on Friday"],
  ["there is a party on Friday, Ben must not know", "party", "on Friday"],
  ["she is expecting visitors, keep it to yourself", "visitors", "expecting visitors"],
  ["the presents are in the attic, it is a secret", "presents", "in the attic"],
  ["die Geschenke sind auf dem Dachboden, Ben darf nichts wissen", "geschenke", "auf dem Dachboden"],
  ["Überraschungsfeier am Freitag", "feier", "am Freitag"],
  ["erzähl es den Kindern nicht: Geschenke auf dem Dachboden", "geschenke", "auf dem Dachboden"],
  ["les cadeaux sont au grenier, elle ne doit rien savoir", "cadeaux", "au grenier"],
  ["fête surprise vendredi", "fête", "vendredi"],
  ["los regalos están en el ático, no debe saberlo", "regalos", "en el ático"],
  ["fiesta sorpresa el viernes", "fiesta", "el viernes"],
  ["de cadeaus staan op zolder, hij mag er niets van weten", "cadeaus", "op zolder"],
  ["verrassingsfeest op vrijdag", "feest", "op vrijdag"],
  ["מסיבת הפתעה ביום שישי", "מסיבה", "ביום שישי"],
])("what is said in confidence stays the teller's: “%s”", (said, key, value) => {
  expect(scopeOf(said, key, value)).toBe("person");
});

it.each([
  ["Ben gets up at 6 on Mondays", "schedule", "6 on Mondays"],
  ["the bins are Ben's", "bins", "Ben's"],
  ["the ring is for Mia", "ring", "for Mia"],
  ["the curfew is at 22:00", "curfew_mia", "22:00"],
])("and so does what names somebody of the household: “%s”", (said, key, value) => {
  expect(scopeOf(said, key, value)).toBe("person");
});

it.each([
  ["the trash goes out on Thursday", "trash_day", "on Thursday"],
  ["our gardener is Mr Ploch", "gardener", "Mr Ploch"],
  ["Ben's room should be 20 degrees", "temperature", "20 degrees"],
  ["das Zimmer von Mia soll 20 Grad haben", "temperature", "20 Grad"],
  ["you should know that the boiler is a Vaillant", "boiler", "Vaillant"],
  ["the water must not freeze", "water", "must not freeze"],
])("what is of everybody is the house's: “%s”", (said, key, value) => {
  expect(scopeOf(said, key, value)).toBe("house");
});
