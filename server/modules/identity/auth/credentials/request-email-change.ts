import type { ServerContext } from '../../../../context';
import type { Tx } from '../../../../db/transaction';
import { AppError } from '../../../../errors';
import { getOwnerMailKind } from '../../../../lib/mail-priority';
import type { SettingsService } from '../../../site/settings/settings-service';
import type { AccountRow, IdentityRepository } from '../accounts/identity-repository';
import { confirmNewEmailMail } from './account-mails';
import { notifyOldAddress } from './notify-old-address';
import type { OneTimeTokenRepository } from './one-time-token-repository';

const HOUR_MS = 3600 * 1000;
const CONFIRM_MS = 3 * 24 * HOUR_MS;
/** Per account, so that nobody can flood the owner of the new address. */
const MAX_LINKS_PER_HOUR = 4;

interface RequestEmailChangeDeps extends Pick<ServerContext, 'env' | 'jobs' | 'clock'> {
  identities: Pick<IdentityRepository, 'find' | 'update'>;
  tokens: Pick<OneTimeTokenRepository, 'countSince' | 'retire' | 'issue'>;
  settings: Pick<SettingsService, 'read'>;
}

/** @throws AppError TOO_MANY_REQUESTS */
export async function requestEmailChange(
  deps: RequestEmailChangeDeps,
  account: AccountRow,
  newEmail: string,
  tx: Tx,
): Promise<void> {
  await deps.identities.update(account.id, { pendingEmail: newEmail }, tx);
  await sendEmailChangeLink(deps, account.id, newEmail, tx);
  await notifyOldAddress(deps, account, { newEmail, isDone: false }, tx);
}

/** Sends a new link and invalidates earlier ones. @throws AppError TOO_MANY_REQUESTS */
export async function sendEmailChangeLink(
  { identities, tokens, settings, jobs, env, clock }: RequestEmailChangeDeps,
  accountId: string,
  newEmail: string,
  tx: Tx,
): Promise<void> {
  const now = clock.now();
  const sent = await tokens.countSince(accountId, 'change-email', new Date(now.getTime() - HOUR_MS), tx);
  if (sent >= MAX_LINKS_PER_HOUR) throw new AppError('TOO_MANY_REQUESTS', { details: { retryAfterSeconds: 3600 } });
  await tokens.retire(accountId, 'change-email', now, tx);
  const row = { accountId, kind: 'change-email', subject: newEmail, now, lifeMs: CONFIRM_MS } as const;
  const url = `${env.WEB_PUBLIC_URL}/auth/email-change?token=${await tokens.issue(row, tx)}`;
  const { siteName } = await settings.read(tx);
  const account = await identities.find(accountId, tx);
  const opensBy = describeLoginMethods(account);
  // An account without an address already has a verified phone or social login.
  const kind =
    account?.email === null ? 'awaited' : getOwnerMailKind({ verifiedEmail: account?.verifiedEmail ?? false });
  const mail = confirmNewEmailMail({ siteName, to: newEmail, url, opensBy });
  await jobs.send('send-mail', { kind, ...mail }, { tx });
}

function describeLoginMethods(account: AccountRow | null): string | undefined {
  if (!account || account.email !== null) return undefined;
  const methods = [
    account.verifiedPhone && account.phone && `the phone number ending in ${account.phone.slice(-3)}`,
    account.googleLabel && `the Google account ${account.googleLabel}`,
    account.twitterLabel && `the Twitter account ${account.twitterLabel}`,
  ].filter(Boolean);
  return methods.length > 0 ? methods.join(' and ') : undefined;
}
