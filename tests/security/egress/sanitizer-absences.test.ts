import { describe, expect, test } from "vitest";
import { createSanitizer } from "../../../src/security/egress/sanitizer.ts";

const { check } = createSanitizer({ homeWords: () => [], languages: ["en", "de", "fr", "es", "nl", "he"] });
const isHeld = (asked: string) => expect(check(asked)).toMatchObject({ outcome: "blocked", reason: "routine" });
const leaves = (asked: string) => expect(check(asked)).toEqual({ outcome: "clean", query: asked });

describe("a house with nobody in it, and when", () => {
  test.for([
    "our house is empty next week",
    "house empty until Sunday how to deter burglars",
    "das Haus steht nächste Woche leer",
    "unser Haus ist bis Sonntag leer",
    "notre maison sera vide la semaine prochaine",
    "notre maison est vide jusqu'à dimanche",
    "nuestra casa estará vacía la próxima semana",
    "nuestra casa está vacía hasta el domingo",
    "ons huis is leeg tot zondag",
    "הבית שלנו ריק בשבוע הבא",
    "הבית שלנו ריק עד יום ראשון",
    "mittwochs ist niemand zuhause",
    "nobody is home tomorrow",
    "nous ne sommes pas là du 5 au 12 mai",
    "wir fahren am Samstag weg",
    "no estaremos en casa hasta el lunes",
    "il n'y a personne à la maison le mercredi",
    "is nobody at home",
    "we won't be home this weekend",
    "wir sind übers Wochenende nicht da",
    "la casa se queda vacía este fin de semana",
    "het huis staat leeg in augustus",
    "ist niemand zuhause?",
  ])("%j is held", isHeld);

  test.for([
    "wir sind vom 3. bis 17. August verreist",
    "wir sind vom 3.8. bis 17.8. weg",
    "we are on vacation 3-17 August",
    "we're away from August 3 to 17",
    "nous partons en vacances du 3 au 17 août",
    "nos vamos de vacaciones del 3 al 17 de agosto",
    "wij gaan op vakantie van 3 tot 17 augustus",
    "אנחנו בחופשה מ-3 עד 17 באוגוסט",
  ])("%j tells the dates", isHeld);

  test.for([
    "empty house insurance rules",
    "how long can a house stand empty",
    "leerstehendes haus kaufen ab sonntag",
    "maison vide à louer août",
    "casa vacía en venta el lunes",
    "haus leer räumen kosten am samstag",
    "wohnung leer übergeben bis 31. august",
    "vide maison dimanche 12 juillet brocante",
    "white house empty on sunday",
    "house prices empty homes tax from april",
    "nobody's home lyrics",
    "nobody home pink floyd",
    "place to bring empty bottles on sunday",
    "aide personne âgée à la maison le dimanche",
    "is anybody home film",
    "how far away is the moon on sunday",
    "school holidays 3 to 17 august",
    "vacances scolaires du 3 au 17 août",
  ])("%j is nobody's", leaves);
});

describe("children alone, and who comes to see to them", () => {
  test.for([
    "the kids are alone until 5",
    "die Kinder sind bis 17 Uhr allein zu Hause",
    "les enfants sont seuls à la maison jusqu'à 17h",
    "los niños están solos en casa hasta las cinco",
    "de kinderen zijn alleen thuis tot vijf uur",
    "הילדים לבד עד חמש",
    "kinderen alleen thuis op woensdag tot drie uur",
    "my teens are home alone this weekend",
  ])("%j is held", isHeld);

  test.for([
    "our cleaner comes every Thursday at 9",
    "die Putzfrau kommt donnerstags um neun",
    "donnerstags um neun kommt unsere Putzfrau",
    "the nanny leaves at 6",
    "la nounou part à 18h",
    "la niñera se va a las seis",
    "de oppas gaat om zes uur weg",
    "המטפלת הולכת בשש",
  ])("%j is held", isHeld);

  test.for([
    "wann dürfen kinder bis 22 uhr allein sein",
    "ab wann sind die kinder abends um 8 alleine im bett alter",
    "home alone at 5 pm on tv",
    "when does the nanny start on tv at 8 pm",
    "cleaner price per hour at 9 pm",
    "i get up at 6 podcast",
    "i work from 9 to 5 song",
    "mein sohn steht um 5 uhr auf was tun",
  ])("%j is nobody's", leaves);
});
