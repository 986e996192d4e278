import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { Actor, Operator } from '../../../../access';
import type { ServerContext } from '../../../../context';
import { inTransaction } from '../../../../db/transaction';
import { AppError } from '../../../../errors';
import type { SettingsService } from '../../../site/settings/settings-service';
import { createIdentityRepository } from '../accounts/identity-repository';
import { recoveryCodesMail } from '../credentials/account-mails';
import type { AddressProofService } from '../credentials/address-proof-service';
import { createOwnerMail } from '../credentials/owner-mail';
import { createLoginThrottle } from '../login/login-throttle';
import type { SessionService } from '../session/session-service';
import { checkCode } from './code-check';
import { disableTwoFactor, disableTwoFactorFor, resetTwoFactor } from './disable-two-factor';
import { connectTwoFactor, enableTwoFactor } from './enable-two-factor';
import { replaceRecoveryCodes } from './recovery-codes';
import { createSecretBox } from '../../../../lib/secret-box';
import { createTwoFactorRepository } from './two-factor-repository';

export type TwoFactorService = ReturnType<typeof createTwoFactorService>;

/** Manages the second step, which `LoginCompletion` requires for every login method. Promises I-6, I-8. */
export function createTwoFactorService(
  context: Pick<ServerContext, 'db' | 'env' | 'jobs' | 'clock'>,
  needs: { session: SessionService; settings: SettingsService; addressProof: AddressProofService },
) {
  const { db, env } = context;
  const { session } = needs;
  const twoFactors = createTwoFactorRepository(db);
  const mailOwner = createOwnerMail(context, needs);
  const deps = {
    ...context,
    ...needs,
    twoFactors,
    mailOwner,
    identities: createIdentityRepository(db),
    guesses: createLoginThrottle(context, 'own password'),
    box: createSecretBox(env.APP_SECRET, 'two-step secret'),
  };
  return {
    isEnabled: (accountId: string): Promise<boolean> => twoFactors.isEnabled(accountId),
    check: (accountId: string, code: string) => checkCode(deps, accountId, code),
    connect: (actor: Actor) => connectTwoFactor(deps, actor),
    verify: (actor: Actor, code: string) => enableTwoFactor(deps, actor, code),
    disable: (actor: Actor, input: EndpointPart<'disableTwoFactor', 'body'>, ip: string) =>
      disableTwoFactor(deps, actor, input, ip),
    reset: (accountId: string, reason: string, by: Operator) => resetTwoFactor(deps, accountId, reason, by),
    turnOffFor: (name: string, by?: Operator) => disableTwoFactorFor(deps, name, by),

    async status(actor: Actor): Promise<EndpointReply<'getTwoFactorStatus'>> {
      const enabled = await twoFactors.isEnabled(actor.id);
      if (!enabled) return { enabled, method: null };
      return { enabled, method: 'app', recoveryCodesLeft: await twoFactors.countRecoveryCodes(actor.id) };
    },

    /** @throws AppError FRESH_LOGIN_REQUIRED; TWO_STEP_NOT_STARTED if it is off; UNAUTHORIZED if the session has ended */
    async renewRecoveryCodes(actor: Actor): Promise<EndpointReply<'renewRecoveryCodes'>> {
      await session.assertFresh(actor);
      const recoveryCodes = await inTransaction(db, async (tx) => {
        await session.lockOwn(actor, tx);
        await twoFactors.lock(actor.id, tx);
        if (!(await twoFactors.isEnabled(actor.id, tx))) throw new AppError('TWO_STEP_NOT_STARTED');
        await mailOwner(actor.id, recoveryCodesMail, tx);
        return replaceRecoveryCodes(deps, actor.id, tx);
      });
      return { recoveryCodes };
    },
  };
}
