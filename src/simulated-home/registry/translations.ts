/** Names of what things are, as Home Assistant translates them (2026.11): the part that tells what an action does to the house. */
const ENTITY_COMPONENTS: Readonly<Record<string, readonly [en: string, de: string]>> = {
  "alarm_control_panel._": ["Alarm control panel", "Alarmzentrale"],
  "automation._": ["Automation", "Automatisierung"],
  "camera._": ["Camera", "Kamera"],
  "cover._": ["Cover", "Abdeckung"],
  "cover.awning": ["Awning", "Markise"],
  "cover.blind": ["Blind", "Jalousie"],
  "cover.curtain": ["Curtain", "Vorhang"],
  "cover.damper": ["Damper", "Klappe"],
  "cover.door": ["Door", "Tür"],
  "cover.garage": ["Garage", "Garage"],
  "cover.gate": ["Gate", "Tor"],
  "cover.shade": ["Shade", "Rollo"],
  "cover.shutter": ["Shutter", "Rollladen"],
  "cover.window": ["Window", "Fenster"],
  "light._": ["Light", "Leuchte"],
  "lock._": ["Lock", "Schloss"],
  "scene._": ["Scene", "Szene"],
  "script._": ["Script", "Skript"],
  "siren._": ["Siren", "Sirene"],
  "switch._": ["Switch", "Schalter"],
  "switch.outlet": ["Outlet", "Steckdose"],
  "switch.switch": ["Switch", "Schalter"],
  "vacuum._": ["Vacuum", "Staubsauger"],
  "valve._": ["Valve", "Ventil"],
  "valve.gas": ["Gas", "Gas"],
  "valve.water": ["Water", "Wasser"],
};

const names = (language: 0 | 1): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(ENTITY_COMPONENTS).flatMap(([key, texts]) => {
      const [integration, kind] = key.split(".");
      const name = [`component.${integration}.entity_component.${kind}.name`, texts[language]];
      return kind === "_" ? [name, [`component.${integration}.title`, texts[language]]] : [name];
    }),
  );
const BUILT_IN: Readonly<Record<string, Readonly<Record<string, string>>>> = { en: names(0), de: names(1) };

/** The `resources` of `frontend/get_translations`: a category's texts of some integrations (all when left out), in English for want of others. */
export function translationsOf(
  { language, category, integrations }: { language: string; category: string; integrations: readonly string[] | undefined },
  own: Readonly<Record<string, Readonly<Record<string, string>>>>,
): Record<string, string> {
  const all = { ...BUILT_IN["en"], ...own["en"], ...BUILT_IN[language], ...own[language] };
  return Object.fromEntries(
    Object.entries(all).filter(([key]) => {
      const [, integration = "", kind] = key.split(".");
      return kind === category && (integrations === undefined || integrations.includes(integration));
    }),
  );
}
