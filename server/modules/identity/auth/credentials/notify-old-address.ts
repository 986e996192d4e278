import type { ServerContext } from '../../../../context';
import type { Tx } from '../../../../db/transaction';
import { getOwnerMailKind } from '../../../../lib/mail-priority';
import type { SettingsService } from '../../../site/settings/settings-service';
import type { AccountRow } from '../accounts/identity-repository';
import { emailChangeAskedMail, emailChangedMail, emailMovedMail } from './account-mails';
import type { OneTimeTokenRepository } from './one-time-token-repository';

/** How long a change of email can be reverted. Promises I-5. */
export const REVERT_MS = 7 * 24 * 3600 * 1000;

interface NotifyOldAddressDeps extends Pick<ServerContext, 'env' | 'jobs' | 'clock'> {
  tokens: Pick<OneTimeTokenRepository, 'issue'>;
  settings: Pick<SettingsService, 'read'>;
}

/** An unverified address gets no link: it may be mistyped, and the link would let somebody else into the account. */
export async function notifyOldAddress(
  { env, jobs, clock, tokens, settings }: NotifyOldAddressDeps,
  account: AccountRow,
  { newEmail, isDone }: { newEmail: string; isDone: boolean },
  tx: Tx,
): Promise<void> {
  if (account.email === null) return;
  const { siteName } = await settings.read(tx);
  const recipient = { siteName, to: account.email };
  if (!account.verifiedEmail) {
    if (!isDone) return;
    const mail = emailMovedMail({ ...recipient, url: `${env.WEB_PUBLIC_URL}/contact` });
    await jobs.send('send-mail', { kind: getOwnerMailKind(account), ...mail }, { tx });
    return;
  }
  const row = { accountId: account.id, kind: 'revert-email', subject: account.email } as const;
  const token = await tokens.issue({ ...row, now: clock.now(), lifeMs: REVERT_MS }, tx);
  const composeMail = isDone ? emailChangedMail : emailChangeAskedMail;
  const url = `${env.WEB_PUBLIC_URL}/auth/email-revert?token=${token}`;
  const mail = composeMail({ ...recipient, newEmail, url });
  await jobs.send('send-mail', { kind: getOwnerMailKind(account), ...mail }, { tx });
}
