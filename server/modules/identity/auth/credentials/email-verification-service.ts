import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { Operator } from '../../../../access';
import type { ServerContext } from '../../../../context';
import type { Tx } from '../../../../db/transaction';
import type { SettingsService } from '../../../site/settings/settings-service';
import { createIdentityRepository } from '../accounts/identity-repository';
import type { AddressProofService } from './address-proof-service';
import { createOneTimeTokenRepository } from './one-time-token-repository';
import {
  resendVerificationLink,
  sendVerificationLink,
  type VerificationAccount,
  type VerificationRequest,
} from './send-verification-link';
import { inspectVerificationLink, verifyEmail } from './verify-email';

export type EmailVerificationService = ReturnType<typeof createEmailVerificationService>;

export function createEmailVerificationService(
  context: Pick<ServerContext, 'db' | 'env' | 'jobs' | 'clock' | 'publisher'>,
  needs: { settings: SettingsService; addressProof: AddressProofService },
) {
  const identities = createIdentityRepository(context.db);
  const tokens = createOneTimeTokenRepository(context.db);
  const deps = { ...context, ...needs, identities, tokens };
  return {
    sendLink: (account: VerificationAccount, tx: Tx) => sendVerificationLink(deps, account, tx),
    resendLink: (request: VerificationRequest, by?: Operator) => resendVerificationLink(deps, request, by),
    inspectLink: (token: string) => inspectVerificationLink(deps, token),
    confirm: (token: string) => verifyEmail(deps, token),

    /** Responds in the same way and time for unknown and verified emails, because a job looks up the account. Promises I-7. */
    async resend({
      source,
      returnTo,
    }: EndpointPart<'sendEmailVerification', 'body'>): Promise<EndpointReply<'sendEmailVerification'>> {
      await context.jobs.send('send-verification-link', { accountId: source._id, email: source.email, returnTo });
      return { message: 'Check your inbox: if this email still has to be confirmed, you will find a link there.' };
    },
  };
}
