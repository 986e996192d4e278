import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { Actor } from '../../../../access';
import type { ServerContext } from '../../../../context';
import { requireFound } from '../../../../errors';
import type { SettingsService } from '../../../site/settings/settings-service';
import { createIdentityRepository } from '../accounts/identity-repository';
import { createLoginThrottle } from '../login/login-throttle';
import type { SessionService } from '../session/session-service';
import type { TwoFactorService } from '../two-factor/two-factor-service';
import { createConfirmationCodeRepository } from './confirmation-code-repository';
import { proveIdentity } from './prove-identity';
import { canUseMailedCode, sendConfirmationCode } from './send-confirmation-code';

export type ConfirmationService = ReturnType<typeof createConfirmationService>;

/** Limits what an intruder at an unlocked browser can do: read, but not lock the owner out or spend money. Promises I-5. */
export function createConfirmationService(
  context: Pick<ServerContext, 'db' | 'env' | 'jobs' | 'clock'>,
  needs: { session: SessionService; settings: SettingsService; twoFactor: TwoFactorService },
) {
  const { session, twoFactor } = needs;
  const identities = createIdentityRepository(context.db);
  const deps = {
    ...context,
    ...needs,
    identities,
    codes: createConfirmationCodeRepository(context.db),
    guesses: createLoginThrottle(context, 'own password'),
  };
  return {
    sendCode: (actor: Actor) => sendConfirmationCode(deps, actor),

    async read(actor: Actor): Promise<EndpointReply<'getConfirmation'>> {
      const [found, hasTwoFactor, until] = await Promise.all([
        identities.find(actor.id),
        twoFactor.isEnabled(actor.id),
        session.getConfirmedUntil(actor),
      ]);
      const account = requireFound(found);
      const canUseMail = canUseMailedCode(account, hasTwoFactor);
      return {
        confirmedUntil: until?.toISOString() ?? null,
        ways: [
          ...(account.passwordHash === null ? [] : (['password'] as const)),
          ...(hasTwoFactor ? (['twoFactor'] as const) : []),
          ...(canUseMail ? (['email'] as const) : []),
          'login',
        ],
        email: canUseMail && account.email ? maskEmail(account.email) : null,
      };
    },

    /** Allows sensitive calls for ten minutes. @throws AppError WRONG_PASSWORD, INVALID_VERIFICATION_CODE, TOO_MANY_REQUESTS */
    async confirm(
      actor: Actor,
      body: EndpointPart<'confirmIdentity', 'body'>,
      ip: string,
    ): Promise<EndpointReply<'confirmIdentity'>> {
      await proveIdentity(deps, actor, { ...body, ip });
      const { token, remember, confirmedUntil } = await session.renew(actor);
      return { token, remember, confirmedUntil: confirmedUntil.toISOString() };
    },

    /** @throws AppError FRESH_LOGIN_REQUIRED, WRONG_PASSWORD, TOO_MANY_REQUESTS */
    async assertProved(actor: Actor, { currentPassword, ip }: { currentPassword?: string; ip: string }): Promise<void> {
      if (currentPassword) await proveIdentity(deps, actor, { password: currentPassword, ip });
      else await session.assertFresh(actor);
    },
  };
}

/** Masks `mira@example.test` as `m•••@example.test`. */
const maskEmail = (email: string) => email.replace(/^(.)[^@]*/, '$1•••');
