/** Kinds of entries in the log of what operators did. */
export const operatorActs = [
  'operator.granted',
  'operator.revoked',
  'documents.opened',
  'creator.approved',
  'creator.rejected',
  'two-step.reset',
  'account.changed',
  'account.closed',
  'account.reopened',
  'commission.changed',
  'sessions.ended',
  'note.added',
  'mail.resent',
  'report.resolved',
  'report.rejected',
  'appeal.decided',
  'content.hidden',
  'content.restored',
  'show.ended',
  'payout.approved',
  'payout.rejected',
  'payout.paid',
  'payout.returned',
  'payouts.held',
  'payouts.released',
  'bank-file.made',
  'refund.granted',
  'refund.refused',
  'order.changed',
  'day.compared',
  'list.downloaded',
  'setting.changed',
  'countries.changed',
  'category.saved',
  'announcement.added',
  'announcement.removed',
  'coupon.saved',
  'coupon.ended',
  'page.saved',
  'file.retried',
  'file.given-up',
  'pictures.remade',
  'job.retried',
  'job.discarded',
] as const;

export type OperatorAct = (typeof operatorActs)[number];

/** Kinds of things that an act can concern. The console links an entry to the page of that thing. */
export const actSubjects = [
  'account', 'creator', 'report', 'content', 'show', 'payout', 'refund', 'order', 'setting', 'page', 'category',
  'announcement', 'coupon', 'file', 'job', 'day', 'site',
] as const; // prettier-ignore

export type ActSubject = (typeof actSubjects)[number];
