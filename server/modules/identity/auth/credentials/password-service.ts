import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { Actor } from '../../../../access';
import type { ServerContext } from '../../../../context';
import { inTransaction, type Tx } from '../../../../db/transaction';
import { AppError, requireFound } from '../../../../errors';
import type { SettingsService } from '../../../site/settings/settings-service';
import type { ConfirmationService } from './confirmation-service';
import type { AddressProofService } from './address-proof-service';
import { passwordChangedMail, resetMail } from './account-mails';
import type { Caller, LoginCompletion } from '../login/login-completion-service';
import { createLoginThrottle, LOGIN_GUESSES } from '../login/login-throttle';
import { createIdentityRepository } from '../accounts/identity-repository';
import type { KnownDevices } from '../session/known-devices';
import { createOneTimeTokenRepository } from './one-time-token-repository';
import { createOwnerMail } from './owner-mail';
import { assertStrongPassword } from './password-strength';
import { hashPassword } from './passwords';
import type { SessionService } from '../session/session-service';

const HOUR_MS = 3600 * 1000;
/** Mails an hour and account: further wishes are answered alike and send nothing. */
const MAILS_AN_HOUR = 3;

/** Changing a password, known or forgotten. Both end sessions that others may hold. Promises I-1. */
export function createPasswordService(
  context: Pick<ServerContext, 'db' | 'env' | 'jobs' | 'clock'>,
  {
    session,
    settings,
    confirmation,
    addressProof,
    devices,
    entry,
  }: {
    session: SessionService;
    settings: SettingsService;
    confirmation: ConfirmationService;
    addressProof: AddressProofService;
    devices: KnownDevices;
    entry: LoginCompletion;
  },
) {
  const { db, env, jobs, clock } = context;
  const identities = createIdentityRepository(db);
  const guesses = createLoginThrottle(context, LOGIN_GUESSES);
  const tokens = createOneTimeTokenRepository(db);
  const tellOwner = createOwnerMail(context, { settings });

  /** The mail about the new password tells of this log-in, too. */
  async function enterAfterReset(accountId: string, device: string | undefined, caller: Caller) {
    const account = requireFound(await identities.find(accountId));
    try {
      return await entry.enter({ account, caller, device, isTold: true });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return error.code === 'TWO_STEP_REQUIRED' ? { twoStepRequired: true, email: account.email ?? undefined } : {};
    }
  }

  const service = {
    /**
     * Sets the actor's password and ends their other sessions. Clients of the family send no proof with it: a log-in
     * within ten minutes is one.
     *
     * @throws AppError FRESH_LOGIN_REQUIRED, WRONG_PASSWORD, PASSWORD_TOO_WEAK
     */
    async change(
      actor: Actor,
      { password, currentPassword }: EndpointPart<'updatePassword', 'body'>,
      ip: string,
    ): Promise<true> {
      await confirmation.assertProved(actor, { currentPassword, ip });
      await service.assertStrong(actor.id, password);
      const passwordHash = await hashPassword(password);
      await inTransaction(db, async (tx) => {
        await session.lockOwn(actor, tx);
        await service.store(actor.id, { passwordHash, keepSession: actor.sessionId }, tx);
      });
      return true;
    },

    /** @throws AppError PASSWORD_TOO_WEAK */
    async assertStrong(accountId: string, password: string): Promise<void> {
      const account = await identities.find(accountId);
      const { siteName } = await settings.read();
      await assertStrongPassword(password, [account?.email, account?.username, account?.name, siteName]);
    },

    /** The same for any account inside a larger change, hashed beforehand so that the transaction stays short. */
    async store(
      accountId: string,
      { passwordHash, keepSession }: { passwordHash: string; keepSession: string | null },
      tx: Tx,
    ): Promise<void> {
      // Whoever the owner shuts out must not come back by an address that they had asked for.
      await identities.update(accountId, { passwordHash, pendingEmail: null }, tx);
      await tokens.retire(accountId, 'change-email', clock.now(), tx);
      await tokens.retire(accountId, 'reset-password', clock.now(), tx);
      await session.closeAll(accountId, { except: keepSession, tx });
      await devices.forgetAll(accountId, tx);
      await tellOwner(accountId, passwordChangedMail, tx);
    },

    /**
     * Has a link mailed that sets a new password, to users and performers. An e-mail that nobody has is answered alike, and
     * as fast, since the account is looked for later: the family's 404 would tell who has one. Promises I-7.
     */
    async requestReset({
      email,
    }: EndpointPart<'requestPasswordReset', 'body'>): Promise<EndpointReply<'requestPasswordReset'>> {
      await jobs.send('send-reset-link', { email });
      return { success: true };
    },

    /** Mails the link, if somebody has this e-mail. */
    async sendResetLink(email: string): Promise<void> {
      const account = await identities.findByLogin({ name: email });
      if (!account || account.status === 'inactive') return;
      const now = clock.now();
      const { siteName } = await settings.read();
      await inTransaction(db, async (tx) => {
        const sent = await tokens.countSince(account.id, 'reset-password', new Date(now.getTime() - HOUR_MS), tx);
        if (sent >= MAILS_AN_HOUR) return;
        const token = await service.issueResetToken({ accountId: account.id, email }, tx);
        const url = `${env.WEB_PUBLIC_URL}/auth/reset-password?token=${token}`;
        await jobs.send('send-mail', resetMail({ siteName, to: email, url }), { tx });
      });
    },

    /** @returns what sets a new password, for whoever holds this e-mail; it works for an hour. */
    async issueResetToken({ accountId, email }: { accountId: string; email: string }, tx: Tx): Promise<string> {
      const now = clock.now();
      await tokens.retire(accountId, 'reset-password', now, tx);
      const row = { accountId, kind: 'reset-password', subject: email, now, lifeMs: HOUR_MS } as const;
      return tokens.issue(row, tx);
    },

    /**
     * Sets the password by a mailed link, ends every session of the account and opens one for whoever did it. Opening the
     * link also proves the e-mail: the first time, what was attached before goes. Promises I-12.
     *
     * @returns a log-in, unless it needs a second step or the account cannot be entered. Promises I-6.
     * @throws AppError LINK_EXPIRED when the token is unknown, used or too old, or the account has another e-mail now;
     * PASSWORD_TOO_WEAK, which leaves the link as it is.
     */
    async reset(
      { token, password, device }: EndpointPart<'resetPassword', 'body'>,
      caller: Caller,
    ): Promise<EndpointReply<'resetPassword'>> {
      const link = await tokens.find(token, 'reset-password');
      if (!link) throw new AppError('LINK_EXPIRED');
      await service.assertStrong(link.accountId, password);
      const passwordHash = await hashPassword(password);
      const accountId = await inTransaction(db, async (tx) => {
        const used = await tokens.use(token, 'reset-password', clock.now(), tx);
        if (!used || !(await addressProof.prove(used.accountId, used.subject, tx))) {
          throw new AppError('LINK_EXPIRED');
        }
        await service.store(used.accountId, { passwordHash, keepSession: null }, tx);
        return used.accountId;
      });
      // Who reads the mail is the owner: what strangers guess stands no longer in their way. Promises I-13.
      await guesses.forgive({ account: accountId, ip: caller.ip });
      return { success: true, ...(await enterAfterReset(accountId, device, caller)) };
    },
  };
  return service;
}

export type PasswordService = ReturnType<typeof createPasswordService>;
