import type { Cents } from '@contract/base/money';
import { composeMail, dayText, moneyText } from '../../../mail/compose-mail';
import { sumLines } from '../../../mail/sum-lines';
import { getReceiptNumber, getReceiptTitle, type ReceiptFacts, type ReceiptNumbers } from './receipt-facts';
import { describePayment } from './receipt-rules';

interface Recipient {
  to: string;
  siteName: string;
}

interface ReceiptMail extends Recipient {
  facts: ReceiptFacts;
  numbers: ReceiptNumbers;
  /** The creator's name; empty for payments to the platform. */
  creator: string;
  /** A sentence about the next renewal, or the end of access. */
  after: string;
  reason: string | undefined;
  url: string;
}

export function receiptMail({ to, siteName, facts, numbers, creator, after, reason, url }: ReceiptMail) {
  const { kind, isRenewal, item, total, status } = facts;
  const details = { item, creator, siteName };
  const isRefunded = status === 'refunded';
  const title = getReceiptTitle(facts, details);
  const sentence = isRefunded
    ? `${moneyText(total)} for ${title} was refunded to ${nameRefundTarget(facts)}.`
    : describePayment(facts, details);
  const head = isRefunded ? 'Refund' : kind === 'trial' ? 'Trial' : isRenewal ? 'Renewal' : 'Receipt';
  return composeMail({
    to,
    siteName,
    subject: `${head}: ${title}, ${moneyText(total)}`,
    paragraphs: [sentence, (isRefunded ? reason : after) ?? ''].filter(Boolean),
    facts: listReceiptLines(facts, numbers),
    action: { label: 'View receipt', url },
  });
}

function listReceiptLines(facts: ReceiptFacts, { invoice, creditNote }: ReceiptNumbers): (readonly [string, string])[] {
  const { createdAt, id } = facts;
  return [
    ...sumLines(facts),
    ['Paid with', namePaymentMethod(facts)],
    ['Date', dayText(createdAt)],
    [invoice ? 'Invoice number' : 'Receipt number', getReceiptNumber(id, invoice)],
    ...(creditNote ? ([['Credit note', creditNote]] as const) : []),
  ];
}

export function namePaymentMethod({ paidWith }: ReceiptFacts): string {
  if ('brand' in paidWith) return `${paidWith.brand} ending in ${paidWith.last4Digits}`;
  return { card: 'Card', wallet: 'Wallet', nothing: 'Free' }[paidWith.kind];
}

function nameRefundTarget(facts: ReceiptFacts): string {
  if (facts.paidWith.kind === 'wallet') return 'your wallet';
  return 'brand' in facts.paidWith ? `your ${namePaymentMethod(facts)}` : 'your card';
}

export const resumedMail = ({
  to,
  siteName,
  name,
  renewsAt,
  price,
  url,
}: Recipient & {
  /** As used within a sentence: `your subscription to Noor Halim`. */
  name: string;
  renewsAt: Date;
  price: Cents;
  url: string;
}) =>
  composeMail({
    to,
    siteName,
    subject: `${name.charAt(0).toUpperCase()}${name.slice(1)} renews again`,
    paragraphs: [
      `Auto-renew is on for ${name}.`,
      `It renews on ${dayText(renewsAt)} for ${moneyText(price)} plus any tax. You can turn auto-renew off at any time before.`,
    ],
    action: { label: 'View my subscriptions', url },
  });

export const cancelledMail = ({
  to,
  siteName,
  name,
  until,
  url,
}: Recipient & {
  name: string;
  until: Date | null;
  url: string;
}) =>
  composeMail({
    to,
    siteName,
    subject: `${name.charAt(0).toUpperCase()}${name.slice(1)} won't renew`,
    paragraphs: [
      `Auto-renew is off for ${name}.`,
      until
        ? `You keep access until ${dayText(until)}, and you won't be charged again.`
        : "You won't be charged again.",
      until ? 'Changed your mind? You can turn auto-renew back on until then.' : 'You can subscribe again at any time.',
    ],
    action: { label: 'View my subscriptions', url },
  });
