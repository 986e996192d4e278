import { getTargetNoun } from '@contract/content/decision-texts';
import { operatorActs, type ActSubject, type OperatorAct } from '@contract/operations/operator-acts';
import { consolePaths } from '@/config/console-paths';
import type { LogLine } from './log-feature';

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
  'report.resolved': 'acted on the report',
  'report.rejected': 'took no action on the report',
  'appeal.decided': 'decided the appeal about',
  'content.hidden': 'removed',
  'content.restored': 'restored',
  'show.ended': 'ended the show',
  'payout.approved': 'approved the payout of',
  'payout.rejected': 'rejected the payout of',
  'payout.paid': 'marked as paid the payout of',
  'payout.returned': 'recorded that a bank returned the payout of',
  'payouts.held': 'put payouts on hold for',
  'payouts.released': 'released the payouts of',
  'bank-file.made': 'downloaded a bank file',
  'refund.granted': 'granted the refund request of',
  'refund.refused': 'refused the refund request of',
  'wallet.refunded': 'paid back the wallet of',
  'order.changed': 'refunded the order of',
  'day.compared': 'compared with the payment gateway the day',
  'list.downloaded': 'downloaded the list of',
  'setting.changed': 'changed the setting',
  'countries.changed': 'changed the closed countries',
  'category.saved': 'saved the category',
  'announcement.added': 'added the announcement',
  'announcement.removed': 'removed the announcement',
  'coupon.saved': 'saved the coupon',
  'coupon.ended': 'ended the coupon',
  'page.saved': 'saved the page',
  'file.retried': 'had a file processed again:',
  'file.given-up': 'marked as broken the file',
  'pictures.remade': 'had pictures made again for',
  'webhook.added': 'added the webhook endpoint',
  'webhook.changed': 'changed the webhook endpoint',
  'webhook.removed': 'removed the webhook endpoint',
  'webhook.secret-changed': 'changed the secret of the webhook endpoint',
  'webhook.tested': 'sent a test to the webhook endpoint',
  'webhook.replayed': 'replayed a delivery to the webhook endpoint',
  'job.retried': 'retried the job',
  'job.discarded': 'discarded the job',
};

const toOption = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`.replace(/:$/, '');

/** In the order of the list. */
export const actOptions = operatorActs.map((value) => ({ value, label: toOption(actWords[value]) }));

const kindWords: Partial<Record<ActSubject, string>> = {
  account: 'a deleted account',
  creator: 'a deleted account',
  payout: 'a deleted account',
  refund: 'a deleted account',
  order: 'a deleted account',
  report: 'a report that was deleted',
  show: 'a live show',
  file: 'a file',
};

const readText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Names the subject in a sentence; empty where the act says it all. */
export function nameSubject({ act, subjectKind, subjectId, subjectName, details }: LogLine): string {
  if (subjectKind === 'content') {
    const noun = getTargetNoun(readText(details['kind']) || 'content');
    return subjectName === '' ? `a ${noun}` : `the ${noun} “${subjectName}”`;
  }
  if (subjectKind === 'job') return 'that failed';
  if (subjectKind === 'announcement') return readText(details['title']) || 'without a title';
  if (act === 'list.downloaded') return subjectId === 'log' ? 'acts of operators' : subjectId;
  if (subjectKind === 'site') return '';
  if (subjectKind === 'report' || subjectKind === 'show')
    return subjectName ? `“${subjectName}”` : (kindWords[subjectKind] ?? '');
  return subjectName || kindWords[subjectKind] || subjectId;
}

/** The page of the console about the subject; undefined if there is none. */
export function getSubjectHref({
  subjectKind: kind,
  subjectId: id,
  subjectName,
  details,
}: LogLine): string | undefined {
  switch (kind) {
    case 'account':
    case 'creator':
      return subjectName === '' ? undefined : consolePaths.person(id);
    case 'report':
      return consolePaths.report(id);
    case 'content': {
      const content = readText(details['kind']);
      return content === '' ? undefined : consolePaths.contentOf(content, id);
    }
    case 'payout': {
      const creator = readText(details['performerId']);
      return creator === '' ? consolePaths.payouts : consolePaths.person(creator);
    }
    case 'refund':
      return consolePaths.refund(id);
    case 'order':
      return consolePaths.order(id);
    case 'page':
      return consolePaths.page(id);
    case 'site':
      return id === 'countries' ? consolePaths.countries : undefined;
    default:
      return subjectPages[kind];
  }
}

const subjectPages: Partial<Record<ActSubject, string>> = {
  setting: consolePaths.settings,
  category: consolePaths.categories,
  announcement: consolePaths.announcements,
  coupon: consolePaths.coupons,
  file: consolePaths.jobs,
  job: consolePaths.jobs,
  day: consolePaths.reconciliation,
};
