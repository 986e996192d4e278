import { createFairTurns, TurnTooLate, type FairTurns, type Turn } from './fair-turns';

/** Waits until everything that can start has started. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Starts work that runs until the test ends it. */
function createWork(turns: FairTurns) {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    started,
    begin(name: string, turn: Turn) {
      void turns.run(turn, async () => {
        started.push(name);
        await new Promise<void>((resolve) => ends.set(name, resolve));
      });
    },
    async finish(name: string) {
      ends.get(name)?.();
      await settle();
    },
    async finishAll() {
      await settle();
      for (let index = 0; index < started.length; index += 1) await this.finish(started[index] ?? '');
      return started;
    },
  };
}

it('keys take turns, however much work one of them has', async () => {
  const work = createWork(createFairTurns({ max: 1 }));
  for (const name of ['a1', 'a2', 'a3', 'a4']) work.begin(name, { key: 'a' });
  work.begin('b1', { key: 'b' });
  work.begin('c1', { key: 'c' });
  work.begin('b2', { key: 'b' });
  expect(await work.finishAll()).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
});

it('short work runs before long work, and equally long work in order of arrival', async () => {
  const work = createWork(createFairTurns({ max: 1 }));
  work.begin('busy', { key: 'x' });
  work.begin('long', { key: 'a', seconds: 100 });
  work.begin('short', { key: 'b', seconds: 1 });
  work.begin('even', { key: 'c', seconds: 1 });
  expect(await work.finishAll()).toEqual(['busy', 'short', 'even', 'long']);
});

it('work of a lower rank runs before all work of a higher rank', async () => {
  const work = createWork(createFairTurns({ max: 1 }));
  work.begin('busy', { key: 'x' });
  work.begin('later', { key: 'y', rank: 1 });
  work.begin('x2', { key: 'x' });
  expect(await work.finishAll()).toEqual(['busy', 'x2', 'later']);
});

it('maxPerKey keeps a slot free for other keys', async () => {
  const work = createWork(createFairTurns({ max: 2, maxPerKey: 1 }));
  for (const name of ['a1', 'a2', 'a3']) work.begin(name, { key: 'a' });
  await settle();
  expect(work.started).toEqual(['a1']);
  work.begin('b1', { key: 'b' });
  await settle();
  expect(work.started).toEqual(['a1', 'b1']);
  await work.finish('a1');
  expect(work.started).toEqual(['a1', 'b1', 'a2']);
});

it('maxSlow keeps a slot free for quick work', async () => {
  const work = createWork(createFairTurns({ max: 2, maxPerKey: 1, maxSlow: 1 }));
  for (const name of ['a', 'b', 'c']) work.begin(name, { key: name, rank: -1, isSlow: true });
  await settle();
  expect(work.started).toEqual(['a']);
  work.begin('quick', { key: 'd' });
  await settle();
  expect(work.started).toEqual(['a', 'quick']);
  await work.finish('quick');
  expect(work.started).toEqual(['a', 'quick']);
  await work.finish('a');
  expect(work.started).toEqual(['a', 'quick', 'b']);
});

describe('if the length of work varies greatly', () => {
  let now: number;
  beforeEach(() => void (now = 0));
  const create = (max: number) => createWork(createFairTurns({ max, maxPerKey: 1, maxBusy: 1, now: () => now }));

  it('the key with the least recent work comes first', async () => {
    const work = create(1);
    for (const key of ['long', 'short']) {
      work.begin(`${key} 1`, { key });
      await settle();
      now += key === 'long' ? 2_000 : 1_000;
      await work.finish(`${key} 1`);
    }
    for (const name of ['busy', 'long 2', 'short 2']) work.begin(name, { key: name.split(' ')[0] ?? '' });
    expect((await work.finishAll()).slice(2)).toEqual(['busy', 'short 2', 'long 2']);
  });

  it('among keys with similar recent work, shorter work comes first, even before keys that never had a turn', async () => {
    const work = createWork(createFairTurns({ max: 1, evenMs: 5_000, now: () => now }));
    work.begin('daily 1', { key: 'daily' });
    await settle();
    now += 4_000;
    await work.finish('daily 1');
    work.begin('busy', { key: 'busy' });
    for (let index = 0; index < 10; index += 1) work.begin(`new ${index}`, { key: `new ${index}`, seconds: 0.7 });
    work.begin('second', { key: 'second', seconds: 0.7, rank: -1 });
    work.begin('daily 2', { key: 'daily', seconds: 0.01 });
    work.begin('even', { key: 'even', seconds: 0.04 });
    expect((await work.finishAll()).slice(1, 6)).toEqual(['busy', 'even', 'daily 2', 'second', 'new 0']);
    // A key with much recent work comes after all of them.
    now += 10_000;
    const last = createWork(createFairTurns({ max: 1, evenMs: 5_000, now: () => now }));
    last.begin('much 1', { key: 'much' });
    await settle();
    now += 20_000;
    last.begin('much 2', { key: 'much', seconds: 0.01 });
    last.begin('new', { key: 'new', seconds: 0.7 });
    expect(await last.finishAll()).toEqual(['much 1', 'new', 'much 2']);
  });

  it('a slot is kept free from busy keys until their work was long ago', async () => {
    const work = create(2);
    for (const key of ['a', 'b']) {
      work.begin(`${key}1`, { key });
      await settle();
      now += 8_000;
      await work.finish(`${key}1`);
    }
    for (const key of ['a', 'b']) work.begin(`${key}2`, { key });
    await settle();
    expect(work.started).toEqual(['a1', 'b1', 'a2']);
    work.begin('c1', { key: 'c' });
    await settle();
    expect(work.started).toEqual(['a1', 'b1', 'a2', 'c1']);
    await work.finish('c1');
    expect(work.started).toHaveLength(4);
    now += 10 * 60_000;
    work.begin('c2', { key: 'c' });
    await settle();
    await work.finish('c2');
    expect(work.started).toContain('b2');
  });

  it('keys that queue much work at once share one slot', async () => {
    const work = create(2);
    for (const name of ['x', 'y']) work.begin(name, { key: name });
    for (const key of ['a', 'b']) for (let index = 0; index < 20; index += 1) work.begin(`${key}${index}`, { key });
    await settle();
    await work.finish('x');
    await work.finish('y');
    expect(work.started).toEqual(['x', 'y', 'a0']);
    work.begin('c', { key: 'c' });
    await settle();
    expect(work.started).toEqual(['x', 'y', 'a0', 'c']);
  });
});

it('waiting work is dropped when its turn comes too late, but running work is not', async () => {
  const turns = createFairTurns({ max: 1 });
  const work = createWork(turns);
  work.begin('a', { key: 'a', maxWaitMs: 1 });
  const late = vi.fn();
  await expect(turns.run({ key: 'b', maxWaitMs: 20 }, late)).rejects.toBeInstanceOf(TurnTooLate);
  work.begin('c', { key: 'c' });
  expect(await work.finishAll()).toEqual(['a', 'c']);
  expect(late).not.toHaveBeenCalled();
});

it('the queue of one key is limited, without affecting other keys', async () => {
  const turns = createFairTurns({ max: 1, maxInLine: 2 });
  const work = createWork(turns);
  for (const name of ['a1', 'a2']) work.begin(name, { key: 'a' });
  await expect(turns.run({ key: 'a' }, vi.fn())).rejects.toBeInstanceOf(TurnTooLate);
  work.begin('b1', { key: 'b' });
  await settle();
  await work.finish('a1');
  work.begin('a3', { key: 'a' });
  expect(await work.finishAll()).toEqual(['a1', 'b1', 'a2', 'a3']);
});

it('failed work does not stop the work behind it', async () => {
  const turns = createFairTurns({ max: 1 });
  const failed = turns.run({ key: 'a' }, async () => {
    throw new Error('broken');
  });
  const next = turns.run({ key: 'a' }, async () => 'done');
  await expect(failed).rejects.toThrow('broken');
  await expect(next).resolves.toBe('done');
});
