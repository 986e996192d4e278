import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { Actor } from '../../access';
import type { ServerContext } from '../../context';
import { inTransaction, type Tx } from '../../db/transaction';
import { AppError } from '../../errors';
import type { SettingsService } from '../settings/settings-service';
import { passwordChangedMail, resetMail } from './account-mails';
import { createIdentityRepository, type AccountRow } from './identity-repository';
import { createOneTimeTokenRepository } from './one-time-token-repository';
import { hashPassword } from './passwords';
import type { SessionService } from './session-service';

const HOUR_MS = 3600 * 1000;
/** Mails an hour and account: further wishes are answered alike and send nothing. */
const MAILS_AN_HOUR = 3;

/** Changing a password, known or forgotten. Both end sessions that others may hold. Promises I-1. */
export function createPasswordService(
  { db, env, jobs, clock }: Pick<ServerContext, 'db' | 'env' | 'jobs' | 'clock'>,
  { session, settings }: { session: SessionService; settings: SettingsService },
) {
  const identities = createIdentityRepository(db);
  const tokens = createOneTimeTokenRepository(db);

  async function tellOwner(account: AccountRow | null, tx: Tx): Promise<void> {
    if (!account?.email) return;
    const { siteName } = await settings.read();
    const mail = passwordChangedMail({
      siteName,
      to: account.email,
      url: `${env.WEB_PUBLIC_URL}/auth/forgot-password`,
    });
    await jobs.send('send-mail', mail, { tx });
  }

  const service = {
    /** Sets the actor's password and ends their other sessions. */
    async change(actor: Actor, password: string): Promise<true> {
      const passwordHash = await hashPassword(password);
      await inTransaction(db, (tx) => service.store(actor.id, { passwordHash, keepSession: actor.sessionId }, tx));
      return true;
    },

    /** The same for any account inside a larger change, hashed beforehand so that the transaction stays short. */
    async store(
      accountId: string,
      { passwordHash, keepSession }: { passwordHash: string; keepSession: string | null },
      tx: Tx,
    ): Promise<void> {
      await identities.update(accountId, { passwordHash }, tx);
      await tokens.retire(accountId, 'reset-password', clock.now(), tx);
      await session.closeAll(accountId, { except: keepSession, tx });
      await tellOwner(await identities.find(accountId, tx), tx);
    },

    /**
     * Mails a link that sets a new password, to users and performers. An e-mail that nobody has is answered alike: the
     * family's 404 would tell who has an account. Promises I-7.
     */
    async requestReset({
      email,
    }: EndpointPart<'requestPasswordReset', 'body'>): Promise<EndpointReply<'requestPasswordReset'>> {
      const account = await identities.findByLogin({ name: email });
      if (!account || account.status === 'inactive') return { success: true };
      const now = clock.now();
      await inTransaction(db, async (tx) => {
        const sent = await tokens.countSince(account.id, 'reset-password', new Date(now.getTime() - HOUR_MS), tx);
        if (sent >= MAILS_AN_HOUR) return;
        await tokens.retire(account.id, 'reset-password', now, tx);
        const token = await tokens.issue(
          { accountId: account.id, kind: 'reset-password', subject: email, now, lifeMs: HOUR_MS },
          tx,
        );
        const { siteName } = await settings.read();
        const url = `${env.WEB_PUBLIC_URL}/auth/reset-password?token=${token}`;
        await jobs.send('send-mail', resetMail({ siteName, to: email, url }), { tx });
      });
      return { success: true };
    },

    /**
     * Sets the password by a mailed link and ends every session of the account. Opening the link also proves the e-mail.
     *
     * @throws AppError LINK_EXPIRED when the token is unknown, used or too old, or the account has another e-mail now.
     */
    async reset({ token, password }: EndpointPart<'resetPassword', 'body'>): Promise<EndpointReply<'resetPassword'>> {
      const passwordHash = await hashPassword(password);
      await inTransaction(db, async (tx) => {
        const link = await tokens.use(token, 'reset-password', clock.now(), tx);
        if (!link || !(await identities.confirmEmail(link.accountId, link.subject, tx))) {
          throw new AppError('LINK_EXPIRED');
        }
        await service.store(link.accountId, { passwordHash, keepSession: null }, tx);
      });
      return { success: true };
    },
  };
  return service;
}

export type PasswordService = ReturnType<typeof createPasswordService>;
