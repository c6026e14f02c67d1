import { expect, it } from "vitest";
import { looksSecret } from "../../../src/security/redaction/personal-secrets.ts";

it.each([
  ["alarm", "4711", undefined],
  ["alarm_code", "four seven one one", undefined],
  ["front_door", "1 2 3 4", undefined],
  ["wifi", "the password is hunter", undefined],
  ["note", "Sunshine", "our wifi password is Sunshine"],
  ["note", "Sonnenschein", "das WLAN-Passwort ist Sonnenschein"],
  ["note", "4711#", "der Code für die Tür ist 4711#, das ist die PIN"],
  ["tuerpin", "0815", undefined],
  ["mot_de_passe", "soleil", undefined],
  ["note", "1357", "le code de la porte est 1357"],
  ["contraseña", "sol", undefined],
  ["nota", "el código de la alarma es 1357", undefined],
  ["wachtwoord_wifi", "zon", undefined],
  ["note", "zonneschijn", "het wachtwoord is zonneschijn"],
  ["סיסמה", "שמש", undefined],
  ["note", "שמש", "הסיסמה של הוויי פיי היא שמש"],
  ["note", "הקוד הסודי הוא 1357", undefined],
  ["card", "4111 1111 1111 1111", undefined],
  ["card", "5500-0000-0000-0004", undefined],
  ["account", "DE89 3704 0044 0532 0130 00", undefined],
  ["account", "GB29NWBK60161331926819", undefined],
  ["openai", "sk-proj-abcdef0123456789abcdef", undefined],
  ["bot", "123456789:AAH1abcdefghijklmnopqrstuvwxyz01234", undefined],
  ["safe", "combination 12-34-56", undefined],
  ["note", "you get into the garage with 8806", undefined],
  ["note", "der Tresor geht auf mit 12-34-56", undefined],
  ["recovery_phrase", "apple tree house", undefined],
])("%s: %s, said as %s, is a secret", (key, value, said) => {
  expect(looksSecret({ key, value, said })).toBe(true);
});

it.each([
  ["temperature", "22 degrees", "I prefer 22 degrees"],
  ["wake_time", "6:30", "I get up at 6:30"],
  ["birthday", "12 May 1984", undefined],
  ["birth_year", "1984", undefined],
  ["favorite_color", "blue", "my favourite colour is blue"],
  ["shoe_size", "42", undefined],
  ["temperature", "22 degrees", "I forgot my password, and I like 22 degrees in the living room whatever the weather may be outside"],
  ["garage", "a garage with 2 cars", undefined],
  ["dress_style", "dress code casual", undefined],
  ["hobbies", "coding and chess", undefined],
  ["music", "Die Ärzte", "ich höre gern Die Ärzte"],
  ["diet", "végétarien", "je suis végétarien"],
  ["allergies", "אגוזים", "אני אלרגית לאגוזים"],
])("%s: %s is none", (key, value, said) => {
  expect(looksSecret({ key, value, said })).toBe(false);
});
