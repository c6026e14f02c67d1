/** A routine of the whole house as its editor keeps it, and how people ask for it. */
export interface HouseRoutine {
  readonly kind: "automation" | "script" | "scene";
  readonly name: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly ask: readonly string[];
  readonly fact?: string;
}

const state = (entity_id: string, to: string, minutes?: number) => ({
  ...{ trigger: "state", entity_id, to },
  ...(minutes !== undefined && { for: { minutes } }),
});
const call = (action: string, entity_id: string | readonly string[], data?: Readonly<Record<string, unknown>>) => ({
  ...{ action, target: { entity_id } },
  ...(data && { data }),
});
const tell = (message: string) => ({ action: "notify.mobile_app_phone", data: { message } });

/** Routines that a house has once. `number` differs from seed to seed. */
export function houseRoutines(number: number): readonly HouseRoutine[] {
  const two = String(10 + (number % 40));
  return [
    {
      ...{ kind: "automation", name: "Laundry done", fact: "below" },
      config: {
        triggers: [{ trigger: "numeric_state", entity_id: "sensor.washing_machine_power", below: 3 + (number % 5), for: { minutes: 4 } }],
        actions: [tell("The laundry is ready")],
      },
      ask: [
        "how do I get to know that the washing machine has finished?",
        "what tells me that my laundry is ready?",
        "who sends the message when the wash is done?",
        "what happens when the washing machine stops drawing power?",
      ],
    },
    {
      ...{ kind: "automation", name: "Cold food guard", fact: "Fridge Door" },
      config: { triggers: [state("binary_sensor.fridge_door", "on", 2 + (number % 6))], actions: [tell("The fridge is open")] },
      ask: [
        "what happens if I leave the fridge open?",
        "how long can the fridge door stay open until I am warned?",
        "do I get a warning when somebody forgets to close the refrigerator, I mean the fridge?",
        "is anyone told about an open fridge?",
      ],
    },
    {
      ...{ kind: "automation", name: "Peak shaving", fact: "switch turn off: Wallbox" },
      config: {
        triggers: [{ trigger: "numeric_state", entity_id: "sensor.house_power", above: 7000 + number * 10 }],
        actions: [call("switch.turn_off", "switch.car_charger")],
      },
      ask: [
        "why does the wallbox stop charging the car?",
        "why was the wallbox switched off?",
        "what happens when the house draws too much power?",
        "at which load of the house is charging stopped?",
      ],
    },
    {
      ...{ kind: "automation", name: "Storm safety", fact: "cover close cover: Big Awning" },
      config: {
        triggers: [{ trigger: "numeric_state", entity_id: "sensor.wind_speed", above: 30 + (number % 20) }],
        actions: [call("cover.close_cover", "cover.awning")],
      },
      ask: [
        "why did the awning roll in?",
        "at what wind speed does the awning close?",
        "what protects the awning from strong wind?",
        "what happens to the big awning in a storm?",
      ],
    },
    {
      ...{ kind: "automation", name: "Frost protection", fact: "switch turn on: Gutter Heating" },
      config: {
        triggers: [{ trigger: "numeric_state", entity_id: "sensor.outdoor_temperature", below: 1 + (number % 3) }],
        actions: [call("switch.turn_on", "switch.heat_cable")],
      },
      ask: [
        "what happens when it freezes outside?",
        "why is the gutter heating on?",
        "at which outdoor temperature is the gutter heated?",
        "when does the heating of the gutter start?",
      ],
    },
    {
      ...{ kind: "automation", name: "Somebody at the door", fact: "media player play media: Chimes" },
      config: {
        triggers: [state("binary_sensor.doorbell", "on")],
        actions: [call("media_player.play_media", "media_player.chimes", { media_content_id: "ding", media_content_type: "music" })],
      },
      ask: [
        "what happens when someone rings the doorbell?",
        "what sounds when the doorbell is pressed?",
        "if a visitor presses the bell at the door, what do I hear?",
        "what do the chimes play for?",
      ],
    },
    {
      ...{ kind: "automation", name: "You have mail", fact: "Letterbox" },
      config: { triggers: [state("binary_sensor.mailbox", "on")], actions: [tell("Post has come")] },
      ask: [
        "how do I know that the postman was here?",
        "who tells me that a letter has arrived?",
        "what happens when the letterbox is opened?",
        "do I get a message when post comes?",
      ],
    },
    {
      ...{ kind: "automation", name: "Everybody out", fact: "vacuum start: Dusty" },
      config: {
        triggers: [{ trigger: "state", entity_id: "zone.home", to: "0", for: { minutes: 5 + (number % 9) } }],
        actions: [call("vacuum.start", "vacuum.robo"), call("alarm_control_panel.alarm_arm_away", "alarm_control_panel.house")],
      },
      ask: [
        "why does Dusty start cleaning when we are gone?",
        "what starts the vacuum?",
        "what happens when everybody has left home?",
        "how is the house alarm armed when nobody is home?",
      ],
    },
    {
      ...{ kind: "automation", name: "Night lock", fact: "lock lock: Front Door" },
      config: {
        triggers: [{ trigger: "time", at: `22:${two}:00` }],
        actions: [call("lock.lock", "lock.front_door"), call("cover.close_cover", "cover.garage_gate")],
      },
      ask: [
        "when is the front door locked in the evening?",
        "at what time does the front door lock itself?",
        "what happens late in the evening with the garage gate?",
        "is the door locked at night by itself?",
      ],
    },
    {
      ...{ kind: "automation", name: "Thirsty fern", fact: "Fern Soil" },
      config: {
        triggers: [{ trigger: "numeric_state", entity_id: "sensor.fern_soil", below: 12 + (number % 10) }],
        actions: [tell("Water the fern")],
      },
      ask: [
        "who reminds me to water the fern?",
        "how dry must the soil of the fern be for a reminder?",
        "when do I get told that the fern needs water?",
        "what happens when the fern's soil is dry?",
      ],
    },
    {
      ...{ kind: "automation", name: "Lawn mornings", fact: "switch turn on: Lawn Sprinkler" },
      config: {
        triggers: [{ trigger: "sun", event: "sunrise", offset: `00:${two}:00` }],
        actions: [call("switch.turn_on", "switch.irrigation"), { delay: { minutes: 10 } }, call("switch.turn_off", "switch.irrigation")],
      },
      ask: [
        "when is the lawn watered?",
        "how long does the sprinkler run in the morning?",
        "what turns the lawn sprinkler on?",
        "why is the sprinkler on at dawn?",
      ],
    },
    {
      ...{ kind: "automation", name: "Low battery warning", fact: "below" },
      config: {
        triggers: [{ trigger: "numeric_state", entity_id: ["sensor.bed_battery"], below: 15 }],
        actions: [tell("A battery is nearly empty")],
      },
      ask: [
        "what warns me when a battery is nearly empty?",
        "is there a warning for low batteries?",
        "who tells me that a battery runs low?",
        "do I get a message about an empty battery?",
      ],
    },
    {
      ...{ kind: "script", name: "Bedtime", fact: "lock lock: Front Door" },
      config: {
        sequence: [
          call("alarm_control_panel.alarm_arm_night", "alarm_control_panel.house"),
          call("lock.lock", "lock.front_door"),
          call("light.turn_off", "light.christmas_tree"),
        ],
      },
      ask: [
        "what does bedtime do?",
        "what all happens when I say bedtime?",
        "which things does the bedtime script switch?",
        "does bedtime lock the door?",
      ],
    },
    {
      ...{ kind: "script", name: "Off we go", fact: "switch turn off: Circulation Pump" },
      config: {
        sequence: [
          call("alarm_control_panel.alarm_arm_away", "alarm_control_panel.house"),
          call("switch.turn_off", ["switch.circulation_pump", "switch.irrigation"]),
        ],
      },
      ask: [
        "what does the script for leaving turn off, off we go?",
        "which script arms the alarm and stops the circulation pump?",
        "what does 'off we go' do?",
        "what is in the script off we go?",
      ],
    },
    {
      ...{ kind: "script", name: "Deep clean", fact: "vacuum set fan speed" },
      config: {
        sequence: [
          call("vacuum.set_fan_speed", "vacuum.robo", { fan_speed: "max" }),
          call("vacuum.start", "vacuum.robo"),
          { delay: { minutes: 40 + (number % 30) } },
          call("vacuum.return_to_base", "vacuum.robo"),
        ],
      },
      ask: [
        "how long does Dusty clean in the deep clean?",
        "what does deep clean do?",
        "which script makes the vacuum clean at full power?",
        "explain the deep clean script",
      ],
    },
    {
      ...{ kind: "script", name: "Charge the car now", fact: "switch turn on: Wallbox" },
      config: {
        sequence: [
          call("switch.turn_on", "switch.car_charger"),
          { delay: { hours: 1 + (number % 5) } },
          call("switch.turn_off", "switch.car_charger"),
        ],
      },
      ask: [
        "for how many hours is the car charged by the script?",
        "which script turns the wallbox on?",
        "what does the script for charging the car do?",
        "how does charging the car by script end?",
      ],
    },
    {
      ...{ kind: "script", name: "Hot tap", fact: "delay" },
      config: {
        sequence: [
          call("switch.turn_on", "switch.circulation_pump"),
          { delay: { minutes: 5 + (number % 11) } },
          call("switch.turn_off", "switch.circulation_pump"),
        ],
      },
      ask: [
        "how do I get hot water at the tap quickly?",
        "which script runs the circulation pump for a few minutes?",
        "what does hot tap do?",
        "how long does the pump run after hot tap?",
      ],
    },
    {
      ...{ kind: "scene", name: "Holiday sparkle", fact: "Christmas Tree: on" },
      config: { "light.christmas_tree": { state: "on", brightness: 100 + number }, "media_player.chimes": { state: "playing" } },
      ask: [
        "which scene lights the christmas tree?",
        "what is set by holiday sparkle?",
        "what does the scene holiday sparkle change?",
        "in which scene is the christmas tree on?",
      ],
    },
    {
      ...{ kind: "scene", name: "Away for weeks", fact: "Main Water: off" },
      config: { "switch.main_water": { state: "off" }, "switch.circulation_pump": { state: "off" }, "switch.heat_cable": { state: "on" } },
      ask: [
        "which scene shuts the main water?",
        "what is off when we are away for weeks?",
        "what does the scene for being away for weeks set?",
        "which scene do I take for a long vacation so that the water is off?",
      ],
    },
  ];
}
