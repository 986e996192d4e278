import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { inTransaction, type Tx } from '../../../db/transaction';
import type { ItemService } from '../../content/item/item-service';
import type { MediaService } from '../../site/media/media-service';
import type { MessageService } from '../../conversation/message/message-service';
import type { SessionService } from '../../identity/auth/session/session-service';
import type { FormerUsernames } from '../../identity/auth/identity/identity-service';
import type { SearchService } from '../../content/search/search-service';
import type { SettingsService } from '../../site/settings/settings-service';
import type { SubjectService, SubjectType } from '../../content/subject/subject-service';
import { deletedMail } from './deletion-mails';
import { createDeletionRepository } from './deletion-repository';

/**
 * Deletes accounts. What others paid for and what the law wants kept stays, and names the account by an id that leads to
 * nobody. Everything happens in parts that may be done again, so that a process that dies in between loses nothing: the
 * account counts as deleted with the last one. Promises W-4.
 */
export function createEraseService(
  { db, jobs, clock }: Pick<ServerContext, 'db' | 'jobs' | 'clock'>,
  needs: {
    items: Pick<ItemService, 'removeAll'>;
    message: Pick<MessageService, 'eraseMessages'>;
    media: Pick<MediaService, 'remove'>;
    subjects: SubjectService;
    session: SessionService;
    settings: SettingsService;
    identity: FormerUsernames;
    search: Pick<SearchService, 'forgetAccount'>;
    removeExports(accountId: string): Promise<void>;
  },
) {
  const repository = createDeletionRepository(db);
  /** Takes part after part until none is left, off what it was on. */
  async function takeAll<T>(take: (tx: Tx) => Promise<T[]>, uncount: (row: T, tx: Tx) => Promise<void>): Promise<void> {
    for (let taken = 1; taken > 0;) {
      taken = await inTransaction(db, async (tx) => {
        const rows = await take(tx);
        for (const row of rows) await uncount(row, tx);
        return rows.length;
      });
    }
  }

  /** Takes away what people publish, as they would themselves; may run twice. */
  async function removeWorks(actor: Actor): Promise<void> {
    const { subjects } = needs;
    if (actor.kind === 'performer') await needs.items.removeAll(actor);
    await takeAll(
      (tx) => repository.takeReactions(actor.id, tx),
      ({ objectType, objectId, action }, tx) => subjects.uncount(objectType as SubjectType, objectId, action, tx),
    );
    await takeAll(
      (tx) => repository.takeComments(actor.id, tx),
      ({ objectType, objectId }, tx) => subjects.uncount(objectType as SubjectType, objectId, 'comment', tx),
    );
  }

  return {
    /** Makes an account nobody's. One that is gone already stays so. */
    async erase(id: string): Promise<void> {
      const account = await repository.find(id);
      if (!account || account.status === 'deleted') return;
      const { kind, name, username, email } = account;
      const actor: Actor = { id, kind, name, username, isAdmin: false, sessionId: '' };
      await removeWorks(actor);
      await needs.search.forgetAccount(id);
      await needs.removeExports(id);
      const { siteName } = await needs.settings.read();
      await inTransaction(db, async (tx) => {
        // Two at the same time: the second finds that it is done.
        if ((await repository.lock(id, tx))?.status === 'deleted') return;
        const now = clock.now();
        await needs.message.eraseMessages(id, now, tx);
        await repository.removeTies(id, tx);
        await repository.removeNotifications(id, tx);
        await repository.blankTipNotes(id, tx);
        await repository.removeLoosePolls(id, tx);
        if (email !== null) await repository.removeContactMessages(email, tx);
        if (username !== null) await needs.identity.holdUsername({ id, username }, tx);
        await needs.session.closeAll(id, { tx });
        await repository.removeRows(id, tx);
        await repository.blankPerformer(id, tx);
        await repository.blankAccount(id, now, tx);
        await needs.media.remove(await repository.listOrphanedFileIds(id, tx), tx);
        if (email !== null) await jobs.send('send-mail', deletedMail({ siteName, to: email }), { tx });
      });
    },
  };
}
