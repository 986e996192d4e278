import type { EndpointReply } from '@contract/schemas';
import type { Operator } from '../../../access';
import type { OrderService } from '../../money/order/order-service';

/** Orders from all stores, as operators see and refund them. */
export const createOrderConsole = ({
  order,
}: {
  order: Pick<OrderService, 'searchAsOperator' | 'get' | 'refundAsOperator'>;
}) => ({
  search: order.searchAsOperator,
  get: order.get,

  async refund(input: { id: string; reason: string }, by: Operator): Promise<EndpointReply<'refundOrderAsOperator'>> {
    await order.refundAsOperator(input, by);
    return { success: true };
  },
});
