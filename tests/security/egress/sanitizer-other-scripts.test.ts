import { describe, expect, test } from "vitest";
import { createSanitizer } from "../../../src/security/egress/sanitizer.ts";
import type { HomeWord } from "../../../src/security/egress/sanitizer-words.ts";

const homeOf = (...names: readonly string[]) => {
  const words = names.map((text): HomeWord => ({ text, kind: "person" }));
  return createSanitizer({ homeWords: () => words, languages: ["en", "de", "fr", "es", "nl", "he"] });
};

describe("a Latin name of the home in another script", () => {
  const { check } = homeOf("Sarah", "Noa", "Yael", "Charlotte", "Hoffmann", "Vandermeer", "Hernandez", "Mila", "Lior", "Ellie");

  test.for([
    "שרה גירושין",
    "שרה לא מרגישה טוב",
    "לשרה יש חום",
    "נועה חום",
    "נועה לא ישנה",
    "יעל חום",
    "בית הספר של יעל",
    "שרה ויעל",
    "שרלוט",
    "ונדרמיר",
    "הופמן",
    "מילה לא ישנה",
    "ליאור בוכה בלילה",
    "Хоффманн долги",
    "Гофман кредит банк",
    "Эрнандес развод",
    "у Сары депрессия",
    "Шарлотта диагноз",
    "день рождения Шарлотты",
    "Эллин день рождения",
    "シャルロッテ",
    "サラは病気",
    "ノアの熱",
    "ヴァンダーメール",
    "سارة طلاق",
    "هوفمان ديون",
    "Σαρλότ σχολείο",
  ])("%j is held", (asked) => {
    expect(check(asked)).toMatchObject({ outcome: "blocked", reason: "person" });
  });

  test.for([
    "שרת החינוך שרה בטקס",
    "מי שרה את השיר ירושלים של זהב",
    "נועה קירל שיר חדש",
    "סערה בתל אביב",
    "סירה בכנרת",
    "מילה נרדפת לשמח",
    "מלא חום",
    "איל צפוני",
    "חום אצל תינוקות מתי לרופא",
    "рецепт шарлотки с яблоками",
    "шарлотта без яиц рецепт",
    "шарлотта бронте джейн эйр",
    "гофман щелкунчик",
    "но а если болит горло",
    "детская температура 38 что делать",
    "サラダ レシピ 簡単",
    "ヤエル空港 行き方",
    "ホフマン物語 オペラ",
    "ノアの箱舟 映画",
    "学校 行きたくない 小学生",
    "سورة البقرة",
    "σχολείο ωράριο",
  ])("%j leaves", (asked) => {
    expect(check(asked)).toEqual({ outcome: "clean", query: asked });
  });
});

describe("a Hebrew name of the home in Latin letters", () => {
  const { check } = homeOf("שרה", "נועה", "לוי", "יעל");

  test.for(["Noa fever pediatrician", "pediatrician for Noa", "Sarah Levi divorce", "Noa Levi", "my daughter Noa", "Yael school report"])(
    "%j is held",
    (asked) => {
      expect(check(asked)).toMatchObject({ outcome: "blocked", reason: "person" });
    },
  );

  test.for(["levi's 501 jeans", "noa bridges", "den Arzt anrufen", "Sarah Jessica Parker movies", "school holidays 2027"])(
    "%j leaves",
    (asked) => {
      expect(check(asked)).toEqual({ outcome: "clean", query: asked });
    },
  );
});
