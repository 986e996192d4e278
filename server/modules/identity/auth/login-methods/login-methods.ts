import { parsePhoneNumber } from 'awesome-phonenumber';
import { AppError } from '../../../../errors';
import type { AccountRow, NewAccount } from '../accounts/identity-repository';

type LoginWay = 'password' | 'google' | 'twitter' | 'phone';

/** What an account can be entered by now. A password alone opens nothing: somebody has to say whose it is. */
export function listLoginWays(row: AccountRow): LoginWay[] {
  return [
    ...(row.passwordHash !== null && (row.email ?? row.username) !== null ? (['password'] as const) : []),
    ...(row.googleId === null ? [] : (['google'] as const)),
    ...(row.twitterId === null ? [] : (['twitter'] as const)),
    ...(row.verifiedPhone ? (['phone'] as const) : []),
  ];
}

/**
 * What a phone in a profile form changes. The proved number written in another way is the same number; another one is
 * no longer proved, and opens nothing.
 *
 * @throws AppError LAST_LOGIN_WAY when nothing else would open the account.
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

/** Kinds of numbers that cost the site or its owner money, or that take no texts. Promises I-8 (toll fraud). */
const unwanted = new Set(['premium-rate', 'shared-cost', 'toll-free', 'pager', 'voicemail', 'uan', 'fixed-line']);

/**
 * Reads a phone number written with its country code, however it is spaced.
 *
 * @returns it as E.164, with its dial code as `+44`; null for what is no number that takes texts.
 */
export function readPhone(text: string | undefined): { number: string; dialCode: string } | null {
  if (!text?.trim().startsWith('+')) return null;
  const parsed = parsePhoneNumber(text.trim());
  if (!parsed.valid || unwanted.has(parsed.type)) return null;
  return { number: parsed.number.e164, dialCode: `+${parsed.countryCode}` };
}
