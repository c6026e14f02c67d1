import { expect, it } from "vitest";
import { looksSecret } from "../../src/security/redaction/personal-secrets.ts";

/** Ways in that are told without a word for them: `[said, key, value]`. */
const SECRETS: readonly (readonly [said: string, key: string, value: string])[] = [
  // letters one by one, or by words
  ["the lockbox: c-h-a-r-l-i-e", "lockbox", "c-h-a-r-l-i-e"],
  ["our wifi is spelled s u n n y", "wifi", "s u n n y"],
  ["P as in Peter, A as in Anton, S S is for my computer", "computer", "P as in Peter, A as in Anton, S S"],
  ["für den Tresor: P wie Paula, A wie Anton, S wie Samuel", "tresor", "P wie Paula, A wie Anton, S wie Samuel"],
  ["le coffre: P comme Pierre, A comme Anne", "coffre", "P comme Pierre, A comme Anne"],
  ["la caja fuerte: P de Pedro, A de Ana", "caja_fuerte", "P de Pedro, A de Ana"],
  ["mijn laptop is P van Pieter, A van Anna", "laptop", "P van Pieter, A van Anna"],
  ["the gate is alpha bravo charlie delta", "gate", "alpha bravo charlie delta"],
  // hundreds
  ["front door is seven hundred and eleven", "front_door", "seven hundred and eleven"],
  ["die Haustür ist siebenhundertelf", "haustür", "siebenhundertelf"],
  ["le portail, c'est sept cent onze", "portail", "sept cent onze"],
  ["la puerta es setecientos once", "puerta", "setecientos once"],
  ["de voordeur is zevenhonderd elf", "voordeur", "zevenhonderd elf"],
  ["הדלת היא שבע מאות ואחת עשרה", "door", "שבע מאות ואחת עשרה"],
  // what opens something
  ["MVII opens the lock", "lock", "MVII"],
  ["Mellon unlocks the gate", "gate", "Mellon"],
  ["the word Mellon opens our garage door", "garage", "Mellon"],
  ["the gate opens with Mellon", "gate", "Mellon"],
  ["my birthday unlocks my phone", "phone", "my birthday"],
  ["Mellon öffnet das Tor", "tor", "Mellon"],
  ["das Tor geht mit Mellon auf", "tor", "Mellon"],
  ["Mellon macht das Garagentor auf", "garagentor", "Mellon"],
  ["Mellon ouvre le portail", "portail", "Mellon"],
  ["le portail s'ouvre avec Mellon", "portail", "Mellon"],
  ["Melón abre la puerta", "puerta", "Melón"],
  ["la puerta se abre con Melón", "puerta", "Melón"],
  ["Meloen opent de poort", "poort", "Meloen"],
  ["מלון פותח את השער", "gate", "מלון"],
  ["you can open the gate with Mellon", "gate", "Mellon"],
  // what one says
  ["the garage opens when you say Mellon", "garage", "Mellon"],
  ["le garage s'ouvre quand on dit abracadabra", "garage", "abracadabra"],
  ["say abracadabra to open the garage", "garage", "abracadabra"],
  ["just say abracadabra and the garage opens", "garage", "abracadabra"],
  ["you say open sesame to get into the shed", "shed", "open sesame"],
  ["sag Abrakadabra, um die Garage zu öffnen", "garage", "Abrakadabra"],
  ["sag Abrakadabra, dann geht das Garagentor auf", "garagentor", "Abrakadabra"],
  ["dis abracadabra pour ouvrir le garage", "garage", "abracadabra"],
  ["di abracadabra para abrir el garaje", "garaje", "abracadabra"],
  ["zeg abracadabra om de garage te openen", "garage", "abracadabra"],
  ["תגיד אברקדברה כדי לפתוח את השער", "gate", "אברקדברה"],
  // what lets one in
  ["Rosebud gets you into my netflix", "netflix", "Rosebud"],
  ["Rosebud logs you into our computer", "computer", "Rosebud"],
  ["with Rosebud you get into my netflix", "netflix", "Rosebud"],
  ["mit Rosebud kommst du in mein Netflix", "netflix", "Rosebud"],
  ["Rosebud bringt dich in mein Netflix", "netflix", "Rosebud"],
  ["Rosebud te fait entrer dans mon netflix", "netflix", "Rosebud"],
  ["avec Rosebud tu entres dans mon netflix", "netflix", "Rosebud"],
  ["con Rosebud entras en mi netflix", "netflix", "Rosebud"],
  ["met Rosebud kom je in mijn netflix", "netflix", "Rosebud"],
  ["עם ורדים נכנסים לנטפליקס שלי", "netflix", "ורדים"],
  ["Rosebud is for my netflix", "netflix", "Rosebud"],
  // a thing, and a word that does not describe it
  ["wifi is Sunflower-Tango", "wifi", "Sunflower-Tango"],
  ["wifi: sunflower", "wifi", "sunflower"],
  ["our guest wifi is blue horse seven", "wifi", "blue horse seven"],
  ["Sunflower is our wifi", "wifi", "Sunflower"],
  ["use Sunflower for the wifi", "wifi", "Sunflower"],
  ["the lockbox is Charlie", "lockbox", "Charlie"],
  ["the safe is Charlie", "note", "the safe is Charlie"],
  ["the front door is Mellon", "front_door", "Mellon"],
  ["I love trains, and our wifi is Sunflower", "wifi", "Sunflower"],
  ["unser WLAN ist Sonnenblume", "wlan", "Sonnenblume"],
  ["WLAN: Sonnenblume", "wlan", "Sonnenblume"],
  ["le wifi c'est tournesol", "wifi", "tournesol"],
  ["el wifi es girasol", "wifi", "girasol"],
  ["de wifi is zonnebloem", "wifi", "zonnebloem"],
  ["הוויי פיי הוא חמנית", "wifi", "חמנית"],
  // numbers of insurances and clients
  ["my insurance number is A123456789", "insurance_number", "A123456789"],
  ["meine Versichertennummer ist A 123 456 789", "versichertennummer", "A 123 456 789"],
  ["mon numéro d'assuré est B123456789", "assurance", "B123456789"],
  ["mi número de seguro es C123456789", "seguro", "C123456789"],
  ["mijn verzekeringsnummer is D123456789", "verzekering", "D123456789"],
  ["מספר הביטוח שלי הוא A123456789", "insurance", "A123456789"],
  // words that give a wallet back
  [
    "apple river moon tiger glass stone train cloud sugar piano winter bread",
    "words",
    "apple river moon tiger glass stone train cloud sugar piano winter bread",
  ],
  [
    "remember these words: apple river moon tiger glass stone train cloud sugar piano winter bread",
    "words",
    "apple river moon tiger glass stone train cloud sugar piano winter bread",
  ],
  [
    "my ledger 1 apple 2 river 3 moon 4 tiger 5 glass 6 stone 7 train 8 cloud 9 sugar 10 piano 11 winter 12 bread",
    "note",
    "1 apple 2 river 3 moon 4 tiger 5 glass 6 stone 7 train 8 cloud 9 sugar 10 piano 11 winter 12 bread",
  ],
];

it.each(SECRETS)("“%s” is never kept, as %s: %s", (said, key, value) => {
  expect(looksSecret({ key: `${key} ${key}`, value, said })).toBe(true);
});

it.each(SECRETS)("nor is “%s” as a whole", (said) => {
  expect(looksSecret({ key: "note", value: said, said })).toBe(true);
});

it.each([
  ["wifi", "Sunflower-Tango"],
  ["lockbox", "Charlie"],
  ["front_door", "seven hundred and eleven"],
  ["safe", "Mellon"],
])("%s: %s is never kept, whatever was said", (key, value) => {
  expect(looksSecret({ key, value })).toBe(true);
});

/** The same things, and numbers, letters and words, of which nothing is secret. */
const HARMLESS: readonly (readonly [said: string, key: string, value: string])[] = [
  ["the front door is blue", "front_door", "blue"],
  ["the front door is solid mahogany", "front_door", "solid mahogany"],
  ["our front door is from Hörmann", "front_door", "from Hörmann"],
  ["the front door faces north", "front_door", "faces north"],
  ["wifi is slow upstairs", "wifi", "slow upstairs"],
  ["wifi is slow", "wifi", "slow"],
  ["our wifi is called Casa", "wifi", "Casa"],
  ["our wifi is from Telekom", "wifi", "Telekom"],
  ["the wifi is a mesh from Eero", "wifi", "a mesh from Eero"],
  ["the wifi reaches the garden", "wifi", "reaches the garden"],
  ["das WLAN ist im Keller schwach", "wlan", "im Keller schwach"],
  ["le wifi est lent", "wifi", "lent"],
  ["el wifi es muy lento", "wifi", "muy lento"],
  ["de wifi is traag", "wifi", "traag"],
  ["the safe is behind the picture", "safe", "behind the picture"],
  ["our safe is fireproof and heavy", "safe", "fireproof and heavy"],
  ["the lock is rusty", "lock", "rusty"],
  ["the gate is Anna's job", "gate", "Anna's job"],
  ["the garage opens to the left", "garage", "opens to the left"],
  ["the garage opens with a remote", "garage", "opens with a remote"],
  ["the garage is messy", "garage", "messy"],
  ["das Garagentor geht mit der Fernbedienung auf", "garagentor", "mit der Fernbedienung"],
  ["the gate opens with difficulty", "gate", "opens with difficulty"],
  ["Ben opens the shop at 9", "ben", "opens the shop at 9"],
  ["Ben opens the gate for the horses", "gate", "Ben opens it for the horses"],
  ["grandpa opens the shed on Sundays", "shed", "grandpa opens it on Sundays"],
  ["the app opens the gate", "gate", "the app"],
  ["my key opens the shed", "shed", "my key"],
  ["travel opens doors", "travel", "opens doors"],
  ["my alarm is birdsong", "alarm", "birdsong"],
  ["our door is Victorian", "door", "Victorian"],
  ["I type fast on my computer", "typing", "fast on my computer"],
  ["I have two hundred books in the garage", "garage", "two hundred books"],
  ["Face ID unlocks my phone", "phone", "Face ID"],
  ["I use my tablet to watch netflix", "netflix", "on my tablet"],
  ["I say good night to Ben at 9", "habit", "says good night to Ben at 9"],
  ["the bus gets you into town", "bus", "gets you into town"],
  ["my shoe size is 42", "shoe_size", "42"],
  ["the front door cost seven hundred euros", "front_door", "seven hundred euros"],
  ["die Garage ist zweihundert Meter entfernt", "garage", "zweihundert Meter entfernt"],
  ["my name is spelled K-A-T-H-E", "name", "K-A-T-H-E"],
  ["I take vitamins B, C, D and E", "vitamins", "B, C, D and E"],
  ["my cat is called P as in Peter, A as in Anton", "cat", "P as in Peter, A as in Anton"],
  ["my favourite words are moon, river and bread", "favourite_words", "moon, river and bread"],
  [
    "my favourite words are apple river moon tiger glass stone train cloud sugar piano winter bread",
    "favourite_words",
    "apple river moon tiger glass stone train cloud sugar piano winter bread",
  ],
  [
    "my shopping list is milk bread eggs butter cheese apples bananas rice pasta onions coffee sugar",
    "shopping_list",
    "milk bread eggs butter cheese apples bananas rice pasta onions coffee sugar",
  ],
  ["I sing in a choir on Mondays with friends from work, school and church in town", "choir", "on Mondays with friends from work"],
  ["our dishwasher has the serial number A123456789", "dishwasher", "serial number A123456789"],
  ["my phone number is 0171 2345678", "phone", "0171 2345678"],
  ["I feel safe with Ben", "ben", "feels safe with Ben"],
  ["my laptop is a MacBook", "laptop", "a MacBook"],
  ["Netflix is boring", "netflix", "boring"],
  ["the alarm is too loud", "alarm", "too loud"],
  ["Anna paints doors for a living", "anna", "paints doors"],
];

it.each(HARMLESS)("“%s” may be kept, as %s: %s", (said, key, value) => {
  expect(looksSecret({ key: `${key} ${key}`, value, said })).toBe(false);
  expect(looksSecret({ key: "note", value: said, said })).toBe(false);
});
