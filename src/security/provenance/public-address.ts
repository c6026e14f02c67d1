import { BlockList, isIP } from "node:net";

/** What is not out on the internet: IANA's registry of special addresses, with multicast and what is kept for later. */
const SPECIAL_V4 =
  "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.31.196.0/24 192.52.193.0/24 " +
  "192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3";
/** Of IPv6 only what is given out counts as the internet; all that maps to IPv4, is local or unknown lies outside of it. */
const GIVEN_OUT_V6 = "2000::/3";
/** Teredo and the like, examples, and 6to4, behind which any IPv4 address may hide. */
const SPECIAL_V6 = "2001::/23 2001:db8::/32 2002::/16 3fff::/20";

/** Loopback, and what everybody may use in a network of their own (RFC 1918, RFC 4193). Shared ranges are none: a carrier's or a VPN's machine may stand anywhere. */
const HOME_V4 = "10.0.0.0/8 127.0.0.0/8 172.16.0.0/12 192.168.0.0/16";
const HOME_V6 = "::1/128 fc00::/7";

const special = new BlockList();
const givenOut = new BlockList();
const home = new BlockList();
addNetworks(special, SPECIAL_V4, "ipv4");
addNetworks(special, SPECIAL_V6, "ipv6");
addNetworks(givenOut, GIVEN_OUT_V6, "ipv6");
addNetworks(home, HOME_V4, "ipv4");
addNetworks(home, HOME_V6, "ipv6");

function addNetworks(list: BlockList, networks: string, family: "ipv4" | "ipv6"): void {
  for (const [address = "", prefix] of networks.split(" ").map((network) => network.split("/")))
    list.addSubnet(address, Number(prefix), family);
}

/** True for an IP address of a machine on the internet; false for every address of a home, of this machine, of many, and for what is none. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !special.check(address, "ipv4");
    case 6:
      return givenOut.check(address, "ipv6") && !special.check(address, "ipv6");
    default:
      return false;
  }
}

/** True for an IP address of this machine or of a private network; false for every other, and for what is none. */
export function isHomeAddress(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && home.check(address, version === 4 ? "ipv4" : "ipv6");
}

/** True for an address in the network of one of these addresses of this machine: a home's IPv6 is public, and a /64 is one home's. */
export function isNeighbour(address: string, own: readonly string[]): boolean {
  if (isIP(address) !== 6) return own.includes(address);
  const homes = new BlockList();
  for (const one of own) if (isIP(one) === 6) homes.addSubnet(one.replace(/%.*/, ""), 64, "ipv6");
  return homes.check(address, "ipv6");
}
