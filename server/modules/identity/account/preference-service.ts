import { defaultMails } from '@contract/base/limits';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { isPerformer, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import type { PresenceService } from '../presence/presence-service';
import type { AccountService } from './account-service';
import { createAccountRepository } from './account-repository';

/** What people want others to see of them, who may write to them or comment, and which mails they get. Ux AS-8. */
export function createPreferenceService(
  { db }: Pick<ServerContext, 'db'>,
  { account, presence }: { account: AccountService; presence: PresenceService },
) {
  const repository = createAccountRepository(db);

  return {
    /** What is not sent stays as it is. */
    async update(
      actor: Actor,
      { hideFromSearch, showOnline, readReceipts, mails = {}, ...circles }: EndpointPart<'updatePreferences', 'body'>,
    ): Promise<EndpointReply<'updatePreferences'>> {
      const { messagesFrom } = circles;
      const commentsFrom = isPerformer(actor) ? circles.commentsFrom : undefined;
      await repository.update(actor.id, {
        ...{ hidesFromSearch: hideFromSearch, sendsReceipts: readReceipts, messagesFrom, commentsFrom },
      });
      await repository.mergeMails(actor.id, differing(mails));
      if (showOnline !== undefined) await presence.setVisible(actor.id, showOnline);
      return account.getMe(actor);
    },
  };
}

export type PreferenceService = ReturnType<typeof createPreferenceService>;

/** Only what differs from the default is stored; null takes a choice back. */
function differing(mails: Partial<Record<keyof typeof defaultMails, boolean>>): Record<string, boolean | null> {
  const chosen = Object.entries(mails) as [keyof typeof defaultMails, boolean][];
  return Object.fromEntries(chosen.map(([kind, wants]) => [kind, wants === defaultMails[kind] ? null : wants]));
}
