import type { Cents } from '@contract/base/money';
import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import { composeMail, dayText, moneyText } from '../../../mail/compose-mail';
import type { NotificationService } from '../../conversation/notification/notification-service';
import type { PeopleService } from '../../identity/people/people-service';

export interface PriceNotificationDeps {
  people: Pick<PeopleService, 'find'>;
  notification: Pick<NotificationService, 'add'>;
}

interface PriceParties {
  userId: string;
  /** Null for the platform subscription. */
  performerId: string | null;
  siteName: string;
}

interface PriceNews {
  before: Cents;
  /** Null if an announced change was withdrawn. */
  change: { price: Cents; from: Date } | null;
  isYearly: boolean;
}

/** Notifies payers of a new price in the app, and by mail if they have an email address. */
export function createPriceNotifications(
  { env, jobs }: Pick<ServerContext, 'env' | 'jobs'>,
  { people, notification }: PriceNotificationDeps,
) {
  const url = `${env.WEB_PUBLIC_URL}/user/my-subscription`;
  return async (tx: Tx, { userId, performerId, siteName }: PriceParties, news: PriceNews): Promise<void> => {
    const fan = (await people.find(userId, tx))?.account;
    if (fan?.status !== 'active') return;
    const creator = performerId === null ? null : (await people.find(performerId, tx))?.account;
    const name = creator?.name || creator?.username || siteName;
    const text = getPriceText(name, news);
    const told = { userId, type: 'payment', action: 'price-changed', refSource: 'subscription' } as const;
    await notification.add(tx, { ...told, title: 'Subscription price', message: text.what });
    if (!fan.email) return;
    const mail = composeMail({
      to: fan.email,
      siteName,
      subject: text.subject,
      paragraphs: [text.what, text.advice],
      ...(news.change && {
        facts: [
          ['Price now', moneyText(news.before)],
          ['New price', moneyText(news.change.price)],
          ['From', dayText(news.change.from)],
        ],
      }),
      action: { label: 'View my subscriptions', url },
    });
    await jobs.send('send-mail', { kind: 'news', ...mail }, { tx });
  };
}

function getPriceText(name: string, { before, change, isYearly }: PriceNews) {
  const each = isYearly ? 'a year' : 'a month';
  if (change === null)
    return {
      subject: `Your subscription to ${name} keeps its price`,
      what: `Your subscription to ${name} stays at ${moneyText(before)} ${each}, before tax: the new price we told you about won’t apply.`,
      advice: 'You don’t have to do anything.',
    };
  const isRaise = change.price > before;
  return {
    subject: `Your subscription to ${name} will cost ${isRaise ? 'more' : 'less'}`,
    what: `From ${dayText(change.from)}, your subscription to ${name} costs ${moneyText(change.price)} ${each} instead of ${moneyText(before)}, before tax.`,
    advice: isRaise
      ? `Until then you keep your price. If you don’t want to pay the new one, cancel before ${dayText(change.from)}: you keep access until the end of the time you paid for.`
      : 'You don’t have to do anything.',
  };
}
