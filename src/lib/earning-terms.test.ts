import { describeEarningTerms } from './earning-terms';

it.each([
  [
    { commission: 0.2, commissions: [], holdingDays: 7 },
    'You keep 80% of each sale. It becomes available after 7 days.',
  ],
  [
    {
      commission: 0.175,
      commissions: [
        { kind: 'tip', commission: 0 },
        { kind: 'product', commission: 0.1 },
      ],
      holdingDays: 1,
    },
    'You keep 82.5% of each sale (100% of tips, 90% of products). It becomes available after a day.',
  ],
  [{ commission: 0, commissions: [], holdingDays: 0 }, 'You keep 100% of each sale. It becomes available at once.'],
])('%j', (terms, text) => expect(describeEarningTerms(terms)).toBe(text));
