import type { EndpointReply } from '@contract/schemas';
import { assertAllowed, isPerformer, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { inTransaction } from '../../../db/transaction';
import { requireFound } from '../../../errors';
import { createTtlCache } from '../../../lib/ttl-cache';
import type { SettingsService } from '../../site/settings/settings-service';
import type { PeopleService } from '../people/people-service';
import type { createBlockRepository } from './block-repository';

/** How late this process can notice a change that another one made. */
const CACHE_MS = 2_000;

interface CountryBlockDeps extends Pick<ServerContext, 'db' | 'clock'> {
  people: Pick<PeopleService, 'find'>;
  settings: Pick<SettingsService, 'read'>;
  repository: Pick<
    ReturnType<typeof createBlockRepository>,
    'listSiteCountries' | 'replaceSiteCountries' | 'listCountries' | 'saveCountries'
  >;
}

/** Countries that the whole site or a creator's pages are closed to. Every call and every message needs them: cached. */
export function createCountryBlocks({ db, clock, people, settings, repository }: CountryBlockDeps) {
  const now = () => clock.now().getTime();
  const siteCache = createTtlCache<ReadonlySet<string>>({ ttlMs: CACHE_MS, most: 1, now });
  const performerCache = createTtlCache<readonly string[]>({ ttlMs: CACHE_MS, most: 1_000, now });

  return {
    /** None while the operators have turned the country block off. */
    async readSiteCountries(): Promise<ReadonlySet<string>> {
      const { geoBlock } = await settings.read();
      if (!geoBlock) return new Set();
      return siteCache.get('site', async () => {
        const rows = await repository.listSiteCountries();
        return new Set(rows.map((row) => row.countryCode));
      });
    },

    /** None for accounts that are not creators. */
    listOfPerformer: (performerId: string): Promise<readonly string[]> =>
      performerCache.get(performerId, () => repository.listCountries(performerId)),

    /** An operator closes the whole site to these countries and opens it to all others. */
    async closeSiteTo(codes: readonly string[]): Promise<void> {
      await inTransaction(db, (tx) => repository.replaceSiteCountries([...new Set(codes)], tx));
      siteCache.forget();
    },

    /** A creator replaces the countries that cannot see their pages. @throws AppError FORBIDDEN */
    async closePagesTo(actor: Actor, countryCodes: readonly string[]): Promise<EndpointReply<'blockCountries'>> {
      assertAllowed(isPerformer(actor));
      const codes = [...new Set(countryCodes)].toSorted();
      await repository.saveCountries(actor.id, codes);
      performerCache.forget();
      const { account } = requireFound(await people.find(actor.id));
      return {
        _id: actor.id,
        source: 'performer',
        sourceId: actor.id,
        countryCodes: codes,
        createdAt: account.createdAt.toISOString(),
        updatedAt: clock.now().toISOString(),
      };
    },
  };
}
