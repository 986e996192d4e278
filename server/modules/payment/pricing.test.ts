import fc from 'fast-check';
import { cents, splitCommission } from '@contract/money';
import { postingsOf } from './card-sale';
import { quote } from './pricing';

const money = fc.integer({ min: 1, max: 100_000_000 }).map(cents);
const fraction = fc.double({ min: 0, max: 1, noNaN: true });
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

describe('quote', () => {
  it('adds up in whole cents', () => {
    fc.assert(
      fc.property(money, fraction, fraction, (original, off, taxRate) => {
        const { discount, tax, total } = quote({ original, off, taxRate });
        expect([discount, tax, total].every((amount) => Number.isSafeInteger(amount) && amount >= 0)).toBe(true);
        expect(total).toBe(original - discount + tax);
        expect(Math.abs(discount - original * off)).toBeLessThanOrEqual(0.5000001);
      }),
    );
  });
});

describe('postingsOf', () => {
  it('gives creator and platform their shares whatever a coupon took off, and loses no cent', () => {
    fc.assert(
      fc.property(money, fraction, fraction, fraction, (original, off, taxRate, commission) => {
        const { tax, total } = quote({ original, off, taxRate });
        const split = splitCommission(original, commission);
        const payment = { originalPrice: original, totalPrice: total, taxAmount: tax };
        const postings = postingsOf(payment, [
          { to: { kind: 'pending', ownerId: 'creator' }, amount: split.net },
          { to: { kind: 'revenue' }, amount: split.commission },
        ]);
        const of = (side: 'from' | 'to', kind: string) =>
          sum(postings.filter((posting) => posting[side].kind === kind).map((posting) => posting.amount));
        expect(of('from', 'gateway')).toBe(total);
        expect(of('from', 'promotion')).toBe(original - (total - tax));
        expect(of('to', 'pending')).toBe(split.net);
        expect(of('to', 'revenue')).toBe(split.commission);
        expect(of('to', 'tax')).toBe(tax);
        expect(postings.every((posting) => posting.amount >= 0)).toBe(true);
      }),
    );
  });
});
