import { renewalDate } from './renewal-date';

describe('renewalDate', () => {
  const now = new Date('2027-01-31T10:00:00.000Z');

  it('is the same day of the next month or year, or the last one there is', () => {
    expect(renewalDate('monthly', { now })).toBe('2027-02-28T00:00:00.000Z');
    expect(renewalDate('yearly', { now })).toBe('2028-01-31T00:00:00.000Z');
  });

  it('counts from the end of a trial, and keeps the day of a month that was cancelled', () => {
    const expiredAt = '2027-02-05T23:59:59.999Z';
    expect(renewalDate('monthly', { now, current: { subscriptionType: 'free', expiredAt } })).toBe(
      '2027-03-05T00:00:00.000Z',
    );
    const cancelled = { subscriptionType: 'monthly', expiredAt: '2027-02-28T23:59:59.999Z' };
    const startRecurringDate = '2026-12-31T08:00:00.000Z';
    expect(renewalDate('monthly', { now, current: { ...cancelled, startRecurringDate } })).toBe(
      '2027-03-31T00:00:00.000Z',
    );
  });

  it('counts from now when the last one is over', () => {
    const over = { subscriptionType: 'monthly', expiredAt: '2026-02-28T23:59:59.999Z' };
    expect(renewalDate('monthly', { now, current: over })).toBe('2027-02-28T00:00:00.000Z');
  });
});
