import { toPattern } from "../../text/pattern.ts";
import { choices } from "../facts/people-words.ts";

/** What may be the subject of a sentence and is nobody: things of a house, parts of a body, times, meals, work, in six languages. */
const THINGS = toPattern(
  `^(?:${choices(
    "alarms? clocks? thermostats? heating heater radiators? boiler ac fan lights? lighting lamps? blinds? shutters? curtains? bed bath tub shower kitchen office study garage garden house home flat " +
      "apartment place hall hallway corridor basement attic floor cars? bike tv television screen speakers? radio phone tablet laptop computer machine oven fridge windows? doors? room rooms " +
      "body skin stomach hair eyes? foot feet hands? head back knees? heart blood throat nose teeth lungs? legs? ears? weight height size age name surname birthday address job work profession " +
      "day days mornings? evenings? nights? weeks? weekends? weekdays? month year summer winter spring autumn routine schedule shifts? commute school meetings? sleep life breakfast lunch dinner supper meals? snacks? " +
      "food drinks? diet taste choice wish preference idea rule limit goal target setting temperature temp number colou?r team band song films? movies? books? shows? series games? sports? hobby hobbies " +
      "language allergy allergies medications? medicines? pills? tablets? dose prescription condition disease illness diagnosis asthma migraine diabetes health tongue inhaler insulin vaccine injections? drops cream glasses train bus flight class course training workout company bank music thing one's answer " +
      "wecker heizung licht lampen? rollos? rollläden jalousien? bett haus wohnung küche bad büro auto rad fernseher handy telefon körper haut magen bauch haare? augen füße hände kopf rücken knie " +
      "herz blut hals nase zähne gewicht größe alter geburtstag adresse arbeit beruf tag tage morgen abend nacht woche wochenende alltag schicht schule schlaf frühstück mittagessen abendessen essen " +
      "wunsch regel zahl farbe mannschaft lied lieder film buch serie spiel sprache allergien? medikamente? tabletten dosis krankheit diagnose migräne musik sommer winter " +
      "réveil chauffage radiateur lumières? lampe volets lit chambre maison appartement cuisine bureau salon salle jardin voiture vélo télé téléphone corps peau estomac ventre cheveux yeux pieds mains tête dos " +
      "genou cœur sang poids taille âge nom surnom anniversaire adresse travail métier jour journée matin soir nuit semaine week-end école sommeil petit-déjeuner déjeuner dîner repas boisson plat régime souhait " +
      "idée règle température couleur équipe chanson livre série jeu loisir langue médicaments? maladie musique " +
      "despertador termostato calefacción luz luces lámpara persianas cama habitación dormitorio casa piso cocina oficina salón baño jardín coche bici móvil cuerpo piel estómago pelo ojos pies manos cabeza espalda " +
      "corazón sangre peso talla altura edad nombre apodo cumpleaños dirección trabajo día mañana tarde noche semana rutina escuela sueño desayuno almuerzo comida cena bebida plato dieta deseo regla temperatura " +
      "equipo canción película libro juego deporte afición idioma alergias? medicamentos? medicación dosis enfermedad música " +
      "wekker thermostaat verwarming lamp gordijnen huis keuken kantoor tuin fiets telefoon lichaam huid maag ogen voeten handen hoofd rug hart bloed gewicht lengte leeftijd naam bijnaam verjaardag adres werk dag " +
      "ochtend avond nacht slaap ontbijt avondeten eten drankje dieet wens idee regel temperatuur kleur lied boek spel taal allergieën medicijn medicijnen ziekte muziek",
  )})$|(?:room|zimmer|raum|kamer|temperatur|temperature|zeit|farbe|essen|getränk|größe|name|time)$|^(?:lieblings|lievelings|wunsch|wake|bed)`,
  "iu",
);
/** What somebody calls theirs of many: "my favourite tea is green". */
const FAVOURITE =
  /^(?:favou?rites?|ideal|perfect|usual|preferred|normal|desired|general|bevorzugte\p{L}*|ideale\p{L}*|übliche\p{L}*|préférée?s?|idéale?|favorit[oa]s?|preferid[oa]s?|favoriete|ideale|אהוב\p{L}?)$/iu;

/** True if a word is of a thing, and not of a person. */
export function isThing(word: string): boolean {
  return THINGS.test(word) || FAVOURITE.test(word);
}
