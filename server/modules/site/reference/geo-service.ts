import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { ServerContext } from '../../../context';
import type { FoundPlace } from '../../../gateways/geo';

type Place = NonNullable<EndpointReply<'locateCaller'>>;

/** The default when nothing is known. Specification 8. */
const UNKNOWN_PLACE: Place = {
  line1: 'IP Geolocation - Approximate',
  city: 'Unknown',
  region: 'Unknown',
  postalCode: '00000',
  country: 'US',
};

/** Uses the configured services or, if there are none, an offline table of countries. */
export function createGeoService(
  { gateways: { geo } }: Pick<ServerContext, 'gateways'>,
  { log }: { log: { warn(details: object, message: string): void } },
) {
  async function locate(query: () => Promise<FoundPlace | null>, country: string | null): Promise<Place | null> {
    try {
      const place = await query();
      return place && { ...UNKNOWN_PLACE, ...(country !== null && { country }), ...place };
    } catch (error) {
      log.warn({ err: error }, 'geolocation failed');
      return null;
    }
  }

  return {
    /** @returns null if the service fails or finds no place @param country from the offline table */
    locateCaller: (ip: string, country: string | null): Promise<Place | null> =>
      locate(async () => (geo.locateIp ? geo.locateIp(ip) : {}), country),

    /** @returns null if the service fails or finds no place @param country of the client, used if the service names none */
    locatePoint: (
      { latitude, longitude }: EndpointPart<'locatePoint', 'query'>,
      country: string | null,
    ): Promise<Place | null> =>
      locate(async () => (geo.locatePoint ? geo.locatePoint(latitude, longitude) : {}), country),
  };
}
