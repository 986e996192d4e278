import { findKiller, planBatches } from '../../scripts/lib/find-killer.mjs';

describe('batches of tests', () => {
  it('begin with the folder of the file, then take the fastest', () => {
    const tests = [
      { file: 'server/b/fast.test.ts', seconds: 1 },
      { file: 'server/a/slow.test.ts', seconds: 9 },
      { file: 'server/a/deep/slower.test.ts', seconds: 3 },
      { file: 'server/a/quick.test.ts', seconds: 2 },
    ];
    const files = planBatches('server/a/a.ts', tests).map((batch) => batch.map(({ file }) => file));
    expect(files).toEqual([
      ['server/a/quick.test.ts', 'server/a/slow.test.ts'],
      ['server/b/fast.test.ts', 'server/a/deep/slower.test.ts'],
    ]);
  });

  it('rise in size and contain each test once', () => {
    const tests = Array.from({ length: 50 }, (_, seconds) => ({ file: `server/${seconds}.test.ts`, seconds }));
    const batches = planBatches('server/a/a.ts', tests);
    expect(batches.map((batch) => batch.length)).toEqual([2, 6, 20, 22]);
    expect(batches.flat()).toEqual(tests);
  });

  it('are none without a test', () => {
    expect(planBatches('server/a/a.ts', [])).toEqual([]);
  });
});

describe('the test that finds a fault', () => {
  const batches = [['a', 'b'], ['c', 'd', 'e'], ['f']].map((batch) => batch.map((file) => ({ file })));

  /** Runs in which these files fail, each as often as it is named. */
  const runs = (...failing: string[]) => {
    const left = [...failing];
    const ran: string[] = [];
    const findFailure = (tests: { file: string }[]) => {
      ran.push(tests.map(({ file }) => file).join(''));
      const index = left.findIndex((file) => file === 'a timeout' || tests.some((test) => test.file === file));
      return Promise.resolve(left.splice(index, index < 0 ? 0 : 1)[0]);
    };
    return { ran, killer: findKiller(batches, findFailure) };
  };

  it('ends the run in the first batch', async () => {
    const { ran, killer } = runs('b');
    expect(await killer).toBe('b');
    expect(ran).toEqual(['ab']);
  });

  it('must fail again in a later batch', async () => {
    const { ran, killer } = runs('d', 'd');
    expect(await killer).toBe('d');
    expect(ran).toEqual(['ab', 'cde', 'd']);
  });

  it('is none that fails only once: the others of its batch still run', async () => {
    const { ran, killer } = runs('d', 'e', 'e');
    expect(await killer).toBe('e');
    expect(ran).toEqual(['ab', 'cde', 'd', 'ce', 'e']);
  });

  it('can be none', async () => {
    const { ran, killer } = runs();
    expect(await killer).toBeUndefined();
    expect(ran).toEqual(['ab', 'cde', 'f']);
  });

  it('can be a timeout of all', async () => {
    expect(await runs('a timeout').killer).toBe('a timeout');
  });
});
