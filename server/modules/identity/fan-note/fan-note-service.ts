import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { inTransaction } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import { createFanNoteRepository, type FanNoteRow } from './fan-note-repository';

type FanNote = EndpointReply<'setFanNote'>;

/** Creators' private notes, which fans never see. */
export function createFanNoteService({ db }: Pick<ServerContext, 'db'>) {
  const repository = createFanNoteRepository(db);
  const present = ({ userId, note, lists }: FanNoteRow): FanNote => ({ userId, note, lists });

  return {
    async list(actor: Actor, userIds: readonly string[]): Promise<EndpointReply<'listFanNotes'>> {
      return userIds.length === 0 ? [] : (await repository.list(actor.id, userIds)).map(present);
    },

    /** @throws AppError ENTITY_NOT_FOUND for an account that never subscribed to the creator, whether it exists or not */
    async set(
      actor: Actor,
      userId: string,
      { note, lists }: EndpointPart<'setFanNote', 'body'>,
    ): Promise<EndpointReply<'setFanNote'>> {
      if (!(await repository.isSubscriber(actor.id, userId))) throw new AppError('ENTITY_NOT_FOUND');
      return inTransaction(db, async (tx) => {
        const row = requireFound(
          await repository.save(actor.id, userId, { note, lists: lists && [...new Set(lists)] }, tx),
        );
        await repository.removeEmpty(row.id, tx);
        return present(row);
      });
    },

    listLists: (actor: Actor): Promise<EndpointReply<'listFanLists'>> => repository.listLists(actor.id),
  };
}
