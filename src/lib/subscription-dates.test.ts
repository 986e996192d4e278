import { nextCharge, trialEnd } from './subscription-dates';

describe('dates of a subscription', () => {
  const now = new Date('2026-11-21T10:00:00.000Z');

  it('charges a month again after 30 days and a year after 365', () => {
    expect(nextCharge('monthly', now).toISOString()).toBe('2026-12-21T10:00:00.000Z');
    expect(nextCharge('yearly', now).toISOString()).toBe('2027-11-21T10:00:00.000Z');
    expect(nextCharge('yearly', new Date('2027-06-01T00:00:00.000Z')).toISOString()).toBe('2028-05-31T00:00:00.000Z');
  });

  it('ends a trial after its days, and leaves the given date alone', () => {
    expect(trialEnd(1, now).toISOString()).toBe('2026-11-22T10:00:00.000Z');
    expect(now.toISOString()).toBe('2026-11-21T10:00:00.000Z');
  });
});
