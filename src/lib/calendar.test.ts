import {
  addDays,
  addMonths,
  formatLongDay,
  formatMonth,
  formatShortDay,
  moveMonths,
  toLocalTime,
  getWeeks,
} from './calendar';

describe('date arithmetic and names', () => {
  it('handle the ends of months and years, and leap days', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
    expect([addMonths('2026-12', 1), addMonths('2026-01', -1), addMonths('2026-05', 14)]).toEqual([
      '2027-01',
      '2025-12',
      '2027-07',
    ]);
  });

  it('move to the last day of a shorter month', () => {
    expect([moveMonths('2026-01-31', 1), moveMonths('2028-01-31', 1), moveMonths('2026-03-15', -1)]).toEqual([
      '2026-02-28',
      '2028-02-29',
      '2026-02-15',
    ]);
  });

  it('format months and days', () => {
    expect([formatMonth('2026-11'), formatLongDay('2026-11-21'), formatShortDay('2026-11-21')]).toEqual([
      'November 2026',
      'Saturday 21 November 2026',
      '21 Nov 2026',
    ]);
  });
});

describe('getWeeks', () => {
  it('returns weeks from Monday to Sunday, without days of other months', () => {
    const weeks = getWeeks('2026-11');
    expect(weeks).toHaveLength(6);
    expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01']);
    expect(weeks[5]).toEqual(['2026-11-30', null, null, null, null, null, null]);
    expect(getWeeks('2027-02').flat()).toHaveLength(28);
    expect(getWeeks('2026-11').flat().filter(Boolean)).toHaveLength(30);
  });
});

describe('toLocalTime', () => {
  it('returns a text that parses back to the same moment', () => {
    const moment = new Date('2026-11-21T17:05:00Z');
    expect(new Date(toLocalTime(moment)).getTime()).toBe(moment.getTime());
  });
});
