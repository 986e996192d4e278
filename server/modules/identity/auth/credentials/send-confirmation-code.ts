import { createHmac, randomInt } from 'node:crypto';
import type { EndpointReply } from '@contract/schemas';
import { assertAllowed, type Actor } from '../../../../access';
import type { ServerContext } from '../../../../context';
import { inTransaction } from '../../../../db/transaction';
import { AppError, requireFound } from '../../../../errors';
import type { SettingsService } from '../../../site/settings/settings-service';
import type { AccountRow, IdentityRepository } from '../accounts/identity-repository';
import type { TwoFactorService } from '../two-factor/two-factor-service';
import { confirmationCodeMail } from './account-mails';
import type { ConfirmationCodeRepository } from './confirmation-code-repository';

/** Promises I-8. */
const LIFE_SECONDS = 10 * 60;
const RESEND_SECONDS = 60;

interface SendConfirmationCodeDeps extends Pick<ServerContext, 'db' | 'env' | 'jobs' | 'clock'> {
  identities: Pick<IdentityRepository, 'find'>;
  codes: Pick<ConfirmationCodeRepository, 'replace'>;
  settings: Pick<SettingsService, 'read'>;
  twoFactor: Pick<TwoFactorService, 'isEnabled'>;
}

/** @throws AppError FORBIDDEN for accounts with another way to confirm, TOO_MANY_REQUESTS within a minute of the last code */
export async function sendConfirmationCode(
  { db, env, jobs, clock, identities, codes, settings, twoFactor }: SendConfirmationCodeDeps,
  actor: Actor,
): Promise<EndpointReply<'sendConfirmationCode'>> {
  const account = requireFound(await identities.find(actor.id));
  assertAllowed(canUseMailedCode(account, await twoFactor.isEnabled(actor.id)));
  const { siteName } = await settings.read();
  const now = clock.now();
  const code = createConfirmationCode();
  const fresh = {
    codeHash: hashConfirmationCode(env, actor.id, code),
    createdAt: now,
    expiresAt: new Date(now.getTime() + LIFE_SECONDS * 1000),
  };
  const replaceable = new Date(now.getTime() - RESEND_SECONDS * 1000);
  await inTransaction(db, async (tx) => {
    if (!(await codes.replace(actor.id, fresh, { replaceable }, tx))) {
      throw new AppError('TOO_MANY_REQUESTS', { details: { retryAfterSeconds: RESEND_SECONDS } });
    }
    const mail = confirmationCodeMail({ siteName, to: account.email ?? '', code });
    await jobs.send('send-mail', { kind: 'awaited', ...mail }, { tx });
  });
  return { success: true, expiresIn: LIFE_SECONDS };
}

const createConfirmationCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

export const hashConfirmationCode = (
  { APP_SECRET }: Pick<ServerContext['env'], 'APP_SECRET'>,
  accountId: string,
  code: string,
) => createHmac('sha256', APP_SECRET).update(`${accountId} ${code}`).digest('base64url');

/** True only without a password and two-factor login: otherwise, access to the mailbox would be enough to bypass these. */
export const canUseMailedCode = (account: AccountRow, hasTwoFactor: boolean): boolean =>
  account.passwordHash === null && !hasTwoFactor && account.email !== null && account.verifiedEmail;
