import type { Cents } from '@contract/base/money';
import { composeMail, dayText, moneyText } from '../../../mail/compose-mail';
import { sumLines } from '../../../mail/sum-lines';
import { receiptNumber, titleOf, type ReceiptFacts } from './receipt-facts';
import { ruleOf } from './receipt-rules';

interface Recipient {
  to: string;
  siteName: string;
}

interface ReceiptMail extends Recipient {
  facts: ReceiptFacts;
  /** Empty for the platform's own. */
  creator: string;
  /** What follows: the next renewal, or the end. */
  after: string;
  /** Why it was paid back. */
  reason: string | undefined;
  url: string;
}

/** What somebody paid, or has back. */
export function receiptMail({ to, siteName, facts, creator, after, reason, url }: ReceiptMail) {
  const { kind, isRenewal, item, total, status } = facts;
  const rule = ruleOf(kind);
  const told = { item, creator, siteName };
  const isRefunded = status === 'refunded';
  const title = titleOf(facts, told);
  const sentence = isRefunded
    ? `${moneyText(total)} for ${title} was refunded to ${whereTo(facts)}.`
    : (isRenewal && rule.renewed ? rule.renewed : rule.paid)(told);
  const head = isRefunded ? 'Refund' : kind === 'trial' ? 'Trial' : isRenewal ? 'Renewal' : 'Receipt';
  return composeMail({
    to,
    siteName,
    subject: `${head}: ${title}, ${moneyText(total)}`,
    paragraphs: [sentence, (isRefunded ? reason : after) ?? ''].filter(Boolean),
    facts: linesOf(facts),
    action: { label: 'View receipt', url },
  });
}

/** Label and text of each line of a receipt. */
function linesOf(facts: ReceiptFacts): (readonly [string, string])[] {
  const { createdAt, id } = facts;
  return [
    ...sumLines(facts),
    ['Paid with', paidWith(facts)],
    ['Date', dayText(createdAt)],
    ['Receipt number', receiptNumber(id)],
  ];
}

function paidWith({ paidWith: way }: ReceiptFacts): string {
  if ('brand' in way) return `${way.brand} ending in ${way.last4Digits}`;
  return { card: 'Card', wallet: 'Wallet', nothing: 'Free' }[way.kind];
}

function whereTo(facts: ReceiptFacts): string {
  if (facts.paidWith.kind === 'wallet') return 'your wallet';
  return 'brand' in facts.paidWith ? `your ${paidWith(facts)}` : 'your card';
}

/** A subscription that was told not to renew. */
export const resumedMail = ({
  to,
  siteName,
  name,
  renewsAt,
  price,
  url,
}: Recipient & {
  /** As inside a sentence: `your subscription to Noor Halim`. */
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
  /** As inside a sentence: `your subscription to Noor Halim`. */
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
