import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { assertAllowed, isPerformer, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { inTransaction, type Tx } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import { createTtlCache } from '../../../lib/ttl-cache';
import type { PeopleService, UserView } from '../people/people-service';
import type { SettingsService } from '../../site/settings/settings-service';
import { rooms } from '../../../realtime/publish';
import type { RoomMembership } from '../../../realtime/watch-sockets';
import { createBlockRepository, type UserBlockRow } from './block-repository';

/** Milliseconds: how late a country that another process closed may be noticed. */
const CACHE_MS = 2_000;

/** Milliseconds in which a block that is taken back counts as one that never was: the notice offers "Undo" for some seconds. */
export const BLOCK_UNDO_MS = 15_000;

export type BlockService = ReturnType<typeof createBlockService>;

/** Keeps people out: the operators a country of the whole site, creators a country or a fan of their pages. */
export function createBlockService(
  { db, clock, publisher, events }: Pick<ServerContext, 'db' | 'clock' | 'publisher' | 'events'>,
  { people, settings }: { people: PeopleService; settings: SettingsService },
) {
  const repository = createBlockRepository(db);
  const memory = createTtlCache<ReadonlySet<string>>({ ttlMs: CACHE_MS, most: 1, now: () => clock.now().getTime() });

  const closedBy = createTtlCache<readonly string[]>({
    ttlMs: CACHE_MS,
    most: 1_000,
    now: () => clock.now().getTime(),
  });

  const readSiteCountries = (): Promise<ReadonlySet<string>> =>
    memory.get('site', async () => new Set((await repository.listSiteCountries()).map((row) => row.countryCode)));

  /** The same, while the operators want it to count. */
  const readClosedCountries = async (): Promise<ReadonlySet<string>> =>
    (await settings.read()).geoBlock ? readSiteCountries() : new Set<string>();

  return {
    /** Whether the site is closed, and to which countries. From memory, at most 2 s old. */
    async readGate() {
      const [{ maintenanceMode, maintenanceMessage, maintenanceUntil }, blockedCountries] = await Promise.all([
        settings.read(),
        readClosedCountries(),
      ]);
      return {
        isInMaintenance: maintenanceMode,
        message: maintenanceMessage,
        until: maintenanceUntil === '' ? null : new Date(maintenanceUntil),
        blockedCountries,
      };
    },

    /** Whether the site is closed to a country; false when it cannot be told. */
    async isSiteClosedTo(country: string | null): Promise<boolean> {
      return country !== null && (await readClosedCountries()).has(country);
    },

    /** Countries that a creator keeps out; none for whoever is no creator. At most 2 s old, since each message asks. */
    listClosedCountries: (performerId: string): Promise<readonly string[]> =>
      closedBy.get(performerId, () => repository.listCountries(performerId)),

    /** How a creator keeps a fan out: for good, or so that it can still be undone as if it never was; null where they do not. */
    async findUserBlock(pair: { performerId: string; userId: string }, tx: Tx): Promise<'final' | 'undoable' | null> {
      const block = await repository.findUserBlock(pair, tx);
      if (!block) return null;
      return clock.now().getTime() - block.createdAt.getTime() < BLOCK_UNDO_MS ? 'undoable' : 'final';
    },

    /** Of these stays in rooms of creators those that a block has ended. */
    findEnded: (stays: readonly RoomMembership[]): Promise<ReadonlySet<RoomMembership>> =>
      findEndedStays(repository, stays),

    /** Closes the whole site to these countries and opens it to all others. For operators, by the command line. */
    async closeSiteTo(codes: readonly string[]): Promise<void> {
      await inTransaction(db, (tx) => repository.replaceSiteCountries([...new Set(codes)], tx));
      memory.forget();
    },

    async listSiteCountries(actor: Actor): Promise<EndpointReply<'listBlockedCountries'>> {
      assertAllowed(actor.isAdmin, 'FORBIDDEN_ROLE');
      const rows = await repository.listSiteCountries();
      return rows.map((row) => ({
        _id: row.id,
        countryCode: row.countryCode,
        createdAt: row.createdAt.toISOString(),
      }));
    },

    /** Replaces the countries that cannot see the actor. */
    async blockCountries(actor: Actor, countryCodes: readonly string[]): Promise<EndpointReply<'blockCountries'>> {
      assertAllowed(isPerformer(actor));
      const codes = [...new Set(countryCodes)].toSorted();
      await repository.saveCountries(actor.id, codes);
      closedBy.forget();
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

    /** Blocks a fan; a repeat replies the first block. @throws AppError ENTITY_NOT_FOUND for anybody but a fan. */
    async blockUser(actor: Actor, input: EndpointPart<'blockUser', 'body'>): Promise<EndpointReply<'blockUser'>> {
      assertAllowed(isPerformer(actor));
      const target = requireFound(await people.find(input.targetId));
      if (target.account.kind !== 'user') throw new AppError('ENTITY_NOT_FOUND');
      const pair = { performerId: actor.id, userId: input.targetId };
      const row = { ...pair, reason: input.reason ?? '', createdAt: clock.now() };
      const block = await inTransaction(db, async (tx) => {
        const saved = await repository.saveUserBlock(row, tx);
        if (saved.isNew)
          await events.emit(tx, 'fanBlockChanged', { ...pair, isBlocked: true, since: saved.block.createdAt });
        return saved.block;
      });
      // Other processes notice within seconds.
      const shows = await repository.listShows(actor.id);
      for (const room of [rooms.presence(actor.id), ...shows.map(({ id, type }) => rooms.conversation(type, id))]) {
        publisher.evict(rooms.account(input.targetId), room);
      }
      return presentUserBlock(block);
    },

    /** @param userId the fan, not the block. @throws AppError ENTITY_NOT_FOUND when there is no block. */
    async unblockUser(actor: Actor, userId: string): Promise<EndpointReply<'unblockUser'>> {
      assertAllowed(isPerformer(actor));
      await inTransaction(db, async (tx) => {
        const { createdAt: since } = requireFound(await repository.removeUserBlock(actor.id, userId, tx));
        await events.emit(tx, 'fanBlockChanged', { performerId: actor.id, userId, isBlocked: false, since });
      });
      return { unlocked: true };
    },

    async listUsers(
      actor: Actor,
      query: EndpointPart<'listBlockedUsers', 'query'>,
    ): Promise<EndpointReply<'listBlockedUsers'>> {
      assertAllowed(isPerformer(actor));
      const { rows, total } = await repository.listUserBlocks(actor.id, query);
      const ids = rows.map((row) => row.userId);
      const views = await people.views(ids, actor);
      const data = rows.map((row) => ({
        ...presentUserBlock(row),
        targetInfo: (views.get(row.userId) as UserView | undefined) ?? null,
      }));
      return { data, total };
    },
  };
}

/** `BlockedUser`. Wire contract 2.4. */
function presentUserBlock(row: UserBlockRow): EndpointReply<'blockUser'> {
  return {
    _id: row.id,
    source: 'performer',
    sourceId: row.performerId,
    target: 'user',
    targetId: row.userId,
    reason: row.reason,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

type Repository = Pick<ReturnType<typeof createBlockRepository>, 'listClosed' | 'listOwners'>;

/** Rooms whose name says whose they are, and rooms of conversations, whose owner is looked up. */
const presenceRoom = /^presence:([0-9a-f]{24})$/;
const conversationRoom = /^conversation-\w+-([0-9a-f]{24})$/;

/**
 * Finds who hears what a creator has closed to them. A room of nobody's is nobody's to close.
 *
 * @returns the stays that are over: four queries at most, for any number.
 */
async function findEndedStays(
  repository: Repository,
  stays: readonly RoomMembership[],
): Promise<ReadonlySet<RoomMembership>> {
  const conversationIds = stays.map(({ room }) => conversationRoom.exec(room)?.[1]).filter((id) => id !== undefined);
  const owners = new Map(
    conversationIds.length === 0
      ? []
      : (await repository.listOwners(conversationIds)).map(({ id, performerId }) => [id, performerId]),
  );
  const ownerOf = ({ room }: RoomMembership): string | null =>
    presenceRoom.exec(room)?.[1] ?? owners.get(conversationRoom.exec(room)?.[1] ?? '') ?? null;
  const performerIds = [...new Set(stays.map(ownerOf))].filter((id) => id !== null);
  if (performerIds.length === 0) return new Set();
  const accountIds = [...new Set(stays.map(({ accountId }) => accountId))].filter((id) => id !== null);
  const { countries, blocks } = await repository.listClosed(performerIds, accountIds);
  const closedCountries = new Map(countries.map((row) => [row.id, row.countries]));
  const pairs = new Set(blocks.map(({ performerId, userId }) => `${performerId} ${userId}`));
  return new Set(
    stays.filter((stay) => {
      const owner = ownerOf(stay);
      if (owner === null || owner === stay.accountId) return false;
      const isCountryClosed = stay.country !== null && closedCountries.get(owner)?.includes(stay.country);
      return isCountryClosed === true || pairs.has(`${owner} ${stay.accountId}`);
    }),
  );
}
