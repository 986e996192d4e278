import { cents, type Cents } from '@contract/base/money';
import { composeMail, dayText, moneyText } from '../../../mail/compose-mail';
import { sumLines } from '../../../mail/sum-lines';

interface RenewalMail {
  to: string;
  siteName: string;
  name: string;
  url: string;
}

export const renewalFailedMail = ({
  to,
  siteName,
  name,
  url,
  total,
  tax,
  card,
  reason,
  nextTry,
}: RenewalMail & {
  total: Cents;
  tax: Cents;
  /** Null if there was none, or it was not stored. */
  card: { brand: string; last4Digits: string } | null;
  reason: string;
  nextTry: Date;
}) =>
  composeMail({
    to,
    siteName,
    subject: `Your subscription to ${name} could not be renewed`,
    paragraphs: [
      `We couldn't renew your subscription to ${name}. ${reason}`,
      `You were not charged. We'll try again on ${dayText(nextTry)}.`,
      'To keep your subscription, check your card or add another one.',
    ],
    facts: [
      ...sumLines({ price: cents(total - tax), tax, total }),
      ['Card', card ? `${card.brand} ending in ${card.last4Digits}` : 'None'],
      ['Next attempt', dayText(nextTry)],
    ],
    action: { label: 'Check my cards', url },
  });

export const renewalAgeMail = ({ to, siteName, name, url, nextTry }: RenewalMail & { nextTry: Date }) =>
  composeMail({
    to,
    siteName,
    subject: `Confirm your age to keep your subscription to ${name}`,
    paragraphs: [
      `We couldn't renew your subscription to ${name}, because you haven't confirmed your age yet. You were not charged.`,
      `Log in and confirm it: we'll renew your subscription right away. Otherwise we'll try again on ${dayText(nextTry)}.`,
    ],
    action: { label: 'Confirm my age', url },
  });

export const renewalDisputeMail = ({ to, siteName, name, url, nextTry }: RenewalMail & { nextTry: Date }) =>
  composeMail({
    to,
    siteName,
    subject: `Your subscription to ${name} was not renewed: payment disputed`,
    paragraphs: [
      `We didn't renew your subscription to ${name}, because a payment of yours is disputed at your bank. You were not charged.`,
      `Until that is settled, your account can't pay here. We'll try again on ${dayText(nextTry)}. If you think this is a mistake, contact us.`,
    ],
    facts: [['Next attempt', dayText(nextTry)]],
    action: { label: 'Contact us', url },
  });

export const renewalLimitMail = ({
  to,
  siteName,
  name,
  url,
  limit,
  resetsAt,
  nextTry,
}: RenewalMail & { limit: Cents; resetsAt: Date; nextTry: Date }) =>
  composeMail({
    to,
    siteName,
    subject: `Your subscription to ${name} was not renewed: spending limit reached`,
    paragraphs: [
      `We didn't renew your subscription to ${name}, because it would have passed your monthly spending limit of ${moneyText(limit)}. You were not charged.`,
      `We'll try again on ${dayText(nextTry)}. To keep your subscription, raise your limit: that takes effect after 24 hours.`,
    ],
    facts: [
      ['Monthly limit', moneyText(limit)],
      ['Limit resets', dayText(resetsAt)],
      ['Next attempt', dayText(nextTry)],
    ],
    action: { label: 'View my spending limit', url },
  });

export const renewalEndedByLimitMail = ({ to, siteName, name, url, limit }: RenewalMail & { limit: Cents }) =>
  composeMail({
    to,
    siteName,
    subject: `Your subscription to ${name} has ended`,
    paragraphs: [
      `Your subscription to ${name} has ended, because renewing it would have passed your monthly spending limit of ${moneyText(limit)}. You were not charged.`,
      'You can subscribe again once your limit leaves room for it.',
    ],
    action: { label: 'View my spending limit', url },
  });

export const renewalEndedByAgeMail = ({ to, siteName, name, url }: RenewalMail) =>
  composeMail({
    to,
    siteName,
    subject: `Your subscription to ${name} has ended`,
    paragraphs: [
      `Your subscription to ${name} has ended, because your age was not confirmed. You were not charged.`,
      'You can subscribe again once you have confirmed it.',
    ],
    action: { label: 'Confirm my age', url },
  });

export const renewalEndedByDisputeMail = ({ to, siteName, name, url }: RenewalMail) =>
  composeMail({
    to,
    siteName,
    subject: `Your subscription to ${name} has ended`,
    paragraphs: [
      `Your subscription to ${name} has ended, because a payment of yours is disputed at your bank. You were not charged.`,
      'To subscribe again, contact us.',
    ],
    action: { label: 'Contact us', url },
  });

/** After the last retry. */
export const renewalEndedMail = ({ to, siteName, name, url }: RenewalMail) =>
  composeMail({
    to,
    siteName,
    subject: `Your subscription to ${name} has ended`,
    paragraphs: [
      `We couldn't renew your subscription to ${name}, so it has ended. You were not charged.`,
      'You can subscribe again at any time.',
    ],
    action: { label: 'Check my cards', url },
  });

/** The fan wants to renew, but no retry can be paid. @param reason clause for "because …" */
export const renewalStoppedMail = ({
  to,
  siteName,
  name,
  url,
  reason,
  until,
}: RenewalMail & {
  reason: string;
  /** Null if the paid period has ended. */
  until: Date | null;
}) =>
  composeMail({
    to,
    siteName,
    subject: `Your subscription to ${name} won't renew`,
    paragraphs: [
      `Your subscription to ${name} can't be renewed, because ${reason}.`,
      until
        ? `You keep access until ${dayText(until)}, and you won't be charged again.`
        : "It has ended, and you won't be charged again.",
    ],
    action: { label: 'View my subscriptions', url },
  });
