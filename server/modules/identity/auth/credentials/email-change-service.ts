import type { ServerContext } from '../../../../context';
import type { Tx } from '../../../../db/transaction';
import type { SettingsService } from '../../../site/settings/settings-service';
import { createIdentityRepository, type AccountRow } from '../accounts/identity-repository';
import type { SessionService } from '../session/session-service';
import type { AddressProofService } from './address-proof-service';
import { confirmEmailChange } from './confirm-email-change';
import { createOneTimeTokenRepository } from './one-time-token-repository';
import type { PasswordService } from './password-service';
import { requestEmailChange, sendEmailChangeLink } from './request-email-change';
import { revertEmailChange } from './revert-email-change';

export type EmailChangeService = ReturnType<typeof createEmailChangeService>;

/**
 * A new address takes effect once its link is used. The old address is mailed at the request and at the change, each time with
 * a link that reverts the change for seven days. Promises I-5.
 */
export function createEmailChangeService(
  context: Pick<ServerContext, 'db' | 'env' | 'jobs' | 'clock' | 'publisher'>,
  needs: {
    session: SessionService;
    settings: SettingsService;
    passwords: PasswordService;
    addressProof: Pick<AddressProofService, 'lockOutThief'>;
  },
) {
  const identities = createIdentityRepository(context.db);
  const tokens = createOneTimeTokenRepository(context.db);
  const deps = { ...context, ...needs, identities, tokens };
  return {
    request: (account: AccountRow, newEmail: string, tx: Tx) => requestEmailChange(deps, account, newEmail, tx),
    sendLink: (accountId: string, newEmail: string, tx: Tx) => sendEmailChangeLink(deps, accountId, newEmail, tx),
    confirm: (token: string) => confirmEmailChange(deps, token),
    revert: (token: string) => revertEmailChange(deps, token),

    async inspectLink(token: string, kind: 'change-email' | 'revert-email'): Promise<'open' | 'gone'> {
      const link = await tokens.find(token, kind);
      return link && link.usedAt === null && link.expiresAt > deps.clock.now() ? 'open' : 'gone';
    },

    async cancel(accountId: string, tx: Tx): Promise<void> {
      await identities.update(accountId, { pendingEmail: null }, tx);
      await tokens.retire(accountId, 'change-email', deps.clock.now(), tx);
    },
  };
}
