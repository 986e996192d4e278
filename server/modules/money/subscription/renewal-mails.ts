import { composeMail, dayText, moneyText } from '../../../mail/compose-mail';
import type { Cents } from '@contract/base/money';

interface RenewalMail {
  to: string;
  siteName: string;
  /** Whom the subscription is to. */
  name: string;
  /** Where cards are kept. */
  url: string;
}

/** A renewal that did not go through and is tried again. */
export const renewalFailedMail = ({
  to,
  siteName,
  name,
  url,
  amount,
  tax,
  card,
  reason,
  nextTry,
}: RenewalMail & {
  /** With the tax in it. */
  amount: Cents;
  tax: Cents;
  /** Null where there is none, or nobody knows it any more. */
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
      ['Amount', moneyText(amount)],
      ['Tax', moneyText(tax)],
      ['Card', card ? `${card.brand} ending in ${card.last4Digits}` : 'None'],
      ['Next attempt', dayText(nextTry)],
    ],
    action: { label: 'Check my cards', url },
  });

/** A subscription that ended because no renewal went through. */
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
