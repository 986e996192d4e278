import { createSelector } from '@reduxjs/toolkit';
import { roundDollars } from '@contract/base/money';
import type { EndpointData } from '@contract/schemas';
import { selectCurrentUser, type CurrentUser } from '@/features/identity/auth/session-slice';
import { isFiniteNumber } from '@/lib/known';
import type { StoreState } from '@/store/state';

export type Payout = EndpointData<'searchPayoutRequests'>['data'][number];
export type PayoutStatus = Payout['status'];
export type AccountType = Payout['paymentAccountType'];

const statusWords = {
  pending: { text: 'In review', tone: 'warn' },
  approved: { text: 'Approved', tone: 'accent' },
  done: { text: 'Paid', tone: 'success' },
  rejected: { text: 'Rejected', tone: 'danger' },
} as const;

/** An unknown status from another backend is shown unchanged. */
export function getStatusWords({ status, reasonCode }: Pick<Payout, 'status' | 'reasonCode'>) {
  if (status === 'rejected' && reasonCode === 'withdrawn') return { text: 'Withdrawn', tone: 'plain' } as const;
  if (reasonCode === 'returned') return { text: 'Came back', tone: 'danger' } as const;
  const words = statusWords[status] as (typeof statusWords)[PayoutStatus] | undefined;
  return words ?? ({ text: capitalise(status), tone: 'plain' } as const);
}

/** Includes types that only compatible backends have. Wire contract 3.15. */
const accountNames = new Map<string, string>([
  ['banking', 'Bank'],
  ['paypal', 'PayPal'],
  ['stripe', 'Stripe'],
  ['wire', 'Wire transfer'],
  ['issue_check_us', 'Check'],
  ['deposit', 'Deposit'],
  ['payoneer', 'Payoneer'],
  ['bitpay', 'BitPay'],
]);

const capitalise = (word: string): string => {
  const words = word.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** `Bank ending 4417`, `PayPal, noor@example.com`, or only the type if there is no hint. */
export function describeAccount(type: string, hint?: string | null): string {
  const name = accountNames.get(type) ?? capitalise(type);
  if (!hint) return name;
  return type === 'banking' ? `${name} ending ${hint}` : `${name}, ${hint}`;
}

export const getNet = ({ requestTokens, feeTokens }: Pick<Payout, 'requestTokens' | 'feeTokens'>): number | null =>
  isFiniteNumber(feeTokens) ? roundDollars(requestTokens - feeTokens) : null;

export const getShortfall = (minimum: number, available: number): number => roundDollars(minimum - available);

/** The largest amount for a request that is being changed: its own amount is available again. */
export const getTotal = (available: number, { requestTokens }: Pick<Payout, 'requestTokens'>): number =>
  roundDollars(available + requestTokens);

export const getEnding = (account: string): string => account.replace(/\W/g, '').slice(-4);

export interface PayoutAccount {
  type: AccountType;
  hint: string | null;
}

/** Text for a link to the accounts page, without email addresses, which are too long. */
export const describeBriefly = ({ type, hint }: PayoutAccount): string =>
  hint ? describeAccount(type, type === 'banking' ? hint : null) : 'Payout details';

/** Without a bank field, the backend does not send accounts: offers both types, and the backend rejects a missing one. */
export function listAccounts(user: CurrentUser | null, isAtStripe = false): PayoutAccount[] {
  if (!user?.isPerformer) return [];
  const stripe: PayoutAccount[] = isAtStripe ? [{ type: 'stripe', hint: null }] : [];
  const { bankingInformation: bank, paypalSetting: paypal } = user;
  const accounts: PayoutAccount[] = [];
  if (bank) accounts.push({ type: 'banking', hint: getEnding(bank.bankAccount) || null });
  if (paypal?.status === 'active') accounts.push({ type: 'paypal', hint: paypal.value['email'] ?? null });
  if (accounts.length > 0 || bank === null) return [...accounts, ...stripe];
  return [{ type: 'banking', hint: null }, { type: 'paypal', hint: null }, ...stripe];
}

/** False on pages that do not load payouts, because they do not know the Stripe account. */
const selectIsAtStripe = ({ payouts }: Partial<Pick<StoreState, 'payouts'>>): boolean =>
  payouts?.overview.stripe?.payoutsEnabled ?? false;

export const selectAccounts = createSelector([selectCurrentUser, selectIsAtStripe], listAccounts);
