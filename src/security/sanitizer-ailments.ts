/** What families ask about somebody of theirs: illness, injury, medicine and what troubles a child. Beginnings of words, without accents, by language. */
const BEGINNINGS =
  "adhd|autis|asperger|dyslex|dyscalc|dysprax|tourette|epilep|seizure|diabet|asthma|eczema|allerg|intoleran|coeliac|celiac|fever|cough|stomach ?(?:ache|flu|bug|pain|cramp)|tummy ?ache|headache|migrain|ear ?ache|toothache|rash(?!\\p{L})|hives|lice(?!\\p{L})|nits(?!\\p{L})|worms|chicken ?pox|measles|mumps|scarlet fever|whooping|strep|tonsil|bronch|pneumon|norovirus|covid|" +
  "diarr|vomit|constipat|nausea|concussion|fractur|broken (?:arm|leg|wrist|finger|nose|bone|foot|toe|tooth|rib|ankle|collar)|sprain|stitches|injur|wound|nosebleed|infect|tumou?r|cancer|leuk|depress|anxi|panic attack|anorex|bulimi|eating disorder|self-?harm|suicid|addict|alcoholi|insomni|nightmare|night terror|bed-?wet|stutter|lisp(?!\\p{L})|speech|braces|hearing aid|" +
  "glasses|therap|medic|ritalin|insulin|antibiotic|inhaler|vaccin|pregnan|miscarr|divorc|burn-?out|bully|bullie|surgery|dementia|alzheimer|stroke(?!\\p{L})|heart attack|rehab|" +
  "adhs|legasthen|dyskalkul|fieber|husten|schnupfen|erkalt|grippe|bauchschmerz|bauchweh|kopfschmerz|kopfweh|ohrenschmerz|halsschmerz|halsweh|zahnschmerz|schmerz|lause|nissen|zecke|windpocken|masern|roteln|scharlach|keuchhusten|mandel(?:entz|n raus)|mittelohr|lungenent|magen-?darm|durchfall|erbroch|erbrech|verstopf|ausschlag|neurodermit|ekzem|heuschnupf|nussallerg|gehirnersch|" +
  "gebrochen|verstaucht|verletz|zahnspange|brille|horgerat|impf|magersucht|essstor|suchtig|schwanger|fehlgeburt|krebs|schlafstor|alptr|albtr|bettnass|stotter|gemobbt|mobbing|arbeitslos|sitzengeblieben|sitzen geblieben|adoptiert|operiert|krank|schlaganfall|demenz|pubertat|trotzphase|" +
  "fievre|toux(?!\\p{L})|rhume|gastro|poux(?!\\p{L})|varicelle|rougeole|otite|angine|diarrhee|vomi(?!\\p{L})|mal (?:a la|au|aux) |maux de|asthme|tdah|dyspha|enceinte|appareil dentaire|lunettes|(?:bras|poignet|nez|doigt) casse|jambe cassee|opere(?!\\p{L})|operee|harcel|cauchemar|malade|chomage|appendicit|avc(?!\\p{L})|" +
  "fiebre|tos(?!\\p{L})|gripe|resfriad|catarro|piojos|varicela|sarampion|otitis|anginas|vomito|dolor|alergi|asma(?!\\p{L})|eccema|embaraz|brackets|gafas|(?:brazo|dedo) roto|pierna rota|operad|acoso|migran|pesadilla|enferm|mocos|" +
  "koorts|hoest|verkoud|griep|luizen|neten|waterpokken|mazelen|oorontst|keelontst|braken|buikpijn|hoofdpijn|oorpijn|keelpijn|kiespijn|eczeem|astma|zwanger|kanker|beugel(?!\\p{L})|gepest|nachtmerr|bedplas|ziek|werkloos|geopereerd|" +
  "שיעול|נזלת|שפעת|כינים|אבעבועות|דלקת|שלשול|הקאות|כאב|אלרג|אסתמה|אפילפס|אוטיס|הפרעת קשב|דיסלק|היריון|הריון|דיכאון|חרדות|סרטן|סוכרת|אנורקס|סיוטים|פריחה|ניתוח|חולה";
/** Short words, which have to stand whole. */
const WHOLE =
  "a cold|flu|the flu|add|tdah|sick|ill|unwell|pain|pains|pills?|acne|ptsd|ocd|hiv|ms|mri|erbricht|weh|wehgetan|bruch|bras casse|dents|dolor|pupa|bril|pijn|חום|משקפיים|גשר|חרם";

/** A pattern of one such word, for those that look beside a name. */
export const AILMENT = `(?:(?:${BEGINNINGS})\\p{L}{0,16}|(?:${WHOLE}))(?!\\p{L})`;
