import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { Actor } from '../../../../access';
import type { ServerContext } from '../../../../context';
import { inTransaction, type Tx } from '../../../../db/transaction';
import { AppError, requireFound } from '../../../../errors';
import type { SettingsService } from '../../../site/settings/settings-service';
import { createLoginThrottle } from '../login/login-throttle';
import type { AddressProofService } from '../credentials/address-proof-service';
import { createIdentityRepository } from '../accounts/identity-repository';
import { createOwnerMail } from '../credentials/owner-mail';
import { verifyPassword } from '../credentials/passwords';
import { createCodeCheck, createRecoveryCodes, hashRecoveryCode } from './code-check';
import { createSecretBox } from './secret-box';
import type { SessionService } from '../session/session-service';
import { createTotpKey } from './totp';
import { recoveryCodesMail, twoFactorOffMail, twoFactorOnMail } from '../credentials/account-mails';
import { createTwoFactorRepository } from './two-factor-repository';

/**
 * Two-step log-in: a secret shared with an authenticator app, and recovery codes for when the phone is lost. Who needs the
 * second step is decided in entry-service, for every way in. Promises I-6, I-8.
 */
export function createTwoFactorService(
  context: Pick<ServerContext, 'db' | 'env' | 'jobs' | 'clock'>,
  {
    session,
    settings,
    addressProof,
  }: { session: SessionService; settings: SettingsService; addressProof: AddressProofService },
) {
  const { db, env, clock } = context;
  const repository = createTwoFactorRepository(db);
  const identities = createIdentityRepository(db);
  const tellOwner = createOwnerMail(context, { settings });
  const guesses = createLoginThrottle(context, 'own password');
  const box = createSecretBox(env.APP_SECRET, 'two-step secret');
  const takeCode = createCodeCheck(context, { settings, repository, box });

  async function renewCodes(accountId: string, tx: Tx): Promise<string[]> {
    const codes = createRecoveryCodes();
    await repository.replaceRecoveryCodes(accountId, codes.map(hashRecoveryCode), clock.now(), tx);
    return codes;
  }

  async function turnOff(accountId: string, tx: Tx): Promise<void> {
    await repository.setEnabled(accountId, false, tx);
    await repository.remove(accountId, tx);
    await tellOwner(accountId, twoFactorOffMail, tx);
  }

  const service = {
    isEnabled: (accountId: string): Promise<boolean> => repository.isEnabled(accountId),

    /**
     * Takes a code of the app, or a recovery code, of an account with two-step log-in; neither works a second time.
     *
     * @returns false when it is not right.
     * @throws AppError TOO_MANY_REQUESTS after five wrong ones in a row; right ones are refused too then.
     */
    async check(accountId: string, code: string): Promise<boolean> {
      return inTransaction(db, async (tx) => {
        const row = await repository.lock(accountId, tx);
        if (!row || !(await repository.isEnabled(accountId, tx))) return false;
        return takeCode(row, code, tx, { orRecovery: true });
      });
    },

    async status(actor: Actor): Promise<EndpointReply<'getTwoFactorStatus'>> {
      const enabled = await repository.isEnabled(actor.id);
      if (!enabled) return { enabled, method: null };
      return { enabled, method: 'app', recoveryCodesLeft: await repository.countRecoveryCodes(actor.id) };
    },

    /** Makes a secret that does nothing until `verify`. @throws AppError FRESH_LOGIN_REQUIRED, EMAIL_NOT_VERIFIED, TWO_STEP_ACTIVE */
    async connect(actor: Actor): Promise<EndpointReply<'connectTwoFactor'>> {
      await session.assertFresh(actor);
      const { email, username, phone, name } = requireFound(await identities.find(actor.id));
      const { siteName } = await settings.read();
      const key = await createTotpKey({ siteName, account: email ?? username ?? phone ?? name });
      await inTransaction(db, async (tx) => {
        await addressProof.assertMayAttach(actor, tx);
        await repository.lock(actor.id, tx);
        if (await repository.isEnabled(actor.id, tx)) throw new AppError('TWO_STEP_ACTIVE');
        await repository.putSecret(actor.id, box.seal(key.secret, actor.id), clock.now(), tx);
      });
      return { enabled: false, ...key };
    },

    /**
     * Turns it on with a first code: other sessions, which got in without a second step, end.
     *
     * @returns recovery codes, told this once.
     * @throws AppError EMAIL_NOT_VERIFIED, INVALID_VERIFICATION_CODE, TWO_STEP_NOT_STARTED, TWO_STEP_ACTIVE, TOO_MANY_REQUESTS
     */
    async verify(actor: Actor, code: string): Promise<EndpointReply<'verifyTwoFactor'>> {
      const recoveryCodes = await inTransaction(db, async (tx) => {
        await addressProof.assertMayAttach(actor, tx);
        const row = await repository.lock(actor.id, tx);
        if (!row) throw new AppError('TWO_STEP_NOT_STARTED');
        if (await repository.isEnabled(actor.id, tx)) throw new AppError('TWO_STEP_ACTIVE');
        if (!(await takeCode(row, code, tx, { orRecovery: false }))) return null;
        await repository.setEnabled(actor.id, true, tx);
        await session.closeOthers(actor, tx);
        await tellOwner(actor.id, twoFactorOnMail, tx);
        return renewCodes(actor.id, tx);
      });
      if (!recoveryCodes) throw new AppError('INVALID_VERIFICATION_CODE');
      return { enabled: true, recoveryCodes };
    },

    /**
     * Turns it off, with a code or the password.
     *
     * @throws AppError INVALID_VERIFICATION_CODE, WRONG_PASSWORD, TOO_MANY_REQUESTS, UNAUTHORIZED when the session ended meanwhile
     */
    async disable(
      actor: Actor,
      { verificationCode, password }: EndpointPart<'disableTwoFactor', 'body'>,
      ip: string,
    ): Promise<EndpointReply<'disableTwoFactor'>> {
      if (!(await repository.isEnabled(actor.id))) return { enabled: false };
      if (verificationCode) {
        if (!(await service.check(actor.id, verificationCode))) throw new AppError('INVALID_VERIFICATION_CODE');
      } else {
        const guess = await guesses.assertMayTry({ account: actor.id, ip });
        const account = requireFound(await identities.find(actor.id));
        if (!(await verifyPassword(account.passwordHash, password ?? '', actor.id)))
          throw new AppError('WRONG_PASSWORD');
        await guesses.noteRight(guess);
      }
      await inTransaction(db, async (tx) => {
        await session.lockOwn(actor, tx);
        await turnOff(actor.id, tx);
      });
      return { enabled: false };
    },

    /**
     * Turns it off without asking: for operators, when somebody has lost phone and recovery codes.
     *
     * @param name an e-mail or username.
     * @throws AppError ENTITY_NOT_FOUND when nobody has that name
     */
    async turnOffFor(name: string): Promise<void> {
      const account = requireFound(await identities.findByLogin({ name: name.toLowerCase() }));
      await inTransaction(db, (tx) => turnOff(account.id, tx));
    },

    /** @throws AppError FRESH_LOGIN_REQUIRED, TWO_STEP_NOT_STARTED while it is off, UNAUTHORIZED when the session ended meanwhile */
    async renewRecoveryCodes(actor: Actor): Promise<EndpointReply<'renewRecoveryCodes'>> {
      await session.assertFresh(actor);
      const recoveryCodes = await inTransaction(db, async (tx) => {
        await session.lockOwn(actor, tx);
        await repository.lock(actor.id, tx);
        if (!(await repository.isEnabled(actor.id, tx))) throw new AppError('TWO_STEP_NOT_STARTED');
        await tellOwner(actor.id, recoveryCodesMail, tx);
        return renewCodes(actor.id, tx);
      });
      return { recoveryCodes };
    },
  };
  return service;
}

export type TwoFactorService = ReturnType<typeof createTwoFactorService>;
