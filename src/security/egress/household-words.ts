import { isCommonWord } from "./common-words.ts";

/**
 * What rooms are for and are called, and things of every house, which are words of ordinary questions too: "Werkstatt", "powder". In small letters
 * without accents, by language; what is put together of them ("Hauswirtschaftsraum") needs no place here.
 */
const WORDS: readonly string[] = [
  "powder sewing craft crafts crafting hobby hobbies orangery orangerie vestibule scullery larder buttery butler butlers cubby alcove nook breezeway lanai gazebo pergola pavilion annex annexe outbuilding " +
    "outhouse bunker shelter vault tiki kamin ton studio atelier gallery galley kennel stable stables coop aviary barbecue bbq grilling kegerator cigar smoking prayer meditation wellness fitness exercise weights treatment steam " +
    "spa jacuzzi tub hot boot boots bonus flex rec recreation trophy panic safe server servers rack equipment mechanical boiler furnace plant utilities tool tools lounge sitting sit drawing reception reading writing " +
    "music rehearsal recording podcast gaming arcade billiard billiards snooker darts poker train trains model dressing changing vanity makeup nail hair ironing drying airing linen mending quilting knitting weaving " +
    "pottery painting photo photography darkroom aquarium reptile bird cat dog pet pets puppy pony horse chicken wood woodwork woodworking metal welding garden gardening potting seed grow mud cold root wine cider still stairs " +
    "spare box lumber junk store storeroom stockroom storehouse warehouse vinyl homework schoolroom classroom playroom playhouse playground bedrooms bathrooms ensuite en suite wetroom showerroom lav loo john privy half " +
    "mezzanine penthouse bungalow cottage cabin chalet lodge villa house houses maisonette duplex bedsit lodger tenant teen teenager toddler twins twin boys girls mens womens ladies gents staff maid maids guestroom " +
    "solarium veranda verandah piazza quad loggia portico stoop forecourt drive path pathway walkway trellis orchard vineyard meadow paddock pasture allotment flowerbed pond fountain jetty dock pier boathouse hangar bay ramp elevator lift shaft " +
    "homeoffice workplace workspace workroom dayroom daybed nightstand headboard bookcase bookshelf shelf shelves cupboard cabinet dresser drawer mirror island counter worktop sideboard buffet piano fire hearth " +
    "big tiny cosy cozy quiet secret hidden family common shared private public main rest zen chill chillout chillax relaxation leisure entertainment entertaining event events presence reminder reminders groceries errands bills chores bedtime wakeup naptime goodnight goodmorning watchdog heartbeat speed meeting conference training class kid tea coffee breakfast snack candy ice",
  "pilates boxing zumba ballet barre dance dancing karate cardio workout gear ski bike biking surf fishing hunting golf pingpong ping pong billards pinball karaoke dj vocal drum drums harp harpsichord organ lab laboratory creative kreativ quiltery scrapbook puzzle jungle pirate pirates dino dinosaur safari space ocean beach forest unicorn mermaid " +
    "japanese moroccan japan africa afrika asia orient nordic scandi vintage retro industrial sunset sunrise",
  // German
  "blau blaue blaues blauer rot rote rotes roter grun grune grunes gruner gelb gelbe gelbes gelber weisse weisses weisser schwarze schwarzes schwarzer grau graue graues braun braune braunes lila turkis bunt buntes dschungel piraten weltraum meer strand pilates tischtennis kicker dart boxen boxraum tanz klavier gitarre " +
    "kleine kleines kleiner grosse grosses grosser neue neues neuer alte altes alter obere oberes oberer untere unteres unterer hintere hinteres vordere vorderes linke linkes rechte rechtes mittlere mittleres erstes zweites drittes gemutliches kreativzimmer " +
    "raum raume stube zimmer kammer kabine ecke nische bereich bereiche platz platze stelle halle saal diele gang korridor eingang ausgang aufgang einfahrt ausfahrt zufahrt auffahrt hof innenhof vorhof hinterhof vorne hinten " +
    "werkstatt werkstatte bibliothek galerie wintergarten gewachshaus gartenhaus gartenlaube laube pavillon schuppen scheune stall hutte carport stellplatz tiefgarage ankleide garderobe vorrat vorrate speise speisekammer speis abstell rumpel besen putz " +
    "wasch wascherei trocken bugel wirtschaft hauswirtschaft hauswirtschafts heiz heizungs technik server haustechnik elektro zahler strom ol gas pellet pellets holz kohle lager archiv hobby bastel nah musik spiel spiele sport fitness yoga kraft turn " +
    "schwimm sauna dampf ruhe wellness massage meditation lese lesen schreib schreiben arbeit arbeits buro homeoffice studio atelier kino heimkino billard party wein bier grill bar lounge gast gaste jugend baby puppen kuschel tobe klettern bau malen mal " +
    "bad bader dusch dusche wanne wannen toilette klo gastewc schlaf schlafen wohn wohnen ess essen koch kochen kuche kuchen kuchenzeile teekuche dach dachboden boden speicher spitzboden empore ebene etage stock stockwerk obergeschoss untergeschoss erdgeschoss dachgeschoss " +
    "og ug eg dg souterrain keller kriech hobby garten vorgarten gemuse obst krauter blumen rosen steingarten teich brunnen wiese rasen beet hecke zaun tor terrassen dachterrasse balkone loggia veranda wintergarten pool whirlpool sandkasten schaukel spielplatz komposter kompost " +
    "fahrrad rad auto motorrad werkzeug gerate gerat maschinen tier hunde katzen pferde huhner vogel hasen aquarium eltern kinder madchen jungen jung zwillinge nachbar mieter einlieger einliegerwohnung anbau altbau neubau vorbau erker podest vorraum windfang schleuse fenster " +
    "kammer mehrzweck fern fernseh medien bucher spiegel schmink schuh schrank kleider wasche mull tonne tonnen rauch melder brief kasten post paket klingel anlage pumpe uhr wecker stern sterne himmel kette ketten schlange nacht tag licht leuchten beleuchtung birne rohr streifen " +
    "steh hange decken wand tisch boden nachttisch kommode regal sofa sessel stuhl stuhle hocker teppich bild bilder wanduhr zeit schaltung steuerung automatik programm filter kreislauf druck warm kalt kuhl gefrier truhe schranke spul geschirr ofen herd platte kessel kocher maschine toaster mixer staub sauger bugeleisen drucker " +
    "bewasserung beregnung maher schnee wind regen sonnen sonne warme luft luftung lufter luftungs entfeuchter befeuchter reiniger ventilator klima anlage heizkorper fussboden rauchmelder wassermelder alarm anlage sirene kalender abfall wetter feier feierabend einkauf einkaufs liste aufgabe aufgaben termin erinnerung anwesenheit anwesend abwesend urlaub ferien feiertag feiertage modus zustand nachricht nachrichten benachrichtigung gerausch rasen strasse nachbarn besuch post lied lieder film filme lesezeit ruhezeit wach wecken los fertig",
  // French
  "bleu bleue vert verte jaune rouge blanche noire grise violette nouvelle ancienne ancien nouveau dernier danse yoga pilates piano guitare ordi pirate jungle buanderie lingerie cellier debarras dressing garde manger veranda verriere mezzanine combles sous sol rez chaussee etage palier vestibule hall vestiaire piece pieces coin espace zone local atelier studio bibliotheque galerie grange remise cabanon abri appentis dependance " +
    "annexe pergola preau cour courette allee portail potager verger serre piscine jacuzzi spa jeux jeu jouets jouer sport musique cinema lecture repas couture bricolage dessin peinture reunion repos detente attente eau eaux douche douches baignoire wc sanitaires buanderies chaufferie chaudiere " +
    "technique rangement stockage provisions vin vins bois velos velo outils menage repassage laverie invites invite amis parentale parental bebe garcon garcons fille filles bonne chevet nuit plafond mur table sejour principal principale maitre suite double simple commune cheminee noel escaliers ordinateur",
  // Spanish
  "azul verde rojo roja amarillo amarilla blanca negra negro gris morada nueva nuevo vieja baile yoga piano guitarra trastero lavadero lavanderia despensa alacena vestidor recibidor vestibulo zaguan buhardilla altillo desvan azotea porche galeria mirador solarium patio corral cobertizo caseta leñera lenera taller estudio biblioteca gimnasio bodega cochera aparcamiento piscina huerto huerta parcela sala salita " +
    "saleta estar juegos juego juguetes musica cine lectura costura plancha planchado lavado bano banos ducha ducha invitado servicio servicios maquinas calderas caldera visitas huespedes ninas nina nino bebe matrimonio principal techo mesa mesita noche pared pie escritorio zona rincon planta alta baja primera segunda sotano entreplanta",
  // Dutch
  "blauwe groene gele rode witte zwarte grijze roze paarse kleine grote nieuwe oude achterste voorste middelste linker rechter dans yoga piano gitaar bijkeuken berging bergruimte wasruimte washok speelkamer hobbykamer studeerkamer kantoor thuiskantoor serre veranda overkapping schuur schuurtje tuinhuis tuinhuisje kas oprit inrit voortuin achtertuin zijtuin carport fietsenhok fietsenschuur meterkast voorraadkast voorraadkamer provisiekast kast kelderkast " +
    "inloopkast kleedkamer vliering dakterras dak entree portaal toilet wc douche ligbad muziek speel speelhoek zithoek eethoek leeshoek hoek ruimte ruimtes kamers kamertje keukentje bad bijgebouw garagebox werkplaats atelier bibliotheek strijk strijkkamer naai naaikamer sport sportkamer fitnessruimte zwembad vijver " +
    "stookruimte technische techniek opslag wasserette gast babykamer jongenskamer meisjeskamer logeer slaap woon werk eet was tuin fiets kinder kinderen plafond wand staande nacht kerst vloer rook melder brievenbus",
  // Hebrew
  'ממ"ד ממד ספריה ספרייה סטודיו סדנה מחסן מזווה ארונות הלבשה משחקים כושר עבודה כביסה שירות אורח עליית גג עליה מרפסות חצר בריכה גן פינת פינה אוכל משפחה מבואה לובי קומה עליונה תחתונה ראשונה שנייה חניון מקלט קולנוע מוזיקה תפירה יוגה',
];

const HOUSEHOLD: ReadonlySet<string> = new Set(WORDS.join(" ").split(/\s/));
/** Shorter ones are put together by chance: "Eveline" is no line. */
const SHORTEST_TOGETHER = 8;
const SHORTEST_PIECE = 3;
const A_ROOM =
  /..(?:zimmer|raum|keller|kuche|kammer|studio|garten|halle|saal|stube|bader?|boden|terrasse|balkon|werkstatt|ecke|bereich|buro|haus|hutte|schuppen|garage|flur|diele|lager|kamer|kelder|keuken|hok|tuin|ruimte|zolder|kast|plaats|rooms?|house|cellar|loft|lounge|yard|thek)$/;
/** What German puts between two words. */
const LINKS = ["", "s", "n", "en", "e", "er"];

/** True for a word, in small letters without accents, that houses and things in them are called by everywhere, put together or not. */
export function isHouseholdWord(word: string): boolean {
  return isOne(word) || (word.length >= SHORTEST_TOGETHER && isTogether(word));
}

function isOne(word: string): boolean {
  return HOUSEHOLD.has(word) || isCommonWord(word) || (word.length > 3 && word.endsWith("s") && HOUSEHOLD.has(word.slice(0, -1)));
}

/** The same, or a room by its end, whatever it is for: "Tonstudio", "Kaminzimmer". */
export function isRoomWord(word: string): boolean {
  return isHouseholdWord(word) || A_ROOM.test(word);
}

/** Two or three of them in one word. */
function isTogether(word: string, most = 3): boolean {
  for (let cut = SHORTEST_PIECE; cut <= word.length - SHORTEST_PIECE; cut += 1) {
    if (!LINKS.some((link) => isPiece(word.slice(0, cut), link))) continue;
    const rest = word.slice(cut);
    if (isOne(rest) || (most > 2 && isTogether(rest, most - 1))) return true;
  }
  return false;
}

function isPiece(piece: string, link: string): boolean {
  const bare = piece.slice(0, piece.length - link.length);
  return piece.endsWith(link) && bare.length >= SHORTEST_PIECE && isOne(bare);
}
