/** Names that all the world knows, by what they begin or end with; small letters without accents. Only these pairs need nothing else beside them. */
const NAMES: readonly string[] = [
  "anna karenina|anna kendrick|anna freud|anna wintour|anna kournikova|anna paquin|anna faris|anna netrebko|anna seghers|anna pavlova|anna nicole smith|anne frank|anne hathaway|annie lennox|annie leibovitz",
  "ben affleck|ben stiller|ben kingsley|ben shapiro|benjamin franklin|benjamin button|jonas brothers|jonas kaufmann|jonas vingegaard|joe jonas|nick jonas|kevin jonas|ellie goulding|ellie kemper|noam chomsky|noam bettan",
  "mia farrow|mia wasikowska|mia hamm|rex harrison|emma watson|emma stone|emma thompson|emma roberts|emma raducanu|emma bovary|max verstoppen|max planck|max weber|max frisch|max payne|mad max|leo tolstoy|leo messi|lionel messi",
  "lena dunham|lena headey|lena meyer landrut|tom hanks|tom cruise|tom holland|tom hardy|tom brady|tom sawyer|tim cook|tim burton|tim berners lee|david bowie|david beckham|david lynch|david attenborough|david copperfield|david hume",
  "paul mccartney|paul simon|paul klee|paul rudd|paul walker|paul newman|peter jackson|peter pan|peter gabriel|peter sellers|peter handke|peter parker|julia roberts|julia child|michael jackson|michael jordan|michael caine|michael schumacher",
  "michael phelps|daniel craig|daniel radcliffe|daniel kehlmann|daniel day lewis|lisa simpson|lisa kudrow|mona lisa|laura dern|laura palmer|laura pausini|sarah connor|sarah jessica parker|sarah silverman|maria callas|maria sharapova|maria montessori",
  "maria theresia|ave maria|mary poppins|mary shelley|mary magdalene|sophie turner|sophie marceau|sophie scholl|oliver twist|oliver stone|oliver cromwell|jamie oliver|oscar wilde|elizabeth taylor|elizabeth warren|elizabeth holmes|charlie chaplin",
  "charlie brown|charlie sheen|harry potter|harry styles|harry truman|henry ford|henry cavill|henry kissinger|jack london|jack nicholson|jack sparrow|jack the ripper|james bond|james cameron|james dean|james joyce|john lennon|john wayne|john wick",
  "john oliver|george orwell|george washington|george clooney|george harrison|george michael|robert redford|robert de niro|robert downey|robert schumann|thomas mann|thomas edison|thomas jefferson|walter white|william shakespeare|felix mendelssohn",
  "clara schumann|hannah arendt|hannah montana|marie curie|marie antoinette|eva longoria|eva mendes|eva peron|nina simone|nina hagen|norah jones|greta thunberg|greta garbo|greta gerwig|ada lovelace|alan turing|albert einstein|albert camus|claude monet",
  "claude debussy|amy winehouse|amy adams|amy schumer|kate bush|kate winslet|kate middleton|kate moss|lily allen|lily collins|lucy liu|olivia rodrigo|olivia wilde|olivia colman|olivia newton john|zoe saldana|zoe kravitz|simon cowell|simon garfunkel",
  "stella mccartney|luke skywalker|lukas podolski|adam smith|adam sandler|adam driver|alex ferguson|alexander hamilton|alexander the great|andy warhol|andy murray|billie eilish|bob dylan|bob marley|bruno mars|chris pratt|eric clapton|frank sinatra",
  "freddie mercury|heidi klum|ernst junger|franz kafka|franz schubert|friedrich schiller|friedrich nietzsche|johann sebastian bach|sebastian vettel|sebastian bach|sebastian kurz|johannes brahms|johannes kepler|ludwig van beethoven|karl marx|karl lagerfeld",
  "angela merkel|taylor swift|barack obama|michelle obama|nelson mandela|martin luther|martin scorsese|steve jobs|steven spielberg|stephen king|stephen hawking|agatha christie|astrid lindgren|michael ende|erich kastner|levi strauss|jean paul sartre",
  "jeanne d'arc|simone de beauvoir|simone biles|victor hugo|jules verne|luis bunuel|pablo picasso|pablo escobar|frida kahlo|rafael nadal|carlos santana|carlos alcaraz|penelope cruz|gabriel garcia marquez|isabel allende|vincent van gogh|johan cruyff",
  "roger federer|novak djokovic|arthur miller|henry miller|glenn miller|gerd muller|thomas muller|herta muller|heiner muller|franz rosenzweig|jeff vandermeer|barry levinson|robert fischer|bobby fischer|helene fischer|boris becker|jurek becker",
  "big ben|mamma mia|uncle sam|uncle ben|big sam|peeping tom|tom and jerry|tom hardware|tom guide|ben nevis|ben hur|ben and jerry|ben 10|tim hortons|sam smith|kim kardashian|kim jong|ed sheeran|ali baba|eva green|leo dicaprio|ken follett|dan brown|rod stewart|amy winehouse|ian mckellen|tom waits|tom ford|tom clancy|tom petty|ben folds|ben whishaw|mia goth|sam altman|jim carrey|kit harington|zoe saldana|zoe kravitz|lea seydoux|lea michele|max mara",
];
const KNOWN: ReadonlySet<string> = new Set(NAMES.flatMap((row) => row.split("|")));
/** Somebody of a work whose first name alone is asked about; the work stands in the question too. */
const IN_WORKS: readonly (readonly [name: RegExp, work: RegExp])[] = [
  [/^ellie/i, /last of us|carl and ellie|pixar/i],
  [/^(?:anna|elsa|olaf)/i, /(?:in|movie|film|disney'?s?) frozen|frozen (?:\d|movie|film|cast|song)|arendelle/i],
  [/^(?:harry|ron|hermione|albus|luna)/i, /hogwarts|harry potter/i],
  [/^(?:luke|leia|rey|anakin|ben)/i, /star wars/i],
  [/^(?:rachel|monica|ross|joey|phoebe)/i, /friends (?:cast|season|episode|finale)/i],
  [/^(?:jonas|martha|ulrich)/i, /(?:netflix|series|serie|in) dark(?!\p{L})|dark (?:netflix|series|season)/iu],
];
const OF_A_WORK =
  /(?<!\p{L})(?:season \d{1,2}(?!\d)|episode \d{1,3}(?!\d)|staffel \d{1,2}(?!\d)|who (?:plays|played|voices|voiced|sings|sang)|actor|actress|cast|voice of|ending|dies?|soundtrack)(?!\p{L})/iu;

/** What stands before and after a name where all the world's work has it: "who plays X in", "the meaning of the name X". */
const PLAYED =
  /(?<!\p{L})(?:who (?:plays|played|portrays|portrayed|voices|voiced|sings|sang)|wer (?:spielt|spielte|sprach|spricht)|qui (?:joue|interprete)|quien (?:interpreta|interpreto|hace de)|wie (?:speelt|speelde)|(?:actor|actress|cast|voice) (?:of|for|who plays))(?: the role of| the character| die rolle(?: der| des)?| le role de| el papel de| de rol van| a| die)? $/iu;
const PLAYED_IN = /^ (?:in|on|from|im|auf|dans|en|de|uit|van) \p{L}/iu;
const SPIELT_HEBREW = /מי (?:משחק|משחקת|מגלמת?|שיחקה?) (?:את )?$/;
const NAME_ITSELF =
  /(?:(?:meaning|origin|popularity|etymology) of (?:the )?(?:first |given |baby )?name|(?:the|boys?|girls?|baby) name|bedeutung (?:des namens|von)|signification du prenom|significado del nombre|betekenis (?:van de )?naam|vorname|der name) $/iu;
const NAME_BEHIND = /^ (?:(?:first |baby )?name (?:meaning|origin|popularity|day)|namens?bedeutung|namenstag)(?!\p{L})/iu;
const TITLED =
  /(?<!\p{L})(?:saint|st\.?|santa|sankt|sainte|sint|hurricane|tropical storm|typhoon|cyclone|hurrikan|orkan|sturmtief|pope|emperor|empress|tsar|queen|king|konigin|konig|reina|reine) $/iu;
/** Of somebody whose first and last name stand there: what only people have whom the world knows. Just behind the name, or just before it. */
const FAME_BEHIND =
  /^(?: \p{Lu}[\p{L}'-]{1,30})?(?:'s)?(?: (?:new|latest|best|last|first|all|neue[srn]?|beste[srn]?))? (?:movies?|films?|filme|filmography|filmografie|filmographie|discography|diskografie|net worth|albums?|alben|tour dates|imdb|wikipedia|biography|biographie|biografie|actor|actress|singer|schauspieler(?:in)?|soundtrack|oscars?|grammys?)(?!\p{L})/iu;
const FAME_BEFORE =
  /(?<!\p{L})(?:movies|films|filme|albums|songs|biography|filmography|discography|net worth) (?:with|by|of|starring|from|mit|von|avec|de|con|met|van) $/iu;

/** What is asked of a child, a patient, a pupil and a household, and of no star. */
const OF_A_HOUSEHOLD =
  /(?<!\p{L})(?:birthday|geburtstag|anniversaire|cumple|verjaardag|party|feier|costume|kostum|school|schul|ecole|colegio|kita(?!\p{L})|kindergarten|kinder|daycare|klasse|class|teacher|lehrer|homework|hausaufgab|termin|appointment|anmeld|registration|kurs|lesson|course|training|unterricht|verein|doctor|arzt|kinderarzt|zahnarzt|tierarzt|frauenarzt|pediatric|paediatric|dentist|hospital|krankenhaus|klinik|clinic|fever|fieber|allerg|adhd|adhs|autis|diagnos|seizure|epilep|diabet|asthma|medic|medik|therap|symptom|sick|krank|schmerz|vaccin|impf|divorce|scheidung|custody|sorgerecht|salary|gehalt|address|adresse|telefon|handy|passwor|vet(?!\p{L})|collar|gift|present(?!\p{L})|geschenk|cadeau|regalo|(?:year|month)s? old|jahre alt|turning \d|near me|pickup|called|named|heisst|genannt)/iu;
const OF_US =
  /(?<!\p{L})(?:my|our|mein\p{L}{0,2}|unser\p{L}{0,2}|mon|ma|mes|notre|nos|mi|mis|nuestr\p{L}{1,2}|mijn|onze|ons)(?!\p{L})|(?:ה(?:בן|בת|ילד|ילדה|אישה|בעל) שלי|שלנו)/iu;

/** A question is hardly longer. */
const NEAR = 160;
/** Phrases about a name stand right beside it. */
const CLOSE = 64;
/** Titles of works that `IN_WORKS` knows have one of these. */
const SERIES = /last of us|pixar|carl and|frozen|arendelle|hogwarts|potter|star wars|friends|dark/i;
const NEXT_WORDS = /^(?:[ -][\p{L}']{1,30}){0,2}/u;
const WORDS_BEFORE = /(?:[\p{L}']{1,30}[ -]){0,2}$/u;

/**
 * Whether a first or last name is somebody's whom all the world knows, or stands in a question about a work: "Anna Karenina", "who plays Anna in
 * Frozen", "Mia Farrow movies". A capital letter beside it says nothing, for nouns and titles have it too.
 */
export function isOfTheWorld(text: string, { from, to }: { readonly from: number; readonly to: number }): boolean {
  const after = text.slice(to, to + NEAR);
  if (/^(?:'s|s')(?!\p{L})/u.test(after)) return false;
  const name = text.slice(from, to);
  const close = text.slice(Math.max(0, from - CLOSE), from);
  const known = isKnown(name, close, after);
  // most names have nothing beside them that all the world asks about: the long looks come last
  if (!known && !isAskedAbout(name, close, after.slice(0, CLOSE)) && !SERIES.test(text.slice(Math.max(0, from - NEAR), to + NEAR)))
    return false;
  const before = text.slice(Math.max(0, from - NEAR), from);
  if (OF_US.test(before) || OF_US.test(after)) return false;
  if (known) return true;
  if (OF_A_HOUSEHOLD.test(before) || OF_A_HOUSEHOLD.test(after)) return false;
  const near = before + name + after;
  const inWork = IN_WORKS.some(([who, work]) => who.test(name) && work.test(near)) && OF_A_WORK.test(near);
  return inWork || isAskedAbout(name, close, after.slice(0, CLOSE));
}

function isAskedAbout(name: string, before: string, after: string): boolean {
  if (PLAYED_IN.test(after) && PLAYED.test(before)) return true;
  if (SPIELT_HEBREW.test(before) || NAME_ITSELF.test(before) || NAME_BEHIND.test(after)) return true;
  if (TITLED.test(before) && !/^ (?:and|und|&)/.test(after)) return true;
  const isWritten = /^\p{Lu}/u.test(name) && FAME_NEEDS_NAME.test(after);
  return isWritten && (FAME_BEHIND.test(after) || FAME_BEFORE.test(before));
}

/** Two capitalised words that are no kind of work themselves: "Ellie Movies" names nobody. */
const FAME_NEEDS_NAME = /^ (?!(?:Movies?|Films?|Filme|Albums?|Songs?|Soundtrack|Tour|Wikipedia)(?!\p{L}))\p{Lu}/u;

function isKnown(name: string, before: string, after: string): boolean {
  const behind = words(NEXT_WORDS.exec(after)?.[0]);
  const ahead = words(WORDS_BEFORE.exec(before)?.[0]);
  const own = name.toLowerCase();
  const phrases = [
    [own, ...behind.slice(0, 1)],
    [own, ...behind],
    [...ahead.slice(-1), own],
    [...ahead, own],
    [...ahead.slice(-1), own, ...behind.slice(0, 1)],
  ];
  return phrases.some((phrase) => phrase.length > 1 && KNOWN.has(phrase.join(" ")));
}

function words(text = ""): readonly string[] {
  return text
    .toLowerCase()
    .split(/[ -]/)
    .filter((word) => word !== "");
}
