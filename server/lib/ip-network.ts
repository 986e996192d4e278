import { isIPv6, isIP } from 'node:net';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import ipaddr from 'ipaddr.js';
import { Reader, type CountryResponse } from 'mmdb-lib';

/** Converts an IPv4-mapped IPv6 address, as dual-stack sockets report it, to IPv4. */
export function unmapped(ip: string): string {
  const address = parseIPv6(ip);
  return address?.isIPv4MappedAddress() ? address.toIPv4Address().toString() : ip;
}

/** Key of an address for limits: the IPv4 address, or the /64 network of an IPv6 address, since a client can use all of it. */
export function toNetworkKey(ip: string): string {
  const address = unmapped(ip);
  return toIPv6Network(address, 64) ?? address;
}

/** Homes and companies get a /48 network, with 65,536 networks of 64 bits. Undefined for IPv4 and invalid addresses. */
export const toWideNetworkKey = (ip: string): string | undefined => toIPv6Network(unmapped(ip), 48);

/** The /48 network, or the IPv4 address. */
export const toWidestNetworkKey = (ip: string): string => toWideNetworkKey(ip) ?? toNetworkKey(ip);

function toIPv6Network(ip: string, bits: 48 | 64): string | undefined {
  const groups = parseIPv6(ip)?.parts.slice(0, bits / 16);
  return groups && `${groups.map((group) => group.toString(16)).join(':')}::/${bits}`;
}

/** The library alone would take octal and hexadecimal IPv4 addresses, and not all names of zones. */
const parseIPv6 = (ip: string): ipaddr.IPv6 | undefined =>
  isIPv6(ip) ? ipaddr.IPv6.parse(ip.replace(/%.*/, '')) : undefined;

const require = createRequire(import.meta.url);

/** A row of this table: the library only has types for MaxMind's databases. */
interface Row extends CountryResponse {
  country_code?: string;
}

let table: Reader<Row> | undefined;

function openTable(): Reader<Row> {
  const file = require.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb');
  return new Reader<Row>(readFileSync(file));
}

/** Two letters; null if unknown. A local table, so that no third party learns the address. Coarse, and wrong behind a tunnel. */
export function findCountryByIp(ip: string): string | null {
  const address = unmapped(ip);
  if (isIP(address) === 0) return null;
  table ??= openTable();
  return table.get(address)?.country_code ?? null;
}
