import type { Viewer } from '../../../access';
import type { ServerContext } from '../../../context';
import type { Executor } from '../../../db/transaction';
import { AppError } from '../../../errors';
import { getEntryRefusal, type EntryRefusal, type ShowRelation } from './show-access';
import { listRefused, type Visitor } from './list-refused';
import { createShowAccessRepository } from './show-access-repository';
import { createShowRepository, type ShowRow } from './show-repository';
import { createViewerRepository } from './room/viewer-repository';

export { getEntryRefusal, isAmong, requireOwn, type ShowRelation } from './show-access';
export { isInForce, type Chat } from './show-access-repository';
export type { ConversationRow, ShowRow } from './show-repository';
export type EntryService = ReturnType<typeof createEntryService>;

export interface Entry {
  relation: ShowRelation;
  refusal: EntryRefusal;
}

export interface ShowEntry extends Entry {
  show: ShowRow;
}

export function createEntryService({ db, clock }: Pick<ServerContext, 'db' | 'clock'>) {
  const repository = createShowRepository(db);
  const access = createShowAccessRepository(db);
  const read = async (show: ShowRow, viewer: Viewer, tx?: Executor): Promise<Entry> => {
    const relation = await access.readRelation(show, viewer, clock.now(), tx);
    return { relation, refusal: getEntryRefusal(show, relation) };
  };
  return {
    find: repository.find,
    lock: repository.lock,
    findLatest: repository.findLatest,
    findByConversation: access.findByConversation,
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

    async findInChat(conversationId: string, viewer: Viewer): Promise<ShowEntry | null> {
      const found = await access.findInChat(conversationId, viewer, clock.now());
      return found && { ...found, refusal: getEntryRefusal(found.show, found.relation) };
    },

    async assertCanEnter(show: ShowRow, viewer: Viewer, tx?: Executor): Promise<ShowRelation> {
      const { relation, refusal } = await read(show, viewer, tx);
      if (refusal) throw new AppError(refusal);
      return relation;
    },
  };
}
