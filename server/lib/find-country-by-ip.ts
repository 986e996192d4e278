import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import { Reader, type CountryResponse } from 'mmdb-lib';
import { unmapped } from './ip-network';

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
