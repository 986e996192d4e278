import { operatorActs, type OperatorAct } from '@contract/operations/operator-acts';
import { cents, fromCents } from '@contract/base/money';
import { formatMoney } from '@/lib/format-money';

/** Each act as a verb; the name of its subject follows. */
export const actWords: Record<OperatorAct, string> = {
  'operator.granted': 'gave a role to',
  'operator.revoked': 'took the role from',
  'documents.opened': 'opened the documents of',
  'creator.approved': 'approved',
  'creator.rejected': 'rejected the documents of',
  'two-step.reset': 'turned two-factor off for',
  'account.changed': 'changed the account of',
  'account.closed': 'closed the account of',
  'account.reopened': 'reopened the account of',
  'commission.changed': 'changed the commission of',
  'sessions.ended': 'ended sessions of',
  'note.added': 'wrote a note about',
  'mail.resent': 'sent an email again to',
  'report.resolved': 'acted on report',
  'report.rejected': 'took no action on report',
  'appeal.decided': 'decided the appeal about content',
  'content.hidden': 'hid content',
  'content.restored': 'restored content',
  'show.ended': 'ended show',
  'payout.approved': 'approved payout',
  'payout.rejected': 'rejected payout',
  'payout.paid': 'marked as paid payout',
  'payout.returned': 'recorded the return of payout',
  'payouts.held': 'put payouts on hold for',
  'payouts.released': 'released the payouts of',
  'bank-file.made': 'downloaded the bank file for',
  'refund.granted': 'granted refund request',
  'refund.refused': 'refused refund request',
  'order.changed': 'changed order',
  'day.compared': 'compared with the payment gateway the day',
  'list.downloaded': 'downloaded the list of',
  'setting.changed': 'changed the setting',
  'countries.changed': 'changed the closed countries of',
  'category.saved': 'saved the category',
  'announcement.added': 'added announcement',
  'announcement.removed': 'removed announcement',
  'coupon.saved': 'saved the coupon',
  'coupon.ended': 'ended the coupon',
  'page.saved': 'saved the page',
  'file.retried': 'had a file processed again:',
  'file.given-up': 'marked as broken file',
  'pictures.remade': 'had pictures made again for',
  'job.retried': 'retried job',
  'job.discarded': 'discarded job',
  'webhook.added': 'added webhook endpoint',
  'webhook.changed': 'changed webhook endpoint',
  'webhook.removed': 'removed webhook endpoint',
  'webhook.secret-changed': 'changed the secret of webhook endpoint',
  'webhook.replayed': 'replayed a delivery to webhook endpoint',
};

/** In the order of the list. */
export const actOptions = operatorActs.map((value) => ({ value, label: `… ${actWords[value]} …` }));

/** Names of details that hold money, in hundredths. */
const sums: ReadonlySet<string> = new Set(['amount', 'total']);

/** `reason: late, before: 7, after: 8`; empty values are left out. */
export const describeDetails = (details: Record<string, unknown>): string =>
  Object.entries(details)
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([name, value]) => `${name}: ${describeValue(name, value)}`)
    .join(', ');

function describeValue(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' && sums.has(name) ? formatMoney(fromCents(cents(value))) : JSON.stringify(value);
}
