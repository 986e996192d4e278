import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import { dayText } from '../../../mail/compose-mail';
import type { NotificationService } from '../../conversation/notification/notification-service';
import type { PeopleService } from '../../identity/people/people-service';
import type { TransactionRow } from '../payment/payment-service';
import {
  renewalAgeMail,
  renewalEndedByAgeMail,
  renewalEndedMail,
  renewalFailedMail,
  renewalStoppedMail,
} from './renewal-mails';

export interface RenewalNewsDependencies {
  people: PeopleService;
  notification: Pick<NotificationService, 'add'>;
}

/** The payer of a renewal and the creator it pays. */
interface About {
  userId: string;
  /** Null for the membership of the site. */
  performerId: string | null;
  siteName: string;
}

/**
 * Tells people of renewals that did not happen: in the app, since an account may have no address, and by mail where it has
 * one. Who may not log in hears nothing.
 */
export function createRenewalNews(
  { env, jobs, clock }: Pick<ServerContext, 'env' | 'jobs' | 'clock'>,
  { people, notification }: RenewalNewsDependencies,
) {
  const cardsUrl = `${env.WEB_PUBLIC_URL}/user/cards`;
  // The web asks for the age on every page, so it can be confirmed there.
  const subscriptionsUrl = `${env.WEB_PUBLIC_URL}/user/my-subscription`;
  type Recipient = Parameters<typeof renewalEndedMail>[0];

  async function tell(
    tx: Tx,
    { userId, performerId, siteName }: About,
    news: (name: string) => { action: string; title: string; message: string },
    composeMail: (about: Omit<Recipient, 'url'>) => ReturnType<typeof renewalEndedMail>,
  ): Promise<void> {
    const fan = (await people.find(userId, tx))?.account;
    if (fan?.status !== 'active') return;
    const creator = performerId === null ? null : (await people.find(performerId, tx))?.account;
    const name = creator?.name || creator?.username || siteName;
    await notification.add(tx, { userId, type: 'payment', refSource: 'subscription', ...news(name) });
    if (fan.email) await jobs.send('send-mail', composeMail({ to: fan.email, siteName, name }), { tx });
  }

  return {
    /** A renewal did not go through, and is tried again. */
    failed: (tx: Tx, about: About, failed: TransactionRow, nextTry: Date): Promise<void> => {
      const { totalPrice: total, taxAmount: tax, cardLabel: card, failureMessage: reason } = failed;
      const again = `You were not charged. We’ll try again on ${dayText(nextTry)}: check your card or add another one.`;
      return tell(
        tx,
        about,
        (name) => ({
          ...{ action: 'renewal-failed', title: 'Renewal failed' },
          message: [`We couldn’t renew your subscription to ${name}.`, reason, again].filter(Boolean).join(' '),
        }),
        (to) => renewalFailedMail({ ...to, total, tax, card, reason, nextTry, url: cardsUrl }),
      );
    },

    /** It was not paid, since the payer has to declare their age first; it is tried again. */
    ageMissing: (tx: Tx, about: About, nextTry: Date): Promise<void> =>
      tell(
        tx,
        about,
        (name) => ({
          ...{ action: 'renewal-age', title: 'Confirm your age' },
          message:
            `Confirm your age to keep your subscription to ${name}: we couldn’t renew it, and you were not charged. ` +
            `We’ll try again as soon as you confirm, and on ${dayText(nextTry)}.`,
        }),
        (to) => renewalAgeMail({ ...to, nextTry, url: subscriptionsUrl }),
      ),

    /** The last try did not go through. */
    ended: (tx: Tx, about: About, { isAgeMissing }: { isAgeMissing: boolean }): Promise<void> =>
      tell(
        tx,
        about,
        (name) => ({
          ...{ action: 'renewal-ended', title: 'Subscription ended' },
          message: isAgeMissing
            ? `Your subscription to ${name} has ended, because your age was not confirmed. You were not charged.`
            : `We couldn’t renew your subscription to ${name}, so it has ended. You were not charged.`,
        }),
        (to) =>
          isAgeMissing
            ? renewalEndedByAgeMail({ ...to, url: subscriptionsUrl })
            : renewalEndedMail({ ...to, url: cardsUrl }),
      ),

    /** Nobody takes the money any more: the creator is gone or closed, or the site sells no memberships. */
    stopped: (tx: Tx, about: About, expiredAt: Date | null): Promise<void> => {
      const until = expiredAt && expiredAt > clock.now() ? expiredAt : null;
      const end = until ? `You keep access until ${dayText(until)}.` : 'It has ended.';
      return tell(
        tx,
        about,
        (name) => ({
          ...{ action: 'renewal-stopped', title: 'Subscription won’t renew' },
          message: `Your subscription to ${name} can’t be renewed, because it is no longer offered. ${end} You won’t be charged again.`,
        }),
        (to) => renewalStoppedMail({ ...to, until, url: subscriptionsUrl }),
      );
    },
  };
}
