import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { toCents } from '@contract/base/money';
import { assertAllowed, isUser } from '../../../access';
import { AppError } from '../../../errors';
import type { CheckoutService } from '../payment/checkout-service';
import type { PaymentService } from '../payment/payment-service';
import type { SettingsService } from '../../site/settings/settings-service';
import type { PaymentEligibility } from '../payment-eligibility/payment-eligibility-service';
import type { MoneyCaller } from './charge-wallet';

export interface TopUpDependencies {
  settings: SettingsService;
  payment: PaymentService;
  checkout: CheckoutService;
  eligibility: Pick<PaymentEligibility, 'lockEligiblePayer'>;
}

/** Adds money to a wallet by card. Rejects coupons, since creators would get money that no card paid. Promises M-19. */
export function createTopUpService({ settings, payment, checkout, eligibility }: TopUpDependencies) {
  return {
    /**
     * @param body.amount dollars to add, within the site's bounds.
     * @throws AppError CARD_REQUIRED, PRICE_OUT_OF_BOUNDS, COUPON_UNUSABLE for any coupon, and those of a checkout
     */
    async topUp(
      { actor, key, country }: MoneyCaller,
      body: EndpointPart<'topUpWallet', 'body'>,
    ): Promise<EndpointReply<'topUpWallet'>> {
      assertAllowed(isUser(actor));
      if (body.couponCode)
        throw new AppError('COUPON_UNUSABLE', { message: 'Coupons cannot be used to top up a wallet.' });
      checkout.assertCardNamed(body);
      const [site, taxation] = await Promise.all([settings.read(), checkout.readTaxation(body, country)]);
      const userId = actor.id;
      return payment.start({
        actor,
        route: 'topUpWallet',
        key,
        input: body,
        reference: { target: 'token_package', targetId: null },
        async plan(tx, transactionId) {
          if (body.amount < site.minimumWalletPrice || body.amount > site.maximumWalletPrice)
            throw new AppError('PRICE_OUT_OF_BOUNDS');
          await eligibility.lockEligiblePayer(tx, { payerId: userId, site });
          const price = { userId, transactionId, original: toCents(body.amount), taxation, body, recurs: false };
          return {
            userId,
            target: 'token_package',
            targetId: null,
            performerId: null,
            type: 'token_package',
            name: 'Wallet top-up',
            ...(await checkout.price(tx, price)),
          };
        },
      });
    },
  };
}
