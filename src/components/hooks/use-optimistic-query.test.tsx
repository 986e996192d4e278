import { act, renderHook } from '@testing-library/react';
import { useOptimisticQuery } from './use-optimistic-query';

interface Filter {
  kind: string;
  words: string;
}

function start() {
  const ways: { to: Filter; arrive: () => void; fail: () => void }[] = [];
  const go = (to: Filter) =>
    new Promise((resolve, reject) => {
      ways.push({ to, arrive: () => resolve(true), fail: () => reject(new Error('no connection')) });
    });
  const hook = renderHook(({ said }) => useOptimisticQuery(said, go), {
    initialProps: { said: { kind: '', words: 'tin' } },
  });
  return {
    ways,
    wanted: () => hook.result.current[0],
    change: (...parts: Partial<Filter>[]) => act(async () => parts.forEach((part) => hook.result.current[1](part))),
    async settle(way: number, said: Filter, how: 'arrive' | 'fail' = 'arrive') {
      hook.rerender({ said });
      await act(async () => ways[way]?.[how]());
    },
  };
}

describe('optimistic query', () => {
  it('merges changes, and combines those made in the same task into one navigation', async () => {
    const { ways, wanted, change } = start();
    await change({ kind: 'photo' }, { words: '' });
    expect(ways.map(({ to }) => to)).toEqual([{ kind: 'photo', words: '' }]);
    expect(wanted()).toEqual({ kind: 'photo', words: '' });
  });

  it('keeps the changes when a navigation ends that was replaced by a later one', async () => {
    const { wanted, change, settle } = start();
    await change({ kind: 'photo' });
    await change({ words: 'jar' });
    await settle(0, { kind: '', words: 'tin' });
    expect(wanted()).toEqual({ kind: 'photo', words: 'jar' });
  });

  it.each(['arrive', 'fail'] as const)('equals the URL once the navigation has ended (%s)', async (how) => {
    const { ways, wanted, change, settle } = start();
    await change({ kind: 'photo' });
    await settle(0, { kind: 'video', words: 'tin' }, how);
    expect(wanted()).toEqual({ kind: 'video', words: 'tin' });
    await change({ words: '' });
    expect(ways.at(-1)?.to).toEqual({ kind: 'video', words: '' });
  });
});
