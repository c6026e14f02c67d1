import fc from "fast-check";
import { expect, it } from "vitest";
import { isHomeAddress, isNeighbour, isPublicAddress } from "../../../src/security/provenance/public-address.ts";

it.each(["8.8.8.8", "1.1.1.1", "93.184.216.34", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00:1450:4001:80e::200e"])(
  "%s is out on the internet",
  (address) => expect(isPublicAddress(address)).toBe(true),
);

it.each([
  ...["127.0.0.1", "127.255.255.254", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.178.1", "169.254.169.254"],
  ...["100.64.0.1", "100.127.255.255", "192.0.0.8", "192.0.2.1", "198.18.0.1", "198.51.100.7", "203.0.113.9", "224.0.0.251"],
  ...["239.255.255.250", "240.0.0.1", "255.255.255.255", "192.88.99.1"],
  ...["::", "::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::7f00:1", "fe80::1", "fe80::1%eth0", "fec0::1", "fc00::1", "fd12:3456::1"],
  ...["ff02::1", "64:ff9b::a00:1", "64:ff9b:1::1", "2001::1", "2001:db8::1", "2002:7f00:1::", "3fff::1", "5f00::1", "100::1", "4000::1"],
])("%s is not", (address) => expect(isPublicAddress(address)).toBe(false));

it.each(["", "localhost", "example.com", "0x7f.1", "2130706433", "127.1", "[::1]", "8.8.8.8 "])("%j is no address", (text) =>
  expect(isPublicAddress(text)).toBe(false),
);

it("no address of a home passes, however it is wrapped into one of IPv6", () => {
  const home = fc
    .constantFrom([10], [127], [192, 168], [169, 254], [172, 20])
    .chain((start) =>
      fc.array(fc.nat(255), { minLength: 4 - start.length, maxLength: 4 - start.length }).map((rest) => [...start, ...rest]),
    );
  fc.assert(
    fc.property(home, fc.constantFrom("::", "::ffff:", "::ffff:0:", "64:ff9b::", "64:ff9b:1::", "2002:"), (bytes, prefix) => {
      const hex = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
      const groups = `${hex.slice(0, 4)}:${hex.slice(4)}`;
      expect(isPublicAddress(bytes.join("."))).toBe(false);
      expect(isPublicAddress(prefix === "2002:" ? `2002:${groups}::1` : `${prefix}${groups}`)).toBe(false);
    }),
  );
});

it.each([
  ["2a02:8109:1:2:aaaa::5", true],
  ["2a02:8109:1:2::1", true],
  ["2a02:8109:1:3::1", false],
  ["93.184.216.34", true],
  ["93.184.216.35", false],
])("%s next to this machine: %s", (address, expected) =>
  expect(isNeighbour(address, ["127.0.0.1", "fe80::1%eth0", "93.184.216.34", "2a02:8109:1:2:3:4:5:6"])).toBe(expected),
);

it.each(["127.0.0.1", "127.8.8.8", "10.0.0.1", "172.16.0.1", "172.31.255.254", "192.168.1.97", "::1", "fd12:3456::1", "fc00::1"])(
  "%s is this machine or a private network",
  (address) => expect(isHomeAddress(address)).toBe(true),
);

it.each([
  ...["8.8.8.8", "172.32.0.1", "100.64.0.1", "169.254.169.254", "0.0.0.0", "224.0.0.251", "192.0.2.1", "::", "::ffff:8.8.8.8", "fe80::1"],
  ...["2606:4700::1111", "2002:c0a8:101::1", "64:ff9b::c0a8:101", "", "localhost", "tower.local", "10.0.0.1 "],
])("%j is not", (address) => expect(isHomeAddress(address)).toBe(false));
