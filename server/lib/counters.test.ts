import { createWindowBudget } from './counters';

describe('createWindowBudget', () => {
  it('takes points only if all of them fit, and starts again in the next window', () => {
    let now = 0;
    const take = createWindowBudget({ most: 10, windowMs: 1_000, now: () => now });
    expect([take(8), take(3), take(2), take()]).toEqual([true, false, true, false]);
    now = 1_001;
    expect([take(11), take(10), take()]).toEqual([false, true, false]);
  });
});
