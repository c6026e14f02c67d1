import { telegramServices } from "../telegram/telegram-services.ts";
import {
  anything,
  bool,
  choice,
  code,
  field,
  free,
  number,
  object,
  ofState,
  on,
  percent,
  type ServiceCatalogue,
  type ServiceDescription,
  type ServiceField,
  seconds,
  switching,
  text,
} from "./service-fields.ts";

const colour = {
  rgb_color: field({ color_rgb: {} }, { is: "any" }),
  color_temp_kelvin: field({ color_temp: { unit: "kelvin", min: 2000, max: 6500 } }, { is: "int" }),
};
const brightness_step = field({ number: { min: -225, max: 255, step: 1, mode: "slider" } }, { is: "int" });
const effect = () => field({ state: { attribute: "effect", multiple: false } }, { is: "text" });
const lightMore = {
  color_name: choice(["white", "red", "green", "blue"]),
  hs_color: object(),
  xy_color: object(),
  rgbw_color: object(),
  rgbww_color: object(),
  brightness: field({ number: { min: 0, max: 255, step: 1, mode: "slider" } }, { is: "int" }),
  flash: choice(["long", "short"]),
  profile: text(),
  white: field({ constant: { value: true } }, { is: "any" }),
};
const speed = () => ofState();
const due = { due_date: field({ date: {} }, { is: "text" }), due_datetime: field({ datetime: {} }, { is: "text" }), description: text() };
const brightness_pct: ServiceField = { ...percent(), kind: { is: "percentage" } };
const NO_FIELDS: Readonly<Record<string, ServiceField>> = {};
const lightOn = (steps: boolean): ServiceDescription => ({
  fields: {
    transition: seconds(),
    ...colour,
    brightness_pct,
    ...(steps ? { brightness_step_pct: number(-100, 100, { unit: "%" }) } : NO_FIELDS),
    effect: effect(),
  },
  more: steps ? { ...lightMore, brightness_step } : lightMore,
  target: { domain: "light" },
});
const degrees = (): ServiceField => ({ ...number(0, 250, { step: 0.1 }), kind: { is: "float" } });
const temperature = {
  fields: { temperature: degrees(), hvac_mode: ofState() },
  section: "temperature_range",
  more: { target_temp_high: degrees(), target_temp_low: degrees() },
  target: { domain: "climate", features: [1, 2] },
};

/** The services of the simulated home: names, fields, targets and feature bits as Home Assistant 2026.11 lists them. */
export const serviceCatalogue: ServiceCatalogue = {
  homeassistant: {
    turn_off: anything,
    turn_on: anything,
    toggle: anything,
    stop: free(),
    restart: free(),
    check_config: free(),
    reload_all: free(),
  },
  light: {
    turn_on: lightOn(true),
    turn_off: { ...on("light", { transition: seconds() }), more: { flash: lightMore.flash } },
    toggle: lightOn(false),
  },
  switch: switching("switch"),
  input_boolean: { reload: free(), ...switching("input_boolean") },
  lock: { unlock: on("lock", code), lock: on("lock", code), open: on("lock", code, [1]) },
  cover: {
    open_cover: on("cover", { speed: speed() }, [1]),
    close_cover: on("cover", { speed: speed() }, [2]),
    set_cover_position: on("cover", { position: percent(true), speed: speed() }, [4]),
    stop_cover: on("cover", {}, [8]),
    toggle: on("cover", {}, [3]),
  },
  valve: {
    open_valve: on("valve", {}, [1]),
    close_valve: on("valve", {}, [2]),
    set_valve_position: on("valve", { position: percent(true) }, [4]),
    stop_valve: on("valve", {}, [8]),
    toggle: on("valve", {}, [3]),
  },
  climate: {
    turn_on: on("climate", {}, [256]),
    turn_off: on("climate", {}, [128]),
    toggle: on("climate", {}, [128, 256]),
    set_hvac_mode: on("climate", { hvac_mode: ofState() }),
    set_preset_mode: on("climate", { preset_mode: ofState(true) }, [16]),
    set_temperature: temperature,
    set_fan_mode: on("climate", { fan_mode: ofState(true) }, [8]),
  },
  media_player: {
    turn_on: on("media_player", {}, [128]),
    turn_off: on("media_player", {}, [256]),
    toggle: on("media_player", {}, [384]),
    volume_up: on("media_player", {}, [4, 1024]),
    volume_down: on("media_player", {}, [4, 1024]),
    volume_set: on("media_player", { volume_level: number(0, 1, { required: true, step: 0.01 }) }, [4]),
    volume_mute: on("media_player", { is_volume_muted: bool(true) }, [8]),
    media_play_pause: on("media_player", {}, [16385]),
    media_play: on("media_player", {}, [16384]),
    media_pause: on("media_player", {}, [1]),
    media_stop: on("media_player", {}, [4096]),
    media_next_track: on("media_player", {}, [32]),
    media_previous_track: on("media_player", {}, [16]),
    select_source: on("media_player", { source: ofState(true) }, [2048]),
  },
  fan: {
    turn_on: on("fan", { percentage: percent(), preset_mode: ofState() }, [32]),
    turn_off: on("fan", {}, [16]),
    toggle: on("fan"),
    set_percentage: on("fan", { percentage: percent(true) }, [1]),
    oscillate: on("fan", { oscillating: bool(true) }, [2]),
    set_direction: on("fan", { direction: choice(["forward", "reverse"], true) }, [4]),
    set_preset_mode: on("fan", { preset_mode: ofState(true) }, [8]),
  },
  vacuum: {
    start: on("vacuum", {}, [8192]),
    pause: on("vacuum", {}, [4]),
    return_to_base: on("vacuum", {}, [16]),
    clean_spot: on("vacuum"),
    locate: on("vacuum", {}, [512]),
    stop: on("vacuum", {}, [8]),
    set_fan_speed: on("vacuum", { fan_speed: ofState(true) }),
  },
  siren: {
    turn_on: on("siren", { tone: text(), volume_level: number(0, 1, { step: 0.05 }), duration: text() }, [1]),
    turn_off: on("siren", {}, [2]),
    toggle: on("siren", {}, [3]),
  },
  alarm_control_panel: {
    alarm_disarm: on("alarm_control_panel", code),
    alarm_arm_home: on("alarm_control_panel", code, [1]),
    alarm_arm_away: on("alarm_control_panel", code, [2]),
    alarm_arm_night: on("alarm_control_panel", code, [4]),
    alarm_arm_vacation: on("alarm_control_panel", code, [32]),
    alarm_arm_custom_bypass: on("alarm_control_panel", code, [16]),
    alarm_trigger: on("alarm_control_panel", code, [8]),
  },
  humidifier: { ...switching("humidifier"), set_humidity: on("humidifier", { humidity: percent(true) }) },
  button: { press: on("button") },
  input_button: { reload: free(), press: on("input_button") },
  input_number: {
    set_value: on("input_number", { value: number(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, { required: true, step: 0.001 }) }),
    increment: on("input_number"),
    decrement: on("input_number"),
  },
  number: { set_value: on("number", { value: text(true) }) },
  input_select: {
    select_option: on("input_select", { option: ofState(true) }),
    select_next: on("input_select", { cycle: bool() }),
    select_previous: on("input_select", { cycle: bool() }),
  },
  select: { select_option: on("select", { option: ofState(true) }) },
  scene: {
    reload: free(),
    apply: free({ entities: object(true), transition: seconds() }),
    turn_on: on("scene", { transition: seconds() }),
  },
  script: { reload: free(), ...switching("script"), turn_on: { ...on("script"), silent: ["variables"] } },
  automation: {
    trigger: on("automation", { skip_condition: bool() }),
    turn_off: on("automation", { stop_actions: bool() }),
    turn_on: on("automation"),
    toggle: on("automation"),
    reload: free(),
  },
  todo: {
    add_item: on("todo", { item: text(true), ...due }, [1]),
    update_item: on("todo", { item: text(true), rename: text(), status: choice(["needs_action", "completed"]), ...due }, [4]),
    remove_item: on("todo", { item: text(true) }, [2]),
    remove_completed_items: on("todo", {}, [2]),
    get_items: { ...on("todo", { status: { ...choice(["needs_action", "completed"]), kind: { is: "any" } } }), response: "only" },
  },
  weather: { get_forecasts: { ...on("weather", { type: choice(["daily", "hourly", "twice_daily"], true) }, [1, 2, 4]), response: "only" } },
  persistent_notification: {
    create: free({ message: text(true), title: text(), notification_id: text() }),
    dismiss: free({ notification_id: text(true) }),
  },
  notify: {
    send_message: on("notify", { message: text(true), title: text() }),
    persistent_notification: free({ message: text(true), title: text(), data: object() }),
  },
  camera: {
    enable_motion_detection: on("camera"),
    disable_motion_detection: on("camera"),
    turn_off: on("camera"),
    turn_on: on("camera"),
    snapshot: on("camera", { filename: text(true) }),
    record: on("camera", {
      filename: text(true),
      duration: number(1, 3600, { unit: "seconds" }),
      lookback: number(0, 300, { unit: "seconds" }),
    }),
  },
  mqtt: {
    publish: {
      ...free({ topic: text(true), payload: field({ template: {} }, { is: "text" }) }),
      section: "publish_options",
      more: {
        qos: choice(["0", "1", "2"]),
        retain: bool(),
        evaluate_payload: bool(),
        message_expiry_interval: field({ duration: {} }, { is: "any" }),
      },
    },
  },
  telegram_bot: telegramServices,
};
