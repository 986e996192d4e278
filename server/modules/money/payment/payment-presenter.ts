import type { EndpointReply } from '@contract/schemas';
import { fromCents, type Cents } from '@contract/base/money';
import { AppError } from '../../../errors';
import type { PersonView } from '../../identity/people/people-service';
import type { CardRow } from './card-repository';
import type { Refunded, TransactionRow } from './payment-repository';

export type TransactionView = EndpointReply<'getTransaction'>;

interface PaymentContext {
  people: Map<string, PersonView>;
  cards: Map<string, CardRow>;
  /** By payment id. */
  refunded: ReadonlyMap<string, Refunded>;
}

/** Wire contract 3.12. Contains the client secret only while the payer has to confirm the payment. */
export function presentTransaction(
  row: TransactionRow,
  { people, cards, refunded }: Partial<PaymentContext> = {},
): TransactionView {
  const card = cards?.get(row.cardId ?? '');
  const performer = row.performerId === null ? undefined : people?.get(row.performerId);
  return {
    _id: row.id,
    paymentGateway: row.paymentGateway as TransactionView['paymentGateway'],
    source: 'user',
    sourceId: row.userId,
    target: row.target,
    targetId: row.targetId,
    performerId: row.performerId,
    ...(performer?.isPerformer && { performerInfo: performer }),
    type: row.type,
    products: row.products as TransactionView['products'],
    originalPrice: fromCents(row.originalPrice),
    totalPrice: fromCents(row.totalPrice),
    couponInfo: row.couponInfo,
    status: row.status,
    stripeClientSecret: row.status === 'require_authentication' ? row.clientSecret : null,
    taxAmount: fromCents(row.taxAmount),
    ...(cards && { card: card ? { brand: card.brand, last4Digits: card.last4Digits } : null }),
    ...(refunded && { refunded: presentRefunded({ ...row, total: row.totalPrice }, refunded.get(row.id)) }),
    failureReason: row.failureMessage === '' ? null : row.failureMessage,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** @param parts refunds to the card so far; absent for wallet payments, and for what a bank took back */
export function presentRefunded(
  { status, total, updatedAt }: { status: string; total: Cents; updatedAt: Date },
  parts: Refunded | null | undefined,
): TransactionView['refunded'] {
  if (status === 'refunded') return { amount: fromCents(total), at: updatedAt.toISOString() };
  return parts ? { amount: fromCents(parts.amount), at: parts.at.toISOString() } : null;
}

/** Path that the payer's browser opens after a payment. Contains only the last eight digits of the id. Wire contract 2.22. */
export function getReturnAddress(row: Pick<TransactionRow, 'id' | 'status'>): string {
  return `/payment/${row.status === 'success' ? 'success' : 'cancel'}?transactionId=${row.id.slice(-8)}`;
}

/** @throws AppError CARD_DECLINED with the bank's message */
export function presentOutcome(row: TransactionRow): TransactionView {
  if (row.status !== 'fail') return presentTransaction(row);
  throw new AppError('CARD_DECLINED', { message: row.failureMessage || undefined });
}
