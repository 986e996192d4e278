import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { type Actor, isPerformer, may, type Operator } from '../../../access';
import type { ServerContext } from '../../../context';
import type { Keyset } from '../../../db/list-query';
import type { Tx } from '../../../db/transaction';
import type { MoneyCaller } from '../wallet/wallet-service';
import { buyProduct, checkoutOrders, reserveOrders, type CheckoutOrdersDeps } from './checkout-orders';
import { downloadProduct, type DownloadDeps } from './download-product';
import { getOrder, type OrderDetails } from './get-order';
import { presentOrders, type PresentOrderDeps } from './order-presenter';
import { createOrderNotifications } from './order-notifications';
import { createOrderRepository, type OrderRow } from './order-repository';
import { createReservationRepository } from './reservation-repository';
import {
  cancelOrder,
  changeOrderAddress,
  refundOrder,
  refundOrderAsOperator,
  updateOrder,
  type UpdateOrderDeps,
} from './update-order';

type OrderNeeds = Omit<Parameters<typeof createOrderNotifications>[0], 'repository' | keyof ServerContext>;

interface OrderServiceDeps
  extends
    Omit<CheckoutOrdersDeps, 'present'>,
    Omit<UpdateOrderDeps, 'wallet' | 'product'>,
    Omit<PresentOrderDeps, 'product'> {
  wallet: CheckoutOrdersDeps['wallet'] & UpdateOrderDeps['wallet'];
  product: CheckoutOrdersDeps['product'] & PresentOrderDeps['product'] & DownloadDeps['product'];
}

export type OrderService = ReturnType<typeof createOrderService>;

export function createOrderDeps<Context extends ServerContext, Needs extends OrderNeeds>(
  context: Context,
  needs: Needs,
) {
  const repository = createOrderRepository(context.db);
  const reservations = createReservationRepository(context.db);
  return {
    ...context,
    ...needs,
    repository,
    reservations,
    notifications: createOrderNotifications({ ...context, ...needs, repository }),
  };
}

export type { OrderRow } from './order-repository';
export { getOrderNumber } from './order-presenter';
export { createOrderGrant } from './order-grant';

/** Orders from creators' stores. Wire contract 2.12. */
export function createOrderService(needs: OrderServiceDeps) {
  const { clock, repository, reservations, notifications } = needs;
  const deps = {
    ...needs,
    present: (rows: readonly OrderRow[], { actor }: Pick<MoneyCaller, 'actor'>) =>
      presentOrders(needs, rows, { actor }),
  };

  async function search(
    side: { performerId?: string; userId?: string },
    actor: Actor,
    query: EndpointPart<'searchOrders', 'query'>,
  ) {
    const { rows, total } = await repository.search(side, query);
    return { data: await deps.present(rows, { actor }), total };
  }

  return {
    reserve: (caller: MoneyCaller, body: EndpointPart<'reserveOrders', 'body'>) => reserveOrders(deps, caller, body),
    checkout: (caller: MoneyCaller, body: EndpointPart<'checkoutOrders', 'body'>) => checkoutOrders(deps, caller, body),
    buyProduct: (caller: MoneyCaller, input: Parameters<typeof buyProduct>[2]) => buyProduct(deps, caller, input),
    update: (call: Parameters<typeof updateOrder>[1], input: Parameters<typeof updateOrder>[2]) =>
      updateOrder(deps, call, input),

    async release(actor: Actor): Promise<{ success: true }> {
      await reservations.release(actor.id);
      return { success: true };
    },

    get: (actor: Actor, id: string) => getOrder(deps, actor, id),

    async cancel(call: Parameters<typeof cancelOrder>[1], id: string): Promise<OrderDetails> {
      await cancelOrder(deps, call, id);
      return getOrder(deps, call.actor, id);
    },

    async changeAddress(actor: Actor, input: Parameters<typeof changeOrderAddress>[2]): Promise<OrderDetails> {
      await changeOrderAddress(deps, actor, input);
      return getOrder(deps, actor, input.id);
    },

    /** Lists the orders that a creator sold. Administrators choose the creator. */
    searchSold(actor: Actor, query: EndpointPart<'searchOrders', 'query'>): Promise<EndpointReply<'searchOrders'>> {
      const performerId = may(actor, 'readOrders') && !isPerformer(actor) ? query.performerId : actor.id;
      return search({ performerId }, actor, query);
    },

    /** All orders, for operators. */
    async searchAsOperator(
      actor: Actor,
      query: EndpointPart<'searchAllOrders', 'query'> & { after?: Keyset },
    ): Promise<EndpointReply<'searchAllOrders'>> {
      const { rows, total } = await repository.searchAll(query);
      return { data: await deps.present(rows, { actor }), total };
    },

    /** @throws AppError ENTITY_NOT_FOUND, ORDER_NOT_EDITABLE, REFUND_NOT_POSSIBLE */
    refundAsOperator: (input: { id: string; reason: string }, by: Operator): Promise<void> =>
      refundOrderAsOperator(deps, input, by),

    searchBought: (
      actor: Actor,
      query: EndpointPart<'searchOrders', 'query'>,
    ): Promise<EndpointReply<'searchUserOrders'>> =>
      search({ userId: actor.id, performerId: query.performerId }, actor, query),

    download: (actor: Actor, input: Parameters<typeof downloadProduct>[2]) => downloadProduct(deps, actor, input),

    /** Returns null for a charge that paid for something else. */
    lockOfCharge: repository.lockOfCharge,

    /** The order must be locked. @throws AppError ORDER_NOT_EDITABLE if it was refunded */
    refund: (tx: Tx, row: OrderRow, reason: string): Promise<void> =>
      refundOrder(deps, tx, row, { by: 'seller', reason }),

    hasUnsent: repository.hasUnsent,
    sendMail: notifications.sendMail,
    sweep: (): Promise<void> => reservations.sweep(clock.now()),
  };
}
