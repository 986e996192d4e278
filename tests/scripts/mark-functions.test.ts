import { createBodyFinder, insertMarks } from '../../scripts/lib/mark-functions.mjs';

/** Marks the body that runs before `here` does. */
const mark = (source: string) =>
  insertMarks(source, [{ ...createBodyFinder('line.ts', source)(source.indexOf('here')), id: 7 }]);

const CALL = 'globalThis.reached?.(7)';

describe('marks', () => {
  it.each([
    ['a function', 'function f() { here; }', `function f() {${CALL}; here; }`],
    ['the innermost function', 'function f() { g(() => { here; }); }', `function f() { g(() => {${CALL}; here; }); }`],
    ['a method', 'const a = { async *f(): T { here; } };', `const a = { async *f(): T {${CALL}; here; } };`],
    ['a constructor', 'class A { constructor() { here; } }', `class A { constructor() {${CALL}; here; } }`],
    ['a default value of a parameter', '(a = here) => { b; }', `(a = here) => {${CALL}; b; }`],
    ['an arrow function without braces', 'f((a) => here + 1)', `f((a) => (${CALL}, here + 1))`],
    ['one that returns an object', '() => ({ a: here })', `() => (${CALL}, ({ a: here }))`],
    ['one within another', '(a) => (b) => here', `(a) => (b) => (${CALL}, here)`],
    ['a function within a type assertion', 'f((() => here) as T)', `f((() => (${CALL}, here)) as T)`],
    ['a constant of the module', "import 'b';\nconst A = here;", `${CALL};import 'b';\nconst A = here;`],
    ['a field of a class', 'class A { b = here; }', `${CALL};class A { b = here; }`],
  ])('run before the code in %s', (_place, source, marked) => {
    expect(mark(source)).toBe(marked);
  });

  it('are inserted into all bodies, also those that end together', () => {
    const source = 'const a = 1; function f() { return (b) => (c) => d; }';
    const findBody = createBodyFinder('line.ts', source);
    const marks = ['a', 'return', '=> (c)', 'd;'].map((text, id) => ({ ...findBody(source.indexOf(text)), id }));
    const call = (id: number) => `globalThis.reached?.(${id})`;
    expect(insertMarks(source, marks)).toBe(
      `${call(0)};const a = 1; function f() {${call(1)}; return (b) => (${call(2)}, (c) => (${call(3)}, d)); }`,
    );
  });
});
