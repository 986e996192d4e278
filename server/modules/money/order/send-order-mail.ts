import type { ServerContext } from '../../../context';
import type { JobData } from '../../../jobs/job-data';
import type { PeopleService } from '../../identity/people/people-service';
import type { SettingsService } from '../../site/settings/settings-service';
import { noNumbers, type InvoiceService } from '../invoice/invoice-service';
import { getPersonName } from '../receipt/receipt-service';
import { orderMail, type OrderNews } from './order-mails';
import type { OrderRepository, OrderRow } from './order-repository';

export interface OrderMailDeps extends Pick<ServerContext, 'jobs' | 'env'> {
  people: Pick<PeopleService, 'findMany'>;
  settings: Pick<SettingsService, 'read'>;
  invoice: Pick<InvoiceService, 'numberForMail' | 'findNumbers'>;
  repository: Pick<OrderRepository, 'find' | 'listGroup'>;
}

/** Sends nothing to an account without an email address. */
export async function sendOrderMail(
  deps: OrderMailDeps,
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

/** Reads the invoice numbers of new orders, or the credit note numbers of refunded ones. */
async function readNumbers({ invoice }: OrderMailDeps, news: OrderNews, rows: readonly OrderRow[]): Promise<string[]> {
  if (news !== 'ordered' && news !== 'cancelled' && news !== 'refunded') return [];
  // If assigning the numbers fails, the mail has none, but the receipt shows them later.
  await invoice.numberForMail();
  const found = await invoice.findNumbers(rows.map(({ transactionId }) => transactionId));
  return rows.flatMap(({ transactionId }) => {
    const { invoice: given, creditNotes } = found.get(transactionId) ?? noNumbers;
    return (news === 'ordered' ? [given] : creditNotes).flatMap((one) => one?.text ?? []);
  });
}
