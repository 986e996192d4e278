import { createEventBudget } from './socket-limits';

describe('createEventBudget', () => {
  it('lets 200 events through in ten seconds, and as many again after them', () => {
    let now = 0;
    const hasBudget = createEventBudget(() => now);
    const take = (count: number) => Array.from({ length: count }, () => hasBudget()).filter(Boolean).length;
    expect(take(300)).toBe(200);
    now = 9_000;
    expect(take(10)).toBe(0);
    now = 11_000;
    expect(take(300)).toBe(200);
  });
});
