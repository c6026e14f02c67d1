const HOUSE =
  "house|home|flat|apartment|place|villa|haus|wohnung|maison|appart|appartement|casa|piso|apartamento|huis|woning|appartement|[הל]?בית|[הל]?דירה";
const UNLIVED = "empty|unoccupied|unattended|vacant|leer|unbewohnt|vide|inoccup[eé]|vac[ií][oa]|leeg|onbewoond|ריקה?";
const NOBODY = "nobody|no[ -]?one|niemand|keiner|personne|nadie|אף אחד|אין איש";
const AT_HOME = "home|here|zu ?hause|daheim|da ist|thuis|maison|chez nous|casa|בבית";

/** The words for a house with nobody in it, in six languages, with accents or without: "our house is empty", "leeres Haus". */
export const EMPTY_HOUSE = `(?<!\\p{L})(?:(?:${HOUSE})(?!\\p{L}).{0,40}(?<!\\p{L})(?:${UNLIVED})|(?:empty|leere?s|leeg|vide).{0,12}(?:house|home|flat|haus|wohnung|huis|maison))`;
/** The words for nobody at home: "niemand zuhause", "il n'y a personne à la maison". */
export const NOBODY_HOME = `(?<!\\p{L})(?:${NOBODY}).{0,20}(?:${AT_HOME})`;
