import type { LogLine } from './log-feature';
import { logLine } from '../../../../tests/factories/log-line';
import { listDetails } from './log-details';
import { actOptions, getSubjectHref, nameSubject } from './log-words';

const say = (part: Partial<LogLine>) =>
  listDetails(logLine(part), (_key, value) => `as ${JSON.stringify(value)}`).map(
    ({ label, text }) => `${label}: ${text}`,
  );

describe('the texts of the operators’ log', () => {
  it('show amounts as money, and leave out ids and revisions', () => {
    const payout = { act: 'payout.paid', subjectKind: 'payout', subjectName: 'Noor', amount: 60 } as const;
    const details = { amount: 6000, performerId: 'p1', status: 'done', payoutId: 'SEPA 2026-11-29 no. 1' };
    expect(say({ ...payout, details })).toEqual(['Amount: $60.00', 'Bank reference: SEPA 2026-11-29 no. 1']);
    expect(getSubjectHref(logLine({ ...payout, details }))).toBe('/admin/people/p1');
    expect(say({ act: 'documents.opened', details: { fileIds: ['a', 'b'], revision: '681b' } })).toEqual([]);
  });

  it('name rules, decisions, countries, roles and shares', () => {
    const details = { target: 'feed', targetId: 'f1', decision: 'hide', rule: 'copyright', reason: 'late', reports: 2 };
    expect(say({ act: 'report.resolved', subjectKind: 'report', details })).toEqual([
      'Decision: Removed',
      'Rule: Copied work',
      'Reason: late',
      'Reports answered: 2',
    ]);
    expect(say({ act: 'operator.granted', details: { before: null, after: 'support' } })).toEqual([
      'Before: No role',
      'After: support',
    ]);
    expect(say({ act: 'commission.changed', details: { before: null, after: 0.15 } })).toEqual([
      'Before: As the site',
      'After: 15 %',
    ]);
    expect(say({ subjectKind: 'site', act: 'countries.changed', details: { closedTo: ['PT'] } })).toEqual([
      'Closed to: Portugal',
    ]);
  });

  it('show settings as their page does, and the amount of a refund from its request', () => {
    const setting = {
      subjectKind: 'setting',
      act: 'setting.changed',
      details: { before: {}, after: { tip: 0.1 } },
    } as const;
    expect(say(setting)).toEqual(['Before: as {}', 'After: as {"tip":0.1}']);
    expect(say({ subjectKind: 'refund', act: 'refund.granted', amount: 9, details: { answer: '' } })).toEqual([
      'Amount: $9.00',
    ]);
  });

  it('list the value before, the value after, and last the reason, in whatever order they were stored', () => {
    const details = { after: '15%', amount: 500, before: '20%', reason: 'late' };
    expect(say({ details })).toEqual(['Amount: $5.00', 'Before: 20%', 'After: 15%', 'Reason: late']);
  });

  it('name and link what was changed', () => {
    const content = {
      subjectKind: 'content',
      subjectId: 'f1',
      subjectName: 'A walk',
      details: { kind: 'feed' },
    } as const;
    expect(nameSubject(logLine(content))).toBe('the post “A walk”');
    expect(getSubjectHref(logLine(content))).toBe('/admin/content/feed/f1');
    expect(actOptions.find(({ value }) => value === 'operator.revoked')?.label).toBe('Took the role from');
  });
});
