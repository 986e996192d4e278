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

/** A status as a badge says it; one that another backend has is told as it came. */
export function getStatusWords({ status, reasonCode }: Pick<Payout, 'status' | 'reasonCode'>) {
  if (status === 'rejected' && reasonCode === 'withdrawn') return { text: 'Withdrawn', tone: 'plain' } as const;
  if (reasonCode === 'returned') return { text: 'Came back', tone: 'danger' } as const;
  const words = statusWords[status] as (typeof statusWords)[PayoutStatus] | undefined;
  return words ?? ({ text: capitalise(status), tone: 'plain' } as const);
}

/** Of all generations. Wire contract 3.15. */
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

/** `Bank ending 4417`, `PayPal, noor@example.com`, or the kind alone where nobody tells which. */
export function describeAccount(type: string, hint?: string | null): string {
  const name = accountNames.get(type) ?? capitalise(type);
  if (!hint) return name;
  return type === 'banking' ? `${name} ending ${hint}` : `${name}, ${hint}`;
}

/** The sum that arrives; null where the backend takes no fee that it tells of. */
export const getNet = ({ requestTokens, feeTokens }: Pick<Payout, 'requestTokens' | 'feeTokens'>): number | null =>
  isFiniteNumber(feeTokens) ? roundDollars(requestTokens - feeTokens) : null;

/** How much more there has to be. */
export const getShortfall = (minimum: number, available: number): number => roundDollars(minimum - available);

/** Most that a request can be changed to: the sum it has taken already can be asked for again. */
export const getTotal = (available: number, { requestTokens }: Pick<Payout, 'requestTokens'>): number =>
  roundDollars(available + requestTokens);

/** Its last four characters; also of a number that came masked. */
export const getEnding = (account: string): string => account.replace(/\W/g, '').slice(-4);

export interface PayoutAccount {
  type: AccountType;
  hint: string | null;
}

/** As a link to the page of accounts has it: an address would be too long, and what nobody tells has no name. */
export const describeBriefly = ({ type, hint }: PayoutAccount): string =>
  hint ? describeAccount(type, type === 'banking' ? hint : null) : 'Payout details';

/**
 * Where a creator's money can go, as it is set up. An account that the backend does not tell of may be there: it is offered, and
 * refused by who knows.
 *
 * @param isAtStripe whether Stripe pays them.
 */
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

/** Pages that do not ask how payouts stand know nothing of Stripe. */
const selectIsAtStripe = ({ payouts }: Partial<Pick<StoreState, 'payouts'>>): boolean =>
  payouts?.overview.stripe?.payoutsEnabled ?? false;

export const selectAccounts = createSelector([selectCurrentUser, selectIsAtStripe], listAccounts);
