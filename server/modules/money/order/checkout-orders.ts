import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { cents, fromCents, toCents } from '@contract/base/money';
import { assertAllowed, isUser } from '../../../access';
import type { ServerContext } from '../../../context';
import { newId } from '../../../db/columns';
import type { CheckoutLine } from '../../../db/schema/orders';
import { inTransaction, type Tx } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import { runIdempotent } from '../../../idempotency';
import { getAccountKey } from '../../../ledger/accounts';
import { postTransfer, type TransferRequest } from '../../../ledger/post-transfer';
import { rooms } from '../../../realtime/publish';
import type { ProductService } from '../../content/product/product-service';
import type { AddressService } from '../../site/address/address-service';
import type { SettingsService, SiteSettings } from '../../site/settings/settings-service';
import type { CheckoutService } from '../payment/checkout-service';
import type { PaymentService } from '../payment/payment-service';
import type { EligibleParties, PaymentEligibility } from '../payment-eligibility/payment-eligibility-service';
import { presentCharge, toCompletedPayment, type MoneyCaller, type WalletService } from '../wallet/wallet-service';
import { createOrders, type CreateOrdersDeps } from './create-orders';
import { nameTogether, type OrderView } from './order-presenter';
import type { OrderRow } from './order-repository';
import { planCart, sortBySeller, sumCart } from './plan-cart';
import { findDelivery, type DeliveryPlace } from './find-delivery';
import type { ReservationRepository } from './reservation-repository';

/** How long stock is reserved for a cart, and for a payment that waits for the buyer's bank. */
const CART_MS = 10 * 60_000;
const PAYMENT_MS = 2 * 3600 * 1000;

export interface CheckoutOrdersDeps
  extends CreateOrdersDeps, Pick<ServerContext, 'db' | 'clock' | 'publisher' | 'events'> {
  settings: SettingsService;
  address: Pick<AddressService, 'findWritten'>;
  payment: Pick<PaymentService, 'start'>;
  checkout: CheckoutService;
  eligibility: Pick<PaymentEligibility, 'open' | 'tryOpen'>;
  wallet: Pick<WalletService, 'recordSale' | 'isBought' | 'refund'>;
  product: Pick<ProductService, 'lockGoods' | 'changeStock'>;
  reservations: ReservationRepository;
  present(rows: readonly OrderRow[], caller: Pick<MoneyCaller, 'actor'>): Promise<OrderView[]>;
}

/** Prices a cart and reserves it for ten minutes, in place of the buyer's last one. @throws AppError as {@link planCart} */
export async function reserveOrders(
  deps: CheckoutOrdersDeps,
  { actor, country }: MoneyCaller,
  body: EndpointPart<'reserveOrders', 'body'>,
): Promise<EndpointReply<'reserveOrders'>> {
  assertAllowed(isUser(actor));
  const { db, clock, reservations, checkout } = deps;
  const { delivery, taxedAt } = requireFound(await findDelivery(deps, actor.id, body));
  const { rate: taxRate } = await checkout.readTaxation({}, country, taxedAt);
  const cart = { buyerId: actor.id, lines: body.lines, country: delivery.country, taxRate };
  return inTransaction(db, async (tx) => {
    const now = clock.now();
    const lines = await planCart(deps, tx, cart, { now, needsAddress: false });
    const expiresAt = new Date(now.getTime() + CART_MS);
    await reservations.reserve(actor.id, lines, expiresAt, tx);
    const { goods, shipping, tax } = sumCart(lines);
    return {
      lines: lines.map((line) => ({
        productId: line.productId,
        performerId: line.performerId,
        name: line.name,
        quantity: line.quantity,
        unitPrice: fromCents(cents(line.unitPrice)),
        shippingPrice: fromCents(cents(line.shippingPrice)),
      })),
      goods: fromCents(goods),
      shipping: fromCents(shipping),
      tax: fromCents(tax),
      walletTotal: fromCents(cents(goods + shipping)),
      cardTotal: fromCents(cents(goods + shipping + tax)),
      expiresAt: expiresAt.toISOString(),
    };
  });
}

/**
 * Orders the whole cart or nothing.
 *
 * @throws AppError PRICE_CHANGED if the buyer saw another total, NOT_ENOUGH_BALANCE, those of a checkout, and as {@link
 * planCart}
 */
export async function checkoutOrders(
  deps: CheckoutOrdersDeps,
  caller: MoneyCaller,
  body: EndpointPart<'checkoutOrders', 'body'>,
): Promise<EndpointReply<'checkoutOrders'>> {
  assertAllowed(isUser(caller.actor));
  const place = await findDelivery(deps, caller.actor.id, body);
  if (body.payBy === 'card') return payByCard(deps, caller, body, place);
  const { groupId, orderIds, rows } = await payFromWallet(deps, caller, {
    route: 'checkoutOrders',
    input: body,
    lines: body.lines,
    place,
    expectedTotal: body.expectedTotal,
  });
  const orders = rows ?? (await deps.repository.listGroup(groupId)).filter(({ id }) => orderIds.includes(id));
  return { groupId, transaction: null, orders: await deps.present(orders, caller) };
}

/** For other front ends: orders one product with wallet money. @throws AppError NOT_ENOUGH_BALANCE, and as {@link planCart} */
export async function buyProduct(
  deps: CheckoutOrdersDeps,
  caller: MoneyCaller,
  { productId, quantity = 1, ...body }: EndpointPart<'buyProduct', 'body'> & { productId: string },
): Promise<EndpointReply<'buyProduct'>> {
  assertAllowed(isUser(caller.actor));
  const place = await findDelivery(deps, caller.actor.id, body);
  const input = { productId, quantity, ...body };
  const lines = [{ productId, quantity }];
  return (await payFromWallet(deps, caller, { route: 'buyProduct', input, lines, place })).charge;
}

interface WalletCart {
  route: string;
  input: unknown;
  lines: readonly { productId: string; quantity: number }[];
  /** Null if the address has gone, which refuses a new order, but no repeat of one that was paid. */
  place: DeliveryPlace | null;
  /** The total in dollars that the buyer saw. */
  expectedTotal?: number;
}

/** @returns the charge of the first order; `rows` is absent if the request is a repeat */
async function payFromWallet(
  deps: CheckoutOrdersDeps,
  { actor, key, country }: MoneyCaller,
  { route, input, lines: wanted, place, expectedTotal }: WalletCart,
) {
  const { db, clock, settings, reservations, events } = deps;
  const site = await settings.read();
  return inTransaction(db, async (tx) => {
    let made: Awaited<ReturnType<typeof createOrders>> | undefined;
    const paid = await runIdempotent(tx, { accountId: actor.id, route, key, input }, async () => {
      const { delivery } = requireFound(place);
      const now = clock.now();
      const cart = { buyerId: actor.id, lines: wanted, country: delivery.country, taxRate: 0 };
      const lines = await planCart(deps, tx, cart, { now, needsAddress: true });
      const { goods, shipping } = sumCart(lines);
      if (expectedTotal !== undefined && toCents(expectedTotal) !== goods + shipping)
        throw new AppError('PRICE_CHANGED');
      const parties = await openAll(deps, tx, lines, { payerId: actor.id, country, site });
      const groupId = newId(now.getTime());
      made = await createOrders(deps, tx, { groupId, lines, delivery, parties }, site);
      const { rows, charges } = made;
      await reservations.release(actor.id, tx);
      for (const charge of charges) await events.emit(tx, 'paymentCompleted', toCompletedPayment(charge));
      return { groupId, orderIds: rows.map(({ id }) => id), charge: presentCharge(charges[0]!) };
    });
    // Last, after storing the response: from here to the commit, all other sales wait for the platform's ledger accounts.
    if (made) await postTransfers(deps, tx, actor.id, made.transfers);
    return { ...paid, rows: made?.rows };
  });
}

/** Charges a wallet and publishes its balance. @throws AppError NOT_ENOUGH_BALANCE */
async function postTransfers(
  { publisher }: Pick<CheckoutOrdersDeps, 'publisher'>,
  tx: Tx,
  ownerId: string,
  transfers: readonly TransferRequest[],
): Promise<void> {
  let left = cents(0);
  for (const transfer of transfers) {
    const { balances } = await postTransfer(tx, transfer);
    left = balances.get(getAccountKey({ kind: 'wallet', ownerId })) ?? left;
  }
  const balance = { balance: fromCents(left) };
  tx.afterCommit(() => publisher.publish('balance_update', rooms.account(ownerId), balance));
}

async function payByCard(
  deps: CheckoutOrdersDeps,
  { actor, key, country }: MoneyCaller,
  body: EndpointPart<'checkoutOrders', 'body'>,
  place: DeliveryPlace | null,
): Promise<EndpointReply<'checkoutOrders'>> {
  const { clock, settings, checkout, payment, repository, reservations } = deps;
  const userId = actor.id;
  checkout.assertCardNamed(body);
  const [site, taxation] = await Promise.all([settings.read(), checkout.readTaxation(body, country, place?.taxedAt)]);
  const transaction = await payment.start({
    actor,
    route: 'checkoutOrders',
    key,
    input: body,
    reference: { target: 'order', targetId: null },
    async plan(tx, id) {
      const { delivery } = requireFound(place);
      const now = clock.now();
      const cart = { buyerId: userId, lines: body.lines, country: delivery.country, taxRate: taxation.rate };
      const lines = await planCart(deps, tx, cart, { now, needsAddress: true });
      await openAll(deps, tx, lines, { payerId: userId, country, site });
      await reservations.release(userId, tx);
      await reservations.reserve(id, lines, new Date(now.getTime() + PAYMENT_MS), tx);
      await reservations.insertCheckout({ id, userId, lines, delivery, createdAt: now }, tx);
      const { goods, shipping, tax } = sumCart(lines);
      const terms = { userId, transactionId: id, original: cents(goods + shipping), tax, taxation, recurs: false };
      const sellers = new Set(lines.map(({ performerId }) => performerId));
      return {
        userId,
        target: 'order',
        targetId: null,
        performerId: sellers.size === 1 ? lines[0]!.performerId : null,
        type: 'product',
        name: nameTogether(lines),
        ...(await checkout.price(tx, { ...terms, body: { ...body, expectedPrice: body.expectedTotal } })),
      };
    },
  });
  const orders = await deps.present(await repository.listGroup(transaction._id), { actor });
  return { groupId: transaction._id, transaction, orders };
}

/** Locks the buyer and all sellers of a cart, and checks that they are eligible. @throws AppError as `eligibility.open` */
async function openAll(
  { eligibility }: Pick<CheckoutOrdersDeps, 'eligibility'>,
  tx: Tx,
  lines: readonly CheckoutLine[],
  payer: { payerId: string; country: string | null; site: SiteSettings },
): Promise<Map<string, EligibleParties>> {
  const parties = new Map<string, EligibleParties>();
  for (const { performerId: sellerId } of sortBySeller(lines))
    if (!parties.has(sellerId)) parties.set(sellerId, await eligibility.open(tx, { ...payer, sellerId }));
  return parties;
}
