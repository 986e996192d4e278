import { createHmac, randomInt } from 'node:crypto';
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { assertAllowed, type Actor } from '../../../../access';
import type { ServerContext } from '../../../../context';
import { firstOrNull, hasRows } from '../../../../db/query-helpers';
import { confirmationCodes } from '../../../../db/schema/accounts';
import { inTransaction } from '../../../../db/transaction';
import { AppError, requireFound } from '../../../../errors';
import type { SettingsService } from '../../../site/settings/settings-service';
import { confirmationCodeMail } from './account-mails';
import { createLoginThrottle } from '../login/login-throttle';
import { createIdentityRepository, type AccountRow } from '../accounts/identity-repository';
import { verifyPassword } from './passwords';
import type { SessionService } from '../session/session-service';
import type { TwoFactorService } from '../two-factor/two-factor-service';

/** Seconds a mailed code works. Promises I-8. */
const CODE_LIFE = 10 * 60;
/** Milliseconds until the next code may be asked for. */
const RESEND_MS = 60 * 1000;
/** Tries after which a code is worth nothing. Promises I-8. */
const MOST_TRIES = 5;

/**
 * Proving again who is logged in, before what could lock the owner out or cost them money. Somebody who finds an open
 * browser can read, but not take over. Promises I-5.
 */
export function createConfirmationService(
  { db, env, jobs, clock }: Pick<ServerContext, 'db' | 'env' | 'jobs' | 'clock'>,
  { session, settings, twoFactor }: { session: SessionService; settings: SettingsService; twoFactor: TwoFactorService },
) {
  const identities = createIdentityRepository(db);
  const guesses = createLoginThrottle({ db, env, clock }, 'own password');
  const hashCode = (accountId: string, code: string) =>
    createHmac('sha256', env.APP_SECRET).update(`${accountId} ${code}`).digest('base64url');

  /** A code by mail is for those who have nothing better: whoever reads the mails could otherwise do without the password. */
  const takesMail = (account: AccountRow, hasTwoFactor: boolean) =>
    account.passwordHash === null && !hasTwoFactor && account.email !== null && account.verifiedEmail;

  /**
   * Uses a mailed code up when it is the right one. A try is counted before anybody looks whether it is right: of many at
   * the same time no more are looked at than of many in turn. Of two right ones one gets it.
   */
  async function redeemCode(accountId: string, code: string): Promise<boolean> {
    const mine = eq(confirmationCodes.accountId, accountId);
    const { expiresAt, attempts, codeHash } = confirmationCodes;
    const counted = db
      .update(confirmationCodes)
      .set({ attempts: sql`${attempts} + 1` })
      .where(and(mine, gt(expiresAt, clock.now()), lt(attempts, MOST_TRIES)))
      .returning({ codeHash });
    const tried = hashCode(accountId, code);
    if ((await firstOrNull(counted))?.codeHash !== tried) return false;
    const used = db
      .delete(confirmationCodes)
      .where(and(mine, eq(codeHash, tried)))
      .returning({ id: confirmationCodes.accountId });
    return hasRows(used);
  }

  async function isRightCode(account: AccountRow, code: string): Promise<boolean> {
    if (await twoFactor.isEnabled(account.id)) return twoFactor.check(account.id, code);
    return takesMail(account, false) && redeemCode(account.id, code);
  }

  /** Tries a proof, slowing down who guesses. @throws AppError WRONG_PASSWORD, INVALID_VERIFICATION_CODE, TOO_MANY_REQUESTS */
  async function prove(
    actor: Actor,
    { password, verificationCode, ip }: { password?: string; verificationCode?: string; ip: string },
  ): Promise<void> {
    const guess = await guesses.assertMayTry({ account: actor.id, ip });
    const account = requireFound(await identities.find(actor.id));
    const isRight = password
      ? await verifyPassword(account.passwordHash, password, actor.id)
      : await isRightCode(account, (verificationCode ?? '').trim());
    if (isRight) return guesses.noteRight(guess);
    throw new AppError(password ? 'WRONG_PASSWORD' : 'INVALID_VERIFICATION_CODE');
  }

  return {
    /** What the caller can prove themselves with, and whether they need to. */
    async read(actor: Actor): Promise<EndpointReply<'getConfirmation'>> {
      const [account, hasTwoFactor, until] = await Promise.all([
        identities.find(actor.id),
        twoFactor.isEnabled(actor.id),
        session.confirmedUntil(actor),
      ]);
      const { passwordHash, email } = requireFound(account);
      const mails = takesMail(requireFound(account), hasTwoFactor);
      return {
        confirmedUntil: until?.toISOString() ?? null,
        ways: [
          ...(passwordHash === null ? [] : (['password'] as const)),
          ...(hasTwoFactor ? (['twoFactor'] as const) : []),
          ...(mails ? (['email'] as const) : []),
          'login',
        ],
        email: mails && email ? maskEmail(email) : null,
      };
    },

    /** Opens sensitive calls for ten minutes. @throws AppError WRONG_PASSWORD, INVALID_VERIFICATION_CODE, TOO_MANY_REQUESTS */
    async confirm(
      actor: Actor,
      body: EndpointPart<'confirmIdentity', 'body'>,
      ip: string,
    ): Promise<EndpointReply<'confirmIdentity'>> {
      await prove(actor, { ...body, ip });
      const { token, remember, confirmedUntil } = await session.renew(actor);
      return { token, remember, confirmedUntil: confirmedUntil.toISOString() };
    },

    /** @throws AppError FORBIDDEN for accounts that prove themselves by other means, TOO_MANY_REQUESTS within a minute */
    async sendCode(actor: Actor): Promise<EndpointReply<'sendConfirmationCode'>> {
      const account = requireFound(await identities.find(actor.id));
      assertAllowed(takesMail(account, await twoFactor.isEnabled(actor.id)));
      const { siteName } = await settings.read();
      const now = clock.now();
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      await inTransaction(db, async (tx) => {
        const fresh = {
          ...{ codeHash: hashCode(actor.id, code), attempts: 0 },
          ...{ expiresAt: new Date(now.getTime() + CODE_LIFE * 1000), createdAt: now },
        };
        // One an account; the one before stays while it is younger than a minute.
        const put = tx
          .insert(confirmationCodes)
          .values({ accountId: actor.id, ...fresh })
          .onConflictDoUpdate({
            target: confirmationCodes.accountId,
            set: fresh,
            setWhere: lt(confirmationCodes.createdAt, new Date(now.getTime() - RESEND_MS)),
          })
          .returning({ id: confirmationCodes.accountId });
        if (!(await hasRows(put))) {
          throw new AppError('TOO_MANY_REQUESTS', { details: { retryAfterSeconds: RESEND_MS / 1000 } });
        }
        await jobs.send('send-mail', confirmationCodeMail({ siteName, to: account.email ?? '', code }), { tx });
      });
      return { success: true, expiresIn: CODE_LIFE };
    },

    /**
     * Stops a sensitive call without proof: a log-in or proof within ten minutes, or the current password along with it.
     *
     * @throws AppError FRESH_LOGIN_REQUIRED, WRONG_PASSWORD, TOO_MANY_REQUESTS
     */
    async assertProved(actor: Actor, { currentPassword, ip }: { currentPassword?: string; ip: string }): Promise<void> {
      if (currentPassword) await prove(actor, { password: currentPassword, ip });
      else await session.assertFresh(actor);
    },
  };
}

export type ConfirmationService = ReturnType<typeof createConfirmationService>;

/** `mira@example.test` as `m•••@example.test`. */
const maskEmail = (email: string) => email.replace(/^(.)[^@]*/, '$1•••');
