import type { Cents } from '@contract/base/money';
import { composeMail, moneyText } from '../../../../mail/compose-mail';

interface Recipient {
  siteName: string;
  to: string;
  /** Page to write to the operators. */
  url: string;
}

export const accountClosedMail = ({
  siteName,
  to,
  url,
  reason,
  isCreator,
  wallet,
}: Recipient & { reason: string; isCreator: boolean; wallet: Cents }) =>
  composeMail({
    to,
    siteName,
    subject: `Your account at ${siteName} was closed`,
    paragraphs: [
      'We closed your account, so you can’t log in any more.',
      `The reason: ${reason}`,
      isCreator
        ? 'Your page is hidden, and subscriptions to you no longer renew. Fans keep what they bought. Your balance stays yours: write to us to be paid.'
        : `Your subscriptions no longer renew.${describeWallet(wallet)}`,
      'If you think this is a mistake, write to us. A person reads it and answers.',
    ],
    action: { label: 'Write to us', url },
  });

const describeWallet = (wallet: Cents): string =>
  wallet === 0 ? '' : ` ${moneyText(wallet)} in your wallet stays yours: write to us to get it back.`;

export const accountReopenedMail = ({ siteName, to, url }: Recipient) =>
  composeMail({
    to,
    siteName,
    subject: `Your account at ${siteName} is open again`,
    paragraphs: [
      'We reopened your account. You can log in as before.',
      'Subscriptions that ended while it was closed do not start again. The others renew as before.',
    ],
    action: { label: 'Log in', url },
  });
