/** Domains whose entities a home may have (Home Assistant's entity platforms and helpers). */
const DOMAINS =
  "ai_task|air_quality|alarm_control_panel|assist_satellite|automation|binary_sensor|button|calendar|camera|climate|conversation|counter|cover|date|datetime|device_tracker|event|fan|geo_location|group|humidifier|image|image_processing|infrared|input_boolean|input_button|input_datetime|input_number|input_select|input_text|lawn_mower|light|lock|media_player|notify|number|person|plant|proximity|remote|scene|schedule|script|select|sensor|siren|stt|sun|switch|text|time|timer|todo|tts|update|utility_meter|vacuum|valve|wake_word|water_heater|weather|zone";
/** Underscores may be escaped, as models do in Markdown. */
const ENTITY_ID = new RegExp(`(?<![\\w./@:-])(${DOMAINS})\\.((?:[a-z\\d_]|\\\\_)+)(?![\\w-]|\\\\_)`, "gi");

/** Ends of file names and of public hosts: `scene.yaml`, `weather.com`. */
const NO_ENTITY =
  /^(?:ya?ml|json|js|ts|py|md|txt|jpe?g|png|gif|webp|svg|csv|html?|log|conf|cfg|ini|db|mp[34]|wav|ogg|pdf|sh|com|org|net|io|de|fr|es|nl|uk|app|dev|eu|info)$/;
/** How services are called: `light.turn_on` is no entity. */
const SERVICE =
  /^(?:turn_(?:on|off)|toggle|(?:un)?lock|open(?:_\w+)?|close(?:_\w+)?|stop(?:_\w+)?|set_\w+|start|pause|press|reload|trigger|apply|create|send_\w+|media_\w+|volume_\w+|alarm_\w+|play_media|return_to_base|locate|dock|select_\w+|increment|decrement|add_item|remove_item|get_\w+|update_\w+|install|publish|speak|say|process|finish|cancel)$/;

/** Replaces entity ids by their names; one that nobody knows becomes "that device". */
export function replaceEntityIds(text: string, names: (entityId: string) => string | undefined): string {
  return text.replace(ENTITY_ID, (found, domain: string, written: string, at: number) => {
    const object = written.replaceAll("\\", "");
    if (object !== object.toLowerCase()) return found;
    const name = names(`${domain.toLowerCase()}.${object}`);
    if (name !== undefined) return name;
    const goesOn = /^\.\w/.test(text.slice(at + found.length, at + found.length + 2));
    return goesOn || object.length < 3 || NO_ENTITY.test(object) || SERVICE.test(object) ? found : "that device";
  });
}
