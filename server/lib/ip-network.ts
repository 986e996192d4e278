import { isIPv6, isIP } from 'node:net';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import ipaddr from 'ipaddr.js';
import { Reader, type CountryResponse } from 'mmdb-lib';

/** Converts an IPv4-mapped IPv6 address, which is how dual-stack sockets report IPv4, to IPv4. */
export function unmapped(ip: string): string {
  const address = parseIPv6(ip);
  return address?.isIPv4MappedAddress() ? address.toIPv4Address().toString() : ip;
}

/**
 * Key under which an address is limited: the IPv4 address, or the /64 network of an IPv6 address, since a client can use all of
 * it.
 */
export function toNetworkKey(ip: string): string {
  const address = unmapped(ip);
  return toIPv6Network(address, 64) ?? address;
}

/** A home or company gets a /48 network, which has 65,536 /64 networks. Undefined for IPv4 and invalid addresses. */
export const toWideNetworkKey = (ip: string): string | undefined => toIPv6Network(unmapped(ip), 48);

/** Key of the /48 network, or the IPv4 address. */
export const toWidestNetworkKey = (ip: string): string => toWideNetworkKey(ip) ?? toNetworkKey(ip);

function toIPv6Network(ip: string, bits: 48 | 64): string | undefined {
  const groups = parseIPv6(ip)?.parts.slice(0, bits / 16);
  return groups && `${groups.map((group) => group.toString(16)).join(':')}::/${bits}`;
}

/** Without the check, the library would accept octal and hexadecimal IPv4 addresses; and it rejects some zone names. */
const parseIPv6 = (ip: string): ipaddr.IPv6 | undefined =>
  isIPv6(ip) ? ipaddr.IPv6.parse(ip.replace(/%.*/, '')) : undefined;

const require = createRequire(import.meta.url);

/** A row of our table; the library's types are for MaxMind's databases. */
interface Row extends CountryResponse {
  country_code?: string;
}

let table: Reader<Row> | undefined;

function openTable(): Reader<Row> {
  const file = require.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb');
  return new Reader<Row>(readFileSync(file));
}

/**
 * @returns two letters; null if unknown. Uses a local table, so that no third party learns the address. Not precise, and wrong
 * behind a tunnel
 */
export function findCountryByIp(ip: string): string | null {
  const address = unmapped(ip);
  if (isIP(address) === 0) return null;
  table ??= openTable();
  return table.get(address)?.country_code ?? null;
}
