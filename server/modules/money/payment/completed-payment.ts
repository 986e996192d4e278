import type { CompletedPayment, PaidCode } from '../../../events';
import { isRenewal } from './payment-kind';
import type { TransactionRow } from './payment-repository';

export function toCompletedPayment(row: TransactionRow): CompletedPayment {
  const { id, userId: payerId, performerId: sellerId, target, targetId, totalPrice: total, taxAmount: tax } = row;
  const first = row.products[0]?.name;
  const name = typeof first === 'string' ? first : row.type;
  const { cardId } = row;
  const about = { id, payerId, sellerId, name, target, targetId, total, tax, cardId, isByCard: true, note: '' };
  return { kind: getKind(row), code: CODE_BY_TYPE[row.type], source: 'payment_transaction', ...about };
}

export const CODE_BY_TYPE = {
  token_package: 'top-up',
  free_subscription: 'trial',
  monthly_subscription: 'subscription',
  yearly_subscription: 'subscription',
  platform_subscription: 'platform-subscription',
  feed: 'feed',
  video: 'video',
  gallery: 'gallery',
  message: 'message',
  public_chat: 'public_chat',
  product: 'product',
} as const satisfies Record<TransactionRow['type'], PaidCode>;

function getKind(row: TransactionRow): CompletedPayment['kind'] {
  switch (row.type) {
    case 'token_package':
      return 'top-up';
    case 'free_subscription':
      return 'trial';
    case 'product':
      return 'order';
    case 'feed':
    case 'video':
    case 'gallery':
    case 'message':
    case 'public_chat':
      return 'unlock';
    default:
      return isRenewal(row) ? 'renewal' : 'subscription';
  }
}
