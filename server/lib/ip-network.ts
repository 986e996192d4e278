import { isIPv6, isIP } from 'node:net';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Reader, type CountryResponse } from 'mmdb-lib';

const MAPPED = /^::ffff:(?:(\d+\.\d+\.\d+\.\d+)|([\da-f]{1,4}):([\da-f]{1,4}))$/i;

/** Converts an IPv4-mapped IPv6 address, as dual-stack sockets report it, to IPv4. */
export function unmapped(ip: string): string {
  const [, dotted, high, low] = MAPPED.exec(ip) ?? [];
  if (dotted !== undefined) return dotted;
  if (high === undefined || low === undefined) return ip;
  return [high, low].flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]).join('.');
}

/** Key of an address for limits: the IPv4 address, or the /64 network of an IPv6 address, since a client can use all of it. */
export function toNetworkKey(ip: string): string {
  const address = unmapped(ip);
  return isIPv6(address) ? firstGroups(address, 4) : address;
}

/** Homes and companies get a /48 network, with 65,536 networks of 64 bits. Undefined for IPv4 and invalid addresses. */
export function toWideNetworkKey(ip: string): string | undefined {
  const address = unmapped(ip);
  return isIPv6(address) ? firstGroups(address, 3) : undefined;
}

/** The /48 network, or the IPv4 address. */
export const toWidestNetworkKey = (ip: string): string => toWideNetworkKey(ip) ?? toNetworkKey(ip);

function firstGroups(address: string, count: number): string {
  const [head = '', tail = ''] = address.split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  const groups = address.includes('::') ? [...before, ...zeros, ...after] : before;
  const first = groups.slice(0, count).map((group) => Number.parseInt(group, 16).toString(16));
  return `${first.join(':')}::/${16 * count}`;
}

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
