import { cents } from '@contract/base/money';
import { requireFound } from '../../../errors';
import type { PaymentEffects } from '../payment/payment-service';
import type { EligibleParties } from '../payment-eligibility/payment-eligibility-service';
import type { CheckoutOrdersDeps } from './checkout-orders';
import { createOrders } from './create-orders';
import { sortBySeller } from './plan-cart';
import { refundOrder } from './update-order';

/** Grants a cart that was paid by card by creating its orders. If a product is no longer available, refunds the payment. */
export const createOrderGrant = (deps: Omit<CheckoutOrdersDeps, 'payment' | 'present'>): PaymentEffects => ({
  async grant(tx, { id, userId }, site) {
    const { reservations, eligibility, product, wallet } = deps;
    const { lines, delivery } = requireFound(await reservations.findCheckout(id, tx));
    const goods = await product.lockGoods(
      lines.map(({ productId }) => productId),
      userId,
      tx,
    );
    const parties = new Map<string, EligibleParties>();
    for (const { performerId, productId, quantity, type } of sortBySeller(lines)) {
      const one = goods.get(productId);
      if (!one || one.refusal || (type === 'physical' && one.stock < quantity)) return null;
      const sides =
        parties.get(performerId) ?? (await eligibility.tryOpen(tx, { payerId: userId, sellerId: performerId, site }));
      if (!sides || (type === 'digital' && (await wallet.isBought(userId, 'product', productId, tx)))) return null;
      parties.set(performerId, sides);
    }
    await reservations.release(id, tx);
    const cart = { groupId: id, lines, delivery, parties, paymentId: id };
    return { transfers: (await createOrders(deps, tx, cart, site)).transfers };
  },

  refuse: (tx, { id }) => deps.reservations.release(id, tx),

  async takeBack(tx, { id }, reason) {
    const rows = await deps.repository.lockUnrefunded(id, tx);
    for (const row of rows) await refundOrder(deps, tx, row, { by: 'bank', reason });
    return cents(rows.reduce((sum, { totalPrice }) => sum + totalPrice, 0));
  },
});
