import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { inTransaction } from '../../../db/transaction';
import type { ItemService } from '../../content/item/item-service';
import type { MediaService } from '../../site/media/media-service';
import type { MessageService } from '../../conversation/message/message-service';
import type { SessionService } from '../../identity/auth/session/session-service';
import type { FormerUsernames } from '../../identity/auth/identity/identity-service';
import type { SettingsService } from '../../site/settings/settings-service';
import type { SubjectService, SubjectType } from '../../content/subject/subject-service';
import { deletedMail } from './deletion-mails';
import { createEraseRepository } from './erase-repository';

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
    removeExports(accountId: string): Promise<void>;
  },
) {
  const repository = createEraseRepository(db);
  /** One for each kind of thing that people publish: takes it away as they would themselves; may run twice. */
  const steps = [removeItems, removeReactions, removeComments];

  async function removeItems(actor: Actor): Promise<void> {
    if (actor.kind === 'performer') await needs.items.removeAll(actor);
  }

  async function removeReactions({ id }: Actor): Promise<void> {
    for (let taken = 1; taken > 0;) {
      taken = await inTransaction(db, async (tx) => {
        const rows = await repository.takeReactions(id, tx);
        for (const { action, objectType, objectId } of rows) {
          await needs.subjects.uncountReaction(objectType as SubjectType, objectId, action, tx);
        }
        return rows.length;
      });
    }
  }

  async function removeComments({ id }: Actor): Promise<void> {
    for (let taken = 1; taken > 0;) {
      taken = await inTransaction(db, async (tx) => {
        const rows = await repository.takeComments(id, tx);
        for (const { objectType, objectId } of rows) {
          await needs.subjects.uncountComment(objectType as SubjectType, objectId, tx);
        }
        return rows.length;
      });
    }
  }

  return {
    /** Makes an account nobody's. One that is gone already stays so. */
    async erase(id: string): Promise<void> {
      const account = await repository.findAccount(id);
      if (!account || account.status === 'deleted') return;
      const { kind, name, username, email } = account;
      const actor: Actor = { id, kind, name, username, isAdmin: false, sessionId: '' };
      for (const step of steps) await step(actor);
      await needs.removeExports(id);
      const { siteName } = await needs.settings.read();
      await inTransaction(db, async (tx) => {
        // Two at the same time: the second finds that it is done.
        if ((await repository.lockAccount(id, tx))?.status === 'deleted') return;
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
