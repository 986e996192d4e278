import { eq } from 'drizzle-orm';
import { cents, type Cents } from '@contract/base/money';
import { accounts } from '../../../db/schema/accounts';
import type { Tx } from '../../../db/transaction';
import { dayText, moneyText } from '../../../mail/compose-mail';
import type { NotificationService } from '../../conversation/notification/notification-service';
import type { SettingsService } from '../../site/settings/settings-service';
import type { CompletedPayment } from '../../../events';
import { titleOf } from './receipt-facts';
import { ruleOf } from './receipt-rules';

interface NotificationDeps {
  settings: Pick<SettingsService, 'read'>;
  notification: Pick<NotificationService, 'add'>;
}

/** A subscription that was told not to renew. */
export interface CancelledSubscription {
  userId: string;
  /** Null for the membership of the site. */
  performerId: string | null;
  /** When what was paid for ends. */
  until: Date | null;
}

export interface ResumedSubscription extends Pick<CancelledSubscription, 'userId' | 'performerId'> {
  renewsAt: Date;
  /** Without tax. */
  price: Cents;
}

/** How each kind of payment is called in its payer's notifications; null where their own press says enough. */
const payerNews = {
  'top-up': { action: 'topped-up', title: 'Money added to your wallet' },
  unlock: { action: 'unlocked', title: 'Unlocked' },
  subscription: { action: 'subscribed', title: 'Subscribed' },
  trial: { action: 'trial-started', title: 'Free trial started' },
  renewal: { action: 'renewed', title: 'Subscription renewed' },
  refund: { action: 'refunded', title: 'Refund' },
  tip: null,
} as const satisfies Record<CompletedPayment['kind'], { action: string; title: string } | null>;

/**
 * Notifications of payments, for both sides. None of the payer's goes into an email digest: each has an email of its own, the
 * receipt.
 */
export function createReceiptNotifications({ settings, notification }: NotificationDeps) {
  async function readName(id: string | null, tx: Tx): Promise<string> {
    if (id === null) return '';
    const { name, username } = accounts;
    const [account] = await tx.select({ name, username }).from(accounts).where(eq(accounts.id, id));
    return nameOf(account ? { account } : null);
  }

  async function notifySeller(tx: Tx, payment: CompletedPayment): Promise<void> {
    const { code, kind, id, payerId, payerName, sellerId, source, total, tax, name, note, reason } = payment;
    const { news } = ruleOf(code);
    if (!news || sellerId === null || kind === 'renewal') return;
    // A card payment that was paid back at once was no sale.
    if (kind === 'refund' && source !== 'wallet_charge') return;
    const fan = payerName ?? (await readName(payerId, tx));
    const amount = moneyText(cents(total - tax));
    const about = { userId: sellerId, refId: id, refSource: source, createdBy: payerId, isByFan: true };
    if (kind === 'refund') {
      const message = [`${amount} for ${name} was returned to ${fan}.`, reason].filter(Boolean).join(' ');
      await notification.add(tx, {
        ...about,
        type: 'payment',
        action: 'sale-refunded',
        title: 'Sale refunded',
        message,
      });
      return;
    }
    const { type, action, title } = news;
    await notification.add(tx, { ...about, type, action, title, message: news.say(fan, amount, name, note) });
  }

  async function notifyPayer(tx: Tx, payment: CompletedPayment): Promise<void> {
    const { kind, code, id, payerId, sellerId, source, total, name, reason } = payment;
    const news = payerNews[kind];
    if (!news) return;
    const [creator, { siteName }] = [await readName(sellerId, tx), await settings.read(tx)];
    const told = { item: name, creator, siteName };
    const rule = ruleOf(code);
    const by = source === 'wallet_charge' ? 'from your wallet' : 'by card';
    const paid = total === 0 ? '' : `You paid ${moneyText(total)} ${by}.`;
    const back = source === 'wallet_charge' ? 'in your wallet' : 'on its way to your card';
    const sentences =
      kind === 'refund'
        ? [`${moneyText(total)} for ${titleOf({ kind: code, item: name }, told)} is back ${back}.`, reason]
        : [(kind === 'renewal' && rule.renewed ? rule.renewed : rule.paid)(told), paid];
    await notification.add(tx, {
      ...{ userId: payerId, type: 'payment', ...news, message: sentences.filter(Boolean).join(' ') },
      ...{ refId: id, refSource: source },
    });
  }

  async function nameSubscription(performerId: string | null, tx: Tx): Promise<string> {
    if (performerId !== null) return `Your subscription to ${await readName(performerId, tx)}`;
    return `Your ${(await settings.read(tx)).siteName} membership`;
  }

  return {
    async notifyPaid(tx: Tx, payment: CompletedPayment): Promise<void> {
      await notifySeller(tx, payment);
      await notifyPayer(tx, payment);
    },

    async notifyResumed(tx: Tx, { userId, performerId, renewsAt, price }: ResumedSubscription): Promise<void> {
      const when = `renews on ${dayText(renewsAt)} for ${moneyText(price)} plus any tax`;
      await notification.add(tx, {
        ...{ userId, type: 'payment', action: 'resumed', title: 'Auto-renew is on' },
        ...{ message: `${await nameSubscription(performerId, tx)} ${when}.`, refSource: 'subscription' },
      });
    },

    async notifyCancelled(tx: Tx, { userId, performerId, until }: CancelledSubscription): Promise<void> {
      const what = await nameSubscription(performerId, tx);
      const end = until === null ? 'You won’t be charged again.' : `You keep access until ${dayText(until)}.`;
      await notification.add(tx, {
        ...{ userId, type: 'payment', action: 'cancelled', title: 'Auto-renew is off' },
        ...{ message: `${what} won’t renew. ${end}`, refSource: 'subscription' },
      });
    },
  };
}

export const nameOf = (person: { account: { name: string; username: string | null } } | null): string =>
  person?.account.name || person?.account.username || 'Someone';
