import { egressWords } from "../../languages/egress-words.ts";
import { toPattern } from "../../text/pattern.ts";
import { ADDRESS_FINDERS, findEntityIds, findUrls, hostOf, isHomeHost, SECRET_FINDERS, withoutUrls } from "../redaction/redaction.ts";
import { type PrivateSpan, spansOf } from "./spans.ts";

const cues = egressWords.network;

/** From the sign of mail on; what stands before it is looked at then. "(at)" and "(dot)" are taken for the signs. */
const MAIL_HOST = /(?: ?@ ?| ?[([{] ?(?:at|@) ?[)\]}] ?)[a-z\d-]{1,63}(?:(?:\.| ?[([{] ?(?:dot|\.) ?[)\]}] ?| dot )[a-z\d-]{1,63}){1,4}/gi;
const MAIL_LOCAL = /[\p{L}\p{N}_.+%'-]{1,64}$/u;
const SPOKEN_LOCAL = /(?<![\w.+-])[\w.+-]{2,64}$/;
/** A mail's name has at most 64 characters (RFC 5321, 4.5.3.1.1). */
const MAIL_NAME = 65;
/** Names of computers at home, bare: what ends in a private domain is found by the finders of addresses. */
const HOST_NAME =
  /(?<![\w.-])[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.(?:home|lan|local|localdomain|intranet|fritz\.box|duckdns\.org|no-ip\.org|ddns\.net|synology\.me|myfritz\.net|dyndns\.org)(?![\w-])/gi;
const HOST_END = /\.(?:home|lan|local|intranet|fritz|duckdns|no-ip|ddns|synology|myfritz|dyndns)/i;
const MAC_DOTS = /(?<![\w.])[\da-f]{4}\.[\da-f]{4}\.[\da-f]{4}(?![\w.])/gi;
const BARE_MAC = /(?<![\w-])[\da-f]{12}(?![\w-])/gi;
/** Bytes with blanks or other signs between; words of six letters in pairs are no text of people. */
const SPACED_MAC = /(?<![\w])(?=[\da-f _.]{0,16}[a-f])[\da-f]{2}(?:([ _.])[\da-f]{2})(?:\1[\da-f]{2}){4}(?:(?:\1[\da-f]{2}){2})?(?!\w)/gi;
/** Addresses of networks at home (RFC 1918) with other signs for their dots. */
const GAP = ` ?(?:${cues.dot}) ?|[ ,_-]{1,2}`;
const SPACED_IP = toPattern(
  `(?<![\\w.])(?:192(?<gap>${GAP})168|172(?<gap2>${GAP})(?:1[6-9]|2\\d|3[01])|10(?<gap3>${GAP})0)(?:\\k<gap>\\k<gap2>\\k<gap3>\\d{1,3}){2}(?![\\w]|\\.\\d)`,
  "gi",
);
const SPOKEN_IP = toPattern(`(?<![\\w.])\\d(?: ?\\d){0,2}(?: (?:${cues.dot}) \\d(?: ?\\d){0,2}){3}(?!\\w)`, "gi");
const MAC_WORD = /(?<![a-z])(?:mac|bssid|bluetooth|zigbee|ieee)(?![a-z])[^.;\n]{0,24}$/i;
/** Who answers there is known to all the world. */
const PUBLIC_ADDRESS =
  /^(?:8\.8\.8\.8|8\.8\.4\.4|1\.1\.1\.1|1\.0\.0\.1|9\.9\.9\.9|0\.0\.0\.0|255\.255\.255\.\d{1,3}|127\.0\.0\.1|::1)(?::\d+)?$/;
/** Any other computer of the internet. */
const PUBLIC_IP =
  /^(?!10\.|127\.|0\.|169\.254\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?$/;
/** What makers and Home Assistant call a thing unless somebody calls it otherwise, and gateways as they come out of the box: alone they tell of no home. */
const OUT_OF_THE_BOX =
  /^(?:(?:fritz|speedport|easy)\.box|(?:homeassistant|hassio|homebridge)\.local(?::(?:8123|8581))?|(?:raspberrypi|octopi|openwrt|pi|retropie|umbrel|wled)\.local|openwrt\.lan|192\.168\.(?:0|1|2|178)\.1|192\.168\.1\.254|10\.0\.0\.1)$/i;
const KNOWN_TO_ALL = /^(?:sun\.sun|zone\.home|weather\.home|weather\.forecast_home|conversation\.home_assistant)$/i;

/** Whether a name or address is one that a maker gave to every box of its kind. */
export function isOutOfTheBox(name: string): boolean {
  return OUT_OF_THE_BOX.test(name) || OUT_OF_THE_BOX.test(`${name}.local`);
}

/** E-mail, addresses of computers and devices, hosts of the home, keys, and ids of entities. */
export function findNetwork(text: string): readonly PrivateSpan[] {
  const urls = findUrls(text).flatMap(({ from, to, url }) => (isPrivateUrl(url) ? [{ from, to, kind: "private_url" }] : []));
  const plain = withoutUrls(text);
  const mails = [...mailsOf(text, MAIL_HOST, MAIL_LOCAL), ...mailsOf(text, cues.spokenMail, SPOKEN_LOCAL)];
  const addresses = ADDRESS_FINDERS.flatMap((find) => find(plain)).flatMap(({ from, to }): readonly PrivateSpan[] => {
    const found = plain.slice(from, to);
    const said = cues.version.test(plain.slice(Math.max(0, from - 48), from)) || cues.versionBehind.test(plain.slice(to, to + 16));
    const isVersion = said && /^\d+(?:\.\d+){3}$/.test(found);
    return isVersion || PUBLIC_ADDRESS.test(found) || OUT_OF_THE_BOX.test(found)
      ? []
      : [{ from, to, kind: PUBLIC_IP.test(found) ? "public_ip_or_mac" : /^[\d.:/]+$|:/.test(found) ? "ip_or_mac" : "host" }];
  });
  const macs = [
    ...[MAC_DOTS, SPACED_MAC].flatMap((pattern) => spansOf(plain, pattern, "mac")),
    ...spansOf(plain, BARE_MAC, "mac", ({ index }) => MAC_WORD.test(plain.slice(Math.max(0, index - 40), index))),
  ];
  const spaced = /\d/.test(plain) ? [SPACED_IP, SPOKEN_IP].flatMap((pattern) => spansOf(plain, pattern, "ip_or_mac")) : [];
  const named = spansOf(HOST_END.test(plain) ? plain : "", HOST_NAME, "host", ({ 0: name, index }) => {
    return !OUT_OF_THE_BOX.test(name) || /^(?::\d|\/)/.test(plain.slice(index + name.length).replace(/^:(?:8123|8581)(?![\d/])/, ""));
  });
  const hosts = [...named, ...spansOf(plain, cues.ssid, "network")];
  const secrets = SECRET_FINDERS.flatMap((find) => find(text)).map(({ from, to }) => ({ from, to, kind: "secret" }));
  return [...urls, ...mails, ...addresses, ...macs, ...spaced, ...hosts, ...secrets, ...entityIds(plain)];
}

function mailsOf(text: string, host: RegExp, local: RegExp): readonly PrivateSpan[] {
  return spansOf(text, host, "email", ([found]) => /[a-z]{2}$/i.test(found)).flatMap((span) => {
    const name = local.exec(text.slice(Math.max(0, span.from - MAIL_NAME), span.from))?.[0];
    return name === undefined ? [] : [{ ...span, from: span.from - name.length }];
  });
}

function entityIds(text: string): readonly PrivateSpan[] {
  return findEntityIds(() => undefined)(text).flatMap(({ from, to }): readonly PrivateSpan[] => {
    const id = text.slice(from, to).replaceAll(/^["'“„«]|["'”“»]$/g, "");
    return KNOWN_TO_ALL.test(id) ? [] : [{ from, to, kind: "entity", generic: genericOfEntity(id) }];
  });
}

/** A host of the home, or credentials: what a link of the public has none of. */
function isPrivateUrl(url: string): boolean {
  const host = hostOf(url);
  return /:\/\/[^/?#@]*@/.test(url) || isHomeHost(host) || toPattern(HOST_NAME.source, "i").test(host);
}

/** What an entity may be called outside, by its domain, or what it measures: "smart light", "temperature sensor". */
export function genericOfEntity(entityId: string, deviceClass = ""): string {
  const domain = entityId.split(".", 1)[0] ?? "";
  const name = /^(?:binary_)?sensor$/.test(domain) ? `${deviceClass} sensor` : `smart ${domain}`;
  return name.replaceAll("_", " ").trim();
}
