import { PLACE_ICONS } from "../pages.ts";

const SCREEN = "M4 4h16v12H4V4Zm4 14h8v2H8v-2Zm2-11v6l5-3-5-3Z";
const PLAY = "M7 4l13 8-13 8V4Z";
const TOGGLE = "M7 6h10a6 6 0 0 1 0 12H7A6 6 0 0 1 7 6Zm10 3a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z";
const GAUGE = "M12 4a9 9 0 0 1 9 9v5H3v-5a9 9 0 0 1 9-9Zm4 4-5 4a2 2 0 1 0 2.2 2.2L16 8Z";
const BOLT = "M13 2 4 14h6l-1 8 10-13h-7l1-7Z";

/** Drawings of 24 × 24, one path each, by Home Assistant's domain. */
const ICONS: Readonly<Record<string, string>> = {
  light: "M12 2a7 7 0 0 1 4 12.7V17H8v-2.3A7 7 0 0 1 12 2ZM9 18.5h6V20a2 2 0 0 1-2 2h-2a2 2 0 0 1-2-2v-1.5Z",
  cover: "M3 3h18v2H3V3Zm1 3h16v3H4V6Zm0 4h16v3H4v-3Zm0 4h16v3H4v-3Zm7 4h2v3h-2v-3Z",
  lock: "M12 2a5 5 0 0 1 5 5v2h1a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2h1V7a5 5 0 0 1 5-5Zm0 2a3 3 0 0 0-3 3v2h6V7a3 3 0 0 0-3-3Z",
  climate: "M12 2a3 3 0 0 1 3 3v8.2a5 5 0 1 1-6 0V5a3 3 0 0 1 3-3Zm0 2a1 1 0 0 0-1 1v9.3a3 3 0 1 0 2 0V5a1 1 0 0 0-1-1Z",
  todo: "M9 5h12v2H9V5Zm0 6h12v2H9v-2Zm0 6h12v2H9v-2ZM3 4h3v3H3V4Zm0 6h3v3H3v-3Zm0 6h3v3H3v-3Z",
  vacuum: "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18Zm0 3a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z",
  weather: "M7 19a5 5 0 0 1-.5-10A6 6 0 0 1 18 10.5 4.3 4.3 0 0 1 17.5 19H7Z",
  person: "M12 3a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9Zm0 11c5 0 8 2.5 8 5v2H4v-2c0-2.5 3-5 8-5Z",
  camera: "M4 7h4l2-3h4l2 3h4v12H4V7Zm8 2a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z",
  alarm_control_panel: "M12 2 4 5v6c0 5 3.4 9.5 8 11 4.6-1.5 8-6 8-11V5l-8-3Z",
  timer: "M9 1h6v2H9V1Zm3 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18Zm-1 4v6h2V8h-2Z",
  reminder: PLACE_ICONS.notifications,
  media_player: SCREEN,
  scene: PLAY,
  script: PLAY,
  automation: PLAY,
  switch: TOGGLE,
  input_boolean: TOGGLE,
  sensor: GAUGE,
  binary_sensor: GAUGE,
};

export function iconOf(domain: string): string {
  return ICONS[domain] ?? BOLT;
}
