import { createBatchLoader } from './batch-loader';

/** Asks that end when told to, and what each was asked. */
function openAsks() {
  const asked: (readonly number[])[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const ask = (questions: readonly number[]) =>
    new Promise<number[]>((resolve, reject) => {
      asked.push(questions);
      ends.push((error) => (error ? reject(error) : resolve(questions.map((question) => question * 10))));
    });
  return { asked, ends, ask };
}

const turn = () => new Promise((resolve) => void setImmediate(resolve));

describe('createBatchLoader', () => {
  it('asks once for all who came at the same time, and gives each their own answer', async () => {
    const { asked, ends, ask } = openAsks();
    const read = createBatchLoader(ask, 50);
    const answers = Promise.all([read(1), read(2), read(3)]);
    await turn();
    expect(asked).toEqual([[1, 2, 3]]);
    ends[0]?.();
    expect(await answers).toEqual([10, 20, 30]);
  });

  it('never gives an answer that was asked for before', async () => {
    const { asked, ends, ask } = openAsks();
    const read = createBatchLoader(ask, 50);
    const early = [read(1), turn().then(() => read(1))];
    await turn();
    await turn();
    expect(asked).toEqual([[1], [1]]);
    // Both turns are taken: who comes now waits for the end of one.
    const late = [read(1), read(2)];
    await turn();
    expect(asked).toHaveLength(2);
    ends[0]?.();
    await turn();
    expect(asked[2]).toEqual([1, 2]);
    ends[1]?.();
    ends[2]?.();
    expect(await Promise.all([...early, ...late])).toEqual([10, 10, 10, 20]);
  });

  it('takes so many at a time, and fails for those who asked only', async () => {
    const { asked, ends, ask } = openAsks();
    const read = createBatchLoader(ask, 2);
    const [first, second, third] = [read(1), read(2), read(3)];
    await turn();
    expect(asked[0]).toEqual([1, 2]);
    ends[0]?.(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    await expect(second).rejects.toThrow('gone');
    await turn();
    ends[1]?.();
    expect(await third).toBe(30);
  });
});
