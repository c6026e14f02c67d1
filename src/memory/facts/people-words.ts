import { anyOf, toPattern } from "../../text/pattern.ts";

/** People whom others belong to. */
const RELATION_LIST =
  "sisters? brothers? siblings? mother father mum mom dad parents? wife husband partner sons? daughters? child children kids? baby twins? ex ex-wife ex-husband neighbou?rs? boss " +
  "colleagues? friends? girlfriend boyfriend fiancée? aunts? uncles? cousins? nieces? nephews? grandmother grandfather grandparents grandma grandpa roommate flatmate landlord tenant " +
  "guests? visitors? in-laws? \\p{L}+-in-law spouse hubby wifey girls? boys? teenagers? toddlers? babysitters? nanny nannies au[\\s-]pair childminder housekeeper maid cleaning[\\s-](?:lady|woman|man) " +
  "grandsons? granddaughters? grandchild(?:ren)? grandkids? step(?:son|daughter|child|children|mother|father|mum|mom|dad|brother|sister)s? half-(?:brother|sister)s? godson goddaughter godchild fiancé " +
  "schwestern? brüder bruder geschwister mutter vater mama papa eltern frau mann sohn söhne töchter tochter kind kinder zwilling\\p{L}* ex-frau ex-mann nachbar(?:n|in)? chef(?:in)? " +
  "kolleg(?:en?|in) freund(?:e|in)? verlobte[rn]? tanten? onkel cousins? cousine nichte neffe oma opa großeltern schwager schwägerin schwiegermutter schwiegervater schwiegereltern gast gäste " +
  "mitbewohner(?:in)? enkel(?:in|kind|kinder|sohn|tochter)? vermieter(?:in)? jungs? junge mädchen mädels schwieger(?:sohn|tochter) stief\\p{L}+ ehemann ehefrau lebensgefährt\\p{L}+ " +
  "babysitter(?:in)? tagesmutter kindermädchen putzfrau haushaltshilfe paten(?:kind|sohn|tochter) " +
  "sœurs? soeurs? frères? mère père parents maman femme mari fils filles? enfants? jumelle jumeau voisine? patronn?e? collègues? amie?s? oncle nièce neveu (?:beau|belle|beaux)-\\p{L}+ petite?s?-(?:fils|filles?|enfants?) grands?-(?:mère|père|parents) demi-(?:frère|sœur) invitée?s? épou(?:x|se) conjointe? copine? copain fiancée? nounou " +
  "garçons? cousine? cousins? tantes? nourrice filleule? voisin " +
  "hermanas? hermanos? madre padres? mamá papá mujer esposa marido esposo hij[oa]s? vecin[oa]s? jef[ea] colegas? amig[oa]s? tí[oa]s? suegr[oa]s? cuñad[oa]s? invitad[oa]s? novi[oa]s? niet[oa]s? prim[oa]s? sobrin[oa]s? abuel[oa]s? yerno nuera hijastr[oa]s? padrastro madrastra niñ[oa]s? chic[oa]s? niñera canguro pareja compañer[oa]s? ahijad[oa]s? " +
  "zus broer moeder vader ouders vrouw man zoon dochter kinderen tweeling buurman buurvrouw baas collega's collega vriend(?:in)? oom nicht neef neven kleinzoons? kleindochters? kleinkind(?:eren)? schoon\\p{L}+ stief\\p{L}+ oma opa echtgeno(?:ot|te) verloofde oppas kind jongens? meisjes? meiden zoons zonen dochters zussen broers poetsvrouw " +
  "missus hubs gf bf bff teens? nan nana gramps guys? m[ae]n wom[ae]n lady ladies person ados? aînée? ainée? cadette? gamine? gosses? bébé";
export const RELATION = choices(RELATION_LIST);
/** Whoever has no word for whose they are before them; in Hebrew it is part of the word. */
const KIN = choices(
  "grandma grandpa granny gran nan nana nanna gramps grandad granddad nonna nonno mutti vati omi opi mum mom mummy dad daddy mama papa mami papi oma opa maman mamie papy pépé mémé tonton mamá papá abuela abuelo yaya yayo [ולבמשהכ]{0,2}(?:אחותי|אחי|אמא|אבא|אמי|אבי|אשתי|בעלי|בתי|בני|סבתא|סבא) השכן השכנה הבוס ה(?:ילד|ילדה|ילדים|ילדות|בן|בת|בנים|בנות|תינוק|תינוקת|נכד|נכדה)",
);
const DETERMINER =
  "my|our|an?|the|his|her|their|mein\\p{L}*|unser\\p{L}*|ein\\p{L}*|der|die|das|de[nms]|mon|ma|mes|notre|nos|une?|le|la|les|mis?|nuestr[oa]s?|el|los|las|una|mijn|mn|m['’]n|onze|ons|een|de|het";
/** Somebody else by what they are to somebody. */
export const RELATIVE = toPattern(
  `(?<![\\p{L}\\p{N}-])(?:(?:${DETERMINER})\\s+|[ld]['’])(?:(?:little|big|older|younger|best|good|youngest|oldest|eldest|new|dear|ältere\\p{L}*|jüngere\\p{L}*|jüngste\\p{L}*|kleine\\p{L}*|große\\p{L}*|beste\\p{L}*|twin|ex)[\\s-]+)?(${RELATION})(?:['’]s)?(?![\\p{L}-])(?!['’]?\\s+(?:(?:bed|bath)?room|toilet|house|wing|bed|wifi|network|tongue)s?(?!\\p{L}))|(?<![\\p{L}\\p{N}])(${KIN})(?:['’]s|s)?(?!\\p{L})`,
  "giu",
);

/** In Hebrew whose they are stands behind: "הבן שלי"; "my friend", "my partner". */
export const RELATIVE_OF_HEBREW =
  /(?<!\p{L})[ולבמשכ]{0,2}ה?(?:בן|בת|בנות|בנים|ילד(?:ה|ים|ות)?|בעל|אישה|חבר(?:ה|ים|ות)?|נכד(?:ה|ים|ות)?|אח|אחות|אחיין|אחיינית|דוד|דודה|סבא|סבתא|שכנ?(?:ה|ים)?|מטפלת|שמרטפית|בייביסיטר|מנקה|גיס|גיסה|חתן|כלה|חמות|חם|בוס|תינוק(?:ת)?|קטנ(?:ה|ים)|גדולה?|ארוס(?:ה)?)(?:\s+ה?זוג)?\s+של(?:י|נו)(?!\p{L})/gu;

export function choices(list: string): string {
  return anyOf(list.trim().split(/\s+/));
}

/** Any of these as a whole word. */
export function words(list: string): RegExp {
  return whole(choices(list));
}

export function whole(pattern: string): RegExp {
  return toPattern(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, "iu");
}
