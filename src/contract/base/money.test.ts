import fc from 'fast-check';
import { cents, fromCents, getShare, splitCommission, toCents } from './money';

/** Any amount that can occur: up to a hundred million major units, positive or negative. */
const anyCents = fc.integer({ min: -10_000_000_000, max: 10_000_000_000 }).map(cents);
const anyGross = fc.integer({ min: 0, max: 100_000_000 }).map(cents);
const anyCommission = fc.integer({ min: 0, max: 1_000_000 }).map((millionths) => millionths / 1_000_000);

// Promises M-12.
describe('cents', () => {
  it('rejects numbers that are not integers', () => {
    for (const value of [0.5, NaN, Infinity, 2 ** 53]) expect(() => cents(value)).toThrow(RangeError);
  });
});

describe('toCents and fromCents', () => {
  it('convert every amount back unchanged', () => {
    fc.assert(fc.property(anyCents, (sum) => toCents(fromCents(sum)) === sum));
  });

  it('convert every decimal text with two places exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 0, max: 99 }), (whole, part) => {
        const text = `${whole}.${String(part).padStart(2, '0')}`;
        expect(toCents(Number(text))).toBe(whole * 100 + part);
      }),
    );
  });

  it('give the same cents after a round trip through JSON', () => {
    fc.assert(fc.property(anyCents, (sum) => toCents(JSON.parse(JSON.stringify(fromCents(sum))) as number) === sum));
  });

  it('reject more than two decimals and infinite numbers', () => {
    fc.assert(
      fc.property(anyCents, fc.integer({ min: 1, max: 9 }), (sum, mill) => {
        expect(() => toCents(Number((sum / 100 + mill / 1000).toFixed(3)))).toThrow(RangeError);
      }),
    );
    for (const value of [NaN, Infinity, -Infinity]) expect(() => toCents(value)).toThrow(RangeError);
  });

  it('agree with the prices of the specification', () => {
    expect([2.95, 11.99, 300, 0.1, 0.29, 1.15].map(toCents)).toEqual([295, 1199, 30_000, 10, 29, 115]);
    expect(fromCents(cents(1199))).toBe(11.99);
  });
});

describe('getShare', () => {
  it('rounds half cents up despite inexact fractions', () => {
    const anyPercent = fc.integer({ min: 0, max: 100 });
    fc.assert(
      fc.property(anyGross, anyPercent, (sum, percent) => {
        expect(getShare(sum, percent / 100)).toBe(Number((BigInt(sum) * BigInt(percent) + 50n) / 100n));
      }),
    );
    expect(getShare(cents(750), 0.29)).toBe(218);
  });
});

// Promises M-12.
describe('splitCommission', () => {
  it('splits into shares that add up to the gross', () => {
    fc.assert(
      fc.property(anyGross, anyCommission, (gross, fraction) => {
        const { net, commission } = splitCommission(gross, fraction);
        expect(net + commission).toBe(gross);
      }),
    );
  });

  it('gives each side between 0 and the gross', () => {
    fc.assert(
      fc.property(anyGross, anyCommission, (gross, fraction) => {
        const { net, commission } = splitCommission(gross, fraction);
        expect(Math.min(net, commission)).toBeGreaterThanOrEqual(0);
        expect(Math.max(net, commission)).toBeLessThanOrEqual(gross);
      }),
    );
  });

  it('is within half a cent of the exact share', () => {
    fc.assert(
      fc.property(anyGross, anyCommission, (gross, fraction) => {
        expect(Math.abs(splitCommission(gross, fraction).commission - gross * fraction)).toBeLessThanOrEqual(0.500001);
      }),
    );
  });

  it('never lowers the commission when the gross rises', () => {
    fc.assert(
      fc.property(anyGross, anyGross, anyCommission, (one, other, fraction) => {
        const [small, large] = one < other ? [one, other] : [other, one];
        expect(splitCommission(small, fraction).commission).toBeLessThanOrEqual(
          splitCommission(large, fraction).commission,
        );
      }),
    );
  });

  it('takes nothing at a rate of 0 and everything at a rate of 1, and rounds half a cent up', () => {
    expect(splitCommission(cents(999), 0)).toEqual({ net: 999, commission: 0 });
    expect(splitCommission(cents(999), 1)).toEqual({ net: 0, commission: 999 });
    expect(splitCommission(cents(5), 0.1)).toEqual({ net: 4, commission: 1 });
    expect(splitCommission(cents(999), 0.2)).toEqual({ net: 799, commission: 200 });
  });
});
