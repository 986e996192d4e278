import type { EndpointReply } from '@contract/schemas';
import { type Actor, may } from '../../../access';
import { AppError, requireFound } from '../../../errors';
import type { CheckoutOrdersDeps } from './checkout-orders';
import { isMoneyBack, presentOrderEvent } from './order-presenter';

export type OrderDetails = EndpointReply<'getOrder'>;

type GetOrderDeps = Pick<CheckoutOrdersDeps, 'repository' | 'present'>;

/** @throws AppError ENTITY_NOT_FOUND, also for orders of other accounts */
export async function getOrder({ repository, present }: GetOrderDeps, actor: Actor, id: string): Promise<OrderDetails> {
  const row = await repository.find(id);
  const isTheirs = row?.userId === actor.id || row?.performerId === actor.id || may(actor, 'readOrders');
  if (!row || !isTheirs) throw new AppError('ENTITY_NOT_FOUND');
  const parcel = await repository.listParcel(row);
  const [events, views] = await Promise.all([
    repository.listEvents(parcel.map((order) => order.id)),
    present(parcel, { actor }),
  ]);
  const view = views.find(({ _id }) => _id === id);
  if (!view) throw new AppError('ENTITY_NOT_FOUND');
  return {
    ...view,
    timeline: events
      .filter(({ orderId, kind }) => orderId === id || isMoneyBack(kind))
      .map((event) => presentOrderEvent(event, requireFound(views.find(({ _id }) => _id === event.orderId)))),
    parcel: views.filter(({ _id }) => _id !== id),
    paidWith: row.isByCard ? 'card' : 'wallet',
  };
}
