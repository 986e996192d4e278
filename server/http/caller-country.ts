import type { IncomingMessage } from 'node:http';
import { findCountryByIp, toNetworkKey, unmapped } from '../lib/ip-network';
import { createTtlCache } from '../lib/ttl-cache';

export interface CallerAddress {
  ip: string;
  raw: IncomingMessage;
}

/** @returns two letters; null if unknown */
export type FindCountry = (caller: CallerAddress) => Promise<string | null> | string | null;

export interface CountryLookupOptions {
  trustsProxy(address: string): boolean;
  /** Name of the header in lower case; read only if a trusted proxy sent it. */
  countryHeader?: string | undefined;
  /** Resolves to null for unknown addresses; rejects if the service fails. Null `askService`: uses only the offline table. */
  askService: ((ip: string, timeoutMs: number) => Promise<{ country?: string } | null>) | null;
  onFailure(error: unknown): void;
}

/** Proxies send these for unknown countries (XX) and for Tor (T1). */
const nowhere = new Set(['XX', 'T1']);

const PATIENCE_MS = 1_000;
const DAY_MS = 24 * 3600 * 1000;
const MOST_KEPT = 20_000;
const PAUSE_MS = 60_000;

/**
 * Finds a caller's country: by a trusted proxy's header, or else the configured service, or else an offline table. Promises
 * A-9, wire contract 1.4.
 */
export function createCountryLookup(options: CountryLookupOptions): FindCountry {
  const askService = options.askService && createServiceLookup(options.askService, options.onFailure);
  return ({ ip, raw }) => {
    const told = options.countryHeader && raw.headers[options.countryHeader];
    if (typeof told === 'string' && /^[A-Za-z]{2}$/.test(told) && options.trustsProxy(raw.socket.remoteAddress ?? '')) {
      const code = told.toUpperCase();
      if (!nowhere.has(code)) return code;
    }
    // Contrary to the types, a disconnected caller has no address.
    if (!ip) return null;
    const address = unmapped(ip);
    return askService ? askService(address) : findCountryByIp(address);
  };
}

/** Finds the client address as Fastify does, for requests that it does not handle: skips trusted proxies, last to first. */
export function readCallerAddress(raw: IncomingMessage, trustsProxy: (address: string) => boolean): string {
  const told = String(raw.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  const chain = [raw.socket.remoteAddress ?? '', ...told.toReversed()];
  return chain.find((address) => !trustsProxy(address)) ?? chain.at(-1) ?? '';
}

/** Looks up each network once a day, as an IPv6 caller has a whole network. If the service fails, uses the offline table. */
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
      // A null result is not a failure: the service may know other addresses.
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

/** Addresses on this machine or a private network, which no service knows. */
const isLocal = (address: string): boolean =>
  /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|::1$|f[cde])/i.test(address);
