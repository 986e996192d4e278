import { cents } from '@contract/base/money';
import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import type { JobData } from '../../../jobs/job-data';
import { groupBy } from '../../../lib/group-by';
import { moneyText } from '../../../mail/compose-mail';
import type { NotificationService } from '../../conversation/notification/notification-service';
import type { PeopleService } from '../../identity/people/people-service';
import type { SettingsService } from '../../site/settings/settings-service';
import { getPersonName } from '../receipt/receipt-service';
import { noNumbers, type InvoiceService } from '../invoice/invoice-service';
import { orderMail, type OrderNews } from './order-mails';
import { getRefundPlace, getTracking, nameTogether } from './order-presenter';
import type { OrderRepository, OrderRow } from './order-repository';

interface OrderNotificationDeps extends Pick<ServerContext, 'jobs' | 'env'> {
  people: Pick<PeopleService, 'findMany'>;
  settings: Pick<SettingsService, 'read'>;
  notification: Pick<NotificationService, 'add'>;
  invoice: Pick<InvoiceService, 'numberForMail' | 'findNumbers'>;
  repository: Pick<OrderRepository, 'find' | 'listGroup'>;
}

export type OrderNotifications = ReturnType<typeof createOrderNotifications>;

export function createOrderNotifications(deps: OrderNotificationDeps) {
  const { jobs, notification } = deps;

  async function add(
    tx: Tx,
    side: 'buyer' | 'seller',
    row: OrderRow,
    text: { action: string; title: string; message: string },
  ) {
    const { id, userId, performerId } = row;
    const sides =
      side === 'buyer' ? { userId, createdBy: performerId } : { userId: performerId, createdBy: userId, isByFan: true };
    await notification.add(tx, { ...sides, ...text, type: 'order', refId: id, refSource: 'order' });
  }

  const mail = (tx: Tx, job: JobData['send-order-mail']) => jobs.send('send-order-mail', job, { tx });

  return {
    /** @param rows that one buyer paid for together */
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

    /** Sends nothing to an account without an address. */
    sendMail: (job: JobData['send-order-mail']): Promise<void> => sendOrderMail(deps, job),
  };
}

async function sendOrderMail(
  deps: OrderNotificationDeps,
  { orderId, news, side, reason = '' }: JobData['send-order-mail'],
): Promise<void> {
  const { jobs, people, settings, repository, env } = deps;
  const row = await repository.find(orderId);
  if (!row) return;
  const group = news === 'ordered' ? await repository.listGroup(row.groupId) : [row];
  const rows = side === 'seller' ? group.filter(({ performerId }) => performerId === row.performerId) : group;
  const persons = await people.findMany([row.userId, row.performerId]);
  const find = (id: string) => persons.find(({ account }) => account.id === id) ?? null;
  const [receiver, other] =
    side === 'buyer' ? [find(row.userId), find(row.performerId)] : [find(row.performerId), find(row.userId)];
  const to = receiver?.account.email;
  if (!to) return;
  const { siteName } = await settings.read();
  const path = side === 'buyer' ? `/user/orders/${row.id}` : `/creator/my-order/${row.id}`;
  const url = `${env.WEB_PUBLIC_URL}${path}`;
  const numbers = side === 'buyer' ? await readNumbers(deps, news, rows) : [];
  const mail = orderMail({ to, siteName, news, side, rows, other: getPersonName(other), reason, numbers, url });
  await jobs.send('send-mail', { kind: 'news', ...mail });
}

/** Numbers of the invoices of new orders, or of the credit notes of refunded ones. */
async function readNumbers(
  { invoice }: OrderNotificationDeps,
  news: OrderNews,
  rows: readonly OrderRow[],
): Promise<string[]> {
  if (news !== 'ordered' && news !== 'cancelled' && news !== 'refunded') return [];
  // If this fails, the mail has no numbers; the receipt shows them later.
  await invoice.numberForMail();
  const found = await invoice.findNumbers(rows.map(({ transactionId }) => transactionId));
  return rows.flatMap(({ transactionId }) => {
    const { invoice: given, creditNotes } = found.get(transactionId) ?? noNumbers;
    return (news === 'ordered' ? [given] : creditNotes).flatMap((one) => one?.text ?? []);
  });
}
