/** How a language writes addresses; all words without accents and in small letters. */
export interface StreetWords {
  /** Stand after the name: "Crown Street". */
  readonly after?: string;
  /** Stand after names of streets and after other words ("2 wheel drive"): the name has to be written as one, or a cue is needed. */
  readonly mayFollow?: string;
  /** Stand before the name: "rue Pasteur". */
  readonly before?: string;
  /** End a name in one word: "Hauptstrasse". */
  readonly ends?: string;
  /** End names of streets and of other things ("Spring 2020"): they need a cue. */
  readonly mayEnd?: string;
  /** A part of a house, followed by its number: "apartment 4". */
  readonly units?: string;
  /** Say that an address follows: "lives at". */
  readonly cues?: string;
  /** What stands before two streets that meet: "the corner of". */
  readonly corner?: string;
}

/** What stands before a street in many languages, and in hardly any other place: looked for whatever the languages. */
export const ANY_LANGUAGE: StreetWords = { before: "ul ulica ulice rua vicolo viale" };

/** By language, ISO 639-1. Words of postal guides, and what people write in place of them. */
export const STREET_WORDS: Readonly<Record<string, StreetWords>> = {
  en: {
    after: "street st str road rd avenue ave boulevard blvd",
    mayFollow:
      "av drive dr lane ln court ct square sq place pl terrace crescent close way highway hwy parkway pkwy trail grove gardens row mews walk alley circle loop plaza quay turnpike heights hill",
    units: "apt apartment suite ste unit flat room floor bldg building",
    cues: "lives at|live at|lived in|lived at|lives on|live on|living at|lives in|live in|located at|is at|are at|meet (?:me |you |us )?at|meet you at|sent to|send (?:\\w+ ){1,4}to|deliver(?:y|ed)? (?:\\w+ ){0,3}to|ship(?:ped)? (?:\\w+ ){0,3}to|return to|taxi to|uber to|ride to|drive to|directions (?:from|to)|route (?:from|to)|way (?:from|to)|(?:i|we)'?(?: ha)?ve? moved to|moved to|drops you off at|our house|my house|my home|(?:is|are|stop|stops) on|address(?:es)?(?: is| are|,? here (?:it|they) (?:is|are))?:?|address (?:with|to)|it's in|near|home at|house at|parked at|pick (?:\\w+ ){1,2}up at",
    corner: "(?:the )?corner of",
  },
  de: {
    ends: "strasse str gasse weg platz allee ufer damm steig chaussee stieg",
    mayEnd: "ring promenade pfad graben markt berg hof wall kamp park",
    before: "am an der im in den zum zur auf dem unter den",
    units: "wohnung whg stiege etage zimmer",
    cues: "wohn(?:e|t|en|haft)(?: in der| in| am| an der)?|adresse(?: ist| lautet)?:?|anschrift:?|liefer\\w{1,4} (?:\\w+ ){0,2}(?:an|in|nach)|(?:schick|send)\\w{1,4} (?:\\w+ ){0,3}(?:an|in|nach)|treffen (?:\\w+ ){0,2}in|zu hause in",
    corner: "(?:der )?ecke",
  },
  fr: {
    before:
      "rue avenue av boulevard bd blvd place pl chemin ch allee allees impasse quai route rte cours square passage faubourg sentier ruelle esplanade promenade villa cite",
    units: "appartement appt bat batiment etage porte bp",
    cues: "habit(?:e|ons|ent|ez)(?: au| a| dans)?|adresse(?: est)?:?|livr\\w{1,4} (?:\\w+ ){0,2}(?:au|a)|envoy\\w{1,4} (?:\\w+ ){0,3}(?:au|a)|demeurant|domicilie\\w? (?:au|a)",
    corner: "(?:au |l'|a l')?(?:coin|angle) (?:de|du)",
  },
  es: {
    before:
      "calle c/ cl avenida avda av avd plaza pza plza paseo pso camino ronda carretera ctra travesia callejon glorieta rambla pasaje via urbanizacion urb",
    units: "piso apto apartamento puerta bloque escalera portal casa apdo",
    cues: "viv(?:o|e|en|imos)(?: en| por)|direccion(?: es)?:?|domicilio(?: es)?:?|envi\\w{1,4} (?:\\w+ ){0,3}a|entreg\\w{1,4} (?:\\w+ ){0,3}en",
    corner: "(?:la )?esquina de",
  },
  nl: {
    ends: "straat laan weg plein kade gracht singel dijk dreef steeg plantsoen",
    mayEnd: "hof pad wal baan park ring wei",
    units: "appartement verdieping kamer huisnummer postbus",
    cues: "woon(?:t|en)?(?: op| in| aan)?|wonen (?:op|in|aan)|adres(?: is)?:?|bezorg\\w{0,3} (?:\\w+ ){0,2}(?:op|naar)|stuur\\w{0,2} (?:\\w+ ){0,3}naar",
    corner: "(?:de )?hoek van",
  },
  he: {
    before: "רחוב רח' רח ברחוב מרחוב לרחוב שדרות שד' בשדרות שד דרך סמטת סמטה כיכר ככר משעול",
    units: 'דירה קומה כניסה בית ת.ד. ת"ד',
    cues: "גר(?:ה|ים|ות)? ב|מתגורר\\S{0,3}|כתובת\\S{0,2}:?|הכתובת\\S{0,2}:?|לשלוח ל|משלוח ל|גרים ב",
    corner: "(?:ה?פינת|בפינת)",
  },
  it: {
    before: "via viale piazza piazzale corso vicolo largo strada contrada borgo lungomare vico salita",
    units: "interno scala piano",
    cues: "abit(?:o|a|iamo|ano)(?: in| a)?|indirizzo(?: e)?:?",
  },
  pt: {
    before: "rua r. avenida av travessa praca largo alameda estrada quinta beco colonia rodovia",
    units: "apto apartamento bloco andar",
    cues: "mor(?:o|a|amos|am)(?: na| no| em)|endereco(?: e)?:?|morada(?: e)?:?",
  },
  pl: {
    before: "ul ul. ulica ulicy al al. aleja plac pl pl. os os.",
    units: "mieszkanie m.",
    cues: "mieszka\\w{0,3}(?: przy| na)|adres(?: to)?:?",
  },
  da: { ends: "gade vej alle straede torv plads boulevard", mayEnd: "vaenge vang parken", cues: "bor (?:pa|i)|adresse\\w{0,2}(?: er)?:?" },
  sv: { ends: "gatan vagen gata torget stigen", mayEnd: "vag grand backen allen gard", cues: "bor (?:pa|i)|adress\\w{0,2}(?: ar)?:?" },
  nb: { ends: "gata veien plass braut stien", mayEnd: "gate vei alle bakken", cues: "bor (?:pa|i)|adresse\\w{0,2}(?: er)?:?" },
  fi: { ends: "katu kuja polku raitti", mayEnd: "tie kaari", cues: "osoite\\w{0,3}(?: on)?:?" },
  cs: { before: "ulice ul. namesti", cues: "bydli\\w{0,3}(?: na| v)?|adresa(?: je)?:?" },
  hu: { after: "utca u u. ut ter korut kapu dulo", cues: "lakik|cim\\w{0,2}:?" },
};
