import type { PaidProduct } from '@contract/money/wallet-schemas';
import { fromCents } from '@contract/base/money';
import type { z } from 'zod';
import type { TaxLocation } from '../../../gateways/tax';
import type { CouponView } from '../coupon/coupon-service';
import type { CardRow } from './card-repository';
import type { NewTransaction, TransactionRow } from './payment-repository';
import type { Quote } from './pricing';

export interface PaymentPlan {
  id: string;
  /** Unique per payer. */
  key: string;
  userId: string;
  target: TransactionRow['target'];
  /** Null for the wallet and the platform. */
  targetId: string | null;
  performerId: string | null;
  type: TransactionRow['type'];
  name: string;
  quote: Quote;
  coupon: CouponView | null;
  taxLocation: TaxLocation | null;
  /** Null only if nothing is due. */
  card: CardRow | null;
}

export function toTransaction({ name, quote, coupon, card, ...plan }: PaymentPlan, now: Date): NewTransaction {
  const { type, performerId } = plan;
  const product: z.input<typeof PaidProduct> = {
    name,
    price: fromCents(quote.original),
    quantity: 1,
    productType: type,
    ...(performerId !== null && { productId: performerId, performerId }),
  };
  return {
    ...plan,
    paymentGateway: type === 'free_subscription' ? 'system' : 'stripe',
    products: [product],
    originalPrice: quote.original,
    totalPrice: quote.total,
    taxAmount: quote.tax,
    taxRate: quote.taxRate,
    couponInfo: coupon && { _id: coupon._id, code: coupon.code, value: coupon.value },
    cardId: card?.id ?? null,
    cardToken: card?.token ?? null,
    customerId: card?.customerId ?? null,
    isNewCard: (card?.setupSecret ?? null) !== null,
    cardLabel: card && { brand: card.brand, last4Digits: card.last4Digits },
    status: 'processing',
    createdAt: now,
    updatedAt: now,
  };
}
