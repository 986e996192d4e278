import { parsePhoneNumber } from 'awesome-phonenumber';
import { AppError } from '../../../../errors';
import type { AccountRow, NewAccount } from '../accounts/identity-repository';

type LoginWay = 'password' | 'google' | 'twitter' | 'phone';

/** A password counts only if there is an email or username to log in with. */
export function listLoginWays(row: AccountRow): LoginWay[] {
  return [
    ...(row.passwordHash !== null && (row.email ?? row.username) !== null ? (['password'] as const) : []),
    ...(row.googleId === null ? [] : (['google'] as const)),
    ...(row.twitterId === null ? [] : (['twitter'] as const)),
    ...(row.verifiedPhone ? (['phone'] as const) : []),
  ];
}

/**
 * If the verified number is written differently, it is unchanged; another number is no longer verified.
 * @throws AppError LAST_LOGIN_WAY if the phone is the only login method
 */
export function settlePhone<T extends Pick<NewAccount, 'phone' | 'phoneCode'>>(
  row: AccountRow,
  changes: T,
): T | (Omit<T, 'phone' | 'phoneCode'> & { verifiedPhone?: boolean }) {
  if (!row.verifiedPhone || changes.phone === undefined) return changes;
  if (changes.phone !== null && readPhone(changes.phone)?.number === row.phone) {
    const { phone: _same, phoneCode: _code, ...others } = changes;
    return others;
  }
  if (listLoginWays(row).length === 1) throw new AppError('LAST_LOGIN_WAY');
  return { ...changes, verifiedPhone: false };
}

/** Types of numbers that cost the site or their owner money (toll fraud), or cannot receive texts. Promises I-8. */
const unwanted = new Set(['premium-rate', 'shared-cost', 'toll-free', 'pager', 'voicemail', 'uan', 'fixed-line']);

/** @returns the number in E.164 format and the dial code, such as `+44`; null if it cannot receive texts */
export function readPhone(text: string | undefined): { number: string; dialCode: string } | null {
  if (!text?.trim().startsWith('+')) return null;
  const parsed = parsePhoneNumber(text.trim());
  if (!parsed.valid || unwanted.has(parsed.type)) return null;
  return { number: parsed.number.e164, dialCode: `+${parsed.countryCode}` };
}
