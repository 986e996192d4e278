import { sql } from 'drizzle-orm';
import { recordAct } from '../../../operator-log/record-act';
import type { EndpointReply } from '@contract/schemas';
import { type Actor, assertAllowed, isPerformer, may, type Operator } from '../../../access';
import type { ServerContext } from '../../../context';
import { inTransaction } from '../../../db/transaction';
import { requireFound } from '../../../errors';
import { createTtlCache } from '../../../lib/ttl-cache';
import type { SettingsService } from '../../site/settings/settings-service';
import type { PeopleService } from '../people/people-service';
import type { createBlockRepository } from './block-repository';

/** How long changes made by other processes may go unnoticed without Redis. */
const COUNTRIES_CACHE_MS = 2_000;

interface CountryBlockDeps extends Pick<ServerContext, 'db' | 'clock' | 'announcements'> {
  people: Pick<PeopleService, 'find'>;
  settings: Pick<SettingsService, 'read'>;
  repository: Pick<
    ReturnType<typeof createBlockRepository>,
    'listSiteCountries' | 'replaceSiteCountries' | 'listCountries' | 'saveCountries'
  >;
}

/** Cached, because every request and every message needs them. */
export function createCountryBlocks({ db, clock, announcements, people, settings, repository }: CountryBlockDeps) {
  const now = () => clock.now().getTime();
  const siteCache = createTtlCache<ReadonlySet<string>>({ ttlMs: COUNTRIES_CACHE_MS, most: 1, now });
  const performerCache = createTtlCache<readonly string[]>({ ttlMs: COUNTRIES_CACHE_MS, most: 1_000, now });
  for (const cache of [siteCache, performerCache]) announcements.onAnnounced('countries', cache.forget);

  return {
    /** Empty if the country block is turned off. */
    async readSiteCountries(): Promise<ReadonlySet<string>> {
      const { geoBlock } = await settings.read();
      if (!geoBlock) return new Set();
      return siteCache.get('site', async () => {
        const rows = await repository.listSiteCountries();
        return new Set(rows.map((row) => row.countryCode));
      });
    },

    async listSiteCountries(actor: Actor): Promise<EndpointReply<'listBlockedCountries'>> {
      assertAllowed(may(actor, 'manageSite'), 'FORBIDDEN_ROLE');
      const rows = await repository.listSiteCountries();
      return rows.map(({ id, countryCode, createdAt }) => ({
        _id: id,
        countryCode,
        createdAt: createdAt.toISOString(),
      }));
    },

    listOfPerformer: (performerId: string): Promise<readonly string[]> =>
      performerCache.get(performerId, () => repository.listCountries(performerId)),

    async closeSiteTo(codes: readonly string[], by?: Operator): Promise<void> {
      const countries = [...new Set(codes)];
      await inTransaction(db, async (tx) => {
        // One change at a time: two that insert the same country would collide.
        await tx.execute(sql`select pg_advisory_xact_lock(hashtext('site-countries'))`);
        await repository.replaceSiteCountries(countries, tx);
        const subject = { kind: 'site', id: 'countries' } as const;
        await recordAct(tx, by, { act: 'countries.changed', subject, details: { closedTo: countries } });
      });
      announcements.announce('countries');
    },

    /** @throws AppError FORBIDDEN */
    async closePagesTo(actor: Actor, countryCodes: readonly string[]): Promise<EndpointReply<'blockCountries'>> {
      assertAllowed(isPerformer(actor));
      const codes = [...new Set(countryCodes)].toSorted();
      await repository.saveCountries(actor.id, codes);
      announcements.announce('countries');
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
