import type { EndpointPart } from '@contract/schemas';
import { toCents, type Cents } from '@contract/base/money';
import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import { AppError } from '../../../errors';
import { noPayments } from '../../../gateways/payment';
import type { TaxLocation } from '../../../gateways/tax';
import type { CouponService } from '../coupon/coupon-service';
import type { CardService } from './card-service';
import type { PaymentPlan } from './payment-plan';
import { quote } from './pricing';
import type { TaxService } from './tax-service';

type PayWith = Pick<
  EndpointPart<'topUpWallet', 'body'>,
  'cardId' | 'paymentGateway' | 'couponCode' | 'address' | 'expectedPrice'
>;

/** `rate` is a fraction 0..1. */
export interface Taxation {
  location: TaxLocation | null;
  rate: number;
}

export interface PriceInput {
  userId: string;
  transactionId: string;
  original: Cents;
  /** Tax that was computed line by line; if absent, it is computed from the total. */
  tax?: Cents;
  taxation: Taxation;
  body: PayWith;
  /** True if the payment will be renewed, so that a card is needed even if nothing is due now. */
  recurs: boolean;
}

export type CheckoutService = ReturnType<typeof createCheckoutService>;

export function createCheckoutService(
  { gateways }: Pick<ServerContext, 'gateways'>,
  { card, coupon, tax }: { card: CardService; coupon: CouponService; tax: TaxService },
) {
  return {
    /**
     * Requires a named card. Call it first: a request without one must not even cancel an open payment. Wire contract 1.3,
     * 2.13.
     *
     * @throws AppError CARD_REQUIRED; PROVIDER_NOT_CONFIGURED without a payment gateway
     */
    assertCardNamed({ cardId }: Pick<PayWith, 'cardId'>): void {
      if (gateways.payment.isMissing) throw new AppError('PROVIDER_NOT_CONFIGURED', { message: noPayments });
      if (!cardId) throw new AppError('CARD_REQUIRED');
    },

    /**
     * Queries the tax gateway, so call it before the transaction.
     *
     * @param country country that the request came from, used if the payer gives no address.
     * @param delivery where goods are delivered to.
     * @throws AppError PROVIDER_NOT_CONFIGURED for a gateway other than ours, GATEWAY_FAILED, VALIDATION_FAILED for an address
     * that the tax gateway does not find
     */
    async readTaxation(
      { paymentGateway, address }: PayWith,
      country: string | null,
      delivery: TaxLocation | null = null,
    ): Promise<Taxation> {
      const supported: readonly unknown[] = [undefined, 'system', gateways.payment.name];
      if (!supported.includes(paymentGateway)) throw new AppError('PROVIDER_NOT_CONFIGURED');
      const location = tax.locate({ address, delivery, country });
      return { location, rate: await tax.readRate(location) };
    },

    /** @throws AppError PRICE_CHANGED if the payer saw a different total, COUPON_UNUSABLE, CARD_REQUIRED */
    async price(
      tx: Tx,
      { userId, transactionId, original, tax, taxation, body, recurs }: PriceInput,
    ): Promise<Pick<PaymentPlan, 'quote' | 'coupon' | 'card' | 'taxLocation'>> {
      const redeemed = body.couponCode
        ? await coupon.redeem(tx, { code: body.couponCode, userId, transactionId })
        : null;
      const priced = quote({ original, tax, off: redeemed?.value ?? 0, taxRate: taxation.rate });
      const { expectedPrice } = body;
      if (expectedPrice !== undefined && toCents(expectedPrice) !== priced.total) throw new AppError('PRICE_CHANGED');
      const isCardNeeded = recurs || priced.total > 0;
      return {
        quote: priced,
        coupon: redeemed,
        card: isCardNeeded ? await card.choose(userId, body.cardId, tx) : null,
        taxLocation: taxation.location,
      };
    },
  };
}
