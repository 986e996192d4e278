import { composeMail } from '../../mail/compose-mail';
import { fromCents, type Cents } from '@contract/money';

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
  reason,
  nextTry,
}: RenewalMail & { amount: Cents; reason: string; nextTry: Date }) =>
  composeMail({
    to,
    siteName,
    subject: `Your subscription to ${name} could not be renewed`,
    paragraphs: [
      `We tried to take $${fromCents(amount).toFixed(2)} for your subscription to ${name}. ${reason}`,
      `We will try again on ${nextTry.toISOString().slice(0, 10)}. You were not charged.`,
      'To keep your subscription, please look at your card.',
    ],
    action: { label: 'Look at my cards', url },
  });

/** A subscription that ended because no renewal went through. */
export const renewalEndedMail = ({ to, siteName, name, url }: RenewalMail) =>
  composeMail({
    to,
    siteName,
    subject: `Your subscription to ${name} has ended`,
    paragraphs: [
      `The last try to renew your subscription to ${name} did not go through, so it has ended. You were not charged.`,
      'You can subscribe again at any time.',
    ],
    action: { label: 'Look at my cards', url },
  });
