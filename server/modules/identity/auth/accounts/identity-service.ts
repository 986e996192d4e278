import type { Operator } from '../../../../access';
import type { ServerContext } from '../../../../context';
import type { Tx } from '../../../../db/transaction';
import type { SettingsService } from '../../../site/settings/settings-service';
import type { ConfirmationService } from '../credentials/confirmation-service';
import type { EmailChangeService } from '../credentials/email-change-service';
import type { EmailVerificationService } from '../credentials/email-verification-service';
import { createOneTimeTokenRepository } from '../credentials/one-time-token-repository';
import type { PasswordService } from '../credentials/password-service';
import { assertStrongPassword } from '../credentials/password-strength';
import { hashPassword } from '../credentials/passwords';
import type { SessionService } from '../session/session-service';
import { createAccountNames } from './account-names';
import { closeAccount, reopenAccount } from './close-account';
import { createAccount } from './create-account';
import { createIdentityRepository, type NewAccount, type NewPerformer } from './identity-repository';
import { prepareAccountUpdate, type ChangedBy, type IdentityChanges } from './update-account';

export type IdentityService = ReturnType<typeof createIdentityService>;

/** Names and credentials of accounts. Every change of these goes through here, so that no side effect is forgotten. */
export function createIdentityService(
  context: Pick<ServerContext, 'db' | 'env' | 'events' | 'jobs' | 'clock'>,
  needs: {
    session: SessionService;
    settings: SettingsService;
    passwords: PasswordService;
    emailVerification: EmailVerificationService;
    confirmation: ConfirmationService;
    emailChange: EmailChangeService;
  },
) {
  const identities = createIdentityRepository(context.db);
  const names = createAccountNames(context, needs);
  const tokens = createOneTimeTokenRepository(context.db);
  const deps = { ...context, ...needs, identities, names, tokens };
  return {
    checkUsername: names.checkUsername,
    assertNamesAvailable: names.assertAvailable,
    findFormerOwner: names.findFormerOwner,
    reserveUsername: names.reserveUsername,
    sweep: names.sweep,

    create: (
      account: NewAccount & { id: string; email: string },
      performer: NewPerformer | null,
      options?: { returnTo?: string },
    ) => createAccount(deps, account, performer, options),
    prepareUpdate: (id: string, changes: IdentityChanges, by: ChangedBy) => prepareAccountUpdate(deps, id, changes, by),

    close: (id: string, reason: string, by: Operator) => closeAccount(deps, id, reason, by),
    reopen: (id: string, reason: string, by: Operator) => reopenAccount(deps, id, reason, by),

    remove: (id: string, tx: Tx): Promise<void> => identities.remove(id, tx),

    /**
     * Call before opening a transaction: hashing is slow. @param own names of the account @throws AppError PASSWORD_TOO_WEAK
     */
    async hashNewPassword(
      password: string,
      own: { email: string; username?: string; name?: string | null },
      network: string,
    ): Promise<string> {
      const { siteName } = await needs.settings.read();
      await assertStrongPassword(password, [own.email, own.username, own.name, siteName]);
      return hashPassword(password, { key: network, isStranger: true });
    },
  };
}
