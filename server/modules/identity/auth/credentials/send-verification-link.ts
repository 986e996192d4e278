import type { Operator } from '../../../../access';
import type { ServerContext } from '../../../../context';
import { inTransaction, type Tx } from '../../../../db/transaction';
import { recordAct } from '../../../../operator-log/record-act';
import type { SettingsService } from '../../../site/settings/settings-service';
import type { IdentityRepository } from '../accounts/identity-repository';
import { verificationMail } from './account-mails';
import type { OneTimeTokenRepository } from './one-time-token-repository';

const HOUR_MS = 3600 * 1000;
const LIFE_MS = 3 * 24 * HOUR_MS;
/** Per account. Further requests get the same response but send nothing. */
const MAX_MAILS_PER_HOUR = 4;

interface VerificationLinkDeps extends Pick<ServerContext, 'db' | 'env' | 'jobs' | 'clock'> {
  identities: Pick<IdentityRepository, 'find' | 'findByLogin'>;
  tokens: Pick<OneTimeTokenRepository, 'countSince' | 'issue'>;
  settings: Pick<SettingsService, 'read'>;
}

export interface VerificationAccount {
  id: string;
  email: string;
  /** Path to which the link's page continues. Part of the link, so that it works on any device. */
  returnTo?: string;
}

export interface VerificationRequest {
  accountId?: string | undefined;
  email: string;
  returnTo?: string | undefined;
}

/** @returns false if the account had as many as an hour allows */
export async function sendVerificationLink(
  { env, jobs, clock, tokens, settings }: VerificationLinkDeps,
  { id, email, returnTo }: VerificationAccount,
  tx: Tx,
): Promise<boolean> {
  const now = clock.now();
  const sent = await tokens.countSince(id, 'verify-email', new Date(now.getTime() - HOUR_MS), tx);
  if (sent >= MAX_MAILS_PER_HOUR) return false;
  const row = { accountId: id, kind: 'verify-email', subject: email, now, lifeMs: LIFE_MS } as const;
  const token = await tokens.issue(row, tx);
  const { siteName } = await settings.read(tx);
  const query = new URLSearchParams({ token, ...(returnTo && { returnTo }) });
  const url = `${env.WEB_PUBLIC_URL}/auth/email-verified?${query.toString()}`;
  const mail = verificationMail({ siteName, to: email, url });
  await jobs.send('send-mail', { kind: 'unconfirmed', ...mail }, { tx });
  return true;
}

/** @returns false if nothing was sent */
export async function resendVerificationLink(
  deps: VerificationLinkDeps,
  { accountId, email, returnTo }: VerificationRequest,
  by?: Operator,
): Promise<boolean> {
  const { db, identities } = deps;
  const account = await (accountId === undefined
    ? identities.findByLogin({ name: email })
    : identities.find(accountId));
  if (!account || account.email !== email || account.verifiedEmail) return false;
  return inTransaction(db, async (tx) => {
    if (!(await sendVerificationLink(deps, { id: account.id, email, returnTo }, tx))) return false;
    const subject = { kind: 'account', id: account.id } as const;
    await recordAct(tx, by, { act: 'mail.resent', subject, details: { mail: 'verification' } });
    return true;
  });
}
