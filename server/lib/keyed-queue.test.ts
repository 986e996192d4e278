import { createKeyedQueue } from './keyed-queue';

const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

describe('createKeyedQueue', () => {
  it('runs work of the same key one at a time, and of different keys concurrently', async () => {
    const inOrder = createKeyedQueue();
    const done: string[] = [];
    const step = (key: string, name: string, ms: number) =>
      inOrder(key, async () => {
        await later(ms);
        done.push(name);
      });
    await Promise.all([step('a', 'a1', 30), step('a', 'a2', 0), step('b', 'b1', 10)]);
    expect(done).toEqual(['b1', 'a1', 'a2']);
  });

  it('passes a failure to its caller, and runs the next work', async () => {
    const inOrder = createKeyedQueue();
    const failed = inOrder('a', () => Promise.reject(new Error('no')));
    const next = inOrder('a', async () => 'yes');
    await expect(failed).rejects.toThrow('no');
    await expect(next).resolves.toBe('yes');
  });
});
