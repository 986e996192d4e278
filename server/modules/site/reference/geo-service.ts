import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { ServerContext } from '../../../context';
import type { FoundPlace } from '../../../gateways/geo';

type Place = NonNullable<EndpointReply<'locateCaller'>>;

/** What a place says where nothing is known of it. Specification 8. */
const unknown: Place = {
  line1: 'IP Geolocation - Approximate',
  city: 'Unknown',
  region: 'Unknown',
  postalCode: '00000',
  country: 'US',
};

/** Where callers and points are: by the configured services, else what the offline table of countries tells. */
export function createGeoService(
  { gateways: { geo } }: Pick<ServerContext, 'gateways'>,
  { log }: { log: { warn(details: object, message: string): void } },
) {
  async function locate(ask: () => Promise<FoundPlace | null>, country: string | null): Promise<Place | null> {
    try {
      const place = await ask();
      return place && { ...unknown, ...(country !== null && { country }), ...place };
    } catch (error) {
      log.warn({ err: error }, 'geolocation failed');
      return null;
    }
  }

  return {
    /** About where a caller is; null when the service fails or knows no place. @param country what is known already. */
    locateCaller: (ip: string, country: string | null): Promise<Place | null> =>
      locate(async () => (geo.locateIp ? geo.locateIp(ip) : {}), country),

    /** What is at a point; null when the service fails or knows no place. @param country where the caller is, for want of better. */
    locatePoint: (
      { latitude, longitude }: EndpointPart<'locatePoint', 'query'>,
      country: string | null,
    ): Promise<Place | null> =>
      locate(async () => (geo.locatePoint ? geo.locatePoint(latitude, longitude) : {}), country),
  };
}
