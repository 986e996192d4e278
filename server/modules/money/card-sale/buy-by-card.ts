import type { EndpointPart } from '@contract/schemas';
import { cents } from '@contract/base/money';
import { assertAllowed, isUser } from '../../../access';
import { AppError, requireFound } from '../../../errors';
import type { SettingsService } from '../../site/settings/settings-service';
import type { CheckoutService } from '../payment/checkout-service';
import type { PaymentEffects, PaymentService } from '../payment/payment-service';
import type { PaymentEligibility } from '../payment-eligibility/payment-eligibility-service';
import type { Offers } from '../wallet/unlock-content';
import { SALE_CODES, type MoneyCaller, type WalletService } from '../wallet/wallet-service';

interface BuyByCardDeps {
  settings: SettingsService;
  payment: Pick<PaymentService, 'start'>;
  checkout: CheckoutService;
  eligibility: Pick<PaymentEligibility, 'open'>;
  wallet: Pick<WalletService, 'isBought'>;
  offers: Offers;
}

/**
 * Buys one item by card for exactly its price and tax, without the wallet. Our own extension of the contract.
 *
 * @param body.expectedPrice the price in dollars that the buyer saw, including tax.
 * @throws AppError ALREADY_BOUGHT, NOTHING_TO_PAY, STILL_PROCESSING, FILE_BROKEN, ENTITY_NOT_FOUND, and those of a checkout
 */
export async function buyByCard(
  { settings, payment, checkout, eligibility, wallet, offers }: BuyByCardDeps,
  { actor, key, country }: MoneyCaller,
  body: EndpointPart<'buyByCard', 'body'>,
) {
  assertAllowed(isUser(actor));
  checkout.assertCardNamed(body);
  const { target, targetId } = body;
  const userId = actor.id;
  const [site, taxation] = await Promise.all([settings.read(), checkout.readTaxation(body, country)]);
  return payment.start({
    actor,
    route: 'buyByCard',
    key,
    input: body,
    reference: { target, targetId },
    async plan(tx, transactionId) {
      const { performerId, price, name, refusal } = requireFound(await offers[target].lock(targetId, userId, tx));
      await eligibility.open(tx, { payerId: userId, sellerId: performerId, country, site });
      if (refusal) throw refusal;
      if (price === 0) throw new AppError('NOTHING_TO_PAY');
      if (await wallet.isBought(userId, target, targetId, tx)) throw new AppError('ALREADY_BOUGHT');
      const terms = { userId, transactionId, original: price, taxation, body, recurs: false };
      return {
        userId,
        target,
        targetId,
        performerId,
        type: SALE_CODES[target],
        name,
        ...(await checkout.price(tx, terms)),
      };
    },
  });
}

interface GrantDeps {
  eligibility: Pick<PaymentEligibility, 'tryOpen'>;
  wallet: Pick<WalletService, 'isBought' | 'recordSale' | 'takeBack'>;
  offers: Offers;
}

/** Grants an item paid by card, at the price when the payment began. If the item is no longer available, refunds it. */
export const createCardSaleGrant = (
  { eligibility, wallet, offers }: GrantDeps,
  target: keyof Offers,
): PaymentEffects => ({
  async grant(tx, { id: paymentId, userId, targetId, totalPrice, taxAmount: tax }, site) {
    const item = targetId === null ? null : await offers[target].lock(targetId, userId, tx);
    if (!item || targetId === null || item.price === 0 || item.refusal) return null;
    const parties = await eligibility.tryOpen(tx, { payerId: userId, sellerId: item.performerId, site });
    if (!parties || (await wallet.isBought(userId, target, targetId, tx))) return null;
    item.onSold?.(tx);
    const price = cents(totalPrice - tax);
    const { name, sessionId } = item;
    const type = SALE_CODES[target];
    const purchase = { parties, target, targetId, type, name, price, sessionId, isOwned: true };
    const { transfer } = await wallet.recordSale(tx, purchase, site, { paymentId, tax });
    return { transfers: [transfer] };
  },

  takeBack: (tx, { id }, reason) => wallet.takeBack(tx, id, reason),
});
