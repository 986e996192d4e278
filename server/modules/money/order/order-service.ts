import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { isPerformer, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { inTransaction, type Tx } from '../../../db/transaction';
import { AppError } from '../../../errors';
import type { ProductService } from '../../content/product/product-service';
import type { MoneyCaller } from '../wallet/wallet-service';
import { buyProduct, checkoutOrders, reserveOrders, type CheckoutOrdersDeps } from './checkout-orders';
import { presentOrderEvent, presentOrders, type PresentOrderDeps } from './order-presenter';
import { createOrderNotifications } from './order-notifications';
import { createOrderRepository, type OrderRow } from './order-repository';
import { cancelOrder, changeOrderAddress, refundOrder, updateOrder, type UpdateOrderDeps } from './update-order';

type OrderDetails = EndpointReply<'getOrder'>;

type OrderNeeds = Omit<Parameters<typeof createOrderNotifications>[0], 'repository' | keyof ServerContext>;

interface OrderServiceDeps
  extends
    Omit<CheckoutOrdersDeps, 'present'>,
    Omit<UpdateOrderDeps, 'wallet' | 'product'>,
    Omit<PresentOrderDeps, 'product'> {
  wallet: CheckoutOrdersDeps['wallet'] & UpdateOrderDeps['wallet'];
  product: CheckoutOrdersDeps['product'] & PresentOrderDeps['product'] & Pick<ProductService, 'getDownload'>;
}

export type OrderService = ReturnType<typeof createOrderService>;

export function createOrderDeps<Context extends ServerContext, Needs extends OrderNeeds>(
  context: Context,
  needs: Needs,
) {
  const repository = createOrderRepository(context.db);
  return {
    ...context,
    ...needs,
    repository,
    notifications: createOrderNotifications({ ...context, ...needs, repository }),
  };
}

export type { OrderRow } from './order-repository';
export { createOrderGrant } from './order-grant';

/** Orders from creators' stores. Wire contract 2.12. */
export function createOrderService(context: Pick<ServerContext, 'db' | 'clock'>, needs: OrderServiceDeps) {
  const { repository, product, notifications } = needs;
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

  async function get(actor: Actor, id: string): Promise<OrderDetails> {
    const row = await repository.find(id);
    const isTheirs = row?.userId === actor.id || row?.performerId === actor.id || actor.isAdmin;
    if (!row || !isTheirs) throw new AppError('ENTITY_NOT_FOUND');
    const [events, parcel] = await Promise.all([repository.listEvents(id), repository.listParcel(row)]);
    const views = await deps.present(parcel, { actor });
    const view = views.find(({ _id }) => _id === id);
    if (!view) throw new AppError('ENTITY_NOT_FOUND');
    return {
      ...view,
      timeline: events.map(presentOrderEvent),
      parcel: views.filter(({ _id }) => _id !== id),
      paidWith: row.isByCard ? 'card' : 'wallet',
    };
  }

  return {
    reserve: (caller: MoneyCaller, body: EndpointPart<'reserveOrders', 'body'>) => reserveOrders(deps, caller, body),
    checkout: (caller: MoneyCaller, body: EndpointPart<'checkoutOrders', 'body'>) => checkoutOrders(deps, caller, body),
    buyProduct: (caller: MoneyCaller, input: Parameters<typeof buyProduct>[2]) => buyProduct(deps, caller, input),
    update: (call: Parameters<typeof updateOrder>[1], input: Parameters<typeof updateOrder>[2]) =>
      updateOrder(deps, call, input),

    async release(actor: Actor): Promise<{ success: true }> {
      await repository.release(actor.id);
      return { success: true };
    },

    /** @throws AppError ENTITY_NOT_FOUND also for orders of others */
    get,

    async cancel(call: Parameters<typeof cancelOrder>[1], id: string): Promise<OrderDetails> {
      await cancelOrder(deps, call, id);
      return get(call.actor, id);
    },

    async changeAddress(actor: Actor, input: Parameters<typeof changeOrderAddress>[2]): Promise<OrderDetails> {
      await changeOrderAddress(deps, actor, input);
      return get(actor, input.id);
    },

    /** An administrator chooses the seller. */
    searchSold(actor: Actor, query: EndpointPart<'searchOrders', 'query'>): Promise<EndpointReply<'searchOrders'>> {
      const performerId = actor.isAdmin && !isPerformer(actor) ? query.performerId : actor.id;
      return search({ performerId }, actor, query);
    },

    searchBought: (
      actor: Actor,
      query: EndpointPart<'searchOrders', 'query'>,
    ): Promise<EndpointReply<'searchUserOrders'>> =>
      search({ userId: actor.id, performerId: query.performerId }, actor, query),

    /** Counts the download, because an order can limit them. @throws AppError DOWNLOADS_USED_UP, and as `product.getDownload` */
    async getDownload(
      actor: Actor,
      productId: string,
      country: string | null,
    ): Promise<EndpointReply<'getProductDownloadLink'>> {
      const link = await product.getDownload(actor, productId, country);
      await inTransaction(context.db, async (tx) => {
        const row = await repository.lockDigital(actor.id, productId, tx);
        if (!row) return;
        const isOver = row.downloadableUntil !== null && row.downloadableUntil < context.clock.now();
        if (isOver || (row.downloadLimit !== null && row.downloads >= row.downloadLimit))
          throw new AppError('DOWNLOADS_USED_UP');
        await repository.update(row.id, { downloads: row.downloads + 1 }, tx);
      });
      return link;
    },

    /** Null for charges of other kinds. */
    lockOfCharge: repository.lockOfCharge,

    /** The order must be locked. @throws AppError ORDER_NOT_EDITABLE if it was refunded */
    refund: (tx: Tx, row: OrderRow, reason: string): Promise<void> =>
      refundOrder(deps, tx, row, { by: 'seller', reason }),

    hasUnsent: repository.hasUnsent,
    sendMail: notifications.sendMail,
    sweep: (): Promise<void> => repository.sweep(context.clock.now()),
  };
}
