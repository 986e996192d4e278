import { cents } from '@contract/base/money';
import { newId } from '../../server/db/columns';
import { orderEvents, orders } from '../../server/db/schema/orders';
import type { Tx } from '../../server/db/transaction';
import type { DemoMovement, DemoSite } from '../types';
import { getId, type SeedContext } from './seed-context';

type Purchase = Extract<DemoMovement, { kind: 'purchase' }>;

const PLACE = '12 Harbour Lane, Galway, Ireland';

export async function insertOrder(
  seed: SeedContext,
  tx: Tx,
  site: DemoSite,
  { movement, chargeId, at }: { movement: Purchase; chargeId: string; at: Date },
): Promise<void> {
  const { creator, key, quantity, amount, fan, order } = movement;
  const product = site.creators.flatMap(({ products }) => products).find((one) => one.key === key);
  if (!product) throw new Error(`No demo product has the key "${key}"`);
  const isDigital = product.delivery.type === 'digital';
  const status = isDigital ? 'delivered' : (order?.status ?? 'processing');
  const id = newId(at.getTime());
  const shippingCode = order?.shippingCode ?? '';
  await tx.insert(orders).values({
    id,
    groupId: newId(at.getTime()),
    transactionId: chargeId,
    performerId: getId(seed.people, creator),
    userId: getId(seed.people, fan),
    productId: getId(seed.items, key),
    name: product.name,
    type: product.delivery.type,
    quantity,
    unitPrice: cents(amount / quantity),
    totalPrice: amount,
    isByCard: false,
    deliveryStatus: status,
    shippingCode,
    deliveryAddress: isDigital ? '' : PLACE,
    postalCode: isDigital ? '' : 'H91 T2CX',
    userNote: order?.note ?? '',
    createdAt: at,
    updatedAt: at,
  });
  const isShipped = !isDigital && status !== 'processing';
  const kinds = [
    'ordered' as const,
    ...(isShipped ? ['shipped' as const] : []),
    ...(isShipped && status === 'delivered' ? ['delivered' as const] : []),
  ];
  await tx
    .insert(orderEvents)
    .values(
      kinds.map((kind) => ({ orderId: id, kind, detail: kind === 'shipped' ? shippingCode : '', createdAt: at })),
    );
}
