/** What a kind of private thing is called towards the model. */
const NAMES: Readonly<Record<string, string>> = {
  phone: "a phone number",
  email: "an e-mail address",
  ip_or_mac: "a network address",
  mac: "a network address",
  host: "a computer of this home",
  network: "a name of this home's network",
  private_url: "an address within this home",
  secret: "a key or password",
  card: "a card number",
  iban: "an account number",
  national_id: "a number of an identity document",
  address: "an address",
  coordinates: "the place of a home",
  town: "the town of this home",
  person: "somebody of this home",
  pet: "a pet of this home",
  place: "a place of this home",
  room: "a room of this home",
  device: "a device of this home",
  entity: "an entity id",
  date: "a date of somebody's life",
  profile: "something private about a person",
  own: "a word that the owner keeps private",
  routine: "what somebody of this home does when",
  encoded: "something private in an encoded form",
};

/** What the model may do after a search was blocked (the seed's "search recovery protocol"). */
export function recoveryHint(kinds: readonly string[]): string {
  const found = [...new Set(kinds.map((kind) => NAMES[kind.replace(/^(?:home|public)_/, "")] ?? "something private"))].join(" and ");
  return (
    `The search was not made: it has ${found} in it. Do not send it again in another spelling. Ask with generic words in place of names, ` +
    `rooms and ids, like "smart light not responding". If it cannot be asked so, answer from what you know, or say that this cannot be searched for.`
  );
}
