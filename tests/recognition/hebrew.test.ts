import { describe, expect, it, test } from "vitest";
import { createForLater } from "../../src/attention/later.ts";
import { homeTime } from "../../src/homeassistant/home-time.ts";
import { domainWordsIn } from "../../src/homeassistant/registry/translations.ts";
import { createSpelling } from "../../src/recognition/spelling.ts";
import { spokenIn } from "../../src/recognition/spoken.ts";
import { createWholeSentences } from "../../src/recognition/whole-sentences.ts";
import { type EntityDescription, fakeHome } from "../fakes/home.ts";
import { told } from "./reading-world.ts";

/** Home Assistant's own Hebrew names of kinds (translations of 2026.11). */
const NAMES: Readonly<Record<string, string>> = {
  "light.title": "תאורה",
  "cover.title": "כיסוי",
  "cover.entity_component.shutter.name": "תריס",
  "cover.entity_component.curtain.name": "וילון",
  "cover.entity_component.garage.name": "מוסך",
  "lock.title": "מנעול",
  "switch.title": "מתג",
  "switch.entity_component.outlet.name": "שקע",
  "fan.title": "מאוורר",
  "climate.title": "אקלים",
  "media_player.title": "נגן מדיה",
  "media_player.entity_component.tv.name": "טלוויזיה",
  "vacuum.title": "שואב אבק",
  "todo.title": "רשימת מטלות",
  "person.title": "אדם",
  "scene.title": "סצנה",
  "camera.title": "מצלמה",
  "binary_sensor.title": "חיישן בינארי",
  "binary_sensor.entity_component.door.name": "דלת",
  "binary_sensor.entity_component.window.name": "חלון",
  "binary_sensor.entity_component.motion.name": "תנועה",
  "sensor.title": "חיישן",
  "sensor.entity_component.temperature.name": "טמפרטורה",
  "sensor.entity_component.humidity.name": "לחות",
  "sensor.entity_component.battery.name": "סוללה",
};

const words = domainWordsIn({
  language: "he",
  loaded: new Set(Object.keys(NAMES).map((key) => key.split(".")[0] ?? "")),
  texts: new Map(Object.entries(NAMES).map(([key, name]) => [`component.${key}`, name])),
});

/** A home as a family in Haifa names it. */
const HOME: readonly EntityDescription[] = [
  { entityId: "light.kitchen", name: "אור מטבח", area: "מטבח", state: "on" },
  { entityId: "light.counter", name: "תאורת השיש", area: "מטבח" },
  { entityId: "light.salon", name: "מנורת הסלון", area: "סלון" },
  { entityId: "light.bedside_left", name: "מנורת לילה שמאל", area: "חדר שינה" },
  { entityId: "light.bedside_right", name: "מנורת לילה ימין", area: "חדר שינה" },
  { entityId: "light.porch", name: "Porch Light", area: "מרפסת" },
  { entityId: "switch.boiler", name: "דוד", area: "חדר אמבטיה" },
  { entityId: "switch.coffee", name: "מכונת קפה", area: "מטבח", deviceClass: "outlet", state: "on" },
  { entityId: "fan.bedroom", name: "מאוורר תקרה", area: "חדר שינה" },
  { entityId: "climate.salon", name: "מזגן סלון", area: "סלון", attributes: { current_temperature: 26, temperature: 24 } },
  { entityId: "cover.salon", name: "תריס סלון", area: "סלון", deviceClass: "shutter", state: "open" },
  { entityId: "cover.bedroom", name: "תריס חדר שינה", area: "חדר שינה", deviceClass: "shutter", state: "open" },
  { entityId: "lock.entrance", name: "דלת הכניסה", area: "כניסה", state: "locked" },
  { entityId: "media_player.tv", name: "טלוויזיה", area: "סלון", deviceClass: "tv", state: "playing", attributes: { volume_level: 0.3 } },
  { entityId: "vacuum.robot", name: "שואב", area: "סלון", state: "docked" },
  { entityId: "todo.shopping", name: "רשימת קניות" },
  { entityId: "scene.movie", name: "ערב סרט" },
  { entityId: "camera.yard", name: "מצלמת החצר", area: "חצר" },
  { entityId: "binary_sensor.kitchen_window", name: "חלון מטבח", area: "מטבח", deviceClass: "window", state: "on" },
  { entityId: "binary_sensor.bedroom_window", name: "חלון חדר שינה", area: "חדר שינה", deviceClass: "window", state: "off" },
  { entityId: "binary_sensor.hall_motion", name: "חיישן תנועה", area: "מסדרון", deviceClass: "motion", state: "off" },
  {
    entityId: "sensor.bedroom_temperature",
    name: "טמפרטורה חדר שינה",
    area: "חדר שינה",
    deviceClass: "temperature",
    state: "23.5",
    attributes: { state_class: "measurement" },
  },
  { entityId: "sensor.door_battery", name: "סוללת דלת הכניסה", area: "כניסה", deviceClass: "battery", state: "14" },
  { entityId: "person.noa", name: "נועה", state: "home" },
  { entityId: "person.yossi", name: "Yossi", state: "not_home" },
];

const world = { language: "he", entities: HOME, words: () => words };
const hebrew = (sentence: string) => told(sentence, world);

const NOW = { now: Date.UTC(2026, 10, 28, 14), time: homeTime("UTC") };

describe("what is said in Hebrew, with the words that are written together with others", () => {
  test.each([
    ["תדליק את האור במטבח", "light.turn_on kitchen"],
    ["הדליקי את המנורה בסלון בבקשה", "light.turn_on salon"],
    ["להדליק את מנורת סלון", "light.turn_on salon"],
    ["אפשר להדליק את הדוד?", "switch.turn_on boiler"],
    ["אני רוצה שתדליקו את התאורה במרפסת", "light.turn_on porch"],
    ["תדליק את ה-Porch Light", "light.turn_on porch"],
    ["תכבי בבקשה את Porch Light", "light.turn_off porch"],
    ["כבו את כל האורות חוץ מהסלון", "light.turn_off kitchen,counter,bedside_left,bedside_right,porch"],
    ["תכבה את האורות בחדר השינה", "light.turn_off bedside_left,bedside_right"],
    ["כבה את הכל בסלון", "light.turn_off salon; climate.turn_off salon; media_player.turn_off tv"],
    ["תכבה את המאוורר ואת הדוד", "fan.turn_off bedroom; switch.turn_off boiler"],
    ["תסגור את הטלוויזיה", "media_player.turn_off tv"],
    ["תסגרי את התריס בסלון", "cover.close_cover salon"],
    ["תרים את התריסים", "cover.open_cover salon,bedroom"],
    ["תוריד את שני התריסים", "cover.close_cover salon,bedroom"],
    ["תוריד את התריס בחדר שינה ל-40 אחוז", "cover.set_cover_position bedroom position=40"],
    ["תנעל את הדלת", "lock.lock entrance"],
    ["פתח את המנעול", "lock.unlock entrance"],
    ["תשים את המזגן על 24 מעלות", "climate.set_temperature salon temperature=24"],
    ["כוון את הטמפרטורה בסלון ל־22.5", "climate.set_temperature salon temperature=22.5"],
    ["תעמעם את האור במטבח ל-30%", "light.turn_on kitchen brightness_pct=30"],
    ["תצבע את מנורת הסלון באדום", "light.turn_on salon color_name=red"],
    ["תגביר את הטלוויזיה", "media_player.volume_up tv"],
    ["תשתיק את הטלוויזיה", "media_player.volume_mute tv is_volume_muted=true"],
    ["תפעיל את הסצנה ערב סרט", "scene.turn_on movie"],
    ["תנקה את הסלון", "vacuum.start robot"],
    ["תחזיר את השואב לתחנת העגינה", "vacuum.return_to_base robot"],
    ["תראי לי את מצלמת החצר", "camera.get_image yard"],
    ["תוסיפי מיץ לימון לרשימת הקניות", "todo.add_item shopping item=מיץ לימון"],
    ["תרשום לחם ברשימת הקניות", "todo.add_item shopping item=לחם"],
    ["תמחקי חלב מהרשימה", "todo.remove_item shopping item=חלב"],
    ["קנינו ביצים", "todo.update_item shopping item=ביצים status=completed"],
    ["תוסיף לקניות ביצים", "todo.add_item shopping item=ביצים"],
    ["תכבו את כל האורות בבית", "light.turn_off kitchen,counter,salon,bedside_left,bedside_right,porch"],
    ["תכבה את האור שבמטבח", "light.turn_off kitchen"],
    ["סגירת התריסים", "cover.close_cover salon,bedroom"],
    ["תחליש קצת את האור במטבח", "light.turn_on kitchen brightness_step_pct=-20"],
    ["קר לי", "climate.set_temperature salon temperature=25"],
    ["שים את הווליום בטלוויזיה על 30", "media_player.volume_set tv volume_level=0.3"],
    ["תעמעם את האור במטבח לחמישים אחוז", "light.turn_on kitchen brightness_pct=50"],
    ["שים את המזגן על עשרים ושתיים מעלות", "climate.set_temperature salon temperature=22"],
    ["תפתח את דלת הכניסה", "lock.unlock entrance"],
    ["תדליק מנורה בחדר השינה", "which: מנורת לילה ימין | מנורת לילה שמאל"],
  ])("%s", (sentence, outcome) => expect(hebrew(sentence)).toBe(outcome));
});

describe("what is asked in Hebrew", () => {
  test.each([
    ["האם דלת הכניסה נעולה?", "? entrance locked"],
    ["הדלת נעולה?", "? entrance locked"],
    ["האור במטבח עדיין דולק?", "? kitchen on"],
    ["השארתי את מכונת הקפה דלוקה?", "? coffee on"],
    ["החלון בחדר השינה סגור?", "? bedroom_window off"],
    ["החלונות סגורים?", "all? kitchen_window off, bedroom_window off"],
    ["איזה חלון פתוח?", "which? kitchen_window on, bedroom_window on"],
    ["יש עוד חלון פתוח?", "any? kitchen_window on, bedroom_window on"],
    ["כמה אורות דולקים במטבח?", "count? kitchen on, counter on"],
    ["הכול נעול?", "all? entrance locked"],
    ["מישהו בבית?", "which? noa home, yossi home"],
    ["נועה נמצאת בבית?", "? noa home"],
    ["איפה Yossi?", "? yossi"],
    ["יש תנועה במסדרון?", "? hall_motion on"],
    ["כמה חם בחדר השינה?", "? bedroom_temperature"],
    ["מה מצב הסוללה של דלת הכניסה?", "? door_battery"],
    ["מה המצב של המזגן?", "? salon"],
    ["מה רשום ברשימת הקניות?", "items shopping"],
    ["יש חלב ברשימת הקניות?", "item shopping חלב"],
    ["מה יש לנו ביום שישי?", "events 2026-12-04T00:00/2026-12-05T00:00"],
    ["מה מתוכנן לי בשבת הבאה?", "events 2026-11-28T00:00/2026-11-29T00:00"],
    ["מתי הרופא?", "event רופא"],
    ["צריך מטרייה מחר בבוקר?", "rain 2026-11-29T06:00/2026-11-29T12:00 morning"],
    ["מה התחזית לסוף השבוע?", "weather 2026-11-28T00:00/2026-11-30T00:00"],
    ["יהיה קר הלילה?", "warmth 2026-11-28T21:00/2026-11-29T06:00 night"],
    ["כמה חם היה אתמול בחדר השינה?", "measured 2026-11-27T00:00/2026-11-28T00:00 bedroom_temperature"],
    ["כמה קר היה הלילה?", "measured 2026-11-27T21:00/2026-11-28T06:00 night bedroom_temperature"],
    ["כמה חשמל צרכנו בשבוע שעבר?", "energy 2026-11-16T00:00/2026-11-23T00:00"],
    ["ממתי האור במטבח דולק?", "since kitchen on"],
    ["למה הדוד דולק?", "cause boiler on"],
    ["מתי נועה הגיעה הביתה?", "came noa home"],
  ])("%s", (sentence, outcome) => expect(hebrew(sentence)).toBe(outcome));
});

describe("what is not sure in Hebrew is not read", () => {
  test.each([
    "תדליק",
    "תדליק את הסלון",
    "אל תדליק את האור במטבח",
    "לא לכבות את הדוד",
    "תדליק את חצי מהאורות",
    "תדליק את המנורה השנייה",
    "תדליק את האור במטבח או בסלון",
    "תדליק את האור בעוד 10 דקות",
    "תדליק את הדוד מחר",
    "אם החלון פתוח תכבה את המזגן",
    "תכבה הכל",
    "תפתח הכל",
    "תסגור הכל בסלון",
    "כיביתי את הדוד",
    "הדלקת את הדוד",
    "תוודא שהאור כבוי",
    "הדלקת את הדוד?",
    "המזגן ל-24 מעלות?",
    "אל תוסיף חלב לרשימת הקניות",
    "תוסיף את זה לרשימת הקניות",
  ])("%s", (sentence) => expect(hebrew(sentence)).toBe("no"));
});

describe("slips of spelling in Hebrew", () => {
  const spelling = createSpelling({ home: fakeHome({ entities: HOME }) });

  it.each([
    ["תדליק אור במטבך", ["תדליק אור במטבח"]],
    ["תסגור תריס בסלוןן", ["תסגור תריס בסלון"]],
    ["תכבה את הגן", []],
    ["תדליק את הדוש", []],
  ])("%s", (sentence, meant) => {
    const spoken = spokenIn("he");
    expect(spoken && spelling(sentence, spoken.vocabulary, spoken.proclitics)).toEqual(meant);
  });
});

describe("what goes on in Hebrew", () => {
  const wholeSentences = createWholeSentences({ home: fakeHome({ entities: HOME }) });

  it.each([
    ["ובסלון?", "האור במטבח דולק?", ["light.kitchen"], "אור בסלון דולק?"],
    ["ומה עם הסלון?", "תדליק את האור במטבח", ["light.kitchen"], "תדליק את אור בסלון"],
    ["תכבה אותה", "תדליק את מנורת הסלון", ["light.salon"], "תכבה מנורת הסלון"],
    ["תכבה את זה שוב", "הדוד דולק?", ["switch.boiler"], "תכבה את דוד"],
    ["לא, מנורת הסלון", "תדליק את אור מטבח", ["light.kitchen"], "תדליק את מנורת הסלון"],
    ["עוד פעם", "תגביר", [], "תגביר"],
  ])("%s, after “%s”", (text, before, entityIds, whole) => {
    expect(wholeSentences(text, "he", { before: { text: before, about: undefined, entityIds } }).map(({ sentence }) => sentence)).toContain(
      whole,
    );
  });

  const forLater = createForLater({ names: { known: [], household: [] } });

  it.each([
    ["תכבה את הדוד בעוד חצי שעה", "תכבה את הדוד"],
    ["תדליק את הדוד כל יום בשעה 6", "תדליק את הדוד"],
    ["מחר בבוקר תדליק את הדוד", "תדליק את הדוד"],
    ["תסגור את התריסים כשהשמש שוקעת", "תסגור את התריסים"],
    ["תכבה את המזגן אם החלון פתוח", "תכבה את המזגן"],
    ["כשנועה מגיעה הביתה, תדליק את האור", "תדליק את האור"],
    ["תדליק את האור ברגע שהדלת נפתחת", "תדליק את האור"],
  ])("not for now: %s", (text, rest) => expect(forLater(text, "he", NOW)?.wishes.map((wish) => wish.rest)).toContain(rest));

  it.each(["תזכיר לי לקחת תרופה ב-8", "שים טיימר ל-10 דקות", "תעיר אותי מחר"])("a plan: %s", (text) => {
    expect(forLater(text, "he", NOW)?.wishes[0]?.plan).toBeDefined();
  });
});
