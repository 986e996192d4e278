import type { Operator } from '../../../../access';
import type { ServerContext } from '../../../../context';
import { inTransaction, type Tx } from '../../../../db/transaction';
import { getOwnerMailKind } from '../../../../lib/mail-priority';
import { recordAct } from '../../../../operator-log/record-act';
import type { SettingsService } from '../../../site/settings/settings-service';
import type { IdentityRepository } from '../accounts/identity-repository';
import { resetMail } from './account-mails';
import type { OneTimeTokenRepository } from './one-time-token-repository';

const HOUR_MS = 3600 * 1000;
/** Per account. Further requests get the same response but send nothing. */
const MAX_MAILS_PER_HOUR = 3;

interface ResetLinkDeps extends Pick<ServerContext, 'db' | 'env' | 'jobs' | 'clock'> {
  identities: Pick<IdentityRepository, 'findByLogin'>;
  tokens: OneTimeTokenRepository;
  settings: Pick<SettingsService, 'read'>;
}

/** @returns false if nothing was sent */
export async function sendResetLink(deps: ResetLinkDeps, email: string, by?: Operator): Promise<boolean> {
  const { db, env, jobs, clock, identities, tokens, settings } = deps;
  const account = await identities.findByLogin({ name: email });
  if (!account || account.status === 'inactive') return false;
  const now = clock.now();
  const { siteName } = await settings.read();
  return inTransaction(db, async (tx) => {
    const sent = await tokens.countSince(account.id, 'reset-password', new Date(now.getTime() - HOUR_MS), tx);
    if (sent >= MAX_MAILS_PER_HOUR) return false;
    const token = await issueResetToken(deps, { accountId: account.id, email }, tx);
    const url = `${env.WEB_PUBLIC_URL}/auth/reset-password?token=${token}`;
    const mail = resetMail({ siteName, to: email, url });
    await jobs.send('send-mail', { kind: getOwnerMailKind(account), ...mail }, { tx });
    const subject = { kind: 'account', id: account.id } as const;
    await recordAct(tx, by, { act: 'mail.resent', subject, details: { mail: 'password-reset' } });
    return true;
  });
}

/** Issues a token that is valid for one hour, and invalidates earlier ones. */
export async function issueResetToken(
  { tokens, clock }: Pick<ResetLinkDeps, 'tokens' | 'clock'>,
  { accountId, email }: { accountId: string; email: string },
  tx: Tx,
): Promise<string> {
  const now = clock.now();
  await tokens.retire(accountId, 'reset-password', now, tx);
  return tokens.issue({ accountId, kind: 'reset-password', subject: email, now, lifeMs: HOUR_MS }, tx);
}
