import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { assertAllowed, isPerformer, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import type { RoomMembership } from '../../../realtime/watch-sockets';
import type { SettingsService } from '../../site/settings/settings-service';
import type { PeopleService, UserView } from '../people/people-service';
import { createBlockRepository } from './block-repository';
import { blockUser, presentUserBlock, unblockUser } from './block-user';
import { createCountryBlocks } from './country-blocks';
import { findBlockedMembers } from './blocked-room-members';

/** A block that is undone within this time has no lasting effect. The notice offers "Undo" for some seconds. */
export const BLOCK_UNDO_MS = 15_000;

export type BlockService = ReturnType<typeof createBlockService>;

export function createBlockService(
  context: Pick<ServerContext, 'db' | 'clock' | 'publisher' | 'events' | 'announcements'>,
  needs: { people: PeopleService; settings: SettingsService },
) {
  const { people, settings } = needs;
  const repository = createBlockRepository(context.db);
  const deps = { ...context, ...needs, repository };
  const countries = createCountryBlocks(deps);
  return {
    blockUser: (actor: Actor, input: EndpointPart<'blockUser', 'body'>) => blockUser(deps, actor, input),
    unblockUser: (actor: Actor, userId: string) => unblockUser(deps, actor, userId),
    blockCountries: countries.closePagesTo,
    closeSiteTo: countries.closeSiteTo,
    listClosedCountries: countries.listOfPerformer,
    listSiteCountries: countries.listSiteCountries,
    findBlockedMembers: (members: readonly RoomMembership[]) => findBlockedMembers(repository, members),

    /** Maintenance and blocked countries, cached for up to 2 s. */
    async readSiteState() {
      const [{ maintenanceMode, maintenanceMessage, maintenanceUntil }, blockedCountries] = await Promise.all([
        settings.read(),
        countries.readSiteCountries(),
      ]);
      return {
        isInMaintenance: maintenanceMode,
        message: maintenanceMessage,
        until: maintenanceUntil === '' ? null : new Date(maintenanceUntil),
        blockedCountries,
      };
    },

    /** False for an unknown country. */
    async isSiteClosedTo(country: string | null): Promise<boolean> {
      return country !== null && (await countries.readSiteCountries()).has(country);
    },

    /** `undoable` if undoing it would still have no lasting effect; null if there is no block. */
    async findUserBlock(pair: { performerId: string; userId: string }, tx: Tx): Promise<'final' | 'undoable' | null> {
      const block = await repository.findUserBlock(pair, tx);
      if (!block) return null;
      const ageMs = deps.clock.now().getTime() - block.createdAt.getTime();
      return ageMs < BLOCK_UNDO_MS ? 'undoable' : 'final';
    },

    async listUsers(
      actor: Actor,
      query: EndpointPart<'listBlockedUsers', 'query'>,
    ): Promise<EndpointReply<'listBlockedUsers'>> {
      assertAllowed(isPerformer(actor));
      const { rows, total } = await repository.listUserBlocks(actor.id, query);
      const views = await people.views(
        rows.map((row) => row.userId),
        actor,
      );
      const data = rows.map((row) => ({
        ...presentUserBlock(row),
        targetInfo: (views.get(row.userId) as UserView | undefined) ?? null,
      }));
      return { data, total };
    },
  };
}
