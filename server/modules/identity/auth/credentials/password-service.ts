import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { Actor, Operator } from '../../../../access';
import type { ServerContext } from '../../../../context';
import type { Tx } from '../../../../db/transaction';
import type { SettingsService } from '../../../site/settings/settings-service';
import { createIdentityRepository } from '../accounts/identity-repository';
import type { ClientInfo, LoginCompletion } from '../login/login-completion-service';
import { createLoginThrottle, LOGIN_GUESSES } from '../login/login-throttle';
import type { KnownDevices } from '../session/known-devices';
import type { SessionService } from '../session/session-service';
import type { AddressProofService } from './address-proof-service';
import { changePassword } from './change-password';
import type { ConfirmationService } from './confirmation-service';
import { createOneTimeTokenRepository } from './one-time-token-repository';
import { createOwnerMail } from './owner-mail';
import { resetPassword } from './reset-password';
import { issueResetToken, sendResetLink } from './send-reset-link';
import { assertStrongForAccount, storePassword } from './store-password';

export type PasswordService = ReturnType<typeof createPasswordService>;

export function createPasswordService(
  context: Pick<ServerContext, 'db' | 'env' | 'jobs' | 'clock'>,
  needs: {
    session: SessionService;
    settings: SettingsService;
    confirmation: ConfirmationService;
    addressProof: AddressProofService;
    devices: KnownDevices;
    entry: LoginCompletion;
  },
) {
  const deps = {
    ...context,
    ...needs,
    identities: createIdentityRepository(context.db),
    tokens: createOneTimeTokenRepository(context.db),
    guesses: createLoginThrottle(context, LOGIN_GUESSES),
    mailOwner: createOwnerMail(context, needs),
  };
  return {
    change: (actor: Actor, input: EndpointPart<'updatePassword', 'body'>, ip: string) =>
      changePassword(deps, actor, input, ip),
    reset: (input: EndpointPart<'resetPassword', 'body'>, caller: ClientInfo) => resetPassword(deps, input, caller),
    sendResetLink: (email: string, by?: Operator) => sendResetLink(deps, email, by),
    issueResetToken: (link: { accountId: string; email: string }, tx: Tx) => issueResetToken(deps, link, tx),
    assertStrong: (accountId: string, password: string) => assertStrongForAccount(deps, accountId, password),
    store: (accountId: string, password: { passwordHash: string; keepSession: string | null }, tx: Tx) =>
      storePassword(deps, accountId, password, tx),

    /**
     * Responds in the same way and time for unknown emails, because a job looks up the account: the 404 of compatible backends
     * reveals which addresses have accounts. Promises I-7.
     */
    async requestReset({
      email,
    }: EndpointPart<'requestPasswordReset', 'body'>): Promise<EndpointReply<'requestPasswordReset'>> {
      await context.jobs.send('send-reset-link', { email });
      return { success: true };
    },
  };
}
