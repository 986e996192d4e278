import type { IncomingMessage } from 'node:http';
import { findCountryByIp, toNetworkKey, unmapped } from '../lib/ip-network';
import { createTtlCache } from '../lib/ttl-cache';

export interface CallerAddress {
  ip: string;
  raw: IncomingMessage;
}

/** Two letters; null if unknown. */
export type FindCountry = (caller: CallerAddress) => Promise<string | null> | string | null;

export interface CountryLookupOptions {
  trustsProxy(address: string): boolean;
  /** Lower case; read only from trusted proxies. */
  countryHeader?: string | undefined;
  /** Returns null for unknown addresses, and throws if it fails. Null uses only the offline table. */
  askService: ((ip: string, timeoutMs: number) => Promise<{ country?: string } | null>) | null;
  onFailure(error: unknown): void;
}

/** Sent by proxies for unknown countries (XX) and for Tor (T1). */
const nowhere = new Set(['XX', 'T1']);

const PATIENCE_MS = 1_000;
const DAY_MS = 24 * 3600 * 1000;
const MOST_KEPT = 20_000;
const PAUSE_MS = 60_000;

/** By a trusted proxy's header, else the configured service, else an offline table. Promises A-9, wire contract 1.4. */
export function createCountryLookup(options: CountryLookupOptions): FindCountry {
  const askService = options.askService && createServiceLookup(options.askService, options.onFailure);
  return ({ ip, raw }) => {
    const told = options.countryHeader && raw.headers[options.countryHeader];
    if (typeof told === 'string' && /^[A-Za-z]{2}$/.test(told) && options.trustsProxy(raw.socket.remoteAddress ?? '')) {
      const code = told.toUpperCase();
      if (!nowhere.has(code)) return code;
    }
    // A disconnected caller has no address, contrary to the types.
    if (!ip) return null;
    const address = unmapped(ip);
    return askService ? askService(address) : findCountryByIp(address);
  };
}

/** Computes the client address as Fastify does, for requests outside of it: skips trusted proxies, from the last to the first. */
export function readCallerAddress(raw: IncomingMessage, trustsProxy: (address: string) => boolean): string {
  const told = String(raw.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  const chain = [raw.socket.remoteAddress ?? '', ...told.toReversed()];
  return chain.find((address) => !trustsProxy(address)) ?? chain.at(-1) ?? '';
}

/** One lookup per day and network, since an IPv6 caller has a whole network. While the service fails, the table answers. */
function createServiceLookup(
  ask: NonNullable<CountryLookupOptions['askService']>,
  onFailure: CountryLookupOptions['onFailure'],
): (address: string) => Promise<string | null> {
  const memory = createTtlCache<string | null | undefined>({
    ttlMs: DAY_MS,
    most: MOST_KEPT,
    now: Date.now,
    isWorthKeeping: (country) => country !== undefined,
  });
  let pausedUntil = 0;

  async function fetchCountry(address: string): Promise<string | null | undefined> {
    try {
      // Not a failure of the service: it can know other addresses.
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
