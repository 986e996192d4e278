import { z } from 'zod';
import type { Env } from '../env';
import { getJson } from './call-service';

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
  /** Null when no service is configured. @throws when the service fails. */
  locateIp: ((ip: string, timeoutMs?: number) => Promise<FoundPlace>) | null;
  /** Null when no service is configured. @throws when the service fails. */
  locatePoint: ((latitude: number, longitude: number) => Promise<FoundPlace>) | null;
}

/**
 * The services that the environment names, each a GET whose address has `{ip}`, or `{latitude}` and `{longitude}`, where
 * the values go.
 */
export function createGeoGateway({ GEO_IP_URL: ipUrl, GEO_REVERSE_URL: reverseUrl }: Env): GeoGateway {
  return {
    locateIp: ipUrl
      ? async (ip, timeoutMs) => readPlace(await getJson(ipUrl.replace('{ip}', encodeURIComponent(ip)), timeoutMs))
      : null,
    locatePoint: reverseUrl
      ? async (latitude, longitude) =>
          readPlace(
            await getJson(reverseUrl.replace('{latitude}', String(latitude)).replace('{longitude}', String(longitude))),
          )
      : null,
  };
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

/** Reads the common shapes of such replies: flat, or with the parts in `address`. @throws when it is none, or says it failed. */
function readPlace(reply: unknown): FoundPlace {
  const outer = Reply.parse(reply);
  if (outer['status'] === 'fail' || outer['status'] === 'error' || outer['error'])
    throw new Error('the service knows no place');
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
