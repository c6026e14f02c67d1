import { expect, it } from "vitest";
import { looksSecret } from "../../src/security/redaction/personal-secrets.ts";

/** What a person wrote, and what a model made of it: `[said, key, value]`. */
const SECRETS: readonly (readonly [said: string, key: string, value: string])[] = [
  // a word for it before, behind, or in the sentence beside
  ["our wifi pw is blue horse seven", "wifi", "blue horse seven"],
  ["Sunshine is the password of our wifi", "wifi", "Sunshine"],
  ["Mellon is what opens the gate, the password", "gate", "Mellon"],
  ["The password changed. It is Sunshine now", "wifi", "Sunshine"],
  ["Sunshine. That is our new password", "wifi", "Sunshine"],
  ["We changed the password last week. My brother did it. It is Sunshine now", "wifi", "Sunshine"],
  ["I love trains and the wifi password is Sunshine", "wifi", "Sunshine"],
  ["and the wifi password is Sunshine", "wifi", "Sunshine"],
  ["My dog is called Rex. That is also our password", "pet", "Rex"],
  ["Use Sunshine for the wifi, it is the passphrase", "wifi", "Sunshine"],
  ["the wifi pass is Sunshine", "wifi", "Sunshine"],
  ["the wifi passw0rd is Sunshine", "wifi", "Sunshine"],
  ["the ｐａｓｓｗｏｒｄ is Sunshine", "wifi", "Sunshine"],
  ["the p@ssword is Sunshine", "wifi", "Sunshine"],
  ["the code for the gate is Mellon", "gate", "Mellon"],
  ["WLAN Schlüssel ist Sonnenblume", "wlan", "Sonnenblume"],
  ["unser Losungswort ist Mellon", "wort", "Mellon"],
  ["Sonnenblume ist das Kennwort vom Router", "router", "Sonnenblume"],
  ["le mot de passe a changé. C'est Soleil maintenant", "wifi", "Soleil"],
  ["Girasol es la contraseña del wifi", "wifi", "Girasol"],
  ["a senha do wifi é Girassol", "wifi", "Girassol"],
  ["Zonnebloem is het wachtwoord", "wifi", "Zonnebloem"],
  ["hasło do wifi to Słonecznik", "wifi", "Słonecznik"],
  ["пароль от вайфая Солнце", "wifi", "Солнце"],
  ["Wi-Fi密码是sunshine88", "wifi", "sunshine88"],
  ["رمز الواي فاي هو شمس", "wifi", "شمس"],
  ["שמש היא הסיסמה של הוויי פיי", "wifi", "שמש"],
  ["la parola d'ordine è Girasole", "note", "Girasole"],
  // how one gets in, without a word for it
  ["to get into the wifi type sunflower", "note", "sunflower"],
  ["our wifi is called Home and you get in with sunflower", "note", "sunflower"],
  ["ins WLAN kommt man mit Sonnenblume", "note", "Sonnenblume"],
  ["on se connecte au wifi avec tournesol", "note", "tournesol"],
  ["para entrar en el wifi se escribe girasol", "note", "girasol"],
  ["je komt op de wifi met zonnebloem", "note", "zonnebloem"],
  ["נכנסים לווייפיי עם חמנית", "note", "חמנית"],
  ["the keypad wants ABCD", "keypad", "ABCD"],
  ["type 4B7D at the gate", "note", "4B7D"],
  ["I unlock my phone with a Z shape pattern", "pattern", "Z shape"],
  ["das Entsperrmuster ist ein Z", "note", "ein Z"],
  ["I open the safe with my wedding day backwards", "note", "wedding day backwards"],
  ["the safe opens left 12 right 34 left 56", "note", "left 12 right 34 left 56"],
  ["safe: 12 left, 34 right, 56 left", "note", "12 left, 34 right, 56 left"],
  ["Tresor links 12 rechts 34 links 56", "note", "links 12 rechts 34 links 56"],
  // words that give an account back
  ["my crypto wallet phrase is apple banana river table", "wallet", "apple banana river table"],
  ["wallet recovery words: apple banana river table", "note", "apple banana river table"],
  ["mnemonic: apple banana river", "note", "apple banana river"],
  ["the answer to my security question is Rex", "note", "Rex"],
  ["die Antwort auf meine Sicherheitsfrage ist Rex", "note", "Rex"],
  ["la réponse à ma question de sécurité est Rex", "note", "Rex"],
  ["la respuesta a mi pregunta de seguridad es Rex", "note", "Rex"],
  ["het antwoord op mijn beveiligingsvraag is Rex", "note", "Rex"],
  ["my mother's maiden name is Smith", "note", "Smith"],
  ["openai sk-proj-abc123", "note", "sk-proj-abc123"],
  // numbers, however they are written
  ["der Code für die Haustür ist vier sieben eins eins", "haustür", "vier sieben eins eins"],
  ["fürs Tor sag einfach vier sieben eins eins", "tor", "sag einfach vier sieben eins eins"],
  ["garage code: double seven oh three", "garage", "double seven oh three"],
  ["my alarm code is four seven one one", "alarm", "four seven one one"],
  ["the alarm is four, then seven, then one, then one", "alarm", "four, then seven, then one, then one"],
  ["the gate opens with forty-seven eleven", "gate", "forty-seven eleven"],
  ["die Haustür geht mit siebenundvierzig elf auf", "haustür", "geht mit siebenundvierzig elf auf"],
  ["pour le portail tape quatre sept un un", "portail", "tape quatre sept un un"],
  ["para la puerta marca cuatro siete uno uno", "puerta", "marca cuatro siete uno uno"],
  ["voor de poort toets je vier zeven een een", "poort", "toets je vier zeven een een"],
  ["לשער מקישים ארבע שבע אחת אחת", "gate", "ארבע שבע אחת אחת"],
  ["to disarm the alarm enter 4711 then hash", "alarm", "enter 4711 then hash"],
  ["the gate: 4️⃣7️⃣1️⃣1️⃣", "gate", "4️⃣7️⃣1️⃣1️⃣"],
  ["the gate is ④⑦①①", "gate", "④⑦①①"],
  ["the gate takes ٤٧١١ and a hash", "gate", "٤٧١١ and a hash"],
  ["My garage has a keypad. Enter 4711 and wait", "note", "enter 4711 and wait"],
  ["PUK reads 12 34 56 78", "sim", "reads 12 34 56 78"],
  ["I open it with code 4711", "front_door_4711", "opened by me"],
  ["the front door is 4711", "front_door", "4711"],
  ["the safe opens with 12.05.1980", "safe", "12.05.1980"],
  ["4711 is the code for the shed", "shed", "the 4711 one"],
  ["the safe combo is left 12 right 34 left 56", "safe", "left 12 right 34 left 56"],
  ["our wifi is called Casa and you log in with Sunshine", "wifi", "Sunshine"],
  ["Schlüsselbox draußen: 4711", "box", "draußen: 4711"],
  ["the code is 12:34", "note", "12:34"],
  ["sechs, sieben, acht, neun fürs Tor", "tor", "sechs, sieben, acht, neun"],
  ["pour le portail quatre-vingt-dix quarante", "portail", "quatre-vingt-dix quarante"],
  // cards, accounts, documents
  ["my visa is 4111.1111.1111.1111", "visa", "4111.1111.1111.1111"],
  ["my visa is 4111/1111/1111/1111", "visa", "4111/1111/1111/1111"],
  ["my visa is 4111–1111–1111–1111", "visa", "4111–1111–1111–1111"],
  ["my visa is 4111  1111  1111  1111", "visa", "4111  1111  1111  1111"],
  ["my visa is ٤١١١ ١١١١ ١١١١ ١١١١", "visa", "٤١١١ ١١١١ ١١١١ ١١١١"],
  ["visa, 2 of them: 4111 1111 1111 1111", "visa", "2: 4111 1111 1111 1111, till 12/27"],
  ["my amex is 3782-822463-10005", "amex", "3782-822463-10005"],
  [
    "visa four one one one one one one one one one one one one one one one",
    "visa",
    "four one one one one one one one one one one one one one one one",
  ],
  ["my account is DE89-3704-0044-0532-0130-00", "account", "DE89-3704-0044-0532-0130-00"],
  ["my account is de89 3704 0044 0532 0130 00 at home", "account", "de89 3704 0044 0532 0130 00 at home"],
  ["I have number 532013000 at Sparkasse", "note", "number 532013000 at Sparkasse"],
  ["532013000 bei der Sparkasse", "konto", "532013000 bei der Sparkasse"],
  ["mon compte est le 00040123456", "compte", "le 00040123456"],
  ["meine Ausweisnummer ist L01X00T47", "ausweis", "L01X00T47"],
  ["my passport number is C01X0006H", "passport", "C01X0006H"],
  ["mi DNI es 12345678Z", "dni", "12345678Z"],
  // what is harmless lends its name to nothing
  ["the alarm code is 4711", "phone", "4711"],
  ["the alarm code is 1984", "birth_year", "1984"],
  ["the PIN is 1980-05-12", "birthday", "1980-05-12"],
  ["the alarm code is 12345", "postcode", "12345"],
  ["my phone has the PIN 0171 2345678", "phone", "0171 2345678"],
];

it.each(SECRETS)("“%s” is never kept, as %s: %s", (said, key, value) => {
  expect(looksSecret({ key, value, said })).toBe(true);
});

it.each(SECRETS.filter(([said]) => !/Rex/.test(said)))("nor is “%s” as a whole", (said, key) => {
  expect(looksSecret({ key: key.includes("4711") ? key : "note", value: said, said })).toBe(true);
});

it.each([
  ["front_door", "enter 4711"],
  ["haustür", "vier sieben eins eins"],
  ["note", "Losung Mellon"],
  ["wifi_pass", "Sunshine"],
  ["wlan_schlüssel", "Sonnenblume"],
  ["pw", "Sunshine"],
  ["puk", "Sunshine"],
  ["wifi_p4ssw0rd", "Sunshine"],
  ["senha", "sol"],
  ["密码", "阳光"],
  ["pass", "Sunshine"],
  ["garage_4711", "yes"],
  ["note", "Xk7R2m9Q4"],
])("%s: %s is never kept, whatever was said", (key, value) => {
  expect(looksSecret({ key, value })).toBe(true);
});

it("long texts take no longer than they are long", () => {
  const said = `${"4 ".repeat(20_000)} ${"a1".repeat(20_000)} ${"password, ".repeat(10_000)} ${"four ".repeat(10_000)}`;
  expect(looksSecret({ key: "note", value: "blue", said })).toBe(true);
  expect(looksSecret({ key: "note", value: "xyz ".repeat(75), said: "my code . ".repeat(20_000) })).toBe(false);
});
