import type { EndpointReply } from '@contract/schemas';
import { fromCents } from '@contract/base/money';
import type { PersonView } from '../../identity/people/people-service';
import type { CardRow } from './card-repository';
import type { TransactionRow } from './payment-repository';

export type TransactionView = EndpointReply<'getTransaction'>;

/** Data that a view of a payment can show besides its row. */
interface PaymentContext {
  people: Map<string, PersonView>;
  /** The payer's saved cards by id. */
  cards: Map<string, CardRow>;
}

/** Wire contract 3.12. The client secret is there only while the payer has something to confirm. */
export function presentTransaction(
  row: TransactionRow,
  { people, cards }: Partial<PaymentContext> = {},
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
    failureReason: row.failureMessage === '' ? null : row.failureMessage,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** Where the payer's browser goes when a payment has ended. It carries the last eight digits only. Wire contract 2.22. */
export function getReturnAddress(row: Pick<TransactionRow, 'id' | 'status'>): string {
  return `/payment/${row.status === 'success' ? 'success' : 'cancel'}?transactionId=${row.id.slice(-8)}`;
}
