import { createHmac, randomInt } from 'node:crypto';
import type { Env } from '../../../../env';
import type { AccountRow } from '../accounts/identity-repository';

export const createConfirmationCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

export const hashConfirmationCode = ({ APP_SECRET }: Pick<Env, 'APP_SECRET'>, accountId: string, code: string) =>
  createHmac('sha256', APP_SECRET).update(`${accountId} ${code}`).digest('base64url');

/**
 * Whether an account can prove itself by a mailed code: only where it has no password and no second step, since a reader of
 * its mails could otherwise do without them.
 */
export const canUseMailedCode = (
  account: Pick<AccountRow, 'passwordHash' | 'email' | 'verifiedEmail'>,
  hasTwoFactor: boolean,
): boolean => account.passwordHash === null && !hasTwoFactor && account.email !== null && account.verifiedEmail;
