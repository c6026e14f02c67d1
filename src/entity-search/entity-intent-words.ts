/**
 * What people say when they mean a kind of thing, by language and domain, and in `common` what they say of every kind. Taken from the
 * sentence templates of Home Assistant's intents (package home-assistant-intents 2026.10.27, Apache-2.0): words that only stand in
 * templates for one or two domains, one of each inflection; `common` are those that stand in templates of six intents or more.
 */
export const INTENT_WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: {
    light: "brightness color get illuminate kelvin lamp light temperature",
    cover: "awning blind close curtain door garage gate lift lower open position raise shade shut window",
    fan: "fan fans speed",
    climate: "adjust cold cool degree fan hot mode temp temperature warm",
    media_player: "item last media movie music mute next play previous replay show skip song track unmute unpause volume",
    vacuum: "clean return vacuum",
    lawn_mower: "dock lawn mow mower mowing return",
    lock: "door garage gate lock shutter unlock window",
    valve: "close lift lower open position raise shut",
    todo: "check complete delete list shopping",
    weather: "weather",
    switch: "switches",
    common:
      "across and area around at called change floor for here hour hours in is make minute minutes my named of on our room second seconds set space the this throughout timer to turn up what",
  },
  de: {
    light:
      "abdrehen beleuchtung dimme dreh einfärben erleuchten farbe farbtemperatur helligkeit helligkeitsstufe kelvin lampe leuchten licht",
    cover:
      "auffahren beschattung fahren fahrt fenster garagentor garagentür gardine herauf herauffahren heraufmachen herunterfahren heruntermachen hoch hochfahren hochmachen jalousie markise oben obenfahren obenmachen position rauf rauffahren raufmachen roll runterfahren runtermachen schirm schliessen schließen tor tür unten untenfahren untenmachen vorhang zufahren",
    fan: "geschwindigkeit lüfter ventilator",
    climate:
      "abkühlen aufheizen beheizen celsius eingestellt gestellt grad heiz herunterkühlen hoch kalt klima klimaanlage klimatisierung kühl lüfter niedrig runterkühlen solltemperatur temperatur thermostat warm zieltemperatur",
    media_player:
      "absenken abspielen anhören anschauen aufheben dreh entmut erhöhe fernseher fernsehsendung gerät heb hebe herauf heraufdrehen herunterdrehen laut lautstärke leiser letzte lied liedspringen liedspulen musik mute nächste pause radio rauf runterdrehen rückwärts rückwärtsspulen schalten schauen sendung senke song songspringen songspulen spiel spring spul stopen stumm stummschalten stummschaltung stück stückspringen stückspulen titel titelspringen titelspulen ton track trackspringen trackspulen vorherige vorspringen vorspulen vorwärts vorwärtsspringen vorwärtsspulen weiterhören weitermachen weiterschauen weiterspielen weiterspringen weiterspulen zurückspringen zurückspulen überspring",
    vacuum:
      "basis basisstation beenden befehl ladestation los losschicken putz putzvorgang reinig saug saugroboter saugvorgang schick staub staubsaugen staubsauger wisch wischvorgang zurückschicken",
    lawn_mower:
      "basis basisstation beenden befehl garage ladestation los losschicken mäh mähe mähvorgang rasen rasenroboter schick wiese zurückschicken",
    lock: "abschliessen abschließen absperren aufschliesse aufschließe entriegel entriegle entsperr sperr verriegel verriegle zuschliessen zuschließen zusperren",
    valve: "abdrehen drehen fahren fahrt position schliessen schließen zudrehen",
    todo: "abhaken abschließen einkauf einkaufsliste entferne ergänze füge hake hinzu liste löschen nehm nimm pack raus rausnehmen runternehmen schreib streich",
    weather: "aussen außen draussen draußen grad kalt warm wetter wetterbericht",
    switch: "steckdose",
    common:
      "ab alle am an auf aus bei bereich das dem den der des die diesem diesen dieses ein einstellen es für geschoss hier im in ist mach mache macht meine meinen minute minuten namens raum s schalt schalte sekunde sekunden setz setze setzen stell stelle stellen stoppe stunde stunden timer unseren vom von zimmer zu",
  },
  fr: {
    light: "ampoule augmente couleur diminue illumine kelvin lampe luminosité lumière température éclairage éclaire",
    cover: "auvent banne fenêtre garage portail porte position rideau store volet vénitien",
    fan: "air brasseur ventilateur ventilo vitesse",
    climate: "degré température",
    media_player:
      "augmente bas basse chanson diminue film fort haut lecture lire lis marche morceau musique média podcast précédent radio sourdine suivante vidéo visionnage volume watt écoute élément épisode",
    vacuum: "aspire envoie envoyer nettoie nettoyer range renvoie renvoyer stop",
    lawn_mower: "gazon herbe pelouse range renvoie renvoyer stop tond tonte",
    lock: "barre déverrouille loquet porte serrure verrou",
    valve: "position",
    todo: "achat coche course liste marque shopping valide",
    weather: "actuellement atmosphérique bulletin donnes détail force indice météo pression rapport souffle vent vitesse",
    switch: "interrupteur prise",
    common:
      "a appelé appelée arrête arrêter au aux cet cette compte coupe couper d dans de des du décompte démarre démarrer désactive désactiver endroit est et eteindre eteins eteint ferme fermer h heure heures ici il je l la le les m ma mais maître me mes met mets mettre min minute minuterie minutes minuteur minuteurs mon même nommé nommée nous on où pièce pour rebours s se sec seconde secondes situe situons sommes stoppe stopper suis sur surnommé surnommée t tous tout toute toutes trouve à éteindre éteins éteint",
  },
  es: {
    light:
      "ampolleta apartamento bombilla bombillo brillo cada casa color departamento foco interruptor kelvin lados lamparilla llave luces luminaria luz lámpara partes sitios temperatura uno",
    cover: "cochera contraventana cortina estor garaje persiana portón posición puerta toldo veneciana ventana verja",
    fan: "abanico velocidad ventilador",
    climate: "actualmente calor cuánta frío grados hace mismo momento temperatura",
    media_player:
      "anterior audio canción continuaren continuádel continúedel detengade detenéen deténde deténen devuelva devuelve elemento escuchar est esta esto medio menos más música nuevo oir otra oír parardel paredel paráde paráen pausade pausaen pausarde pausede pauseen pista programa reactivadel reactivardel reactivede reanudade reanudarde reanudedel regresa regrese reproducción reproduce reproductor reproducí reproduzca restaura restaure retorna retorne retroceda retrocede salta salte seguídel sigueen siguiente silencia silencie silencio sonido tema ver vez video visualizar volumen volvé vuelva vuelve último",
    vacuum:
      "aspira aspire devolvé devuelva devuelve ejecuta ejecute enviá envíe esta limpia limpie manda mande regresa regrese retorna retorne vuelva",
    lock: "cancelas candado cerradura cerrojo cierres echa eche garaje llave pestillo portón puerta",
    valve: "posición",
    todo: "completa complete compra dar finalice finaliza hecha hechos lista marca marque realizada realizado remové remueva remueve retira retire suprima suprime suprimí tacha tache termina termine",
    weather: "hace",
    switch: "conmutador interruptor",
    common:
      "a acorta acorte ajusta ajustar ajuste ajustá al aquí atrás aumenta aumente aumentá baja bajar baje cambiar cambie cambiá como con configura configurar configure configurá cuenta cómo de decrementa decrementar del denominada denominado disminuir disminuya disminuye el en estableca establece establecer establecé establezca establezce establezcer está hora horas incrementa incrementar incremente incrementá la las levanta levantar levante levantá llamada llamado los mi minuto minutos nombre para pieza piso planta pon poner ponga poné por qué reduce reducí se segundo segundos suba sube subir subí temporizador van",
  },
  it: {
    light:
      "buio colore deil dela dele delo illumin intensità kelvin lampada lampade lampadina lampadine luce luci luminosità punti punto temperatura una",
    cover: "apertura basculant cancell finestr garage oscurant persian port posizione saracinesc serrand sole tapparell tend venezian",
    fan: "velocità ventilatore ventilatori ventilazione ventola ventole",
    climate: "alcuna alcuno caldo fanno freddo gradi grado nessuna nessuno qualcuna qualcuno temp temperatura una",
    media_player:
      "alseguente alsuccessivo area ascolta audio avanti brano canzone decrementa elemento episodio fammi fatemi film giù guarda indietro media musica muta muto nearea nuovo player precedente programma prossima riaccendere riaccendi riattiva ripeti riproduci riprodurre salta sentire silenzia smuta successiva successivo sugli suil sula sule sull sulo suona traccia ultima ultimo vai vedere volume",
    vacuum: "aspira aspirapolvere passa portare pulisci rimettere rimetti riporta",
    lawn_mower:
      "erba falcia indietro manda portare prato rasaerba rimanda rimettere rimetti riporta robot taglia taglierba taglio tornare tosa",
    lock: "blocca cancelli cancello chiave lucchetti lucchetto porte portone portoni sblocca schiudere schiudi serratura serrature",
    valve: "apertura posizione",
    todo: "aggiungere butta butti cancelli completa controlla dagli dai dall elimina elimini inserire inserisci leva levi list rimuovere shopping spesa spunta togliere via",
    switch: "corrente interruttore interruttori presa prese",
    common:
      "a agli al all alla alle allo cambia camera che chiamato d da de degli dei del dell della delle dello dentro di fa fai far fare gli i il imposta in interno l la le lo mettere metti minuti minuto mio ne negli nei nel nell nella nelle nello nominato ora ore per qua questa qui secondi secondo stanza su sul timer",
  },
  nl: {
    light:
      "aanpassen dim dimmen elk felheid helderheid instellen intensiteit kamerlamp kamerlicht kamerverlichting kelvin kleur kleurtemperatuur lamp lampenkleur lamptemperatuur licht lichttemperatuur maken stel sterkte temperatuur veranderen verhogen verlagen verlichting",
    cover:
      "beneden boven deur deurenstand deurpositie garage garagedeuren gordijn gordijnenpositie hek hekken jaloezie jaloeziepositie luifel luifelspositie luxaflex neerwaarts omhoog omlaag ophalen optrekken opwaarts poort poortenstand positie raam ramen rolgordijn rolluik rolluikenstand scherm screen screenpositie screensstand shutter sluit verhogen verlagen vitrage vitragesstand zonne zonnescherm",
    fan: "fan fans fansnelheid fanssnelheid snelheid ventilator",
    climate: "graad graden heet ingesteld koel koud temperatuur verwarming warm",
    media_player:
      "aflevering afspeellijst afspelen beneden demp film geluid hoger item kijk lager lied media mediaplayer mediaspeler mute muziek nummer omhoog omlaag opheffen opzetten play sla speel spelen speler stil track video volgende volume vorige",
    vacuum: "basis basisstation gaan komen laten rijden schoon stof stofzuigen sturen stuur thuis zuig",
    lawn_mower: "basis basisstation begin dock gaan gras grasmaaien grasmaaier maai station stuur",
    lock: "deur dichtdoen dichtdraaien dichtzetten ontgrendel opendoen opendraaien openzetten poort rolluik slot vergrendel",
    valve: "positie sluit veranderen",
    todo: "afgewerkt boodschappen check compleet delete gedaan gekocht klaar lijst markeer streep uitgevoerd verwijder vink voltooid",
    weather: "buiten volgens",
    switch: "schakelaar stopcontact switch",
    common:
      "aan bij de deze doe doen draai draaien een eierwekker genaamd het hier huidige in is kamer kookwekker m maak mag met mijn minuten minuut n naam naar op ruimte seconde seconden secondes timer uren uur van verander voor wat zet zetten",
  },
  pt: {
    light: "brilho candeeiro casa cor das kelvin lado luz luzes lâmpada temperatura toda todo",
    cover: "abra abrir até cortina estore feche garagem janela levanta persiana porta portões posição registo sombra tolde toldo",
    fan: "ventoinha",
    climate: "graus temperatura",
    media_player: "anterior avançar cento faixa música próxim recuar reproduz seguinte toca volume vídeo",
    vacuum: "aspirar limpar retornar voltar",
    lock: "abrer cadeado destranca estore fechadura janela porta portões tranca trinco",
    valve: "abra abrir até feche levanta posição",
    todo: "adicione coloque compras junte lista",
    common: "a aqui as chamado com da de do em hora horas meu minha minuto minutos na no nome o os para que segundo segundos temporizador",
  },
  pl: {
    light: "barwową jasność kelwin kolor lamp oświetlenia oświetlenie temperaturę świateł światła światło żarówek żarówka żarówki żarówkę",
    cover: "bram drzwi garaż ien klap markiz odsłoń opuść osłon otwórz podnieś pozycję przymknij rolet wysokość zamknij zasłon żaluzj",
    fan: "obroty prędkość wentylator wiatrak",
    climate:
      "aktualna bieg chłodno ciepło gorąco obecna reguluj stopni temperatura temperatury temperaturę tryb wentylatora wyreguluj zimno",
    media_player:
      "ciszej dźwięk element graj granie grać głośniej głośność kolejnego kolejnej kolejny kolejną muzykę następnego następnej następny następną obniż odtwarzaj odtwarzanie odtwarzać odtwórz piosenki piosenkę podgłośnij podnieś pokaż poprzedni poziom przeskocz przestań przycisz puść skocz utwór wcześniejszego wcześniejszej wcześniejszy wcześniejszą wycisz zagraj ścieżki ścieżkę ścisz",
    vacuum: "bazy odeślij odkurz posprzątaj sprzątaj sprzątnij stacji wróć wyczyść zawróć",
    lawn_mower: "bazy doku kosiark kosić koszenie odstaw stacji trawni wróć zadokuj zawróć",
    lock: "drzwi zamek zamki zamków",
    valve: "otwórz pozycję przymknij wysokość zamknij",
    todo: "kupione lista listy liście odhacz oznacz skasuj skreśl usuwaj wrzuć wykonane wyrzuć zadań zakupione zakupów zamknięte zaznacz zrobione",
    weather: "pogoda pogodowe pogodę warunki",
    switch: "kontakt przełącznik",
    common:
      "godzin godzina godzinny godziny godzinę jest licznik miejscu minut minuta minutnik minutowy minuty minutę na nastaw nazwany nazwie o piętro pokoju pomieszczeniu sekund sekunda sekundowy sekundy sekundę stoper timer tutaj tym ustaw w z",
  },
  cs: {
    light: "barvu barvy jas kelvin rozsviť rožni rožnout světel světla světlo teplotu všech zhasni zhasnout úplně",
    cover:
      "brán clon dveř garáž markýz náklon odtáhni odtáhnout oken okn otevři polohu pozici rolet roztáhni roztáhnout sklon stáhni stáhnout stínítk vrat vytáhni vytáhnout zatáhni zatáhnout zavři závěs úhel ých žaluzi",
    fan: "rychlost stropní ventilátor větrák",
    climate: "chladno nastavená stupňů teplo",
    media_player:
      "další dej hlasitost hraj hrej hrát hudbu hudby minul multimediální odpauz odtlum pauz pokrač položka poslední program písničk předchozí přehraj přehrej přehrát přehrávač přehrávání přepni přepnout přeskoč skladba skladbu stopa stopu tento trak tuto umlč zapauz zesil zeslab ztlumení ztlumit zvuk",
    vacuum: "doku domů nastartovat nastartuj poslat pošli ukliď vysaj vysát vyčisti základnu",
    lawn_mower: "doku nastartovat nastartuj posekej přestaň sekat sekačku sekání trávník začni základnu",
    lock: "brána brány dveře dveří garážová garážové odemkni odemknout odemči oken okna okno vrata zamkni zamknout zamkči zámek zámky zámků",
    valve: "otevři polohu pozici uzavři ventil zavři",
    todo: "dej dokončenou dokončené dokončený dokonči hotovou hotové hotový mého můj nákupní odstraň odškrtni odškrtnout označ připiš seznam smaž vyhoď vymaž vyškrtni vyškrtnout zaškrtni zaškrtnout",
    weather: "bude budou počasí",
    switch: "vypínač",
    common:
      "hodin hodina hodinu hodiny je jménem minut minuta minutce minutku minutky minutu minuty místnosti na nastav nastavit nazvané nazvaného nazvaném nazvaný odpočej odpočet odpočtu odpočty odpočítávání patře pojmenovanou pojmenované pojmenovaného pojmenovaném pojmenovanému pokoji se sekund sekunda sekundu sekundy tady tomto tu této v ve vteřin vteřina vteřinu vteřiny zde časovač časovače časovači časovačů",
  },
  sv: {
    light:
      "belysning byt dimma dimra diodlamp ebelysning effekt eljusen eljuskällorna elysrören enbelysningen enlamporna enledlampa enljuskällor ensbelysningen ensglödlamp enslampor ensljus ensljuskällorna enslysrör enssbelysningen enssdiodlamp ensslampan enssljuskällorna ensslysrören esbelysningen esdiodlampa esglödlamp eslamp esledlampan esledlamporna esljuset esljuskällorna eslysrör essbelysning essglödlamp essljus etbelysningen etdiodlampor etlampor etljuskällor etsbelysning etsglödlampor etslampa etsljuset etslysrör etssbelysning etssglödlampor etssledlamp etssljuskällorna etsslysrör färg färgtemperatur glödlamp hela hem hemma hemmet hus huset höj intensitet justera kelvin lamp ledlamp ljus ljuskällor ljusstyrka lysrör lägenhet mebelysning meledlamp meljuskällorna melysröret menbelysningen menljus menljuskällor mensbelysningen mensdiodlampa mensglödlamp mensljus mensljuskällorna menslysrör menssbelysning mensslamporna menssledlampa menssljus mensslysrören mesbelysning mesdiodlampor meslampor mesljus mesljuskällor meslysrör messbelysning messlampa messljus messljuskällorna messlysröret metbelysningen metljuskällorna metsbelysningen metsljus metsljuskällor metslysrör metssglödlamp metssledlampan metssljus möjlig nivå nlamporna nljus nsbelysning nsglödlamp nsledlampor nsljus nsljuskällor nslysrör nssbelysning nsslampor nssljusen nssljuset nssljuskällor nsslysrör sbelysning skruva sljus sljuskällor slysrör ssbelysning ssglödlampan sslamp ssljusen ssljuskällor sslysrör styrka sänk temperatur tillgänglig tlampor tledlampa tljuskällorna tlysrör tsbelysningen tsglödlampan tsglödlamporna tslamp tsledlampa tsljus tsljuskällor tslysrör tssbelysning tssglödlampa tsslampan tssljusen tssljuset tssljuskällorna tsslysrören vrid överallt",
    cover:
      "arna dörr erna ess fönster garage gardin grind hissa ihop isär luck markis orna persienn port position rulla rullgardin solskydd tillslut undan veckla öppna",
    fan: "fläktar fläkten",
    climate: "grader het justera kall svalt temperatur varm vrid",
    media_player:
      "avsnitt backa bakåt filmen föregående hoppa låt låten musiken nästa omföregående omsenaste paus senaste spela spår sänk tidigare tillbaka uppspelningen videon volymen över",
    vacuum: "basen dammsug docka kör ladda städa tillbaka",
    lock: "dörr fönster garagedörr grind lås låsen",
    valve: "hissa ihop isär position rulla tillslut undan veckla öppna",
    todo: "den inköpslista lista skriv",
    weather: "ser väder vädret",
    common:
      "bredvid det e en ens es et ets för i me men mens mes met mets minut minuter minuters minuts n ns på s sekund sekunder sekunders sekunds sätt t tidur tiduret till timer timern timmar timmars timme timmes ts upp vad vid äggklocka äggklockan är",
  },
  da: {
    light: "farve farvetemperatur huset kelvin kulør lampe lys lysene lyset lyskilde lysstyrke pære temperatur",
    cover: "dør erne garage gardin luk låge markise persienne port position rne rul rullegardin skodde vindue åben åbn åbne",
    fan: "blæser ventilator",
    climate: "eness enss etss grader kold menss nss nuværende temperatur tenss tss varm",
    media_player:
      "afspil denne film fjernsyn forrige genafspil genspil genstart hop lydstyrke melodi musik nummer næste podcast sang serie sidste spil spor spring tilbage tven tvet volume",
    vacuum: "dok dokken rengør rens returner send støvsug tilbage",
    lock: "dør døre dørn dørr garagedør låge lås låse låsn låsr port skodde vindue",
    valve: "luk position åben åbn åbne",
    todo: "afkryds fuldfør færdig indkøbsliste kryds købt liste lægge marker skriv stryg tilføj vores",
    weather: "oppe vejr",
    switch: "afbryder kontakt",
    common:
      "alle den det dette en ene enes ens er et ets for her herinde hvor i med men mens min minut minutter n nedtælling nedtællingen ns op på rum s sekund sekunder som sted t ten tens til time timer timeren ts",
  },
  nb: {
    light: "belysning diodelamp fargen fargetemperatur glødelamp kelvin lamp ledlamp lys lysene lyset lyskilde lysrør lysstyrke temperatur",
    cover:
      "dør ene foldegardin forheng garasje gardin hage heis luke lukk markise persienne plissegardin port posisjon rull rullegardin skodde solskjerm tak vindu åpne",
    fan: "vifte",
    climate: "grad kald temp temperatur varm",
    media_player: "avspilling denne forrige hopp lyd lyden låt låta låten musikk neste sang spill spol spor tilbake videre volum",
    vacuum: "dock rengjør returner støvsug tilbake",
    lock: "dør døra døren dører garasjedør lås låse port vindu",
    valve: "heis lukk posisjon rull åpne",
    todo: "før handleliste legge lista liste skriv",
    weather: "ser været værmeldingen",
    switch: "bryter",
    common:
      "av den det er etasje etasjen for her heter hva i inne med min mine minutt minutter navn navnet nedtelling nedtellingen nedtellingene nedtellinger området opp på rommet sekund sekunder senk sett siden skru som tidtaker tidtakere tidtakeren tidtakerne til time timer timere timeren timerne ved",
  },
  fi: {
    light:
      "intensiteetiksi intensiteetille intensiteetti joka kaikkialta kelvin kerros kirkkaudeksi kirkkaudelle kirkkaus kirkkauteen kodin kodista koko lamppu lamput ledi loiste pimennä polttimo prosentiksi prosentille prosentti sytytä sävy talon talosta valaise valaisimet valaisin valaistukset valaistus valaisu valo valotehoksi valoteholle valotehoon väreihin väreiksi väreille väri värilämpötila värisävyksi värisävylle värisävyyn värivivahde värivivahteeksi värivivahteelle",
    cover:
      "asentoon aukaise autotallin elle ikkuna kaihdin kaihtimet laske luukku luukut markiisi nosta ovea ovet ovi portit portti sijaintiin sulje sälekaihdin sälekaihtimet varjo verho",
    fan: "ilmanvaihdot ilmanvaihto ilmastoinnit ilmastointi puhallin puhallukset puhallus puhaltimet tuuletin tuulettimet tuulettimia tuuletukset tuuletus",
    climate:
      "asteen asteeseen asteet astetta hetkellä just kuuma kylmä lämmin lämpimän lämpö minkälainen sisälämpötila tuntuista tällä ulkolämpötila viileä vilpoinen vilpoisen vilpoista",
    media_player:
      "biisi edellinen edelliseen edeltävä hyppää jakso kappale laite laitteella laitteelle musiikki palaa palauta pause paussi prosentiksi prosentille prosenttiin raita seuraava siirry soita soitin soittimen tauko toisto uudelleen vola volyymi äänenvoimakkuus",
    vacuum: "huone imuri imuroi kerros kotiin käske laitteella laitteelle palaamaan palauta pyydä siivoa takaisin tämä",
    lock: "elle lle lukitse lukitus lukko lukot ovea ovet ovi ovia",
    valve: "asentoon aukaise laske nosta sijaintiin sulje",
    todo: "listalle meidän miun ostoslista ostoslistallemme",
    weather: "hetkellä ilma just kaupungin kaupungissa kaupunki kuuma kylmä lämmin lämpötila minkälainen paikka pakkasta sää tällä ulkona",
    switch: "kytkimet kytkimiä kytkin vipu vivut",
    common:
      "alueella alueelta alueen alueessa aseta e en essa essä esta estä huoneella huoneelta huoneen huoneessa kerroksen kerroksessa kytke käännä laita minun minuutin minuutti minuuttia mun n nimellä nimeltä on paikalla paikalta paikan paikassa sekunnin sekunti sekuntia ssa ssä sta stä säädä tilalla tilalta tilan tilassa tunnin tunti tuntia",
  },
  hu: {
    light:
      "fényeket fényeknek fényerejét fényerőre fényerőt fényhőmérséklet fénynek fényt fényét kbe kelvin kra kre lámpa mindent színe színhőmérséklet színre színűre világítás",
    cover:
      "ablak ajtó csukd emeld engedd függöny garázs kapu kat ket mindent napellenző nyisd nyiss nyit okat pozícióját redőny roló százalékig százalékosig szét zsalu zárd zárj árnyékoló öket",
    fan: "levegőtisztító légtisztító sebességre sebességét szellőztetés százalékosre százalékre ventilátor",
    climate: "fok fokos fokra hideg hányan hőfok hőmérséklet jelenlegi meleg mennyien milyen",
    media_player:
      "dal dalra dalt előre előző ezt feloldás filmet filmre halkítsd hangerejét hangerő hangosítsd hangot hangt indít játszd kal következő lejátszó leállít menj médiá némítsd némítás oldd szám százalékkal szünet szüneteltetés ugord ugorj zenére zenét újra újrajátszás",
    vacuum: "bázisra dokkhoz dokkolóhoz ebben indulj indítása porszívozd porszívozz porszívót porszívóval takaríts val vel",
    lawn_mower: "bázisra bázisához dokkba dokkold dokkolóhoz füvet fűnyírást fűnyírót kezdd küldd nyírd szakítsd",
    valve: "csukd emeld engedd nyisd nyiss nyit pozícióját százalékig százalékosig szét zárd zárj",
    todo: "bevásárló bevásárlólistába bevásárlólistára elemet feladatot hez hoz höz listá pipáld rakd sort tedd távolítsd tételt vedd",
    weather:
      "alacsony faluban fúj helyen időjárás index jelenleg kint magas mekkora milyen mondj részletes sebessége sebességgel sugárzás szél szélsebesség településen városban városában",
    common:
      "a ahol az ba ban be ben csökkentsd el en eszköz eszköznek eszközre eszközt et helyiség helyiségbe helyiségben helyiséget helység helységbe helységben helységet i időzítőjét időzítőmet időzítőt itt kapcsold kapcsolj ki le meg másodperc másodperces másodpercet n nak nek növeld on ot perc perces percet ra re szenzor szenzornak szenzorra szenzort szoba szobai szobába szobában szobát t vagyok van állíts állítsd érzékelő érzékelőnek érzékelőre érzékelőt óra órás órát ön",
  },
  ru: {
    light: "вет всего всему для дома доме квартире кельвин ламп освещение свет светильник температуру цвет этажа яркости яркость",
    cover:
      "ворот гаража гаражн двер жалюз закрой закрыть занавеск заслонк калитк клапан козыр маркиз навес окн окон открой открыть положение прикрой прикрыть приточн раскрой раскрыть рулонн ставн штор ьки ьков",
    fan: "вентилятор скорость",
    climate: "вентилятора градус задана задано кондиционер мощность режим сплит температура температуру установлена установлено",
    media_player:
      "без воспроизведение воспроизведи громкость звук музыку песню песня послушать посмотреть предыдущая предыдущий предыдущую приостановить продолжай проиграй прошлую прошлый следующая следующий следующую снять сыграй трек уровень хочу",
    vacuum: "базу отправь полы помой прибери пропылесось пылесось самоочистки станцию уберись",
    lawn_mower: "базу газон газонокосилку закончи начать начни отправь подстриги покос прекрати станцию стрижку",
    lock: "дверей двери дверь замки замков замок",
    valve: "закрой закрыть открой открыть прикрой прикрыть приоткрой приоткрыть раскрой раскрыть",
    todo: "вычеркни добавить купить моего моем нужно отметь покупок списка списке список",
    weather: "погода",
    switch: "выключателей выключатели выключатель выключателя",
    common:
      "в во здесь комнате минут минуту минуты на опусти опустить останови поставь с секунд секунду секунды таймер у установи установить час часа часов этаже",
  },
  uk: {
    light: "кельвінів колір ламп світильник світла світло температуру яскравості яскравість",
    cover:
      "брам вор відкрий відчини вікн вікон гараж двер жалюзі закрий заслінк зачини опусти позицію підніми розкрий ролет ставень ставні тент штор",
    fan: "вентилятор вентиляцію",
    climate: "градуса градуси градусів жарко температура температуру тепло холодно",
    media_player: "відео відтворення гучність епізод музику наступна наступне наступний пауза пісня трек фільм",
    vacuum: "базу верни вертай додому поверни повертай почисти прибери пропилососи",
    lock: "брам ворота двер замки замок",
    valve: "відкрий відчини закрий зачини опусти позицію підніми розкрий",
    todo: "добав додай мого мій покупки покупок списку список",
    weather: "погода погодою",
    switch: "вимикач вмикач",
    common: "в з на у що",
  },
  tr: {
    light:
      "evdeki evin her inün lambalar lambalarinenki lambalarndünki lambalarntenki lambalaruninki lambalarıdenki lambalarıininki lambalarındaki lambalarındünki lambalarıntenki lambalarıntüki lambalarınünki lambalarıtınki lambalarıunünki lambalarıyanki lambalarıünenki lambalarıünıki lambalarıınanki lambaler lambaleridınki lambalerinanki lambalerindiki lambalerindüki lambalerintiki lambalerintinki lambalerintünki lambalerinünki lambalerinınki lambaleriyanki lambaleriyinki lambaleriınıki lambalerndenki lambalerndinki lambalerntunki lambalerunanki lambalerunünki lambalerınunki nte nten uniki unin yerde yün ınin ınun ışıklar ışıklarinanki ışıklarinünki ışıklarntunki ışıklarunanki ışıklarüninki ışıklarıdanki ışıklarıdunki ışıklarıinanki ışıklarıiniki ışıklarıininki ışıklarıinünki ışıklarıinınki ışıklarınanki ışıklarındenki ışıklarınteki ışıklarıntinki ışıklarıntınki ışıklarınünki ışıklarıtinki ışıklarıtınki ışıklarıunuki ışıklarıunınki ışıklarıüneki ışıklarıününki ışıklarıınanki ışıklarıınıki ışıkler ışıkleridanki ışıkleriinaki ışıkleriinenki ışıkleriinüki ışıkleriinıki ışıklerinanki ışıklerindiki ışıklerindinki ışıklerindıki ışıklerinenki ışıklerintuki ışıklerintunki ışıkleritünki ışıkleriunünki ışıkleriunınki ışıkleriüneki ışıkleriüninki ışıkleriıneki ışıkleriınenki ışıkleriınunki ışıklerunünki ışıklerünenki ışıklerünınki ışıklerınenki ışıklerınınki",
    cover:
      "garaj güneşlik indir jaluzi kapı kepeng kepenk lardenki lardin laren lari larnda larndinki larndü larni larnta larntunki lartan lartin laruninki larunki larunu larunınki laryan laryu laryın larünenki larıdanki larıdunki larıeki larıinanki larıiniki larına larından larındiki larındin larındunki larındüki larındıki larıninki larıntın larınüki larını larıte larıtıki larıtın larıu larııniki larııninki larıını lerdi lerdüki lerdün leren leriduki leriinan lerindan lerindenki leriniki lerinin lerintanki lerintınki leritunki leriu leriyunki leriıki leriın lerndünki lerndı lernen lerntenki lerntu lernı lerten leruki lerunan leruninki lerunıki leryeki leryiki leryu leryıki lerünaki lerüneki lerınin lerınüki lerını ndun nen ntan nte nti ntı ntın panjur pencere perde stor tıki uniki unin unü yin yükselt yün çek üna ünu ünü ına ınan ıne ınin ınun ınü",
    fan: "fanlar fanlarininki fanlarinunki fanlarntenki fanlarünınki fanlarındinki fanlarınenki fanlarıninki fanlarıntinki fanlarınunki fanlarıunaki fanlarıünanki fanlarıünuki fanlarıınüki fanler fanleridinki fanlerinduki fanlerindünki fanlerininki fanlerintaki fanlerintenki fanleriunenki fanleriünunki fanleriınenki fanleriınuki fanlerndenki fanlerunınki inün vantilatörlar vantilatörler ünın ınan",
    climate: "burası derece kadar kaç ndiki ndu ndun nedir nti ntı soğuk sıcak tıki una unü yin ısı ısısı ısıyı",
    lock: "kilidini kilit lardı laren lari larndaki larndi larni larntınki larte lartin lartu lartıki larunen larunki larunun larunüki laryaki larıda larıeki larıi larındı larıntenki larıntıki larıtanki larıtüki larıunu larıyinki larıyunki larıüniki larıünı larıının lera lerdinki lere leridaki leridüki leridınki leriiki lerina lerindenki lerindiki lerindun lerindı lerinti lerinuki lerinunki leriuna leriuni leriyeki leriyenki leriyunki leriyın leriüne leriünınki leriıki leriıniki leriınki lerndaki lerndün lerne lernta lerntunki lernün lerten lertınki lerunınki leryı lerünanki lerı ndiki ünin",
    valve:
      "indir larndın larneki larninki larnte larntun larnü larnınki larte lartünki laruki larunan larunü laryaki laryan laryuki laryün larünen larünki larünın larıanki larıdenki larıdiki larıin larındü larınenki larıntanki larınu larınıki larıtunki larıu larıyaki larıyün larııne larııninki lera lerdi lerdun lereki lerenki leriiki leriineki leriinki leriinü lerina lerindın lerinte lerintunki lerinun lerinüki lerinınki leriten leriun leriyenki leriüki leriın lernden lerndiki lerndün lernen lerntenki lerntü lerntı lernıki lernın lertiki lertı lerunan leryıki lerüki lerünen lerünin lerünün lerın ndu ntan una yükselt çek ünü ınü",
  },
};
