import { cents, fromCents } from '@contract/base/money';
import { houseRuleNames, houseRules } from '@contract/content/house-rules';
import type { ActSubject, OperatorAct } from '@contract/operations/operator-acts';
import { getCountryName } from '@/lib/display-name';
import { pluralise } from '@/lib/format-count';
import { formatMoney } from '@/lib/format-money';
import { toRoundPercent } from '@/lib/percent';
import type { LogLine } from './log-feature';

export interface Detail {
  label: string;
  text: string;
}

/**
 * Labels of details, in the order on screen: the database returns details in an order of its own. Those without a label are for
 * programs, or are in the sentence already.
 */
const labels: Record<string, string> = {
  amount: 'Amount',
  total: 'Total',
  before: 'Before',
  after: 'After',
  decision: 'Decision',
  rule: 'Rule',
  reason: 'Reason',
  answer: 'Answer',
  reports: 'Reports answered',
  payoutId: 'Bank reference',
  reference: 'Bank reference',
  payoutIds: 'Payouts',
  format: 'Format',
  q: 'Search',
  kind: 'Kind',
  title: 'Title',
  status: 'Status',
  fromDate: 'From',
  toDate: 'To',
  rows: 'Rows',
  ended: 'Sessions ended',
  apiKeys: 'API keys ended',
  mail: 'Email',
  closedTo: 'Closed to',
  changed: 'Changed',
  differences: 'Differences',
  movements: 'Movements',
  off: 'Off',
  uses: 'Uses',
  lastDay: 'Last day',
  isSameOperator: 'Decided by who removed it',
};

/** Details that name the subject or repeat the act. */
const said: Partial<Record<ActSubject, readonly string[]>> = {
  content: ['kind'],
  announcement: ['title'],
  payout: ['status'],
};

const sums: ReadonlySet<string> = new Set(['amount', 'total']);

const valueWords: Record<string, string> = {
  dismiss: 'No action',
  hide: 'Removed',
  note: 'Kept on record',
  uphold: 'Stays removed',
  restore: 'Restored',
  verification: 'Confirmation of the address',
  'password-reset': 'New password',
  user: 'Fan',
  performer: 'Creator',
  inactive: 'Closed',
  active: 'Active',
};

const findRule = (value: string) => houseRuleNames.find((rule) => rule === value);

function describeValue(act: OperatorAct, name: string, value: unknown): string {
  if (typeof value === 'number') {
    if (sums.has(name)) return formatMoney(fromCents(cents(value)));
    if (act === 'commission.changed') return `${toRoundPercent(value)} %`;
    return String(value);
  }
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') {
    const rule = name === 'rule' ? findRule(value) : undefined;
    return rule ? houseRules[rule] : name === 'reason' || name === 'answer' ? value : (valueWords[value] ?? value);
  }
  if (Array.isArray(value)) {
    if (name === 'payoutIds') return pluralise(value.length, 'payout');
    return value.map((one) => (name === 'closedTo' ? getCountryName(String(one)) : String(one))).join(', ') || 'None';
  }
  return '';
}

/**
 * Details of an act in words. Values before and after are left out for a setting, whose words its own page has.
 *
 * @param describeSetting from the name and the value of a setting
 */
export function listDetails(
  { act, subjectKind, subjectId, amount, details }: LogLine,
  describeSetting: (key: string, value: unknown) => string,
): Detail[] {
  const shown = Object.entries(labels).flatMap(([name, label]): Detail[] => {
    if (!Object.hasOwn(details, name) || said[subjectKind]?.includes(name)) return [];
    const value = details[name];
    if (subjectKind === 'setting') return [{ label, text: describeSetting(subjectId, value) }];
    const isRole = act === 'operator.granted' || act === 'operator.revoked';
    const empty = (name === 'before' || name === 'after') && value === null ? (isRole ? 'No role' : 'As the site') : '';
    const text = value === null || value === undefined ? empty : describeValue(act, name, value);
    return text === '' ? [] : [{ label, text }];
  });
  return amount === null || 'amount' in details ? shown : [{ label: 'Amount', text: formatMoney(amount) }, ...shown];
}
