import { canLogIn } from '../../../access';
import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import { dayText, moneyText } from '../../../mail/compose-mail';
import type { NotificationService } from '../../conversation/notification/notification-service';
import type { PeopleService } from '../../identity/people/people-service';
import type { TransactionRow } from '../payment/payment-service';
import type { PassedLimit } from '../spending-limit/spending-limit-service';
import type { FinalError, RetriedError } from './renewal-kind';
import {
  renewalAgeMail,
  renewalDisputeMail,
  renewalEndedByAgeMail,
  renewalEndedByDisputeMail,
  renewalEndedByLimitMail,
  renewalEndedMail,
  renewalFailedMail,
  renewalLimitMail,
  renewalStoppedMail,
} from './renewal-mails';

export interface RenewalNotificationDeps {
  people: Pick<PeopleService, 'find'>;
  notification: Pick<NotificationService, 'add'>;
}

interface RenewalParties {
  userId: string;
  /** Null for the membership of the site. */
  performerId: string | null;
  siteName: string;
}

type FailureCause = TransactionRow | PassedLimit | RetriedError;

type Mail = ReturnType<typeof renewalEndedMail>;
type Recipient = Omit<Parameters<typeof renewalEndedMail>[0], 'url'>;

/** Each for the name of the creator or the site. */
interface RenewalTexts {
  notification(name: string): { action: string; title: string; message: string };
  mail(to: Recipient): Mail;
}

/** Renewals that did not happen: in the app, and by mail to those with an address. Accounts that cannot log in get neither. */
export function createRenewalNotifications(
  { env, jobs, clock }: Pick<ServerContext, 'env' | 'jobs' | 'clock'>,
  { people, notification }: RenewalNotificationDeps,
) {
  const walletUrl = `${env.WEB_PUBLIC_URL}/wallet`;
  const cardsUrl = `${env.WEB_PUBLIC_URL}/user/cards`;
  const contactUrl = `${env.WEB_PUBLIC_URL}/contact`;
  // Every page of the web app asks for the age, so a fan can declare it there.
  const subscriptionsUrl = `${env.WEB_PUBLIC_URL}/user/my-subscription`;

  async function send(tx: Tx, { userId, performerId, siteName }: RenewalParties, texts: RenewalTexts): Promise<void> {
    const fan = (await people.find(userId, tx))?.account;
    if (!fan || !canLogIn(fan.status)) return;
    const creator = performerId === null ? null : (await people.find(performerId, tx))?.account;
    const name = creator?.name || creator?.username || siteName;
    await notification.add(tx, { userId, type: 'payment', refSource: 'subscription', ...texts.notification(name) });
    if (!fan.email) return;
    const mail = texts.mail({ to: fan.email, siteName, name });
    await jobs.send('send-mail', { kind: 'news', ...mail }, { tx });
  }

  return {
    /** With a retry. Only a failed payment was tried. */
    failed(tx: Tx, parties: RenewalParties, cause: FailureCause, nextTry: Date): Promise<void> {
      if (cause === 'age') return send(tx, parties, getAgeMissingTexts(nextTry, subscriptionsUrl));
      if (cause === 'dispute') return send(tx, parties, getDisputeTexts(nextTry, contactUrl));
      if ('limit' in cause) return send(tx, parties, getLimitTexts(cause, nextTry, walletUrl));
      return send(tx, parties, getFailedTexts(cause, nextTry, cardsUrl));
    },

    /** The last retry failed. */
    ended(tx: Tx, parties: RenewalParties, cause: FailureCause | null): Promise<void> {
      if (cause === 'age') return send(tx, parties, getEndedByAgeTexts(subscriptionsUrl));
      if (cause === 'dispute') return send(tx, parties, getEndedByDisputeTexts(contactUrl));
      if (cause !== null && 'limit' in cause) return send(tx, parties, getEndedByLimitTexts(cause, walletUrl));
      return send(tx, parties, getEndedTexts(cardsUrl));
    },

    /** No retry can be paid. */
    stopped(
      tx: Tx,
      parties: RenewalParties,
      { cause, expiredAt }: { cause: FinalError; expiredAt: Date | null },
    ): Promise<void> {
      const until = expiredAt && expiredAt > clock.now() ? expiredAt : null;
      const reason = cause === 'account' ? 'your account is about to be deleted' : 'it is no longer offered';
      return send(tx, parties, getStoppedTexts({ reason, until }, subscriptionsUrl));
    },
  };
}

function getFailedTexts(payment: TransactionRow, nextTry: Date, url: string): RenewalTexts {
  const { totalPrice: total, taxAmount: tax, cardLabel: card, failureMessage: reason } = payment;
  const retry = `You were not charged. We’ll try again on ${dayText(nextTry)}: check your card or add another one.`;
  return {
    notification: (name) => ({
      action: 'renewal-failed',
      title: 'Renewal failed',
      message: [`We couldn’t renew your subscription to ${name}.`, reason, retry].filter(Boolean).join(' '),
    }),
    mail: (to) => renewalFailedMail({ ...to, total, tax, card, reason, nextTry, url }),
  };
}

function getAgeMissingTexts(nextTry: Date, url: string): RenewalTexts {
  return {
    notification: (name) => ({
      action: 'renewal-age',
      title: 'Confirm your age',
      message:
        `Confirm your age to keep your subscription to ${name}: we couldn’t renew it, and you were not charged. ` +
        `We’ll try again as soon as you confirm, and on ${dayText(nextTry)}.`,
    }),
    mail: (to) => renewalAgeMail({ ...to, nextTry, url }),
  };
}

function getDisputeTexts(nextTry: Date, url: string): RenewalTexts {
  return {
    notification: (name) => ({
      action: 'renewal-dispute',
      title: 'Subscription not renewed',
      message:
        `We didn’t renew your subscription to ${name}, because a payment of yours is disputed at your bank. ` +
        `You were not charged. We’ll try again on ${dayText(nextTry)}.`,
    }),
    mail: (to) => renewalDisputeMail({ ...to, nextTry, url }),
  };
}

function getLimitTexts({ limit, resetsAt }: PassedLimit, nextTry: Date, url: string): RenewalTexts {
  return {
    notification: (name) => ({
      action: 'renewal-limit',
      title: 'Spending limit reached',
      message:
        `We didn’t renew your subscription to ${name}: it would have passed your monthly limit of ${moneyText(limit)}. ` +
        `You were not charged. We’ll try again on ${dayText(nextTry)}.`,
    }),
    mail: (to) => renewalLimitMail({ ...to, limit, resetsAt, nextTry, url }),
  };
}

function getEndedByLimitTexts({ limit }: PassedLimit, url: string): RenewalTexts {
  return {
    notification: (name) => ({
      action: 'renewal-ended',
      title: 'Subscription ended',
      message: `Your subscription to ${name} has ended, because renewing it would have passed your monthly limit of ${moneyText(limit)}. You were not charged.`,
    }),
    mail: (to) => renewalEndedByLimitMail({ ...to, limit, url }),
  };
}

function getEndedTexts(url: string): RenewalTexts {
  return {
    notification: (name) => ({
      action: 'renewal-ended',
      title: 'Subscription ended',
      message: `We couldn’t renew your subscription to ${name}, so it has ended. You were not charged.`,
    }),
    mail: (to) => renewalEndedMail({ ...to, url }),
  };
}

function getEndedByAgeTexts(url: string): RenewalTexts {
  return {
    notification: (name) => ({
      action: 'renewal-ended',
      title: 'Subscription ended',
      message: `Your subscription to ${name} has ended, because your age was not confirmed. You were not charged.`,
    }),
    mail: (to) => renewalEndedByAgeMail({ ...to, url }),
  };
}

function getEndedByDisputeTexts(url: string): RenewalTexts {
  return {
    notification: (name) => ({
      action: 'renewal-ended',
      title: 'Subscription ended',
      message: `Your subscription to ${name} has ended, because a payment of yours is disputed at your bank. You were not charged.`,
    }),
    mail: (to) => renewalEndedByDisputeMail({ ...to, url }),
  };
}

function getStoppedTexts({ reason, until }: { reason: string; until: Date | null }, url: string): RenewalTexts {
  const end = until ? `You keep access until ${dayText(until)}.` : 'It has ended.';
  return {
    notification: (name) => ({
      action: 'renewal-stopped',
      title: 'Subscription won’t renew',
      message: `Your subscription to ${name} can’t be renewed, because ${reason}. ${end} You won’t be charged again.`,
    }),
    mail: (to) => renewalStoppedMail({ ...to, reason, until, url }),
  };
}
