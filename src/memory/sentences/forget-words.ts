import { toPattern } from "../../text/pattern.ts";
import { choices, SELF } from "../facts/people-words.ts";

const LEAD = `^[\\s"'“„«¿¡(]*(?:(?:${choices(
  "oh ok okay no so and but then well please sorry wait actually just kindly also now hey hi hello nein ach und aber bitte doch also hallo non mais et alors s'il[\\s]te[\\s]plaît pero y por[\\s]favor nee maar en hoi alsjeblieft אבל בבקשה לא",
)})[\\s,!:]+)*`;
export const THAT =
  "that|this|it|what i(?: just)? said|everything|das|es|dies|das alles|ça|cela|tout|eso|esto|todo|dat|dit|het|alles|את זה|זה|מזה";
/** Where it is kept. */
const MEMORY =
  "(?:(?:your|the) (?:memory|mind|brain|head|notes?|profile|records?|database|files?|storage)|(?:deine[mnr]?|de[mnr]|das) (?:gedächtnis|kopf|speicher|notizen|profil|erinnerung(?:en)?)|(?:ta|la|tes) (?:mémoire|tête|notes)|(?:tu|la|tus) (?:memoria|cabeza|notas)|(?:je|jouw|het) (?:geheugen|hoofd|notities|profiel))";
/** No word that turns it round: "kannst du bitte …". */
const WORD = "(?!(?:nicht|nie|niemals|kein\\p{L}*|niet|nooit|geen)(?!\\p{L}))\\p{L}+";

const EN_ASKED =
  "(?:(?:(?:can|could|would|will|may) you|you (?:can|could|may|should|must|have to|need to|are to|ought to)|i(?:['’]d| would)? (?:really )?(?:like|want|need|prefer|told|asked|begged|love) you to|i (?:told|asked|said)(?: you)? to|would you mind|let['’]s|feel free to|be so (?:kind|good) (?:as to|and)|go ahead and)(?:\\s+(?:please|just|kindly|also|now|then|simply|maybe|go ahead and|completely|all|both))*\\s+)?";
/** Of other things, too: only what is said of oneself, or in a memory, is meant. */
const EN_REMOVE = `(?:delet(?:e|ing)|remov(?:e|ing)|eras(?:e|ing)|wip(?:e|ing)|clear(?:ing)?|scratch|strike|drop|disregard|ignore|undo|cancel|get(?:ting)? rid of)(?=\\s+(?:the (?:fact|note|info\\p{L}*|part|bit) )?that (?:i|i['’]\\p{L}+|we|my|our)(?!\\p{L})|\\s+(?:${THAT})(?:\\s+(?:please|again|now|bit|too))*[\\s.!?]*$|.{0,60}\\s(?:from|out of|off) ${MEMORY})`;
const DE_ASKED =
  "(?:(?:kannst|könntest|würdest|willst|magst|darfst|sollst|solltest|musst) du|(?:können|könnten|würden) sie|du (?:kannst|könntest|darfst|sollst|solltest|musst)|sie (?:können|dürfen|sollen)|ich (?:möchte|will|hab[e]?)[^,]{0,30},\\s+(?:dass|daß) (?:du|sie)|ich hab[e]?[^,]{0,20} gesagt,\\s+(?:dass )?du (?:sollst|sollest|kannst)|bitte)";
const DE_FILLER = `(?:\\s+(?:bitte|mal|das|es|dies|alles|wieder|doch|einfach|schnell|sofort|jetzt|aus ${MEMORY}|von ${MEMORY}))*`;
const DE_OBJECT = "(?=[\\s.!?]*$|\\s+(?:dass|daß|was)(?!\\p{L}))";
const FR_ASKED =
  "(?:(?:est-ce que )?tu (?:peux|pourrais|dois|devrais|veux bien)|(?:peux|pourrais|veux|voudrais)-tu|vous (?:pouvez|pourriez|devez)|(?:pouvez|pourriez)-vous|il faut|veuillez|merci d['’]|(?:je )?t['’]ai (?:déjà )?(?:dit|demandé) d['’]|j['’]ai dit d['’]|de bien vouloir)(?:\\s+(?:s['’]il te plaît|s['’]il vous plaît|stp|svp|bien|maintenant|juste|simplement))*\\s*";
const FR_OBJECT = `(?=\\s+(?:de ${MEMORY}\\s+)?(?:que|qu['’]|le fait|ça|cela|tout)(?!\\p{L}))`;
const ES_ASKED =
  "(?:(?:puedes|podrías|podés|puede|quieres|debes|deberías|tienes que|hay que|te importa)(?:\\s+(?:por favor|ya|simplemente))*)";
const NL_ASKED = "(?:(?:kun|kan|kunt|zou|wil|wilt|mag) (?:je|jij|u)|(?:je|jij|u) (?:kunt|kan|mag|moet|zou))";
const NL_OBJECT = `(?=\\s+(?:(?:uit ${MEMORY}\\s+)?dat (?:ik|we|wij|mijn)(?!\\p{L})|(?:dat|dit|het|alles)(?:\\s+(?:maar|weer|alsjeblieft|uit ${MEMORY}))*[\\s.!?]*$|.{0,60}\\suit ${MEMORY}))`;

/** What is to be forgotten, in whatever words it is asked for; not turned round ("don't forget that …"), no complaint ("you forgot that …"). */
export const FORGET = toPattern(
  `${LEAD}(?:${[
    `${EN_ASKED}(?:forget(?:ting)?|unlearn(?:ing)?|${EN_REMOVE})`,
    "(?:i(?:['’]d| would) rather|i wish|it (?:would|['’]d) be \\p{L}+ if) you (?:forgot|(?:would|could|['’]d) forget)",
    `i(?:['’]d| would)? (?:want|need|like) (?:${THAT})(?: to be)? (?:forgotten|deleted|erased|removed|gone)`,
    `(?:${THAT}) (?:should|must|can|may) be (?:forgotten|deleted|erased|removed)`,
    "i take (?:that|this|it|everything) back",
    "(?:please )?(?:stop|quit) (?:remembering|storing|saving|keeping|noting|recording|memori[sz]ing|believing|thinking|assuming)",
    "vergiss|vergesst|vergessen sie",
    `${DE_ASKED}(?:\\s+${WORD}){0,5}\\s+(?:vergessen|vergisst)(?!\\s+hab)`,
    `(?:(?:lösche?|streiche?|entferne?|löschen sie)${DE_FILLER}|${DE_ASKED}${DE_FILLER}\\s+(?:löschen|streichen|entfernen|löschst|streichst|entfernst))${DE_OBJECT}`,
    "hör\\p{L}*(?: bitte)?(?: damit)? auf,\\s+(?:(?:dir|dich|das|es|daran)\\s+)*zu (?:merken|speichern|behalten|erinnern|glauben|denken)",
    "oublie[sz]?",
    `${FR_ASKED}(?:l['’])?oublier`,
    "(?:je (?:veux|voudrais|souhaite|aimerais|préfère|préférerais)|j['’]aimerais|il faut) que (?:tu oublies|vous oubliiez|tu effaces|tu supprimes)",
    `(?:efface[rz]?|supprime[rz]?|retire[rz]?|enlève[rz]?|${FR_ASKED}(?:effacer|supprimer|retirer|enlever))${FR_OBJECT}`,
    "(?:arrête[rz]?|cesse[rz]?) de (?:te souvenir|retenir|mémoriser|enregistrer|noter|croire|penser)",
    "olv[ií]d[ae](?:lo|te|d|se)?",
    `${ES_ASKED}\\s+(?:olvidar(?:te|lo|se)?)`,
    "(?:quiero|quisiera|me gustaría|prefiero|necesito|te pido|te (?:dije|he dicho|pedí)|hace falta|es mejor) que (?:te |lo )?olvid(?:es|aras|e)",
    `(?:borra|elimina|quita|suprime|${ES_ASKED}\\s+(?:borrar|eliminar|quitar))(?=\\s+(?:de ${MEMORY}\\s+)?(?:que|el hecho|eso|esto|todo)(?!\\p{L}))`,
    "deja de (?:recordar|guardar|anotar|pensar|creer)",
    "vergeet",
    `${NL_ASKED}(?:\\s+${WORD}){0,4}\\s+vergeten(?!\\s+(?:zijn|hebben))`,
    `ik (?:wil|wou|heb|zei|zou)(?:\\s+${WORD}){0,3} dat (?:je|jij|u)(?:\\s+${WORD}){0,3}\\s+(?:vergeet|vergeten)`,
    `(?:verwijder|wis|schrap|${NL_ASKED}(?:\\s+(?:alsjeblieft|even|maar))*\\s+(?:verwijderen|wissen))${NL_OBJECT}`,
    "(?:stop met|hou op met|hou op) (?:te )?(?:onthouden|bewaren|denken)",
    "תשכחי?|שכחי?|(?:(?:אתה|את) יכולה?|תוכלי?|אפשר|(?:אמרתי|ביקשתי) (?:לך|ממך))(?: בבקשה)? לשכוח|אני רוצה שתשכחי?|תפסיקי? לזכור",
    "(?:תמחקי?|מחקי?|תסירי?|(?:(?:אתה|את) יכולה?|תוכלי?|אפשר) למחוק)(?=\\s+(?:את זה|את הכל|מהזיכרון|ש\\p{L}+))",
  ].join("|")})(?![\\p{L}-])(?!\\s+(?:(?:${THAT}|mir|me)\\s+)?(?:nicht|pas|niet|no)(?!\\p{L}))`,
  "iu",
);

const KEEP = "(?:remember|store|save|keep|note|record|memori[sz]e|log|learn|retain|know|write (?:that|this|it) down)";
const KEPT = "(?:remembered|stored|saved|kept|noted|recorded|memori[sz]ed|logged|learned|written down)";
/** What is not to be remembered. */
export const DO_NOT_KEEP = toPattern(
  `${LEAD}(?:(?:you\\s+)?(?:do not|don['’]?t|never|no longer|needn['’]?t|need not|(?:do not|don['’]?t) (?:need|have) to|no need to|must not|mustn['’]?t|shouldn['’]?t|better not|(?:can|could) you (?:please )?(?:not|stop))\\s+(?:please\\s+)?${KEEP}(?!\\p{L})(?!\\s+(?:me|us|how|why|where|when|whether|if)(?!\\p{L}))|` +
    `(?:keep|leave) (?:${THAT}|(?:my|our) \\p{L}+) (?:out of|off) ${MEMORY}|(?:(?:${THAT}|which)(?:['’]s| is) )?(?:not|nothing|none) (?:for|of) ${MEMORY}|(?:${THAT}|which) (?:should|must|may|need|is)(?:n['’]t| not) (?:to )?be ${KEPT}|i (?:don['’]?t|do not) want (?:${THAT}) (?:to be )?${KEPT}|` +
    "(?:das |dies |es )?(?:(?:musst|brauchst|sollst|darfst) (?:du )?(?:dir )?(?:das |es )?(?:bitte )?nicht (?:zu )?\\p{L}+|(?:merke?|speicher[en]?|notiere?|behalte?|sichere?|schreibe?)(?:\\s+(?:dir|das|es|dies|davon|bitte|mal))*\\s+nicht(?!\\p{L})(?! nur)|" +
    `(?:dir )?(?:das )?nicht (?:merken|speichern|notieren|aufschreiben|behalten))|(?:halte?|lass)\\s+(?:das|es|dies)(?: bitte)? aus ${MEMORY}(?: (?:he)?raus)?|(?:(?:das|es|dies) (?:ist|gehört|soll|kommt)(?: bitte)? )?nicht (?:für|in) (?:dein|deinen|${MEMORY})|ich (?:will|möchte) nicht,\\s+(?:dass|daß) du (?:dir )?(?:das )?(?:merkst|speicherst|behältst|notierst|weißt)|` +
    `(?:ne |n['’])(?:le |la |les |me )?(?:retiens|retenez|enregistrez?|notez?|sauvegardez?|mémorisez?|gardez?)(?: \\p{L}+)? pas|ne pas (?:le |la )?(?:retenir|enregistrer|noter|mémoriser|garder)|pas besoin de (?:le )?(?:retenir|noter)|(?:ce n['’]est |c['’]est )?pas pour ${MEMORY}|garde (?:ça|cela) hors de ${MEMORY}|je ne veux pas que tu (?:retiennes|gardes|notes|saches|enregistres)|` +
    `no (?:lo |la |me lo |hace falta que (?:lo )?|quiero que (?:lo )?)?(?:guardes|recuerdes|anotes|memorices|registres|almacenes|apuntes)|no es para ${MEMORY}|` +
    `(?:(?:onthoud|bewaar|noteer|registreer|schrijf|sla)(?:\\s+(?:dat|dit|het|er|maar|alsjeblieft|op))*\\s+niet(?!\\p{L})|(?:dat |dit )?niet (?:onthouden|opslaan|bewaren|noteren)|(?:(?:dat|dit|het) is )?niet voor ${MEMORY}|ik wil niet dat je (?:dat |dit )?(?:onthoudt|bewaart|weet)|hou (?:dat|dit|het) uit ${MEMORY})|` +
    "אל ת(?:זכור|זכרי|שמור|שמרי|רשום|רשמי)\\p{L}*|(?:זה )?לא לזיכרון)" +
    `|(?:don['’]?t|do not) want you to ${KEEP}|rather you (?:did|do)(?:n['’]?t| not) ${KEEP}`,
  "iu",
);
/** Not of a record that is played. */
export const OFF_THE_RECORD = toPattern(
  `${LEAD}off the record(?=\\s*(?:$|[,:;.!?)–-])|\\s+(?:${SELF}|but|and|please|though|because|that|this)(?![\\p{L}-]))`,
  "iu",
);
