import { cents } from '@contract/base/money';
import type { Tx } from '../../../db/transaction';
import type { JobData } from '../../../jobs/job-data';
import { groupBy } from '../../../lib/group-by';
import { moneyText } from '../../../mail/compose-mail';
import type { NotificationService } from '../../conversation/notification/notification-service';
import { getPersonName } from '../receipt/receipt-service';
import { getRefundPlace, getTracking, nameTogether } from './order-presenter';
import type { OrderRow } from './order-repository';
import { sendOrderMail, type OrderMailDeps } from './send-order-mail';

interface OrderNotificationDeps extends OrderMailDeps {
  notification: Pick<NotificationService, 'add'>;
}

export type OrderNotifications = ReturnType<typeof createOrderNotifications>;

type Side = JobData['send-order-mail']['side'];

interface Text {
  action: string;
  title: string;
  message: string;
}

export function createOrderNotifications(deps: OrderNotificationDeps) {
  const add = (tx: Tx, side: Side, row: OrderRow, text: Text) => addNotification(deps, tx, { side, row, ...text });
  const mail = (tx: Tx, job: JobData['send-order-mail']) => deps.jobs.send('send-order-mail', job, { tx });
  return {
    /** @param rows orders that one buyer paid for together */
    async notifyOrdered(tx: Tx, rows: readonly OrderRow[]): Promise<void> {
      const [any] = rows;
      if (!any) return;
      const fan = getPersonName((await deps.people.findMany([any.userId], tx))[0] ?? null);
      for (const parcel of groupBy(rows, ({ performerId }) => performerId).values()) {
        const [first] = parcel;
        if (!first) continue;
        const total = moneyText(cents(parcel.reduce((sum, row) => sum + row.totalPrice - row.taxAmount, 0)));
        const message = `${fan} ordered ${nameTogether(parcel)}, ${total}`;
        await add(tx, 'seller', first, { action: 'ordered', title: 'New order', message });
        await mail(tx, { orderId: first.id, news: 'ordered', side: 'seller' });
      }
      await mail(tx, { orderId: any.id, news: 'ordered', side: 'buyer' });
    },

    async notifyShipped(tx: Tx, row: OrderRow): Promise<void> {
      const code = getTracking(row);
      const message = `${row.name} is on its way${code && `: ${code}`}.`;
      await add(tx, 'buyer', row, { action: 'shipped', title: 'On its way', message });
      await mail(tx, { orderId: row.id, news: 'shipped', side: 'buyer' });
    },

    async notifyDelivered(tx: Tx, row: OrderRow): Promise<void> {
      await add(tx, 'buyer', row, { action: 'delivered', title: 'Delivered', message: `${row.name} has arrived.` });
      await mail(tx, { orderId: row.id, news: 'delivered', side: 'buyer' });
    },

    async notifyAddress(tx: Tx, row: OrderRow): Promise<void> {
      const message = `${row.name} should be sent to another address now.`;
      await add(tx, 'seller', row, { action: 'address', title: 'New address', message });
      await mail(tx, { orderId: row.id, news: 'address', side: 'seller' });
    },

    /** @param by `bank` after a lost dispute */
    async notifyRefunded(
      tx: Tx,
      row: OrderRow,
      { by, reason }: { by: 'buyer' | 'seller' | 'bank'; reason: string },
    ): Promise<void> {
      const news = by === 'buyer' ? 'cancelled' : 'refunded';
      const total = moneyText(row.totalPrice);
      if (by === 'buyer') {
        const message = `${row.name} was cancelled before it was sent. Don’t send it.`;
        await add(tx, 'seller', row, { action: 'cancelled', title: 'Order cancelled', message });
      } else {
        const message = [`${total} for ${row.name} went back to ${getRefundPlace(row)}.`, reason]
          .filter(Boolean)
          .join(' ');
        await add(tx, 'buyer', row, { action: 'refunded', title: 'Refund', message });
      }
      for (const side of ['buyer', 'seller'] as const) await mail(tx, { orderId: row.id, news, side, reason });
    },

    sendMail: (job: JobData['send-order-mail']): Promise<void> => sendOrderMail(deps, job),
  };
}

async function addNotification(
  { notification }: OrderNotificationDeps,
  tx: Tx,
  { side, row, ...text }: Text & { side: Side; row: OrderRow },
): Promise<void> {
  const { id, userId, performerId } = row;
  const sides =
    side === 'buyer' ? { userId, createdBy: performerId } : { userId: performerId, createdBy: userId, isByFan: true };
  await notification.add(tx, { ...sides, ...text, type: 'order', refId: id, refSource: 'order' });
}
