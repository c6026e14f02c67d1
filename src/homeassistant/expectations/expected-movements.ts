import type { EntityState } from "../registry/states.ts";
import type { EndState } from "../services/end-state.ts";
import { numberOf } from "../services/end-state.ts";
import { APPLIANCE, attributeRow, MOTOR, ROBOT, type Row, type Rows, stateRow } from "./expectation-row.ts";

/** Percent of travel: motors stop by time or by counting, a little beside the mark. */
const POSITION_WITHIN = 5;
const POSITION_RESOLUTION = 1;

const at = (position: number) => ({ near: position, within: POSITION_WITHIN, resolution: POSITION_RESOLUTION });

function position(field: string, attribute: string): Row {
  return {
    timing: MOTOR,
    fields: [field],
    moving: ["opening", "closing"],
    observe: [attribute],
    end: (data) => {
      const wanted = numberOf(data[field]);
      return wanted === undefined ? undefined : { notStates: ["opening", "closing"], attributes: { [attribute]: at(wanted) } };
    },
  };
}

function travel(state: "open" | "closed", moving: string, percent: number): Row {
  return {
    timing: MOTOR,
    moving: [moving],
    observe: ["current_position"],
    end: () => ({ states: [state], ifReported: { current_position: at(percent) } }),
  };
}

function tilt(percent: number): Row {
  const end: EndState = { notStates: ["opening", "closing"], attributes: { current_tilt_position: at(percent) } };
  return { timing: MOTOR, moving: ["opening", "closing"], observe: ["current_tilt_position"], end: () => end };
}

/** Standing still proves a stop only for what was seen to move; many covers never say that they move. */
const stop: Row = {
  timing: MOTOR,
  observe: ["current_position"],
  end: (_data, before) => (moves(before) ? { notStates: ["opening", "closing"] } : undefined),
};

function moves(state: EntityState | undefined): boolean {
  return state?.state === "opening" || state?.state === "closing";
}

const jams = { failed: ["jammed"] };
const arming = { moving: ["arming", "pending"] };

/** End states of what moves, locks or guards. */
export const MOVEMENTS: Rows = {
  "cover.open_cover": travel("open", "opening", 100),
  "cover.close_cover": travel("closed", "closing", 0),
  "cover.set_cover_position": position("position", "current_position"),
  "cover.stop_cover": stop,
  "cover.open_cover_tilt": tilt(100),
  "cover.close_cover_tilt": tilt(0),
  "cover.set_cover_tilt_position": position("tilt_position", "current_tilt_position"),

  "valve.open_valve": travel("open", "opening", 100),
  "valve.close_valve": travel("closed", "closing", 0),
  "valve.set_valve_position": position("position", "current_position"),
  "valve.stop_valve": stop,

  "lock.lock": stateRow(MOTOR, ["locked"], { ...jams, moving: ["locking"] }),
  "lock.unlock": stateRow(MOTOR, ["unlocked", "open"], { ...jams, moving: ["unlocking"] }),
  // most locks draw the latch for a moment and say "unlocked" again: for one that was unlocked only "open" itself would be a proof
  "lock.open": {
    timing: MOTOR,
    ...jams,
    moving: ["opening", "unlocking"],
    end: (_data, before) => (before?.state === "unlocked" ? undefined : { states: ["open", "unlocked"] }),
  },

  "alarm_control_panel.alarm_arm_away": stateRow(APPLIANCE, ["armed_away"], arming),
  "alarm_control_panel.alarm_arm_home": stateRow(APPLIANCE, ["armed_home"], arming),
  "alarm_control_panel.alarm_arm_night": stateRow(APPLIANCE, ["armed_night"], arming),
  "alarm_control_panel.alarm_arm_vacation": stateRow(APPLIANCE, ["armed_vacation"], arming),
  "alarm_control_panel.alarm_arm_custom_bypass": stateRow(APPLIANCE, ["armed_custom_bypass"], arming),
  "alarm_control_panel.alarm_disarm": stateRow(APPLIANCE, ["disarmed"], { moving: ["disarming"] }),
  "alarm_control_panel.alarm_trigger": stateRow(APPLIANCE, ["triggered"], { moving: ["pending"] }),

  "vacuum.start": stateRow(ROBOT, ["cleaning"], { failed: ["error"] }),
  "vacuum.clean_spot": stateRow(ROBOT, ["cleaning"], { failed: ["error"] }),
  "vacuum.pause": stateRow(ROBOT, ["paused", "idle"]),
  "vacuum.stop": stateRow(ROBOT, ["idle", "paused", "docked"]),
  "vacuum.return_to_base": stateRow(ROBOT, ["docked"], { moving: ["returning"], failed: ["error"] }),
  "vacuum.set_fan_speed": attributeRow(APPLIANCE, "fan_speed"),
  "lawn_mower.start_mowing": stateRow(ROBOT, ["mowing"], { failed: ["error"] }),
  "lawn_mower.pause": stateRow(ROBOT, ["paused"]),
  "lawn_mower.dock": stateRow(ROBOT, ["docked"], { moving: ["returning"], failed: ["error"] }),
};
