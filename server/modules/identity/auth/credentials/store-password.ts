import type { ServerContext } from '../../../../context';
import type { Tx } from '../../../../db/transaction';
import type { SettingsService } from '../../../site/settings/settings-service';
import type { IdentityRepository } from '../accounts/identity-repository';
import type { KnownDevices } from '../session/known-devices';
import type { SessionService } from '../session/session-service';
import { passwordChangedMail } from './account-mails';
import type { OneTimeTokenRepository } from './one-time-token-repository';
import type { MailOwner } from './owner-mail';
import { assertStrongPassword } from './password-strength';

export interface StorePasswordDeps extends Pick<ServerContext, 'clock'> {
  identities: Pick<IdentityRepository, 'find' | 'update'>;
  tokens: Pick<OneTimeTokenRepository, 'retire'>;
  session: Pick<SessionService, 'closeAll'>;
  devices: Pick<KnownDevices, 'removeAll'>;
  settings: Pick<SettingsService, 'read'>;
  mailOwner: MailOwner;
}

export async function storePassword(
  { identities, tokens, session, devices, mailOwner, clock }: StorePasswordDeps,
  accountId: string,
  { passwordHash, keepSession }: { passwordHash: string; keepSession: string | null },
  tx: Tx,
): Promise<void> {
  // Cancels a pending email change, which an intruder could use to regain access.
  await identities.update(accountId, { passwordHash, pendingEmail: null }, tx);
  await tokens.retire(accountId, 'change-email', clock.now(), tx);
  await tokens.retire(accountId, 'reset-password', clock.now(), tx);
  await session.closeAll(accountId, { except: keepSession, tx });
  await devices.removeAll(accountId, tx);
  await mailOwner(accountId, passwordChangedMail, tx);
}

/** @throws AppError PASSWORD_TOO_WEAK */
export async function assertStrongForAccount(
  { identities, settings }: Pick<StorePasswordDeps, 'identities' | 'settings'>,
  accountId: string,
  password: string,
): Promise<void> {
  const account = await identities.find(accountId);
  const { siteName } = await settings.read();
  await assertStrongPassword(password, [account?.email, account?.username, account?.name, siteName]);
}
