import type { ServerContext } from '../../../../context';
import { inTransaction, type Tx } from '../../../../db/transaction';
import { AppError } from '../../../../errors';
import { rooms } from '../../../../realtime/publish';
import type { SettingsService } from '../../../site/settings/settings-service';
import type { AddressProofService } from './address-proof-service';
import { confirmNewEmailMail, emailChangeAskedMail, emailChangedMail, emailMovedMail } from './account-mails';
import { createIdentityRepository, type AccountRow } from '../accounts/identity-repository';
import { createOneTimeTokenRepository } from './one-time-token-repository';
import type { PasswordService } from './password-service';
import type { SessionService } from '../session/session-service';

const DAY_MS = 24 * 3600 * 1000;
const CONFIRM_MS = 3 * DAY_MS;
/** Promises I-5. */
const REVERT_MS = 7 * DAY_MS;
/** Links an hour and account, so that nobody fills a stranger's mailbox. */
const LINKS_AN_HOUR = 4;

/**
 * Moving an account to another e-mail. The new address counts once the link sent there was opened; the old one is told
 * twice, when it is asked for and when it is done, each time with a link that takes it back for seven days. Promises I-5.
 */
export function createEmailChangeService(
  { db, env, jobs, clock, publisher }: Pick<ServerContext, 'db' | 'env' | 'jobs' | 'clock' | 'publisher'>,
  {
    session,
    settings,
    passwords,
    addressProof,
  }: {
    session: SessionService;
    settings: SettingsService;
    passwords: PasswordService;
    addressProof: Pick<AddressProofService, 'shutOut'>;
  },
) {
  const identities = createIdentityRepository(db);
  const tokens = createOneTimeTokenRepository(db);

  /**
   * Tells the address in use. One that was never confirmed may be a stranger's by a slip of the pen: it gets no link that
   * would let them in.
   */
  async function tellOldAddress(account: AccountRow, news: { newEmail: string; isDone: boolean }, tx: Tx) {
    if (account.email === null) return;
    const { siteName } = await settings.read(tx);
    const to = { siteName, to: account.email };
    if (!account.verifiedEmail) {
      if (!news.isDone) return;
      await jobs.send('send-mail', emailMovedMail({ ...to, url: `${env.WEB_PUBLIC_URL}/contact` }), { tx });
      return;
    }
    const row = { accountId: account.id, kind: 'revert-email', subject: account.email } as const;
    const token = await tokens.issue({ ...row, now: clock.now(), lifeMs: REVERT_MS }, tx);
    const mail = news.isDone ? emailChangedMail : emailChangeAskedMail;
    const url = `${env.WEB_PUBLIC_URL}/auth/email-revert?token=${token}`;
    await jobs.send('send-mail', mail({ ...to, newEmail: news.newEmail, url }), { tx });
  }

  const service = {
    /** Notes the wish and mails both addresses. @throws AppError TOO_MANY_REQUESTS */
    async request(account: AccountRow, newEmail: string, tx: Tx): Promise<void> {
      await identities.update(account.id, { pendingEmail: newEmail }, tx);
      await service.sendLink(account.id, newEmail, tx);
      await tellOldAddress(account, { newEmail, isDone: false }, tx);
    },

    /** Mails the link to the new address; earlier ones stop working. @throws AppError TOO_MANY_REQUESTS */
    async sendLink(accountId: string, newEmail: string, tx: Tx): Promise<void> {
      const now = clock.now();
      const hourAgo = new Date(now.getTime() - 3600 * 1000);
      if ((await tokens.countSince(accountId, 'change-email', hourAgo, tx)) >= LINKS_AN_HOUR) {
        throw new AppError('TOO_MANY_REQUESTS', { details: { retryAfterSeconds: 3600 } });
      }
      await tokens.retire(accountId, 'change-email', now, tx);
      const row = { accountId, kind: 'change-email', subject: newEmail, now, lifeMs: CONFIRM_MS } as const;
      const url = `${env.WEB_PUBLIC_URL}/auth/email-change?token=${await tokens.issue(row, tx)}`;
      const { siteName } = await settings.read(tx);
      const opensBy = describeWays(await identities.find(accountId, tx));
      await jobs.send('send-mail', confirmNewEmailMail({ siteName, to: newEmail, url, opensBy }), { tx });
    },

    /** What a link of either kind would do, without doing it. */
    async look(token: string, kind: 'change-email' | 'revert-email'): Promise<'open' | 'gone'> {
      const link = await tokens.find(token, kind);
      return link && link.usedAt === null && link.expiresAt > clock.now() ? 'open' : 'gone';
    },

    /** Forgets the wish. */
    async cancel(accountId: string, tx: Tx): Promise<void> {
      await identities.update(accountId, { pendingEmail: null }, tx);
      await tokens.retire(accountId, 'change-email', clock.now(), tx);
    },

    /**
     * Takes the token that was mailed to the new address: from now on the account has it, confirmed.
     *
     * @throws AppError LINK_EXPIRED, and EMAIL_TAKEN when somebody else has the address by now.
     */
    confirm: (token: string): Promise<void> =>
      inTransaction(db, async (tx) => {
        const now = clock.now();
        const link = await tokens.use(token, 'change-email', now, tx);
        const account = link && (await identities.find(link.accountId, tx));
        if (!account || account.pendingEmail !== link.subject) throw new AppError('LINK_EXPIRED');
        const changes = { email: link.subject, pendingEmail: null, verifiedEmail: true };
        await identities.update(account.id, changes, tx);
        // Asked only now: the update has waited for whoever was giving this address up, and who may take it back.
        if (await identities.findEmailHolder(link.subject, account.id, now, tx)) throw new AppError('EMAIL_TAKEN');
        // Links to the old mailbox must not open the account any more, but for the one that takes this back.
        await tokens.retire(account.id, 'reset-password', now, tx);
        await tellOldAddress(account, { newEmail: link.subject, isDone: true }, tx);
        tx.afterCommit(() => {
          session.forget(account.id);
          publisher.publish('account_changed', rooms.account(account.id));
        });
      }),

    /**
     * Takes the token that was mailed to the old address: the account has that address again, every session ends, and
     * nothing opens it but what its owner sets now. Promises I-5, I-12.
     *
     * @returns what sets a new password: whoever did this may know the one there is.
     * @throws AppError LINK_EXPIRED
     */
    revert: (token: string): Promise<string> =>
      inTransaction(db, async (tx) => {
        const now = clock.now();
        const link = await tokens.use(token, 'revert-email', now, tx);
        const account = link && (await identities.find(link.accountId, tx));
        if (!account || account.status === 'deleted') throw new AppError('LINK_EXPIRED');
        await identities.update(account.id, { email: link.subject, pendingEmail: null, verifiedEmail: true }, tx);
        await tokens.retire(account.id, 'change-email', now, tx);
        // Links to earlier addresses keep working. Otherwise a thief could change the address twice and cancel the owner's link.
        await tokens.retire(account.id, 'revert-email', now, tx, link);
        await addressProof.shutOut(account.id, { since: new Date(now.getTime() - REVERT_MS) }, tx);
        await session.closeAll(account.id, { tx });
        return passwords.issueResetToken({ accountId: account.id, email: link.subject }, tx);
      }),
  };
  return service;
}

export type EmailChangeService = ReturnType<typeof createEmailChangeService>;

/** What opens an account that has no address yet, in words for a mail. */
function describeWays(account: AccountRow | null): string | undefined {
  if (!account || account.email !== null) return undefined;
  const ways = [
    account.verifiedPhone && account.phone && `the phone number ending in ${account.phone.slice(-3)}`,
    account.googleLabel && `the Google account ${account.googleLabel}`,
    account.twitterLabel && `the Twitter account ${account.twitterLabel}`,
  ].filter(Boolean);
  return ways.length > 0 ? ways.join(' and ') : undefined;
}
