import { API_KEY_PREFIX } from '@contract/base/key-scopes';
import type { ServerContext } from './context';
import { createSiteAvailability } from './http/authorize-request';
import { createCountryLookup } from './http/caller-country';
import { createTokenLookup } from './http/token-lookup';
import type { Services } from './modules/index';

export type CallerChecks = ReturnType<typeof createCallerChecks>;

/** The account, the country, and whether the site is open to them, of requests and sockets. */
export function createCallerChecks(
  { env, gateways, failures, clock }: ServerContext,
  services: Services,
  trustsProxy: (address: string) => boolean,
) {
  const { session, apiKey } = services;
  const findCaller = createTokenLookup({
    isEnabled: env.RATE_LIMITS,
    findActor: (token) => (token.startsWith(API_KEY_PREFIX) ? apiKey.findActor(token) : session.findActor(token)),
    isIssued: session.isIssued,
    clock,
  });
  // Only calls check scopes, so that everything else refuses keys.
  const findActor: typeof findCaller = async (token, address) =>
    token.startsWith(API_KEY_PREFIX) ? null : findCaller(token, address);
  return {
    findActor,
    findCaller,
    findCountry: createCountryLookup({
      trustsProxy,
      countryHeader: env.COUNTRY_HEADER?.toLowerCase(),
      askService: gateways.geo.locateIp,
      onFailure: (error) => failures.report('gateway', 'country lookup', error),
    }),
    availability: createSiteAvailability({ readAvailability: services.block.readSiteState, findActor, now: clock.now }),
  };
}
