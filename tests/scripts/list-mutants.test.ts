import { listMutants, takeSample } from '../../scripts/lib/list-mutants.mjs';

const mutate = (source: string) =>
  listMutants('line.ts', source).map(({ start, end, text }) => source.slice(0, start) + text + source.slice(end));

describe('mutants', () => {
  it.each([
    ['a bound', 'f(a < b)', ['f(a <= b)']],
    ['an equality', 'f(a === b)', ['f(a !== b)']],
    ['a sum', 'f(a + b)', ['f(a - b)']],
    ['a conjunction', 'f(a && b)', ['f(a || b)']],
    ['a negation', 'f(!a)', ['f(a)']],
    ['a condition', 'a ? b : c', ['false ? b : c', 'true ? b : c']],
    ['a returned boolean', '() => { return true; }', ['() => { return false; }']],
    ['a number', 'f(2)', ['f(3)']],
    ['code within a type assertion', 'f((a < b) as T)', ['f((a <= b) as T)']],
  ])('change %s', (_what, source, mutants) => {
    expect(mutate(source)).toEqual(mutants);
  });

  it('leave types, imports and texts unchanged', () => {
    expect(mutate("import a from 'b'; type A = 1 | true; const c: A = d; f('x < y');")).toEqual([]);
  });

  describe('are chosen', () => {
    const all = Array.from({ length: 1_000 }, (_, index) => index);
    const take = (items: number[], seed: number) => takeSample(items, { size: 50, seed, getName: String });

    it('alike for the same seed', () => {
      expect(take(all, 1)).toEqual(take(all, 1));
      expect(take(all, 2)).not.toEqual(take(all, 1));
      expect(new Set(take(all, 1)).size).toBe(50);
    });

    it('almost alike after a change of a few', () => {
      const [first, second, ...rest] = take(all, 1);
      const changed = take(
        all.filter((one) => one !== first && one !== second),
        1,
      );
      expect(changed.slice(0, 48)).toEqual(rest);
    });
  });
});
