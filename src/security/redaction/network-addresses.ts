import { isIPv6 } from "node:net";
import { toPattern } from "../../text/pattern.ts";
import { type Finder, finder } from "../../text/text-edits.ts";

const ADDRESS = "[address]";
const DEVICE_ADDRESS = "[device address]";

const BYTE = "(?:25[0-5]|2[0-4]\\d|[01]?\\d?\\d)";
/** Also as people write what is not to become a link. */
const DOT = "(?:\\.|\\[\\.\\]|\\(\\.\\)| \\. )";
/** Four bytes with dots, with port or prefix length; not `v1.2.3.4` or `version 1.2.3.4`. */
const IPV4 = toPattern(`(?<![\\w.-]|version )${BYTE}(?:${DOT}${BYTE}){3}(?!\\w|\\.\\d|-\\d)(?::\\d{1,5})?(?:/\\d{1,2}(?!\\d))?`, "gi");
/** What could be an IPv6 address: `isIPv6` decides, so that 10:20:30 stays a time. With brackets a port may follow. */
const IPV6 = /(?<![\w:.])([\da-f:]{3,39})(?:%\w{1,15})?(?:\/\d{1,3})?(?![\w:])/gi;
const IPV6_IN_BRACKETS = /\[([\da-f:]{3,39})(?:%\w{1,15})?\](?::\d{1,5})?/gi;
/** Six bytes (Ethernet, Bluetooth) or eight (Zigbee, Thread), or eight as one number. */
const DEVICE = /(?<![\w:-])(?:[\da-f]{2}(?:([:-])[\da-f]{2})(?:\1[\da-f]{2}){4}(?:(?:\1[\da-f]{2}){2})?|0x[\da-f]{16})(?![\w:-])/gi;
/** The same by fours, or as one number; without a letter it is another number. */
const BARE_DEVICE = /(?<![\w:.-])(?=[\d.]{0,15}[a-f])(?:(?:[\da-f]{4}\.){2}[\da-f]{4}|[\da-f]{16}|[\da-f]{12})(?![\w:-]|\.\w)/gi;
/** Names that resolve at home only, written without a scheme. */
const HOME_NAME =
  /(?<![\w@.-])(?:localhost(?=:\d)|[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){0,3}\.(?:local|internal|lan|localdomain|home\.arpa|ui\.nabu\.casa|ts\.net)(?![\w-]|\.\w)|(?:[a-z\d-]{1,63}\.){0,3}(?:fritz\.box|speedport\.ip)(?!\w))(?::\d{1,5})?(?:\/[^\s<>"'`)\]]*)?/gi;

const HOME_DOMAIN =
  /(?:^|\.)(?:localhost|local|internal|lan|home|localdomain|intranet|home\.arpa|fritz\.box|speedport\.ip|ui\.nabu\.casa|ts\.net)$/i;
/** Files that people keep, whose names end like a name of the network: `.env.local`. */
const LOCAL_FILE = /^(?:config|settings|env|options|secrets|gitconfig)\.local$/i;

const ifAddress = (match: RegExpExecArray) => (isAddress(match[1] ?? "") ? ADDRESS : undefined);

/** Find IP addresses, addresses of devices and names of the home's network in a text without URLs; one after the other. */
export const ADDRESS_FINDERS: readonly Finder[] = [
  finder(DEVICE, () => DEVICE_ADDRESS),
  finder(IPV4, () => ADDRESS),
  finder(IPV6_IN_BRACKETS, ifAddress),
  finder(IPV6, ifAddress),
  finder(HOME_NAME, ([found]) => (LOCAL_FILE.test(found) ? undefined : ADDRESS)),
];

/** For an answer, in which also what may be something else is better left out. */
export const ANSWER_ADDRESS_FINDERS: readonly Finder[] = [finder(BARE_DEVICE, () => DEVICE_ADDRESS), ...ADDRESS_FINDERS];

/** A valid IPv6 address that is no `a::b` of a programming language: the loopback, or one with a long or a third group. */
function isAddress(text: string): boolean {
  return isIPv6(text) && (text === "::1" || /[\da-f]{3}|[\da-f]+:+[\da-f]+:+[\da-f]/i.test(text));
}

/** True for hosts that are an IP address, a name without a dot or a name of the home's own network. */
export function isHomeHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, "");
  return host.startsWith("[") || !host.includes(".") || /^[\d.]+$/.test(host) || HOME_DOMAIN.test(host);
}
