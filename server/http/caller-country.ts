import type { IncomingMessage } from 'node:http';
import { findCountryByIp, toNetworkKey, unmapped } from '../lib/ip-network';
import { createTtlCache } from '../lib/ttl-cache';

/** What is known of a call before anything is read of it. */
export interface CallerAddress {
  ip: string;
  /** The request as it came in. */
  raw: IncomingMessage;
}

/** The country a call comes from, as two letters; null when it cannot be told. */
export type FindCountry = (caller: CallerAddress) => Promise<string | null> | string | null;

export interface CountryLookupOptions {
  trustsProxy(address: string): boolean;
  /** In lower case; only read from trusted proxies. */
  countryHeader?: string | undefined;
  /** A service that knows; null for the offline table alone. Its answer is null when it knows no place. @throws when it fails. */
  askService: ((ip: string, timeoutMs: number) => Promise<{ country?: string } | null>) | null;
  onFailure(error: unknown): void;
}

/** Codes by which a proxy says that it does not know, or that the caller hides. */
const nowhere = new Set(['XX', 'T1']);

/** Milliseconds that a call may wait for the service, the first time a network is seen. */
const PATIENCE_MS = 1_000;
/** Milliseconds an answer of the service counts, and networks whose answers are kept. */
const DAY_MS = 24 * 3600 * 1000;
const MOST_KEPT = 20_000;
/** Milliseconds a service that failed is not asked again. */
const PAUSE_MS = 60_000;

/**
 * Tells countries: by a trusted proxy's word where there is such a header, else by the configured service, else by an
 * offline table of addresses. Headers that anybody could send are not read. Promises A-9, wire contract 1.4.
 */
export function createCountryLookup(options: CountryLookupOptions): FindCountry {
  const askService = options.askService && createServiceLookup(options.askService, options.onFailure);
  return ({ ip, raw }) => {
    const told = options.countryHeader && raw.headers[options.countryHeader];
    if (typeof told === 'string' && /^[A-Za-z]{2}$/.test(told) && options.trustsProxy(raw.socket.remoteAddress ?? '')) {
      const code = told.toUpperCase();
      if (!nowhere.has(code)) return code;
    }
    // A caller who has hung up has no address any more, although the types say so.
    if (!ip) return null;
    const address = unmapped(ip);
    return askService ? askService(address) : findCountryByIp(address);
  };
}

/**
 * The address of a call that did not come through the web framework, as the framework would tell it: what trusted proxies
 * say, the last one first, up to the first address that is none of theirs.
 */
export function readCallerAddress(raw: IncomingMessage, trustsProxy: (address: string) => boolean): string {
  const told = String(raw.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  const chain = [raw.socket.remoteAddress ?? '', ...told.toReversed()];
  return chain.find((address) => !trustsProxy(address)) ?? chain.at(-1) ?? '';
}

/** Asks once a day and network, of which an IPv6 caller has all addresses; while the service fails, the table answers. */
function createServiceLookup(
  ask: NonNullable<CountryLookupOptions['askService']>,
  onFailure: CountryLookupOptions['onFailure'],
): (address: string) => Promise<string | null> {
  // Undefined while it fails.
  const memory = createTtlCache<string | null | undefined>({
    ttlMs: DAY_MS,
    most: MOST_KEPT,
    now: Date.now,
    isWorthKeeping: (country) => country !== undefined,
  });
  let pausedUntil = 0;

  async function fetchCountry(address: string): Promise<string | null | undefined> {
    try {
      // That it does not know this one says nothing of others.
      return (await ask(address, PATIENCE_MS))?.country ?? findCountryByIp(address);
    } catch (error) {
      pausedUntil = Date.now() + PAUSE_MS;
      onFailure(error);
      return undefined;
    }
  }

  return async (address) => {
    if (Date.now() < pausedUntil || isLocal(address)) return findCountryByIp(address);
    const country = await memory.get(toNetworkKey(address), () => fetchCountry(address));
    return country === undefined ? findCountryByIp(address) : country;
  };
}

/** Addresses that no service knows. */
const isLocal = (address: string): boolean =>
  /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|::1$|f[cde])/i.test(address);
