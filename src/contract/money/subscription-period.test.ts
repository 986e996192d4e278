import fc from 'fast-check';
import {
  endOfTrial,
  nextPeriod,
  getNextChargeDate,
  getRenewalDate,
  type SubscriptionTerm,
} from './subscription-period';

const never: SubscriptionTerm = { startRecurringDate: null, expiredAt: null, isRecurring: false };
const day = (date: Date) => date.toISOString().slice(0, 10);

/** End dates of a subscription that starts at `start`, if each renewal is paid when due. */
function getEnds(start: string, { months, periods }: { months: number; periods: number }): string[] {
  let term = never;
  let now = new Date(start);
  return Array.from({ length: periods }, () => {
    const period = nextPeriod(term, { now, months });
    term = { ...period, isRecurring: true };
    now = period.nextRecurringDate;
    return day(period.expiredAt);
  });
}

// Promises W-9.
describe('nextPeriod', () => {
  it.each([
    ['2026-01-31T10:00:00Z', 1, ['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']],
    ['2028-01-30T23:59:59Z', 1, ['2028-02-29', '2028-03-30', '2028-04-30']],
    ['2026-12-15T00:00:00Z', 1, ['2027-01-15', '2027-02-15']],
    ['2028-02-29T12:00:00Z', 12, ['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']],
    // Daylight saving time starts in Europe on this day; UTC does not change.
    ['2026-03-29T00:30:00Z', 1, ['2026-04-29', '2026-05-29']],
  ])('ends on the same day of later months when started at %s for %i months', (start, months, ends) => {
    expect(getEnds(start, { months, periods: ends.length })).toEqual(ends);
  });

  it('ends at the last millisecond of its last day and renews at the start of that day', () => {
    const period = nextPeriod(never, { now: new Date('2026-01-31T10:00:00Z'), months: 1 });
    expect(period.expiredAt.toISOString()).toBe('2026-02-28T23:59:59.999Z');
    expect(period.nextRecurringDate.toISOString()).toBe('2026-02-28T10:00:00.000Z');
    expect(getRenewalDate(period.expiredAt)).toEqual(period.nextRecurringDate);
  });

  it('starts at the end of a trial', () => {
    const expiredAt = endOfTrial(new Date('2026-01-01T10:00:00Z'), 7);
    expect(expiredAt.toISOString()).toBe('2026-01-08T23:59:59.999Z');
    const trial = { startRecurringDate: new Date('2026-01-01T10:00:00Z'), expiredAt, isRecurring: false };
    const period = nextPeriod(trial, { now: new Date('2026-01-03T10:00:00Z'), months: 1 });
    expect(day(period.startRecurringDate)).toBe('2026-01-08');
    expect(day(period.expiredAt)).toBe('2026-02-08');
  });

  it('starts now if the last period has ended', () => {
    const over = { startRecurringDate: new Date('2025-01-31'), expiredAt: new Date('2025-02-28'), isRecurring: true };
    expect(day(nextPeriod(over, { now: new Date('2026-01-10T10:00:00Z'), months: 1 }).expiredAt)).toBe('2026-02-10');
  });

  it('never loses a day and never gives more than was paid for', () => {
    const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(moment, moment, fc.boolean(), fc.constantFrom(1, 12), (now, expiredAt, isRecurring, months) => {
        const term = { startRecurringDate: isRecurring ? expiredAt : null, expiredAt, isRecurring };
        const period = nextPeriod(term, { now, months });
        const from = expiredAt > now ? expiredAt : now;
        const days = (period.expiredAt.getTime() - from.getTime()) / (24 * 3600 * 1000);
        expect(days).toBeGreaterThanOrEqual(28 * months - 1);
        expect(days).toBeLessThanOrEqual(31 * months + 2);
        expect(period.nextRecurringDate.getTime()).toBeLessThan(period.expiredAt.getTime());
      }),
    );
  });
});

describe('getRenewalDate', () => {
  it('is on the last day by the calendars of Hawaii, Berlin, New York and New Zealand alike', () => {
    const renewal = getRenewalDate(new Date('2027-01-01T23:59:59.999Z'));
    const zones = ['UTC', 'Pacific/Honolulu', 'America/New_York', 'Europe/Berlin', 'Pacific/Auckland'];
    const days = zones.map((timeZone) => renewal.toLocaleDateString('en-GB', { timeZone }));
    expect(new Set(days)).toEqual(new Set(['01/01/2027']));
  });
});

describe('getNextChargeDate', () => {
  const now = new Date('2027-01-31T10:00:00.000Z');

  it('returns the same day of the next month or year, or its last day', () => {
    expect(getNextChargeDate('monthly', { now })).toBe('2027-02-28T10:00:00.000Z');
    expect(getNextChargeDate('yearly', { now })).toBe('2028-01-31T10:00:00.000Z');
  });

  it('counts from the end of a trial and keeps the day of a canceled subscription', () => {
    const expiredAt = '2027-02-05T23:59:59.999Z';
    expect(getNextChargeDate('monthly', { now, current: { subscriptionType: 'free', expiredAt } })).toBe(
      '2027-03-05T10:00:00.000Z',
    );
    const cancelled = { subscriptionType: 'monthly', expiredAt: '2027-02-28T23:59:59.999Z' };
    const startRecurringDate = '2026-12-31T08:00:00.000Z';
    expect(getNextChargeDate('monthly', { now, current: { ...cancelled, startRecurringDate } })).toBe(
      '2027-03-31T10:00:00.000Z',
    );
  });

  it('counts from now if the last period has ended', () => {
    const over = { subscriptionType: 'monthly', expiredAt: '2026-02-28T23:59:59.999Z' };
    expect(getNextChargeDate('monthly', { now, current: over })).toBe('2027-02-28T10:00:00.000Z');
  });
});
