import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import { composeMail, moneyText } from '../../../mail/compose-mail';
import { sendNews } from '../../conversation/notification/news-mail-service';
import type { NotificationService } from '../../conversation/notification/notification-service';
import type { PeopleService } from '../../identity/people/people-service';
import type { SettingsService } from '../../site/settings/settings-service';
import { getPersonName, getReceiptTitle } from '../receipt/receipt-service';
import type { RefundRequestRow } from './refund-request-repository';
import type { Sale } from './sale-repository';

interface RefundNotificationDeps extends Pick<ServerContext, 'jobs' | 'env'> {
  people: Pick<PeopleService, 'findMany'>;
  settings: Pick<SettingsService, 'read' | 'getOperatorAddress'>;
  notification: Pick<NotificationService, 'add'>;
}

export type RefundNotifications = ReturnType<typeof createRefundNotifications>;

/** Notifies fans, creators and operators of refund requests, in the app and by mail. Receipts and orders report the money. */
export function createRefundNotifications(deps: RefundNotificationDeps) {
  return {
    async notifyAsked(tx: Tx, row: RefundRequestRow, sale: Sale): Promise<void> {
      const names = await readNames(deps, tx, sale);
      if (row.state === 'with_operator') return notifyOperator(deps, tx, { row, names });
      const message = `${names.fan} asks for ${names.amount} back for ${names.title}: “${row.reason}”`;
      return notifyCreator(deps, tx, { row, names, action: 'refund-asked', title: 'Refund requested', message });
    },

    /** For a request that the creator did not answer in time. */
    async notifyPassedOn(tx: Tx, row: RefundRequestRow, sale: Sale): Promise<void> {
      const names = await readNames(deps, tx, sale);
      const action = 'refund-passed-on';
      await notifyFan(deps, tx, {
        row,
        names,
        action,
        title: 'We’re looking at your refund request',
        message: `${names.creator} didn’t answer your request for ${names.amount} in time, so we’ll decide.`,
      });
      await notifyCreator(deps, tx, {
        row,
        names,
        action,
        title: 'We’ll decide on a refund request',
        message: `You didn’t answer ${names.fan}’s request for ${names.amount} in time. You can still grant it.`,
      });
      await notifyOperator(deps, tx, { row, names });
    },

    async notifyDecided(tx: Tx, row: RefundRequestRow, sale: Sale): Promise<void> {
      const { state, decidedBy, answer } = row;
      const names = await readNames(deps, tx, sale);
      if (state === 'refused') {
        const by = decidedBy === 'creator' ? names.creator : 'We';
        const said = answer && ` “${answer}”`;
        const next = decidedBy === 'creator' ? ' You can ask us to look at it on the receipt.' : '';
        const message = `${by} didn’t grant your refund of ${names.amount} for ${names.title}.${said}${next}`;
        await notifyFan(deps, tx, { row, names, action: 'refund-refused', title: 'Refund not granted', message });
      }
      if (decidedBy !== 'operator') return;
      // Creators are notified of refunded charges and orders elsewhere.
      if (state === 'refused' || row.source === 'payment')
        await notifyCreator(deps, tx, {
          row,
          names,
          action: `refund-${state}`,
          title: state === 'refused' ? 'Refund not granted' : 'Sale refunded',
          message:
            state === 'refused'
              ? `We didn’t grant ${names.fan}’s refund of ${names.amount} for ${names.title}.`
              : `We refunded ${names.amount} to ${names.fan} for ${names.title}. ${answer}`.trim(),
        });
    },
  };
}

type Names = Awaited<ReturnType<typeof readNames>>;

interface Notice {
  row: RefundRequestRow;
  names: Names;
  action: string;
  title: string;
  message: string;
}

async function notifyCreator(deps: RefundNotificationDeps, tx: Tx, { row, names, ...text }: Notice): Promise<void> {
  if (row.performerId === null) return;
  const reference = { userId: row.performerId, createdBy: row.userId, isByFan: true, type: 'payment' } as const;
  await deps.notification.add(tx, { ...reference, ...text, refId: row.id, refSource: 'refund_request' });
  const action = { label: 'View refund requests', path: '/creator/refunds' };
  await sendNews(deps, tx, { to: names.creatorEmail, ...text, action });
}

/** Sent by the site, since fans do not see notifications from a creator who blocks them. */
async function notifyFan(deps: RefundNotificationDeps, tx: Tx, { row, names, ...text }: Notice): Promise<void> {
  const refSource = row.source === 'charge' ? 'wallet_charge' : 'payment_transaction';
  await deps.notification.add(tx, { userId: row.userId, type: 'payment', ...text, refId: row.saleId, refSource });
  const action = { label: 'View receipt', path: `/payment/receipt/${row.saleId}` };
  await sendNews(deps, tx, { to: names.fanEmail, ...text, action });
}

async function notifyOperator(
  deps: RefundNotificationDeps,
  tx: Tx,
  { row, names }: Pick<Notice, 'row' | 'names'>,
): Promise<void> {
  const { siteName, ...site } = await deps.settings.read(tx);
  const to = deps.settings.getOperatorAddress(site);
  if (to === '') return;
  const paragraphs = [
    `${names.fan} asks for ${names.amount} back for ${names.title}: “${row.reason}”`,
    `To decide: npm run admin -- refunds grant ${row.id}, or npm run admin -- refunds refuse ${row.id} <reason>.`,
  ];
  const content = composeMail({ to, siteName, subject: 'A refund request needs you', paragraphs });
  await deps.jobs.send('send-mail', { kind: 'news', ...content }, { tx });
}

async function readNames({ people, settings }: RefundNotificationDeps, tx: Tx, sale: Sale) {
  const { userId, performerId, kind, item, amount } = sale;
  const persons = await people.findMany([userId, ...(performerId === null ? [] : [performerId])], tx);
  const find = (id: string | null) => persons.find(({ account }) => account.id === id) ?? null;
  const [fan, seller] = [find(userId), find(performerId)];
  const { siteName } = await settings.read(tx);
  const creator = seller ? getPersonName(seller) : siteName;
  return {
    fan: getPersonName(fan),
    fanEmail: fan?.account.email ?? null,
    creator,
    creatorEmail: seller?.account.email ?? null,
    amount: moneyText(amount),
    title: getReceiptTitle({ kind, item }, { creator, siteName }),
  };
}
