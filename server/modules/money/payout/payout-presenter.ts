import { fromCents } from '@contract/base/money';
import type { EndpointReply } from '@contract/schemas';
import type { PersonView } from '../../identity/people/people-service';
import type { PayoutRow } from './payout-repository';

export type PayoutView = EndpointReply<'createPayoutRequest'>;

const DAY_MS = 24 * 3600 * 1000;

export function presentPayout(
  row: PayoutRow,
  { person, payoutDays }: { person: PersonView | undefined; payoutDays: number },
): PayoutView {
  const arrivesAt = row.paidAt ?? new Date(row.createdAt.getTime() + payoutDays * DAY_MS);
  return {
    _id: row.id,
    source: 'performer',
    sourceId: row.performerId,
    sourceInfo: person?.isPerformer ? person : null,
    requestTokens: fromCents(row.amount),
    tokenConversionRate: 1,
    paymentAccountType: row.accountType,
    requestNote: row.requestNote,
    adminNote: row.adminNote,
    status: row.status,
    payoutId: row.payoutId,
    reasonCode: row.reasonCode,
    accountHint: getAccountHint(row),
    feeTokens: fromCents(row.fee),
    arrivesAt: row.status === 'rejected' ? null : arrivesAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** Last four characters of the account: enough for its owner to recognize it, too few to misuse. */
export function getAccountHint({ accountType, accountInfo }: PayoutRow): string | null {
  if (accountType !== 'banking') return accountInfo['email'] ?? null;
  return accountInfo['bankAccount']?.replace(/\W/g, '').slice(-4) || null;
}
