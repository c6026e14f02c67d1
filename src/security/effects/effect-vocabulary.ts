import type { Kind } from "./effect-kinds.ts";

/**
 * Words of names, the last thing that is asked: English, German, French, Spanish, Italian, Dutch, and the plainest of some others.
 * Left out are words that mean another thing in one of the languages (French "four", Dutch "slot", Swedish "port", German "Summer").
 */
export const OWN_WORDS: Readonly<Record<Exclude<Kind, keyof typeof KEY_WORDS>, string>> = {
  entry: `door, doors, front door, Tür, Haustür, Wohnungstür, Eingangstür, Kellertür, Hintertür, Terrassentür, Balkontür, Gartentür, Nebentür, Hoftür, Schiebetür,
    Türe, Türen, porte, puerta, puertas, porta, portone, deur, deuren, voordeur, achterdeur, schuifdeur,
    drzwi, dörr, dør, ovi, dveře, דלת, дверь`,
  gate: `gate, gates, garage door, garage gate, garage opener, garage door opener, garage roller, garage shutter, garage roller shutter, driveway gate, gate opener,
    barrier, bollard, roller door, Garagentür, Tor, Tore, Garagentor, Hoftor, Gartentor, Einfahrtstor, Zufahrtstor, Eingangstor, Rolltor, Schiebetor, Sektionaltor, Schwingtor,
    Flügeltor, Drehtor, Zauntor, Toröffner, Torantrieb, Garagentoröffner, Garagenrollladen, Garagenrolladen, Garagenrollo, Garagen Rollladen, Garagen Rolladen,
    Pforte, Schranke, Poller, portail, portillon, barrière, porte de garage, porte du garage, porte garage, volet de garage, volet garage, portón, cancela, barrera,
    puerta de garaje, puerta del garaje, puerta garaje, persiana de garaje, persiana garaje, cancello, cancelletto, basculante, serranda, barriera, porta del garage, porta garage,
    portão, poort, garagedeur, garagepoort, hek, slagboom, brama, szlaban, grind, garageport, portti, brána, vrata, שער, ворота, шлагбаум`,
  place: "garage, Garagen, garaje, garaż, autotalli, garáž, carport, מוסך, гараж",
  lock: `lock, locks, unlock, unlatch, latch, deadbolt, door lock, door opener, door open, open door, open the door, unlock door, strike, door strike, electric strike,
    buzzer, door buzzer, door release, intercom, maglock, mag lock, magnetic lock, magnet lock, solenoid bolt, solenoid lock, door bolt, dead bolt, gun safe, wall safe, Schloss, Schlösser, Türschloss, Türschlösser, Haustürschloss, Türöffner, Haustüröffner, Türsummer, Türriegel, entriegeln, entsperren,
    aufschließen, aufsperren, Riegel, Tresor, verriegeln, Verriegelung, Tür öffnen, serrure, verrou, verrouiller, déverrouiller, gâche, ouvre porte, interphone, ouvrir la porte,
    cerradura, cerrojo, desbloquear, abrepuertas, abrir puerta, portero automático, serratura, chiavistello, sbloccare, sblocca, apriporta, apri porta, citofono,
    deurslot, voordeurslot, deuropener, ontgrendelen, coffre fort, caja fuerte, cassaforte, kluis, fechadura, zamek, lås, zámek, מנעול, замок`,
  alarm: `alarm, alarms, alarm system, burglar alarm, intruder, security system, alarm panel, Alarmanlage, Einbruchalarm, Scharfschaltung, alarme, centrale d'alarme,
    alarma, sistema de seguridad, allarme, antifurto, alarmsysteem, inbraakalarm, אזעקה, сигнализация`,
  disarm: `disarm, entschärfen, Entschärfung, unscharf, unscharf schalten, unscharfschalten, désarmer, désarmement, désactiver l'alarme, desarmar, desactivar alarma, disarmare,
    disinserire, disattiva allarme, uitschakelen alarm, alarm uitschakelen, rozbrój, rozbrojenie`,
  siren: "siren, sirens, Sirene, sirène, sirena, strobe, sirenen, szyrena, siréna, סירנה, сирена",
  critical: `fridge, fridges, refrigerator, freezer, deep freeze, deep freezer, icebox, router, modem, server, servers, nas, network switch, access point, ups,
    home assistant, hue bridge, zigbee coordinator, zigbee hub, cpap, bipap, oxygen, oxygen concentrator, dialysis, medical, nebulizer, respirator, sleep apnea,
    insulin, hospital bed, infusion pump, feeding pump, aquarium, terrarium, vivarium, paludarium, fish tank, incubator, sump pump, sump, heating pump,
    circulation pump, well pump, heat pump, smoke detector, smoke alarm, baby monitor, pond pump, sewage, sewage pump, septic pump, gateway, repeater, wifi, wi fi, wlan, internet, starlink,
    synology, diskstation, qnap, fritz box, livebox, freebox, speedport, stairlift, stair lift, elevator, main switch, mains switch, main breaker, circuit breaker,
    Kühlschrank, Gefrierschrank, Gefriertruhe, Gefrierfach, Kühltruhe, Kühlbox, Tiefkühltruhe, Tiefkühler, Kühlgerät, Gefrierer, Gefrierkombination, Gefrier, Kühlkombination, Teichpumpe, Abwasserpumpe, Schmutzwasserpumpe, Treppenlift, Aufzug, Hauptschalter, Homeserver, Medienserver,
    Beatmung, Beatmungsgerät, Sauerstoff, Sauerstoffgerät, Dialyse, Dialysegerät, Schlafapnoe, Medizin, medizinisch, Pflegebett, Brutkasten, Inkubator,
    Tauchpumpe, Hebeanlage, Heizungspumpe, Umwälzpumpe, Zirkulationspumpe, Wärmepumpe, Rauchmelder, Netzwerk, Babyphone,
    frigo, monte escalier, ascenseur, interrupteur général, interruptor general, salvaescaleras, interruttore generale, montascale, traplift, hoofdschakelaar, réfrigérateur, congélateur, box internet, serveur, oxygène, dialyse, respirateur, médical, couveuse, pompe de relevage, pompe de chauffage,
    pompe à chaleur, frigorífico, nevera, refrigerador, congelador, servidor, enrutador, oxígeno, diálisis, respirador, acuario, incubadora, bomba de achique,
    bomba de calor, bomba de calefacción, frigorifero, congelatore, surgelatore, ossigeno, dialisi, respiratore, acquario, terrario, incubatrice,
    pompa di sollevamento, pompa di calore, koelkast, diepvries, diepvriezer, vriezer, vrieskast, zuurstof, dompelpomp, warmtepomp, geladeira, lodówka, zamrażarka,
    kylskåp, frys, kjøleskap, køleskab, jääkaappi, pakastin, lednice, mraznička, מקרר, מקפיא, נתב, холодильник, морозильник, роутер`,
  oven: `oven, ovens, stove, cooktop, cooker, hob, kettle, iron, steam iron, curling iron, toaster, grill, air fryer, airfryer, fryer, microwave, sauna, hair dryer, hot plate, hot tub, jacuzzi, whirlpool, space heater, fan heater, patio heater, immersion heater, pool heater, heat lamp, heating lamp, electric blanket, barbecue, bbq,
    Ofen, Backofen, Herd, Kochfeld, Wasserkocher, Bügeleisen, Glätteisen, Fritteuse, Mikrowelle, Föhn, Herdplatte, Dampfgarer, Heizlüfter, Heizstab, Heizdecke, Heizstrahler, Wärmestrahler, Infrarotstrahler, Wärmelampe, Pizzaofen, Gasherd, Elektrogrill, cuisinière, plaque de cuisson, bouilloire,
    fer à repasser, friteuse, four électrique, grille pain, micro ondes, horno, hervidor, plancha, tostadora, freidora, microondas, vitrocerámica,
    forno, fornello, bollitore, ferro da stiro, friggitrice, microonde, tostapane, fornuis, waterkoker, strijkijzer, kookplaat, frituurpan, magnetron, fogão, chaleira,
    piekarnik, czajnik, ugn, ovn, uuni, trouba, תנור, קומקום, духовка, чайник`,
  heater: `heater, heaters, heating, boiler, radiator, furnace, hot water, water heater, flow temperature, fireplace,
    underfloor heating, Heizung, Heizkörper, Durchlauferhitzer, Warmwasser, Vorlauf, Vorlauftemperatur, Kamin, Kaminofen,
    chauffage, radiateur, chauffe eau, chaudière, ballon d'eau chaude, calefacción, calefactor, calentador, caldera, radiador, termo,
    riscaldamento, caldaia, stufa, scaldabagno, termosifone, verwarming, kachel, aquecedor, grzejnik, ogrzewanie, värme, topení, דוד, דוד שמש, обогреватель`,
  lamp: `light, lights, lamp, lamps, lighting, bulb, bulbs, led, leds, spotlight, spotlights, floodlight, nightlight, night light, backlight, chandelier, lantern,
    Licht, Lichter, Lampe, Lampen, Leuchte, Leuchten, Beleuchtung, Strahler, Lichterkette, Nachtlicht, lumière, lumières, lampes, éclairage, plafonnier,
    luz, luces, lámpara, lámparas, bombilla, iluminación, luce, luci, lampada, lampade, faretto, faretti, illuminazione, verlichting, lampje,
    lâmpada, światło, lampa, ljus, lys, valo, světlo, אור, מנורה, свет, лампа`,
  fitting: `bell, doorbell, door bell, chime, sensor, contact, door sensor, door contact, outlet, socket, plug, charger, wallbox, fan, door mat, battery, wreath, garland, decoration, decorations, Kranz, Deko, Girlande, couronne, guirlande, ghirlanda,
    Klingel, Türklingel, Gong, Türkontakt, Kontakt, Steckdose, Ladegerät, Lüfter, sonnette, capteur, prise, chargeur, ventilateur, timbre, enchufe, cargador,
    ventilador, campanello, sensore, presa, ventola, deurbel, stopcontact, lader, dzwonek, פעמון`,
  blind: `blind, blinds, curtain, curtains, shade, shades, awning, shutter, shutters, drape, drapes, window, windows, skylight, Jalousie, Jalousien, Rollo, Rollos, Rolladen,
    Rollladen, Rollläden, Markise, Markisen, Vorhang, Vorhänge, Gardine, Gardinen, Raffstore, Plissee, Fenster, Dachfenster, store, stores, volet, volets, rideau,
    rideaux, fenêtre, persiana, persianas, cortina, cortinas, estor, estores, toldo, ventana, tapparella, tapparelle, tenda, tende, veneziana, finestra, gordijn,
    gordijnen, rolluik, rolluiken, zonwering, jaloezie, jaloezieën, rolgordijn, raam, velux, persienne, persiennes, rolety, roleta, żaluzje, rullgardin, žaluzie,
    תריס, וילון, שטора, штора, жалюзи`,
  harmless: `child lock, childlock, kids lock, key lock, keypad lock, button lock, panel lock, control lock, lock screen, screen lock, lock buttons, auto lock screen,
    Kindersicherung, Tastensperre, Bildschirmsperre, sécurité enfant, verrouillage enfant, verrouillage enfants, bloqueo infantil, bloqueo para niños, blocco bambini,
    sicurezza bambini, kinderslot, alarm clock, wake up alarm, wake alarm, Wecker, alarm volume, alarm tone, iron man, server room light, next door, cat door, caps lock,
    radio alarm, alarm radio, party strobe, disco strobe, heater fan, internet radio, internetradio, radio internet,
    wifi plug, wi fi plug, wifi smart plug, wi fi smart plug, plug wifi, plug wi fi, wifi socket, wi fi socket, wifi outlet, wi fi outlet, wifi bulb, wi fi bulb,
    wifi light, wi fi light, wifi switch, wi fi switch, wlan steckdose, prise wifi, prise wi fi, enchufe wifi, presa wifi, toren`,
};

/** What integrations call things by their own keys, which are English in every home. */
export const KEY_WORDS: Readonly<Record<"watch" | "valve" | "irrigation" | "restart" | "reset", string>> = {
  watch: "recording, record, motion detection, motion detect, person detection, privacy mode, privacy mask, surveillance",
  valve: "water valve, gas valve, main valve, water main, gas main, shutoff, shutoff valve",
  irrigation: "irrigation, sprinkler, sprinklers, watering, drip",
  restart: "restart, reboot, power cycle",
  reset: "factory reset, shutdown, shut down",
};

/** Words that also count at an end of a longer one, as German and Dutch write: `Garagentorantrieb`, `Küchenlicht`. */
const COMPOUNDS: Readonly<Record<"start" | "end", ReadonlySet<string>>> = {
  start:
    listOf(`Gefrier, Tiefkühl, Kühlgefrier, Kühlkombi, Garagentor, Garagen, Haustür, Wohnungstür, Hoftor, Gartentor, Türöffner, Toröffner, Türschloss, garagedeur, garagepoort, voordeur, Alarm, Sirene,
    Kühlschrank, Gefrierschrank, Gefriertruhe, Tiefkühler, Gefrierer, koelkast, diepvries, Aquarium, Terrarium, Router, Server, Beatmung, Sauerstoff, Dialyse,
    Netzwerk, Heizung, Boiler, Sauna, Backofen, Wasserkocher, Licht, Lampen, Warmwasser, verwarming`),
  end: listOf(`Garagentor, Tür, deur, poort, Riegel, Gefrierkombination, Heizstrahler, Wärmestrahler, Ofen, Herd, Grill, Heizkörper, Kranz, Eingangstor, Flügeltor, Hoftor, Gartentor, Rolltor, Schiebetor,
    Sektionaltor, Zufahrtstor, Einfahrtstor, Schloss, Schlösser, Türöffner, Toröffner, deuropener, deurslot, Alarm, Alarmanlage, Sirene, Kühlschrank, Gefrierschrank,
    Gefriertruhe, Kühltruhe, koelkast, diepvries, vriezer, Aquarium, Terrarium, Router, Backofen, Wasserkocher, Boiler, Heizung, verwarming, 
    Tauchpumpe, Wärmepumpe, Licht, Lampe, Lampen, Leuchte, Beleuchtung, verlichting, Steckdose, Klingel, Sensor, Kontakt, Rolladen, Rollladen, Jalousie, Vorhang,
    Markise, Fenster, Rollo, gordijn, rolluik, Strahler, Lichterkette`),
};

function listOf(words: string): ReadonlySet<string> {
  return new Set(words.split(",").map((word) => word.trim()));
}

/** True for a word of ours that may stand at that end of a compound. */
export function isCompound(word: string, side: "start" | "end"): boolean {
  return COMPOUNDS[side].has(word);
}
