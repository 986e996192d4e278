import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { ServerContext } from '../../context';
import { inTransaction, type Tx } from '../../db/transaction';
import { AppError } from '../../errors';
import { rooms } from '../../realtime/publish';
import type { SettingsService } from '../settings/settings-service';
import { verificationMail } from './account-mails';
import { createIdentityRepository } from './identity-repository';
import { createOneTimeTokenRepository } from './one-time-token-repository';

const DAY_MS = 24 * 3600 * 1000;
const LIFE_MS = 3 * DAY_MS;
/** Mails an hour and account: further wishes are answered alike and send nothing. */
const MAILS_AN_HOUR = 4;

/** Proving that an e-mail address belongs to the account. */
export function createEmailVerificationService(
  { db, env, jobs, clock, publisher }: Pick<ServerContext, 'db' | 'env' | 'jobs' | 'clock' | 'publisher'>,
  { settings }: { settings: SettingsService },
) {
  const identities = createIdentityRepository(db);
  const tokens = createOneTimeTokenRepository(db);

  const service = {
    /** Mails the link, as part of the transaction that made or changed the account. */
    async sendLink({ id, email }: { id: string; email: string }, tx: Tx): Promise<void> {
      const now = clock.now();
      const sent = await tokens.countSince(id, 'verify-email', new Date(now.getTime() - 3600 * 1000), tx);
      if (sent >= MAILS_AN_HOUR) return;
      const row = { accountId: id, kind: 'verify-email', subject: email, now, lifeMs: LIFE_MS } as const;
      const token = await tokens.issue(row, tx);
      const { siteName } = await settings.read();
      const url = `${env.API_PUBLIC_URL}/auth/email-verified?token=${token}`;
      await jobs.send('send-mail', verificationMail({ siteName, to: email, url }), { tx });
    },

    /** Sends the link again. @throws AppError ENTITY_NOT_FOUND when no account has this id and e-mail. */
    async resend({
      source,
    }: EndpointPart<'sendEmailVerification', 'body'>): Promise<EndpointReply<'sendEmailVerification'>> {
      const account = await identities.find(source._id);
      if (!account || account.email !== source.email) throw new AppError('ENTITY_NOT_FOUND');
      if (account.verifiedEmail) return { message: 'This e-mail is confirmed already.' };
      await inTransaction(db, (tx) => service.sendLink({ id: account.id, email: source.email }, tx));
      return { message: 'We sent you a link. Please look at your inbox.' };
    },

    /**
     * Takes the token of a mailed link.
     *
     * @returns whether the e-mail is confirmed now. A link that was opened before answers the same again, because mail
     * programs open links too.
     */
    async confirm(token: string): Promise<boolean> {
      return inTransaction(db, async (tx) => {
        const now = clock.now();
        const fresh = await tokens.use(token, 'verify-email', now, tx);
        if (fresh) {
          // The page that asked for it goes on by itself.
          tx.afterCommit(() => publisher.publish('account_changed', rooms.account(fresh.accountId)));
          return identities.confirmEmail(fresh.accountId, fresh.subject, tx);
        }
        const used = await tokens.find(token, 'verify-email', tx);
        const account = used?.usedAt ? await identities.find(used.accountId, tx) : null;
        return account !== null && account.verifiedEmail && account.email === used?.subject;
      });
    },
  };
  return service;
}

export type EmailVerificationService = ReturnType<typeof createEmailVerificationService>;
