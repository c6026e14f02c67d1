/** What Home Assistant 2026.11 calls its domains in English: names, device classes and, parted by `|`, names of states, attributes and actions. */
export const ENGLISH_TEXTS: Readonly<Record<string, { names: string; classes: string; deeds: string }>> = {
  alarm_control_panel: {
    names: "Alarm control panel",
    classes: "",
    deeds:
      "Armed|Armed away|Armed custom bypass|Armed home|Armed night|Armed vacation|Arming|Disarmed|Disarming|Pending|Triggered|Changed by|Code for arming|Not required|Required|Code format|Number|Text|Arm alarm away|Arm alarm with custom bypass|Arm alarm home|Arm alarm night|Arm alarm vacation|Disarm alarm|Trigger alarm",
  },
  alert: { names: "Alert", classes: "", deeds: "Idle|Acknowledged|Active|Toggle|Turn off|Turn on" },
  assist_satellite: {
    names: "Assist satellite",
    classes: "",
    deeds: "Idle|Listening|Processing|Responding|Announce on satellite|Ask question on satellite|Start conversation on satellite",
  },
  automation: {
    names: "Automation",
    classes: "",
    deeds:
      "Off|On|Running automations|ID|Last triggered|Max running automations|Run mode|Parallel|Queued|Restart|Single|Reload automations|Toggle automation|Trigger automation|Turn off automation|Turn on automation",
  },
  binary_sensor: {
    names: "Binary sensor",
    classes:
      "battery=Battery|battery_charging=Charging|carbon_monoxide=Carbon monoxide|cold=Cold|connectivity=Connectivity|door=Door|garage_door=Garage door|gas=Gas|glass_break=Glass break|heat=Heat|light=Light|lock=Lock|moisture=Moisture|motion=Motion|moving=Moving|occupancy=Occupancy|opening=Opening|plug=Plug|power=Power|presence=Presence|problem=Problem|running=Running|safety=Safety|smoke=Smoke|sound=Sound|tamper=Tamper|update=Update|vibration=Vibration|window=Window",
    deeds:
      "Off|On|Normal|Low|Not charging|Charging|Clear|Detected|Cold|Disconnected|Connected|Closed|Open|Glass break detected|Hot|No light|Light detected|Locked|Unlocked|Dry|Wet|Not moving|Moving|Unplugged|Plugged in|Away|Home|OK|Problem|Not running|Running|Safe|Unsafe|Tampering detected|Up-to-date|Update available",
  },
  button: { names: "Button", classes: "identify=Identify|restart=Restart|update=Update", deeds: "Press button" },
  calendar: {
    names: "Calendar",
    classes: "",
    deeds: "Off|On|All day|No|Yes|Description|End time|Location|Message|Start time|Create calendar event|Get calendar events",
  },
  camera: {
    names: "Camera",
    classes: "",
    deeds:
      "Idle|Recording|Streaming|Access token|Brand|Stream type|HLS|WebRTC|Model|Motion detection|Disabled|Enabled|Disable camera motion detection|Enable camera motion detection|Play camera stream|Record camera feed|Take camera snapshot|Turn off camera|Turn on camera",
  },
  climate: {
    names: "Climate|Thermostat",
    classes: "",
    deeds:
      "Auto|Cool|Dry|Fan only|Heat|Heat/Cool|Off|Current humidity|Current temperature|Fan mode|Diffuse|Focus|High|Low|Medium|Middle|On|Top|Fan modes|Target humidity|Current action|Cooling|Defrosting|Drying|Fan|Heating|Idle|Preheating|HVAC modes|Max target humidity|Max target temperature|Min target humidity|Min target temperature|Preset|Activity|Away|Boost|Comfort|Eco|Home|None|Sleep|Presets|Horizontal swing mode|Horizontal swing modes|Swing mode|Both|Horizontal|Vertical|Swing modes|Upper target temperature|Lower target temperature|Target temperature step|Target temperature|Set thermostat fan mode|Set thermostat target humidity|Set thermostat HVAC mode|Set thermostat preset mode|Set thermostat horizontal swing mode|Set thermostat swing mode|Set thermostat target temperature|Toggle thermostat|Turn off thermostat|Turn on thermostat",
  },
  configurator: { names: "Configurator", classes: "", deeds: "Configure|Configured" },
  counter: {
    names: "Counter",
    classes: "",
    deeds: "Managed via UI|No|Yes|Initial value|Maximum|Minimum|Step|Decrement counter|Increment counter|Reset counter|Set counter value",
  },
  cover: {
    names: "Cover",
    classes:
      "awning=Awning|blind=Blind|curtain=Curtain|damper=Damper|door=Door|garage=Garage|gate=Gate|shade=Shade|shutter=Shutter|window=Window",
    deeds:
      "Closed|Closing|Open|Opening|Stopped|Position|Tilt position|Speed|Fast|Medium|Slow|Close cover|Close cover tilt|Open cover|Open cover tilt|Set cover position|Set cover tilt position|Stop cover|Stop cover tilt|Toggle cover|Toggle cover tilt",
  },
  date: { names: "Date", classes: "", deeds: "Set date" },
  datetime: { names: "Date/Time", classes: "", deeds: "Set date/time" },
  device_tracker: {
    names: "Device tracker",
    classes: "",
    deeds:
      "Home|Away|Battery|GPS accuracy|Latitude|Longitude|Source|Bluetooth|Bluetooth LE|GPS|Router|Tracking type|Connection|Position|See device tracker",
  },
  event: {
    names: "Event|Button",
    classes: "button=Button|doorbell=Doorbell|motion=Motion",
    deeds:
      "Event type|Event types|Long press end|Long press start|Multi-press end|Multi-press ongoing|Press end|Press start|Multi-press count|Ring",
  },
  fan: {
    names: "Fan",
    classes: "",
    deeds:
      "Off|On|Direction|Forward|Reverse|Oscillating|No|Yes|Speed|Speed step|Preset mode|Available preset modes|Decrease fan speed|Increase fan speed|Oscillate fan|Set fan direction|Set fan speed|Set fan preset mode|Toggle fan|Turn off fan|Turn on fan",
  },
  geo_location: { names: "Geolocation", classes: "", deeds: "Latitude|Longitude|Source" },
  group: {
    names: "Group",
    classes: "",
    deeds: "Closed|Home|Locked|Away|Off|OK|On|Open|Problem|Unlocked|Members|Reload groups|Remove group|Set group",
  },
  humidifier: {
    names: "Humidifier",
    classes: "dehumidifier=Dehumidifier|humidifier=Humidifier",
    deeds:
      "Off|On|Action|Drying|Humidifying|Idle|Available modes|Current humidity|Target humidity|Max target humidity|Min target humidity|Mode|Auto|Away|Baby|Boost|Comfort|Eco|Home|Normal|Sleep|Set humidifier target humidity|Set humidifier mode|Toggle humidifier|Turn off humidifier|Turn on humidifier",
  },
  image: { names: "Image", classes: "", deeds: "Take image snapshot" },
  image_processing: { names: "Image processing", classes: "", deeds: "Faces|Total faces|Scan" },
  infrared: { names: "", classes: "emitter=Infrared emitter|receiver=Infrared receiver", deeds: "" },
  input_boolean: {
    names: "Input boolean",
    classes: "",
    deeds: "Off|On|Managed via UI|No|Yes|Reload input booleans|Toggle input boolean|Turn off input boolean|Turn on input boolean",
  },
  input_button: { names: "Input button", classes: "", deeds: "Managed via UI|No|Yes|Press input button|Reload input buttons" },
  input_datetime: {
    names: "Input datetime",
    classes: "",
    deeds: "Day|Managed via UI|No|Yes|Hour|Minute|Month|Second|Timestamp|Year|Reload input datetimes|Set input datetime value",
  },
  input_number: {
    names: "Input number",
    classes: "",
    deeds:
      "Managed via UI|No|Yes|Initial value|Maximum|Minimum|Mode|Automatic|Input field|Slider|Step|Decrement input number|Increment input number|Reload input numbers|Set input number value",
  },
  input_select: {
    names: "Input select",
    classes: "",
    deeds:
      "Managed via UI|No|Yes|Options|Reload input selects|Select first input select option|Select last input select option|Select next input select option|Select input select option|Select previous input select option|Set input select options",
  },
  input_text: {
    names: "Input text",
    classes: "",
    deeds: "Managed via UI|No|Yes|Max length|Min length|Mode|Password|Text|Pattern|Reload input texts|Set input text value",
  },
  lawn_mower: {
    names: "Lawn mower",
    classes: "",
    deeds: "Docked|Error|Idle|Mowing|Paused|Returning|Return lawn mower to dock|Pause lawn mower|Start lawn mower|Stop lawn mower",
  },
  light: {
    names: "Light",
    classes: "",
    deeds:
      "Off|On|Brightness|Color mode|Brightness only|Color temperature|HS|On/Off|RGB|RGBW|RGBWW|Unknown|White|XY|Color temperature (Kelvin)|Effect|Available effects|Maximum color temperature (Kelvin)|Minimum color temperature (Kelvin)|Available color modes|Toggle light|Turn off light|Turn on light",
  },
  lock: {
    names: "Lock",
    classes: "",
    deeds: "Jammed|Locked|Locking|Open|Opening|Unlocked|Unlocking|Changed by|Code format|Lock lock|Open lock|Unlock lock",
  },
  media_player: {
    names: "Media player",
    classes: "projector=Projector|receiver=Receiver|speaker=Speaker|tv=TV",
    deeds:
      "Buffering|Idle|Off|On|Paused|Playing|Standby|App ID|App|Local accessible entity picture|Group members|Muted|No|Yes|Album artist|Album|Artist|Channel|Content ID|Content type|Channels|Composer|Contributing artist|Episode|Game|Genre|Image|Movie|Music|Playlist|Podcast|Season|Track|TV show|URL|Video|Duration|Position|Position updated|Series|Title|Repeat|All|One|Shuffle|Sound mode|Available sound modes|Source|Available sources|Volume|Browse media|Clear media player playlist|Join media players|Next track|Pause media|Play media|Play/Pause media|Previous track|Seek media|Stop media|Play specified media|Set media player repeat|Search media|Select media player sound mode|Select media player source|Set media player shuffle|Toggle media player|Turn off media player|Turn on media player|Unjoin media player|Turn down media player volume|Mute/unmute media player|Set media player volume|Turn up media player volume",
  },
  notify: { names: "Notifications", classes: "", deeds: "Send a notification|Send a persistent notification|Send a notification message" },
  number: {
    names: "Number",
    classes:
      "absolute_humidity=Absolute humidity|apparent_power=Apparent power|aqi=Air quality index|area=Area|atmospheric_pressure=Atmospheric pressure|battery=Battery|blood_glucose_concentration=Blood glucose concentration|carbon_dioxide=Carbon dioxide|carbon_monoxide=Carbon monoxide|conductivity=Conductivity|current=Current|data_rate=Data rate|data_size=Data size|distance=Distance|duration=Duration|energy=Energy|energy_distance=Energy per distance|energy_storage=Stored energy|frequency=Frequency|gas=Gas|humidity=Humidity|illuminance=Illuminance|irradiance=Irradiance|moisture=Moisture|monetary=Monetary balance|nitrogen_dioxide=Nitrogen dioxide|nitrogen_monoxide=Nitrogen monoxide|nitrous_oxide=Nitrous oxide|ozone=Ozone|ph=pH|pm1=PM1|pm10=PM10|pm25=PM2.5|pm4=PM4|power=Power|power_factor=Power factor|precipitation=Precipitation|precipitation_intensity=Precipitation intensity|pressure=Pressure|radon=Radon|reactive_energy=Reactive energy|reactive_power=Reactive power|signal_strength=Signal strength|sound_pressure=Sound pressure|speed=Speed|sulphur_dioxide=Sulphur dioxide|temperature=Temperature|temperature_delta=Temperature delta|volatile_organic_compounds=Volatile organic compounds|volatile_organic_compounds_parts=Volatile organic compounds parts|voltage=Voltage|volume=Volume|volume_flow_rate=Volume flow rate|volume_storage=Stored volume|water=Water|weight=Weight|wind_direction=Wind direction|wind_speed=Wind speed",
    deeds: "Maximum|Minimum|Mode|Automatic|Input field|Slider|Step|Set number value",
  },
  person: { names: "Person", classes: "", deeds: "Home|Away|Device trackers|GPS accuracy|Latitude|Longitude|Source|Reload persons" },
  plant: { names: "Plant Monitor", classes: "", deeds: "OK|Problem" },
  radio_frequency: { names: "", classes: "receiver=Radio frequency receiver|transmitter=Radio frequency transmitter", deeds: "" },
  remote: {
    names: "Remote",
    classes: "",
    deeds: "Off|On|Delete remote command|Learn remote command|Send remote command|Toggle via remote|Turn off via remote|Turn on via remote",
  },
  schedule: { names: "Schedule", classes: "", deeds: "Off|On|Managed via UI|No|Yes|Next event|Get schedule|Reload schedules" },
  script: {
    names: "Script",
    classes: "",
    deeds:
      "Off|On|Running automations|Last action|Last triggered|Max running scripts|Run mode|Parallel|Queued|Restart|Single|Reload scripts|Toggle script|Turn off script|Turn on script",
  },
  select: {
    names: "Select",
    classes: "",
    deeds: "Options|Select first option|Select last option|Select next option|Select option|Select previous option",
  },
  sensor: {
    names: "Sensor",
    classes:
      "absolute_humidity=Absolute humidity|apparent_power=Apparent power|aqi=Air quality index|area=Area|atmospheric_pressure=Atmospheric pressure|battery=Battery|blood_glucose_concentration=Blood glucose concentration|carbon_dioxide=Carbon dioxide|carbon_monoxide=Carbon monoxide|conductivity=Conductivity|current=Current|data_rate=Data rate|data_size=Data size|date=Date|distance=Distance|duration=Duration|energy=Energy|energy_distance=Energy per distance|energy_storage=Stored energy|enum=Sensor|frequency=Frequency|gas=Gas|humidity=Humidity|illuminance=Illuminance|irradiance=Irradiance|moisture=Moisture|monetary=Monetary balance|nitrogen_dioxide=Nitrogen dioxide|nitrogen_monoxide=Nitrogen monoxide|nitrous_oxide=Nitrous oxide|ozone=Ozone|ph=pH|pm1=PM1|pm10=PM10|pm25=PM2.5|pm4=PM4|power=Power|power_factor=Power factor|precipitation=Precipitation|precipitation_intensity=Precipitation intensity|pressure=Pressure|radon=Radon|reactive_energy=Reactive energy|reactive_power=Reactive power|signal_strength=Signal strength|sound_pressure=Sound pressure|speed=Speed|sulphur_dioxide=Sulphur dioxide|temperature=Temperature|temperature_delta=Temperature delta|timestamp=Timestamp|uptime=Uptime|volatile_organic_compounds=Volatile organic compounds|volatile_organic_compounds_parts=Volatile organic compounds parts|voltage=Voltage|volume=Volume|volume_flow_rate=Volume flow rate|volume_storage=Stored volume|water=Water|weight=Weight|wind_direction=Wind direction|wind_speed=Wind speed",
    deeds: "Off|On|Last reset|Possible states|State class|Measurement|Measurement angle|Total|Total increasing",
  },
  siren: { names: "Siren", classes: "", deeds: "Off|On|Available tones|Toggle siren|Turn off siren|Turn on siren" },
  sun: { names: "Sun", classes: "", deeds: "Above horizon|Below horizon" },
  switch: { names: "Switch", classes: "outlet=Outlet|switch=Switch", deeds: "Off|On|Toggle switch|Turn off switch|Turn on switch" },
  tag: { names: "Tag", classes: "", deeds: "Last scanned by device ID|Tag ID" },
  text: { names: "Text", classes: "", deeds: "Max length|Min length|Mode|Password|Text|Pattern|Set text value" },
  time: { names: "Time", classes: "", deeds: "Set time" },
  timer: {
    names: "Timer",
    classes: "",
    deeds:
      "Active|Idle|Paused|Duration|Managed via UI|No|Yes|Finishes at|Last transition|Cancelled|Finished|Restarted|Started|Remaining|Restore|Cancel timer|Change timer|Finish timer|Pause timer|Reload timers|Start timer",
  },
  todo: {
    names: "To-do list",
    classes: "",
    deeds: "Add to-do list item|Get to-do list items|Remove completed to-do list items|Remove to-do list item|Update to-do list item",
  },
  update: {
    names: "Update",
    classes: "firmware=Firmware",
    deeds:
      "Up-to-date|Update available|Auto update|No|Yes|In progress|Installed version|Latest version|Release summary|Release URL|Skipped version|Title|Clear skipped update|Install update|Skip update",
  },
  vacuum: {
    names: "Vacuum",
    classes: "",
    deeds:
      "Cleaning|Docked|Error|Idle|Off|On|Paused|Returning to dock|Clean area with vacuum cleaner|Clean spot with vacuum cleaner|Locate vacuum cleaner|Pause vacuum cleaner|Return vacuum cleaner to dock|Send command to vacuum cleaner|Set vacuum cleaner fan speed|Start vacuum cleaner|Stop vacuum cleaner",
  },
  valve: {
    names: "Valve",
    classes: "gas=Gas|water=Water",
    deeds: "Closed|Closing|Open|Opening|Stopped|Position|Close valve|Open valve|Set valve position|Stop valve|Toggle valve",
  },
  water_heater: {
    names: "Water heater",
    classes: "",
    deeds:
      "Eco|Electric|Gas|Heat pump|High demand|Off|Performance|Away mode|On|Current operation|Current temperature|Max target temperature|Min target temperature|Operation mode|Upper target temperature|Lower target temperature|Set water heater away mode|Set water heater operation mode|Set water heater target temperature|Turn off water heater|Turn on water heater",
  },
  weather: {
    names: "Weather",
    classes: "",
    deeds:
      "Clear, night|Cloudy|Exceptional|Fog|Hail|Lightning|Lightning, rainy|Partly cloudy|Pouring|Rainy|Snowy|Snowy, rainy|Sunny|Windy|Windy, cloudy|Apparent temperature|Cloud coverage|Dew point temperature|Forecast|Humidity|Ozone|Precipitation unit|Pressure|Pressure unit|Temperature|Temperature unit|UV index|Visibility|Visibility unit|Wind bearing|Wind gust speed|Wind speed|Wind speed unit|Get weather forecasts",
  },
};
