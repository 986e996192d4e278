import { isIPv6, isIP } from 'node:net';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Reader, type CountryResponse } from 'mmdb-lib';

const MAPPED = /^::ffff:(?:(\d+\.\d+\.\d+\.\d+)|([\da-f]{1,4}):([\da-f]{1,4}))$/i;

/** An IPv4 address that was written as an IPv6 one, as dual-stack sockets do, is itself again. */
export function unmapped(ip: string): string {
  const [, dotted, high, low] = MAPPED.exec(ip) ?? [];
  if (dotted !== undefined) return dotted;
  if (high === undefined || low === undefined) return ip;
  return [high, low].flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]).join('.');
}

/**
 * Whom an address stands for, when tries and calls are counted: an IPv4 address for itself, an IPv6 address for its network of 64
 * bits, since whoever has one address of it has them all.
 */
export function toNetworkKey(ip: string): string {
  const address = unmapped(ip);
  return isIPv6(address) ? firstGroups(address, 4) : address;
}

/**
 * The network of 48 bits that an IPv6 address is in: homes and companies are given as much, and with it 65,536 of 64 bits. Limits for
 * one caller count it, too, more generously. Undefined for IPv4 addresses and for what is no address.
 */
export function toWideNetworkKey(ip: string): string | undefined {
  const address = unmapped(ip);
  return isIPv6(address) ? firstGroups(address, 3) : undefined;
}

/** The widest network that limits know of an address: that of 48 bits, or the one IPv4 address. */
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

/** A row of this table: the library only has types for the rows of MaxMind's databases. */
interface Row extends CountryResponse {
  country_code?: string;
}

let table: Reader<Row> | undefined;

function openTable(): Reader<Row> {
  const file = require.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb');
  return new Reader<Row>(readFileSync(file));
}

/**
 * The country of an address, IPv4 or IPv6, as two letters; null when it cannot be told. From a table that comes with an npm package
 * (public records of who was given which addresses), so nobody else is asked. Coarse, and wrong behind a tunnel.
 */
export function findCountryByIp(ip: string): string | null {
  const address = unmapped(ip);
  if (isIP(address) === 0) return null;
  table ??= openTable();
  return table.get(address)?.country_code ?? null;
}
