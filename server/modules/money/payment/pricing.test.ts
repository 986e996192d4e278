import fc from 'fast-check';
import { cents, splitCommission } from '@contract/base/money';
import { listPostings } from './pricing';
import { quote } from './pricing';

const money = fc.integer({ min: 1, max: 100_000_000 }).map(cents);
const fraction = fc.integer({ min: 0, max: 1_000_000 }).map((millionths) => millionths / 1_000_000);
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

// Promises M-12.
describe('quote', () => {
  it('returns whole cents that add up', () => {
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

describe('listPostings', () => {
  // Promises M-12.
  it('distributes exactly what the card paid', () => {
    fc.assert(
      fc.property(money, fraction, fraction, fraction, (original, off, taxRate, commission) => {
        const { tax, total } = quote({ original, off, taxRate });
        const split = splitCommission(cents(total - tax), commission);
        const payment = { totalPrice: total, taxAmount: tax };
        const postings = listPostings(payment, [
          { to: { kind: 'pending', ownerId: 'creator' }, amount: split.net },
          { to: { kind: 'revenue' }, amount: split.commission },
        ]);
        const of = (kind: string) =>
          sum(postings.filter((posting) => posting.to.kind === kind).map((posting) => posting.amount));
        expect(sum(postings.map((posting) => posting.amount))).toBe(total);
        expect(postings.every((posting) => posting.from.kind === 'gateway' && posting.amount >= 0)).toBe(true);
        expect([of('pending'), of('revenue'), of('tax')]).toEqual([split.net, split.commission, tax]);
      }),
    );
  });

  it('M-19: throws if the shares exceed what the card paid', () => {
    const share = { to: { kind: 'wallet', ownerId: 'fan' }, amount: cents(1000) } as const;
    expect(() => listPostings({ totalPrice: cents(0), taxAmount: cents(0) }, [share])).toThrow(
      'differ from the amount that the card paid',
    );
  });
});
