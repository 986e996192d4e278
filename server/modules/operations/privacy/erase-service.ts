import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { inTransaction, type Tx } from '../../../db/transaction';
import type { ItemService } from '../../content/item/item-service';
import type { MediaService } from '../../site/media/media-service';
import type { MessageService } from '../../conversation/message/message-service';
import type { SessionService } from '../../identity/auth/session/session-service';
import type { IdentityService } from '../../identity/auth/accounts/identity-service';
import type { SearchService } from '../../content/search/search-service';
import type { SettingsService } from '../../site/settings/settings-service';
import type { TargetService, TargetType } from '../../content/target/target-service';
import { deletedMail } from './deletion-mails';
import { AT_A_TIME, createDeletionRepository } from './deletion-repository';

/**
 * Deletes accounts. What others paid for and what the law wants kept stays, and names the account by an id that leads to
 * nobody. Everything happens in parts that may be done again, so that a process that dies in between loses nothing: the
 * account counts as deleted with the last one. Promises W-4.
 */
export function createEraseService(
  { db, jobs, clock }: Pick<ServerContext, 'db' | 'jobs' | 'clock'>,
  needs: {
    items: Pick<ItemService, 'removeAll'>;
    message: Pick<MessageService, 'eraseMessages' | 'eraseTraces'>;
    media: Pick<MediaService, 'remove'>;
    subjects: TargetService;
    session: SessionService;
    settings: SettingsService;
    identity: Pick<IdentityService, 'reserveUsername'>;
    search: Pick<SearchService, 'forgetAccount'>;
    removeExports(accountId: string): Promise<void>;
  },
) {
  const repository = createDeletionRepository(db);
  /** Takes part after part, a transaction each, until none is left. @param take says how many it took. */
  async function takeAll(take: (tx: Tx) => Promise<number>): Promise<void> {
    while ((await inTransaction(db, take)) > 0);
  }

  async function uncountAll<T>(rows: readonly T[], uncount: (row: T) => Promise<void>): Promise<number> {
    for (const row of rows) await uncount(row);
    return rows.length;
  }

  /** Takes away what people publish, as they would themselves; may run twice. */
  async function removeWorks(actor: Actor): Promise<void> {
    const { subjects } = needs;
    if (actor.kind === 'performer') await needs.items.removeAll(actor);
    await takeAll(async (tx) =>
      uncountAll(await repository.takeReactions(actor.id, tx), ({ objectType, objectId, action }) =>
        subjects.uncount(objectType as TargetType, objectId, action, tx),
      ),
    );
    await takeAll(async (tx) =>
      uncountAll(await repository.takeComments(actor.id, tx), ({ objectType, objectId }) =>
        subjects.uncount(objectType as TargetType, objectId, 'comment', tx),
      ),
    );
  }

  /** What there may be any number of, a part each; others may add to it until the account is deleted. */
  const takers = (id: string, now: Date): ((tx: Tx) => Promise<number>)[] => [
    (tx) => needs.message.eraseMessages(id, { now, limit: AT_A_TIME }, tx),
    (tx) => repository.takeFollows(id, tx),
    (tx) => repository.takeFollowers(id, tx),
    (tx) => repository.takeNotifications(id, tx),
  ];

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
      const now = clock.now();
      for (const take of takers(id, now)) await takeAll(take);
      const { siteName } = await needs.settings.read();
      await inTransaction(db, async (tx) => {
        // Two at the same time: the second finds that it is done.
        if ((await repository.lock(id, tx))?.status === 'deleted') return;
        for (const take of takers(id, now)) while ((await take(tx)) > 0);
        await needs.message.eraseTraces(id, tx);
        await repository.removeTies(id, tx);
        await repository.blankTipNotes(id, tx);
        await repository.removeLoosePolls(id, tx);
        if (email !== null) await repository.removeContactMessages(email, tx);
        if (username !== null) await needs.identity.reserveUsername({ id, username }, tx);
        await needs.session.closeAll(id, { tx });
        await repository.removeRows(id, tx);
        await repository.blankPerformer(id, tx);
        await repository.blankAccount(id, now, tx);
        const fileIds = await repository.listOrphanedFileIds(id, tx);
        for (let from = 0; from < fileIds.length; from += AT_A_TIME)
          await needs.media.remove(fileIds.slice(from, from + AT_A_TIME), tx);
        if (email !== null) await jobs.send('send-mail', deletedMail({ siteName, to: email }), { tx });
      });
    },
  };
}
