import { z } from 'zod';
import type { Env } from '../env';
import { getJson, UnexpectedStatus } from './call-service';

export interface FoundPlace {
  line1?: string;
  city?: string;
  region?: string;
  postalCode?: string;
  /** Two-letter code. */
  country?: string;
}

export interface GeoGateway {
  /** Null without a service. Resolves to null if the service does not know the place. @throws if the service fails. */
  locateIp: ((ip: string, timeoutMs?: number) => Promise<FoundPlace | null>) | null;
  /** Like `locateIp`. */
  locatePoint: ((latitude: number, longitude: number) => Promise<FoundPlace | null>) | null;
}

/** Uses the configured services. Their addresses contain `{ip}`, or `{latitude}` and `{longitude}`, and are fetched by GET. */
export function createGeoGateway({ GEO_IP_URL: ipUrl, GEO_REVERSE_URL: reverseUrl }: Env): GeoGateway {
  return {
    locateIp: ipUrl ? (ip, timeoutMs) => askForPlace(ipUrl.replace('{ip}', encodeURIComponent(ip)), timeoutMs) : null,
    locatePoint: reverseUrl
      ? (latitude, longitude) =>
          askForPlace(reverseUrl.replace('{latitude}', String(latitude)).replace('{longitude}', String(longitude)))
      : null,
  };
}

/** @returns null if the service does not know the place: it replies 404, or says so in the body. @throws if it fails. */
async function askForPlace(url: string, timeoutMs?: number): Promise<FoundPlace | null> {
  try {
    return readPlace(await getJson(url, timeoutMs));
  } catch (error) {
    if (error instanceof UnexpectedStatus && error.status === 404) return null;
    throw error;
  }
}

/** Names that services use for each field. The first name with a value is used. */
const spellings: Record<keyof FoundPlace, readonly string[]> = {
  line1: ['line1', 'street', 'road', 'street_address'],
  city: ['city', 'town', 'village', 'municipality', 'locality'],
  region: ['region', 'regionName', 'region_name', 'state', 'principalSubdivision'],
  postalCode: ['postalCode', 'postal_code', 'postcode', 'zip', 'zipCode'],
  country: ['countryCode', 'country_code', 'country'],
};

const Reply = z.record(z.string(), z.unknown());

/** Reads fields at the top level, in `address` or in `data`. @returns null for an error. @throws if it is not an object. */
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
