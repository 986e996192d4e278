import type { Operator } from '../../../../access';
import type { ServerContext } from '../../../../context';
import { inTransaction, type Tx } from '../../../../db/transaction';
import { getOwnerMailKind } from '../../../../lib/mail-priority';
import { recordAct } from '../../../../operator-log/record-act';
import type { SettingsService } from '../../../site/settings/settings-service';
import type { IdentityRepository } from '../accounts/identity-repository';
import { resetMail, resetOfClosedMail } from './account-mails';
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
  const { db, jobs, clock, identities, tokens, settings } = deps;
  const account = await identities.findByLogin({ name: email });
  if (!account) return false;
  const isClosed = account.status === 'inactive';
  const now = clock.now();
  const { siteName } = await settings.read();
  return inTransaction(db, async (tx) => {
    const kind = isClosed ? 'closed-told' : 'reset-password';
    const sent = await tokens.countSince(account.id, kind, new Date(now.getTime() - HOUR_MS), tx);
    if (sent >= MAX_MAILS_PER_HOUR) return false;
    const compose = isClosed ? composeClosed : composeReset;
    const mail = await compose(deps, { accountId: account.id, email, siteName }, tx);
    await jobs.send('send-mail', { kind: getOwnerMailKind(account), ...mail }, { tx });
    const subject = { kind: 'account', id: account.id } as const;
    await recordAct(tx, by, { act: 'mail.resent', subject, details: { mail: 'password-reset' } });
    return true;
  });
}

interface ResetMailInput {
  accountId: string;
  email: string;
  siteName: string;
}

async function composeReset(deps: ResetLinkDeps, { accountId, email, siteName }: ResetMailInput, tx: Tx) {
  const token = await issueResetToken(deps, { accountId, email }, tx);
  return resetMail({ siteName, to: email, url: `${deps.env.WEB_PUBLIC_URL}/auth/reset-password?token=${token}` });
}

/** A new password would not open the account. The token only counts the mails. */
async function composeClosed(deps: ResetLinkDeps, { accountId, email, siteName }: ResetMailInput, tx: Tx) {
  await deps.tokens.issue(
    { accountId, kind: 'closed-told', subject: email, now: deps.clock.now(), lifeMs: HOUR_MS },
    tx,
  );
  return resetOfClosedMail({ siteName, to: email, url: `${deps.env.WEB_PUBLIC_URL}/contact` });
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
