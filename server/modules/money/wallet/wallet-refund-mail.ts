import { cents, type Cents } from '@contract/base/money';
import { composeMail, moneyText } from '../../../mail/compose-mail';
import type { CardShare } from './top-up-refunds';

interface WalletRefundMail {
  siteName: string;
  to: string;
  /** Page to write to the operators. */
  url: string;
  /** Without tax. */
  amount: Cents;
  tax: Cents;
  left: Cents;
  shares: readonly CardShare[];
}

export const walletRefundMail = ({ siteName, to, url, amount, tax, left, shares }: WalletRefundMail) =>
  composeMail({
    to,
    siteName,
    subject: `${moneyText(cents(amount + tax))} is on its way back to you`,
    paragraphs: [
      `We paid back ${moneyText(amount)} from your wallet${tax > 0 ? `, with the ${moneyText(tax)} tax that you paid on it` : ''}. Your bank may take some days to show it.`,
      ...(left > 0
        ? [`${moneyText(left)} stays in your wallet, because no payment by card is left that it could go back to.`]
        : []),
      'If a bank doesn’t take its part, that part comes back to your wallet. Then write to us.',
    ],
    facts: shares.map(({ card, net, tax: ofShare }) => [
      card ? `To your ${card.brand} ending in ${card.last4Digits}` : 'To your card',
      moneyText(cents(net + ofShare)),
    ]),
    action: { label: 'Write to us', url },
  });
