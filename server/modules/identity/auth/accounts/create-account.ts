import type { ServerContext } from '../../../../context';
import { inTransaction, type Tx } from '../../../../db/transaction';
import { AppError } from '../../../../errors';
import type { SettingsService } from '../../../site/settings/settings-service';
import { haveAccountMail } from '../credentials/account-mails';
import type { EmailVerificationService } from '../credentials/email-verification-service';
import type { OneTimeTokenRepository } from '../credentials/one-time-token-repository';
import type { AccountNames } from './account-names';
import type { IdentityRepository, NewAccount, NewPerformer } from './identity-repository';

const HOUR_MS = 3600 * 1000;
/** Maximum mails to an account about sign-ups by others with its address. */
const MAX_NOTICES_PER_HOUR = 3;

interface CreateAccountDeps extends Pick<ServerContext, 'db' | 'env' | 'events' | 'jobs' | 'clock'> {
  identities: Pick<IdentityRepository, 'insert' | 'findByLogin' | 'findEmailHolder'>;
  names: Pick<AccountNames, 'claimUsername'>;
  tokens: Pick<OneTimeTokenRepository, 'countSince' | 'issue'>;
  settings: SettingsService;
  emailVerification: Pick<EmailVerificationService, 'sendLink'>;
}

interface SignUpResult {
  isNew: boolean;
  /** The new account, or the existing one with the address; null if that one was deleted meanwhile. */
  accountId: string | null;
}

/**
 * If there is already an account with the address, only its owner learns of the attempt, by mail: signing up must not reveal
 * which addresses have accounts. Promises I-7.
 * @throws AppError USERNAME_TAKEN
 */
export async function createAccount(
  deps: CreateAccountDeps,
  account: NewAccount & { id: string; email: string },
  performer: NewPerformer | null,
  { returnTo }: { returnTo?: string } = {},
): Promise<SignUpResult> {
  const { db, clock, events, identities, names, emailVerification } = deps;
  const { id, email, username } = account;
  try {
    await inTransaction(db, async (tx) => {
      await identities.insert(account, performer, tx);
      // Checked after the insert, which has waited for any concurrent account that is giving up this address but can still take
      // it back.
      const holder = await identities.findEmailHolder(email, null, clock.now(), tx);
      if (holder !== null) throw new AppError('EMAIL_TAKEN');
      if (username) await names.claimUsername(id, { before: null, after: username }, tx);
      await emailVerification.sendLink({ id, email, returnTo }, tx);
      if (performer) await events.emit(tx, 'webhookEvent', { type: 'creator.signed_up', data: { id, username } });
    });
    return { isNew: true, accountId: id };
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'EMAIL_TAKEN')) throw error;
    return { isNew: false, accountId: await inTransaction(db, (tx) => notifyOwner(deps, email, tx)) };
  }
}

async function notifyOwner(deps: CreateAccountDeps, email: string, tx: Tx): Promise<string | null> {
  const { identities, tokens, settings, jobs, env, clock } = deps;
  const now = clock.now();
  const owner = await identities.findByLogin({ name: email }, tx);
  const accountId = owner?.id ?? (await identities.findEmailHolder(email, null, now, tx));
  if (accountId === null) return null;
  const sent = await tokens.countSince(accountId, 'sign-up-told', new Date(now.getTime() - HOUR_MS), tx);
  if (sent >= MAX_NOTICES_PER_HOUR) return accountId;
  await tokens.issue({ accountId, kind: 'sign-up-told', subject: email, now, lifeMs: HOUR_MS }, tx);
  const { siteName } = await settings.read(tx);
  const url = `${env.WEB_PUBLIC_URL}/auth/forgot-password`;
  const mail = haveAccountMail({ siteName, to: email, url });
  await jobs.send('send-mail', { kind: 'unconfirmed', ...mail }, { tx });
  return accountId;
}
