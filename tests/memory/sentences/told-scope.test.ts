import { expect, it } from "vitest";
import { placeOfTelling } from "../../../src/memory/sentences/told-scope.ts";

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
  ["my wife's christmas present is in the attic", "christmas_present", "in the attic"],
  ["my wife snores terribly at night", "noise", "snores"],
  ["my wife snores. She also talks in her sleep", "noise", "talks in her sleep"],
  ["she snores at night", "noise", "snores"],
  ["my husband is unemployed", "job", "unemployed"],
  ["husband snores at night", "noise", "snores"],
  ["our son wets the bed", "bed", "wets the bed"],
  ["the kids are grounded until Sunday", "rules", "until Sunday"],
  ["our eldest daughter failed maths", "school", "failed maths"],
  ["grandma is moving in in May", "plans", "in May"],
  ["the ring is in the drawer, it is for my girlfriend", "ring", "in the drawer"],
  ["There is a ring in the drawer. It is for my girlfriend.", "ring", "in the drawer"],
  ["There is a ring in the drawer. It is for Mia.", "ring", "in the drawer"],
  ["the curfew is at 22:00", "daughter_curfew", "22:00"],
  ["der Ring für meine Freundin liegt in der Schublade", "ring", "in der Schublade"],
  ["mein Mann ist arbeitslos", "arbeit", "arbeitslos"],
  ["Meine Frau ist krank. Sie hat Krebs", "krankheit", "Krebs"],
  ["Mama schnarcht nachts", "lärm", "schnarcht"],
  ["Kinder dürfen ab 18 Uhr nicht mehr raus", "regeln", "ab 18 Uhr"],
  ["ma femme ronfle la nuit", "bruit", "ronfle"],
  ["notre fils a raté son examen", "école", "raté son examen"],
  ["mi mujer ronca por la noche", "ruido", "ronca"],
  ["nuestro hijo moja la cama", "cama", "moja la cama"],
  ["mijn vrouw snurkt", "lawaai", "snurkt"],
  ["onze zoon plast in bed", "bed", "plast in bed"],
  ["אשתי נוחרת בלילה", "רעש", "נוחרת"],
  ["הבן שלנו מרטיב במיטה", "מיטה", "מרטיב"],
])("and what is of one of the family, by what they are to somebody: “%s”", (said, key, value) => {
  expect(scopeOf(said, key, value)).toBe("person");
});

it.each([
  ["the present is in the attic", "present", "in the attic"],
  ["mum's birthday present is in the attic", "birthday_present", "in the attic"],
  ["Annie's gift is in the garage", "gift", "in the garage"],
  ["it is in the attic", "christmas_gift", "in the attic"],
  ["we hid the bicycle in the garage", "bicycle", "in the garage"],
  ["das Geschenk für Mama liegt im Keller", "geschenk", "im Keller"],
  ["das Weihnachtsgeschenk liegt im Keller", "versteck", "im Keller"],
  ["le cadeau de maman est à la cave", "cadeau", "à la cave"],
  ["el regalo está en el garaje", "regalo", "en el garaje"],
  ["het verjaardagscadeau ligt op zolder", "cadeau", "op zolder"],
  ["המתנה בעליית הגג", "מתנה", "בעליית הגג"],
])("a present is told of by nobody but the teller: “%s”", (said, key, value) => {
  expect(scopeOf(said, key, value)).toBe("person");
});

it.each([
  ["the cleaner comes on Tuesdays", "cleaner", "on Tuesdays"],
  ["das Kinderzimmer soll 20 Grad haben", "temperature", "20 Grad"],
  ["de kinderkamer moet 20 graden zijn", "temperature", "20 graden"],
  ["the wrapping paper for gifts is under the stairs", "wrapping_paper", "under the stairs"],
  ["das Geschenkpapier liegt im Keller", "papier", "im Keller"],
  ["das Gift gegen Ratten steht im Keller", "rattengift", "im Keller"],
  ["the dog food is in the cellar", "dog_food", "in the cellar"],
  ["the boiler is new, it is a Vaillant", "boiler", "Vaillant"],
  ["the trash goes out on Thursday", "trash_day", "on Thursday"],
  ["our gardener is Mr Ploch", "gardener", "Mr Ploch"],
  ["you should know that the boiler is a Vaillant", "boiler", "Vaillant"],
  ["the water must not freeze", "water", "must not freeze"],
])("what is of everybody is the house's: “%s”", (said, key, value) => {
  expect(scopeOf(said, key, value)).toBe("house");
});
