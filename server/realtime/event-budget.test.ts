import { createEventBudget } from './socket-limits';

describe('createEventBudget', () => {
  it('allows 200 events in ten seconds, and as many in the next window', () => {
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
