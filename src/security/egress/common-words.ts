/**
 * Words that say nothing about one home alone: rooms, things and qualities, and names that are words too. In small letters without accents,
 * by language; a value made only of these never counts.
 */
const WORDS: readonly string[] = [
  // rooms and places of a house
  "home house flat apartment room rooms kitchen kitchenette bedroom bathroom toilet restroom washroom living dining family guest guests kids kid children child nursery office study den " +
    "hall hallway corridor entry entrance entryway stairs staircase stairway stairwell upstairs downstairs landing attic loft basement cellar garage carport driveway garden yard backyard " +
    "front back rear side left right middle center inside outside indoor outdoor patio terrace balcony porch deck veranda pool sauna gym laundry utility pantry closet wardrobe " +
    "cloakroom storage shed barn workshop library cinema theater theatre media game games play music bar lounge conservatory sunroom foyer lobby master main second third first floor ground " +
    "upper lower north south east west roof gate fence door doors window windows wall ceiling desk table chair sofa couch bed bath shower sink stove oven fireplace corner area zone mancave snug rumpus " +
    "mudroom greenhouse summerhouse rooftop courtyard alley street school work office gymnasium parents grandparents grandma grandpa nanny baby boy girl mum mom dad daddy mommy",
  // things, what they measure and do
  "light lights lamp lamps bulb bulbs led strip spot spots spotlight chandelier sconce switch switches plug plugs socket outlet relay dimmer button buttons remote sensor sensors motion presence " +
    "occupancy contact leak smoke gas carbon monoxide dioxide co2 temperature humidity pressure illuminance lux battery power energy current voltage consumption production solar panel panels " +
    "inverter meter water electricity heat heater heating cooler cooling thermostat climate radiator valve pump boiler fan fans purifier humidifier dehumidifier conditioner conditioning " +
    "aircon air quality camera cameras doorbell bell lock locks deadbolt keypad alarm siren security tv television projector screen display soundbar speaker speakers sound audio receiver player " +
    "radio phone tablet laptop computer pc server printer router modem mesh access point bridge hub gateway dongle stick coordinator network wifi wlan lan internet broadband vacuum cleaner robot mower " +
    "washer washing machine dryer dishwasher fridge freezer refrigerator microwave kettle toaster coffee maker machine espresso blender grill car charger charging vehicle bike scale watch clock timer " +
    "blind blinds curtain curtains shutter shutters shade shades awning cover covers opener sprinkler irrigation lawn plant plants weather station forecast rain wind sun moon sunrise sunset " +
    "automation script scene scenes mode modes status state level levels update version firmware backup restart device devices entity tracker signal strength uptime last next total daily weekly monthly " +
    "yearly today tomorrow yesterday morning afternoon evening night day week month year time date all every any none new old big small large little long short high low hot cold warm cool bright dark " +
    "red green blue white black yellow orange purple pink brown grey gray silver gold on off open closed auto manual eco boost away vacation holiday guest sleep wake good movie dinner breakfast lunch " +
    "party reading relax focus welcome goodbye smart generic virtual test default group the and of for in at by my our your with number one two three four five six seven eight nine ten",
  // names that are words, and words of every day
  "rose hope grace joy faith charity may june april august will mark art jack bill frank rich drew grant chase pat sue ray dawn eve iris lily daisy violet ivy jasmine heather holly olive " +
    "ruby pearl amber crystal gem summer autumn winter spring sky star river brook dean miles guy gene rob nick victor chance hunter taylor mason cooper baker smith carter king prince duke earl lucky " +
    "max buddy shadow ginger pepper cookie coco sugar honey princess tiger bear wolf fox angel melody harmony justice destiny trinity paris london sydney berlin florence sienna savannah georgia " +
    "virginia carolina dakota jordan israel china india chelsea brooklyn austin dallas houston denver phoenix jersey hans viola penny dolly candy robin martin storm rocky sunny " +
    "about after again also always another answer anything are around ask away back because been before being best better between both bring brown build business but buy call can care case cause " +
    "change check choose city class clean clear close come common company cost could country cut data did does done down draw drive each early easy eat end enough even ever example eye face fact fall far " +
    "fast feel few field fight file fill film find fine fire fish fix fly follow food foot form free friend from full fun future general get give glass go great grow had half hand happen happy hard has have " +
    "head health hear help here her him his hold hour how idea if important information interest island issue job just keep kind know land language large late learn leave let life like line list live look " +
    "lose lot love make man many market matter mean meet might mind minute miss money more most move much must name near need never news nice no normal nothing now often only or order other out over own page " +
    "paper part pay people place plan play please possible price private problem product program project public put question quick read ready real reason right road rule run same save say season see sell " +
    "send service set several shop should show sign simple since single site size slow some song sound special speed stand start stay step still stop store story such support sure system take talk tell than " +
    "that their them then there these they thing think this those through to together too top town travel tree true try turn type under until use user very visit wait walk want was way well were what when where " +
    "which while who why wish without woman word world would write wrong yes yet you young peanuts nuts milk vegan vegetarian coffee tea beer wine pizza pasta chess football tennis yoga jazz rock classical " +
    "english german french spanish dutch hebrew celsius fahrenheit metric imperial allergy diabetes asthma headache insulin pregnant doctor dentist hospital therapy medication bank mortgage salary",
  // what clubs, films, coins, feasts and products are named with, and sensors, scripts and switches after them
  "january february march september october november december monday tuesday wednesday thursday friday saturday sunday januar februar marz mai juni juli oktober dezember montag dienstag mittwoch donnerstag freitag samstag sonntag " +
    "christmas xmas tree trees weihnachten weihnachtsbaum tannenbaum advent easter ostern halloween birthday new year silvester noel navidad kerst kerstboom santa snow ice frost frostwarnung unwetter unwetterwarnung warnung warning warnings alert alerts storm flood hail pollen uv index tide moonlight aurora " +
    "bitcoin btc ethereum eth crypto dogecoin stock stocks dax nasdaq dow price prices rate rates currency euro dollar fuel petrol diesel gas tankstelle benzin benzinpreis strompreis nordpool tibber awattar " +
    "borussia dortmund bvb bayern munchen munich fc sc sv vfb vfl schalke werder hsv hertha leverkusen leipzig real madrid barcelona juventus inter milan ajax psv feyenoord arsenal chelsea liverpool manchester united city tottenham team league liga bundesliga champions cup match score scores ergebnis nba nfl nhl mlb formula f1 lakers celtics yankees " +
    "star wars trek harry potter lord rings marvel batman superman spiderman disney pixar frozen minecraft fortnite pokemon mario zelda lego barbie netflix youtube prime video twitch tiktok instagram facebook whatsapp telegram discord zoom teams skype " +
    "aquarium terrarium tank fish pool heater filter skimmer pond fountain christmas lamp lava disco ball neon fairy string lantern candle projector piano guitar gaming desk standing sewing treadmill peloton bicycle ebike scooter trailer caravan boat camper motorcycle " +
    "fitbit charge charged versa sense inspire polar suunto amazfit band watch ultra pro max plus mini lite air note tab edge book studio motorola nothing realme oppo honor poco redmi nexus kobo steam deck quest meta vive switch joycon gopro dji drone " +
    "sodastream thermomix vorwerk kenwood krups delonghi jura nespresso senseo tefal ninja instant pot weber traeger karcher stihl makita dewalt ryobi worx einhell metabo festool hilti segway ninebot brompton " +
    "kidney diet royal canin severe goes montessori waldorf steiner academy school college university camp club practice lessons trash recycling waste bin bins garbage mull restmull biomull papiermull gelber sack abfall " +
    "bus train tram subway flight airport departure arrival traffic commute parking internet speedtest ping download upload latency cpu ram memory disk usage load uptime docker container addon addons",
  // makers, standards and systems that things are named after
  "philips hue signify ikea tradfri shelly aqara xiaomi mi yeelight sonoff ewelink tuya tasmota esphome esp zigbee zwave thread matter homekit bluetooth wireless sonos bose denon yamaha marantz samsung lg sony " +
    "panasonic tcl hisense apple homepod iphone ipad macbook airpods appletv google nest chromecast pixel amazon echo alexa fire kindle ring arlo eufy reolink hikvision dahua unifi ubiquiti tplink tp kasa tapo " +
    "netgear asus fritz fritzbox avm synology qnap nas homeassistant hacs assistant supervisor adguard pihole plex jellyfin emby kodi spotify roku nvidia xbox playstation nintendo roborock roomba irobot ecovacs deebot dreame dyson " +
    "miele bosch siemens aeg whirlpool neff electrolux tado netatmo honeywell ecobee vaillant viessmann buderus daikin mitsubishi fujitsu toshiba gree midea tesla bmw audi volkswagen vw mercedes renault kia hyundai volvo toyota " +
    "ford polestar wallbox goe easee fronius solaredge sma enphase huawei growatt victron somfy velux nuki yale schlage august danfoss eve wled govee nanoleaf lifx osram ledvance innr lutron caseta hunter rachio gardena husqvarna " +
    "worx nokia withings fitbit garmin oneplus galaxy android windows linux mac hp canon epson brother dell lenovo logitech harmony broadlink switchbot meross wyze blink zigbee2mqtt mqtt deconz conbee skyconnect raspberry pi",
  // German
  "haus wohnung zimmer kuche schlafzimmer wohnzimmer esszimmer kinderzimmer arbeitszimmer badezimmer bad gaste wc flur diele treppe treppenhaus dachboden keller garten terrasse balkon garage buro " +
    "licht lampe lampen leuchte steckdose schalter taster sensor bewegung bewegungsmelder temperatur feuchtigkeit luftfeuchtigkeit heizung thermostat fenster tur turen haustur rollladen rollo rollos jalousie " +
    "vorhang markise kamera klingel schloss fernseher lautsprecher staubsauger saugroboter waschmaschine trockner spulmaschine geschirrspuler kuhlschrank ofen herd backofen drucker rechner strom wasser " +
    "batterie akku leistung energie oben unten links rechts vorne hinten aussen innen gross klein alt neu der die das und im am an auf von fur eltern kinder kind mutter vater oma opa heim zuhause " +
    "spielzimmer abstellraum hauswirtschaftsraum decke wand tisch bett stehlampe deckenlampe nachttisch nachtlicht guten morgen abend nacht schlafen alles aus an",
  // French
  "maison appartement chambre chambres cuisine salon sejour salle bain bains toilettes couloir entree escalier grenier cave jardin terrasse balcon bureau lumiere lampe lampes ampoule prise interrupteur " +
    "capteur mouvement temperature humidite chauffage radiateur fenetre porte volet volets rideau store camera sonnette serrure television tele enceinte aspirateur lave linge vaisselle seche refrigerateur " +
    "frigo four imprimante courant eau batterie haut bas gauche droite avant arriere exterieur interieur grand grande petit petite le la les de du des et enfants enfant parents amis bonne nuit matin soir",
  // Spanish
  "casa piso habitacion cuarto dormitorio cocina salon comedor bano aseo pasillo entrada escalera atico sotano jardin terraza balcon despacho oficina luz luces lampara lamparas bombilla enchufe interruptor " +
    "sensor movimiento temperatura humedad calefaccion radiador ventana puerta persiana persianas cortina toldo camara timbre cerradura television altavoz aspiradora lavadora secadora lavavajillas nevera " +
    "frigorifico horno impresora corriente agua bateria arriba abajo izquierda derecha delantera trasera exterior interior grande pequeno el los las del y ninos padres invitados buenas noches dias",
  // Dutch
  "huis woning kamer slaapkamer woonkamer eetkamer kinderkamer werkkamer badkamer keuken gang hal trap overloop zolder kelder tuin terras balkon garage kantoor licht lamp lampen stopcontact schakelaar " +
    "sensor beweging temperatuur vochtigheid verwarming thermostaat raam deur deuren voordeur achterdeur rolluik rolluiken gordijn gordijnen zonwering camera deurbel slot televisie luidspreker stofzuiger " +
    "wasmachine droger vaatwasser koelkast vriezer oven printer stroom water batterij boven beneden links rechts voor achter buiten binnen groot klein de het een en van op in ouders kinderen gasten logeerkamer goedenacht",
  // Hebrew
  "בית דירה חדר חדרים מטבח סלון שינה אמבטיה שירותים מסדרון כניסה מדרגות מרתף גינה מרפסת חניה משרד ילדים הורים אורחים אור אורות תאורה מנורה נורה שקע מתג חיישן תנועה טמפרטורה לחות דוד מזגן חימום חלון דלת " +
    "תריס תריסים וילון מצלמה פעמון מנעול טלוויזיה רמקול שואב מכונת כביסה מייבש מדיח מקרר תנור מדפסת חשמל מים סוללה למעלה למטה ימין שמאל קדמי אחורי גדול קטן של את על עם לילה טוב בוקר אלי אני אנה עדן לי גל ים טל " +
    "אביב סתיו אור שיר רון",
];

const COMMON: ReadonlySet<string> = new Set(WORDS.join(" ").split(" "));

/** True for a word, in small letters and without accents, that many homes and questions have. Numbers are such. */
export function isCommonWord(word: string): boolean {
  return COMMON.has(word) || /^\d+$/.test(word) || (word.length > 3 && word.endsWith("s") && COMMON.has(word.slice(0, -1)));
}
