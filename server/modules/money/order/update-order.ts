import type { EndpointPart } from '@contract/schemas';
import { type Actor, may, type Operator } from '../../../access';
import type { ServerContext } from '../../../context';
import { inTransaction, type Tx } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import { runIdempotent } from '../../../idempotency';
import { recordAct } from '../../../operator-log/record-act';
import type { ProductService } from '../../content/product/product-service';
import type { AddressService } from '../../site/address/address-service';
import type { WalletService } from '../wallet/wallet-service';
import type { OrderNotifications } from './order-notifications';
import { getTracking } from './order-presenter';
import type { OrderRepository, OrderRow } from './order-repository';
import { assertShipped } from './plan-cart';

export interface UpdateOrderDeps extends Pick<ServerContext, 'db' | 'clock'> {
  repository: OrderRepository;
  notifications: OrderNotifications;
  wallet: Pick<WalletService, 'refund'>;
  product: Pick<ProductService, 'changeStock' | 'lockGoods'>;
  address: Pick<AddressService, 'findWritten'>;
}

type Status = OrderRow['deliveryStatus'];

/** Allowed transitions. Wire contract 3.9. */
const nextStates: Record<Status, readonly Status[]> = {
  processing: ['shipping', 'delivered', 'refunded'],
  shipping: ['delivered', 'refunded'],
  delivered: ['refunded'],
  refunded: [],
};

interface OrderCall {
  actor: Actor;
  key: string | undefined;
}

/** @throws AppError ENTITY_NOT_FOUND, MISSING_REQUIRED_PROPS, ORDER_NOT_EDITABLE for a state that is not allowed next */
export async function updateOrder(
  deps: UpdateOrderDeps,
  { actor, key }: OrderCall,
  { id, ...body }: EndpointPart<'updateOrder', 'body'> & { id: string },
): Promise<{ success: true }> {
  const call = { accountId: actor.id, route: 'updateOrder', key, input: { id, ...body } };
  return inTransaction(deps.db, (tx) =>
    runIdempotent(tx, call, async () => {
      const row = await lockOrder(
        deps,
        tx,
        id,
        (order) => order.performerId === actor.id || may(actor, 'decideRefunds'),
      );
      const { deliveryStatus, shippingCode, carrier, isPacked, reason } = body;
      if ((deliveryStatus ?? shippingCode ?? carrier ?? isPacked ?? null) === null)
        throw new AppError('MISSING_REQUIRED_PROPS');
      if (deliveryStatus === 'refunded') await refundOrder(deps, tx, row, { by: 'seller', reason: reason ?? '' });
      else await changeDelivery(deps, tx, row, { deliveryStatus, shippingCode, carrier, isPacked });
      return { success: true };
    }),
  );
}

/** A buyer cancels an order that was not shipped. @throws AppError ENTITY_NOT_FOUND, ORDER_NOT_EDITABLE */
export async function cancelOrder(deps: UpdateOrderDeps, { actor, key }: OrderCall, id: string): Promise<void> {
  await inTransaction(deps.db, (tx) =>
    runIdempotent(tx, { accountId: actor.id, route: 'cancelOrder', key, input: { id } }, async () => {
      const row = await lockOrder(deps, tx, id, (order) => order.userId === actor.id);
      if (row.deliveryStatus !== 'processing') throw new AppError('ORDER_NOT_EDITABLE');
      await refundOrder(deps, tx, row, { by: 'buyer', reason: '' });
      return { success: true };
    }),
  );
}

/** Changes the address of all unshipped orders in a parcel. @throws AppError ENTITY_NOT_FOUND, FORBIDDEN, NOT_SHIPPED_THERE */
export async function changeOrderAddress(
  deps: UpdateOrderDeps,
  actor: Actor,
  { id, deliveryAddressId }: { id: string; deliveryAddressId: string },
): Promise<void> {
  const { db, clock, repository, address, product, notifications } = deps;
  const found = await repository.find(id);
  if (found?.userId !== actor.id) throw new AppError('ENTITY_NOT_FOUND');
  await inTransaction(db, async (tx) => {
    // Lock the whole parcel, in a fixed order: changes that each start with a different order in it would deadlock.
    const parcel = await repository.lockParcel(found, tx);
    const row = requireFound(parcel.find((order) => order.id === id) ?? null);
    if (row.deliveryStatus !== 'processing' || row.type !== 'physical') throw new AppError('FORBIDDEN');
    const written = requireFound(await address.findWritten(actor.id, deliveryAddressId, tx));
    const waiting = parcel.filter(({ type, deliveryStatus }) => type === 'physical' && deliveryStatus === 'processing');
    const goods = await product.lockGoods(
      waiting.map(({ productId }) => productId),
      actor.id,
      tx,
    );
    for (const { productId } of waiting) assertShipped(goods.get(productId)?.shipsTo ?? [], written.row.countryCode);
    const at = clock.now();
    for (const one of waiting) {
      const place = { deliveryAddressId, deliveryAddress: written.text, postalCode: written.row.zipCode };
      await repository.update(one.id, { ...place, updatedAt: at }, tx);
      await repository.addEvent({ orderId: one.id, kind: 'address', detail: '', createdAt: at }, tx);
    }
    await notifications.notifyAddress(tx, { ...row, deliveryAddress: written.text });
  });
}

/** Refunds an order to the card or wallet that paid. @throws AppError ORDER_NOT_EDITABLE if it was refunded before */
export async function refundOrder(
  { repository, clock, product, wallet, notifications }: UpdateOrderDeps,
  tx: Tx,
  row: OrderRow,
  { by, reason }: { by: 'buyer' | 'seller' | 'bank'; reason: string },
): Promise<void> {
  if (!nextStates[row.deliveryStatus].includes('refunded')) throw new AppError('ORDER_NOT_EDITABLE');
  const at = clock.now();
  await repository.update(row.id, { deliveryStatus: 'refunded', updatedAt: at }, tx);
  const kind = by === 'buyer' ? 'cancelled' : 'refunded';
  await repository.addEvent({ orderId: row.id, kind, detail: reason, createdAt: at }, tx);
  if (row.type === 'physical') await product.changeStock(row.productId, row.quantity, tx);
  await notifications.notifyRefunded(tx, row, { by, reason });
  await wallet.refund(tx, row.transactionId, { reason: reason || undefined, isPaidBack: by === 'bank' });
}

/** @throws AppError ENTITY_NOT_FOUND, ORDER_NOT_EDITABLE, REFUND_NOT_POSSIBLE during a dispute */
export async function refundOrderAsOperator(
  deps: UpdateOrderDeps,
  { id, reason }: { id: string; reason: string },
  by: Operator,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const row = await lockOrder(deps, tx, id, () => true);
    await recordAct(tx, by, {
      act: 'order.changed',
      subject: { kind: 'order', id },
      details: { before: row.deliveryStatus, after: 'refunded', amount: row.totalPrice, reason },
    });
    await refundOrder(deps, tx, row, { by: 'seller', reason });
  });
}

async function changeDelivery(
  { repository, clock, notifications }: UpdateOrderDeps,
  tx: Tx,
  row: OrderRow,
  change: Pick<EndpointPart<'updateOrder', 'body'>, 'deliveryStatus' | 'shippingCode' | 'carrier' | 'isPacked'>,
): Promise<void> {
  const { deliveryStatus = row.deliveryStatus, isPacked } = change;
  const isMoved = deliveryStatus !== row.deliveryStatus;
  const isOver = row.deliveryStatus === 'refunded' || row.type === 'digital';
  if (isOver || (isMoved && !nextStates[row.deliveryStatus].includes(deliveryStatus)))
    throw new AppError('ORDER_NOT_EDITABLE');
  const at = clock.now();
  const shippingCode = change.shippingCode ?? row.shippingCode;
  const carrier = change.carrier ?? row.carrier;
  const packedAt = isPacked === undefined ? row.packedAt : isPacked ? (row.packedAt ?? at) : null;
  const next: OrderRow = { ...row, deliveryStatus, shippingCode, carrier, packedAt, updatedAt: at };
  await repository.update(row.id, { deliveryStatus, shippingCode, carrier, packedAt, updatedAt: at }, tx);
  const addEvent = (kind: 'packed' | 'shipped' | 'tracking' | 'delivered', detail = '') =>
    repository.addEvent({ orderId: row.id, kind, detail, createdAt: at }, tx);
  const tracking = getTracking(next);
  if (packedAt && !row.packedAt) await addEvent('packed');
  if (isMoved && deliveryStatus === 'shipping') {
    await addEvent('shipped', tracking);
    await notifications.notifyShipped(tx, next);
  } else if (isMoved) {
    await addEvent('delivered');
    await notifications.notifyDelivered(tx, next);
  } else if (tracking !== getTracking(row)) await addEvent('tracking', tracking);
}

/** @throws AppError ENTITY_NOT_FOUND also for orders of others */
async function lockOrder(
  { repository }: UpdateOrderDeps,
  tx: Tx,
  id: string,
  isAllowed: (row: OrderRow) => boolean,
): Promise<OrderRow> {
  const row = await repository.lock(id, tx);
  if (!row || !isAllowed(row)) throw new AppError('ENTITY_NOT_FOUND');
  return row;
}
