import type { Viewer } from '../../../access';
import type { ServerContext } from '../../../context';
import type { Executor } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import { getEntryRefusal, type EntryRefusal, type ShowRelation } from './show-access';
import { listRefused, type Visitor } from './list-refused';
import { createShowAccessRepository } from './show-access-repository';
import { createShowRepository, type ShowRow } from './show-repository';
import { createViewerRepository } from './room/viewer-repository';

export { getEntryRefusal, isAmong, requireOwn, type ShowRelation } from './show-access';
export type { Chat, ShowAndRelation } from './show-access-repository';
export type { ConversationRow, ShowRow } from './show-repository';
export type EntryService = ReturnType<typeof createEntryService>;

export interface Entry {
  relation: ShowRelation;
  refusal: EntryRefusal;
}

export function createEntryService({ db, clock }: Pick<ServerContext, 'db' | 'clock'>) {
  const repository = createShowRepository(db);
  const access = createShowAccessRepository(db);
  const find = (streamId: string, viewer: Viewer, tx?: Executor) =>
    access.findWithRelation(streamId, viewer, clock.now(), tx);
  const read = async (show: ShowRow, viewer: Viewer, tx?: Executor): Promise<Entry> => {
    const { relation } = requireFound(await find(show.id, viewer, tx));
    return { relation, refusal: getEntryRefusal(show, relation) };
  };
  return {
    find: repository.find,
    lock: repository.lock,
    findLatest: repository.findLatest,
    findByConversation: access.findByConversation,
    findByChatWithRelation: (conversationId: string, viewer: Viewer) =>
      access.findByChatWithRelation(conversationId, viewer, clock.now()),
    findBySession: access.findBySession,
    findByShow: access.findByShow,
    lockShared: access.lockShared,
    update: repository.update,
    countPresent: createViewerRepository(db).countPresent,
    findMany: repository.findMany,
    read,

    listRefused: <V extends Visitor>(show: ShowRow, visitors: readonly V[]): Promise<V[]> =>
      listRefused(access, show, { visitors, now: clock.now() }),

    /** Whether the host can publish: their account is active and approved. */
    async isHostApproved(show: ShowRow): Promise<boolean> {
      return (await read(show, { actor: null, country: null })).relation.isHostHere;
    },

    /** The shows of all running seats by seat id, and whether the fan has lost access. */
    async listSeatShows(now: Date): Promise<Map<string, { show: ShowRow; isRefused: boolean }>> {
      const viewer = { id: '', isModerator: false, country: null };
      const rows = await access.listSeatRelations(now);
      return new Map(
        rows.map(({ seatId, show, relation }) => {
          const refusal = getEntryRefusal(show, access.toRelation(relation, show.performerId, viewer));
          return [seatId, { show, isRefused: refusal !== null }];
        }),
      );
    },

    /** @throws AppError ENTITY_NOT_FOUND and other reasons why the viewer cannot enter */
    async enter(streamId: string, viewer: Viewer, tx?: Executor): Promise<{ show: ShowRow; relation: ShowRelation }> {
      const found = requireFound(await find(streamId, viewer, tx));
      const refusal = getEntryRefusal(found.show, found.relation);
      if (refusal) throw new AppError(refusal);
      return found;
    },
  };
}
