import { z } from 'zod';
import type { Env } from '../env';
import { getJson, UnexpectedStatus } from './call-service';

/** A place, as far as the service knows it. */
export interface FoundPlace {
  line1?: string;
  city?: string;
  region?: string;
  postalCode?: string;
  /** Two letters. */
  country?: string;
}

/** Knows where addresses of the internet and points of the earth are. */
export interface GeoGateway {
  /** Null when no service is configured. The answer is null when the service knows no place. @throws when it fails. */
  locateIp: ((ip: string, timeoutMs?: number) => Promise<FoundPlace | null>) | null;
  /** The same for a point. */
  locatePoint: ((latitude: number, longitude: number) => Promise<FoundPlace | null>) | null;
}

/**
 * The services that the environment names, each a GET whose address has `{ip}`, or `{latitude}` and `{longitude}`, where
 * the values go.
 */
export function createGeoGateway({ GEO_IP_URL: ipUrl, GEO_REVERSE_URL: reverseUrl }: Env): GeoGateway {
  return {
    locateIp: ipUrl ? (ip, timeoutMs) => askForPlace(ipUrl.replace('{ip}', encodeURIComponent(ip)), timeoutMs) : null,
    locatePoint: reverseUrl
      ? (latitude, longitude) =>
          askForPlace(reverseUrl.replace('{latitude}', String(latitude)).replace('{longitude}', String(longitude)))
      : null,
  };
}

/** @returns null when the service knows no place: some say so by a 404, most by their reply. @throws when it fails. */
async function askForPlace(url: string, timeoutMs?: number): Promise<FoundPlace | null> {
  try {
    return readPlace(await getJson(url, timeoutMs));
  } catch (error) {
    if (error instanceof UnexpectedStatus && error.status === 404) return null;
    throw error;
  }
}

/** What services call the parts of a place; the first one that has a value counts. */
const spellings: Record<keyof FoundPlace, readonly string[]> = {
  line1: ['line1', 'street', 'road', 'street_address'],
  city: ['city', 'town', 'village', 'municipality', 'locality'],
  region: ['region', 'regionName', 'region_name', 'state', 'principalSubdivision'],
  postalCode: ['postalCode', 'postal_code', 'postcode', 'zip', 'zipCode'],
  country: ['countryCode', 'country_code', 'country'],
};

const Reply = z.record(z.string(), z.unknown());

/** Reads the common shapes of such replies: flat, or with the parts in `address`; null when it says that it knows none. @throws when it is none. */
function readPlace(reply: unknown): FoundPlace | null {
  const outer = Reply.parse(reply);
  if (outer['status'] === 'fail' || outer['status'] === 'error' || outer['error']) return null;
  const inner = Reply.safeParse(outer['address'] ?? outer['data']).data ?? {};
  const known = { ...outer, ...inner };
  const place: FoundPlace = {};
  for (const [part, names] of Object.entries(spellings) as [keyof FoundPlace, readonly string[]][]) {
    const value = names.map((name) => known[name]).find((one) => typeof one === 'string' && one.trim() !== '');
    if (typeof value === 'string') place[part] = value.trim();
  }
  if (place.country !== undefined) {
    const code = place.country.toUpperCase();
    if (/^[A-Z]{2}$/.test(code)) place.country = code;
    else delete place.country;
  }
  return place;
}
