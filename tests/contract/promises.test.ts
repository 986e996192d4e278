import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const promises = readFileSync(path.join('docs', 'promises.md'), 'utf8');
const roadmap = readFileSync(path.join('docs', 'roadmap.md'), 'utf8');

/** The ids in these tests are made-up examples. */
const notCiting = ['promises.test.ts', 'citations.test.ts'].map((file) => path.join('tests', 'contract', file));
const tests = new Map(
  ['src', 'server', 'demo', 'e2e', 'tests']
    .flatMap((folder) => {
      // Test helpers cite promises, too.
      const pattern = ['e2e', 'tests'].includes(folder) ? /\.tsx?$/ : /\.test\.tsx?$/;
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
      return files.filter((file) => pattern.test(file)).map((file) => path.join(folder, file));
    })
    .filter((file) => !notCiting.includes(file))
    .map((file) => [file, readFileSync(file, 'utf8')] as const),
);

const listRows = (document: string) =>
  [...document.matchAll(/^\| ([A-Z]-\d+) \|.*\| (.*) \|$/gm)].map(([, id = '', last = '']) => ({ id, last }));

const listPaths = (text: string): string[] =>
  [...text.matchAll(/`(\w+\/[\w./-]+\.(?:tsx?|mjs))`/g)].map(([, file = '']) => file);

function findUnkept(document: string, sources: ReadonlyMap<string, string>): string[] {
  return listRows(document).flatMap(({ id, last }) => {
    const files = listPaths(last).filter((file) => /\.(test|spec)\.tsx?$/.test(file));
    if (files.length === 0) return [`${id}: no test`];
    const isCiting = (source: string) => new RegExp(`\\b${id}\\b`).test(source);
    const odd = files.filter((file) => !isCiting(sources.get(file) ?? ''));
    return odd.map((file) => `${id}: ${file} ${sources.has(file) ? 'does not cite it' : 'does not exist'}`);
  });
}

function findRepeated(...documents: string[]): string[] {
  const ids = documents.flatMap((document) => listRows(document).map(({ id }) => id));
  return ids.filter((id, index) => ids.indexOf(id) !== index);
}

function findUnknown(sources: ReadonlyMap<string, string>, ...documents: string[]): string[] {
  const known = new Set(documents.flatMap((document) => listRows(document).map(({ id }) => id)));
  const letters = [...new Set([...known].map((id) => id[0]))].join('');
  const pattern = new RegExp(`\\b[${letters}]-\\d+\\b`, 'g');
  return [...sources].flatMap(([file, source]) => {
    const cited = new Set([...source.matchAll(pattern)].map(([id]) => id));
    return [...cited].filter((id) => !known.has(id)).map((id) => `${file}: ${id}`);
  });
}

describe('docs/promises.md and docs/roadmap.md', () => {
  it('name a test for each promise, and that test cites the promise', () => {
    expect(listRows(promises).length).toBeGreaterThan(50);
    expect(findUnkept(promises, tests)).toEqual([]);
  });

  it('name only files that exist', () => {
    expect(listPaths(promises + roadmap).filter((file) => !existsSync(file))).toEqual([]);
  });

  it('list each id once', () => {
    expect(listRows(roadmap).length).toBeGreaterThan(0);
    expect(findRepeated(promises, roadmap)).toEqual([]);
  });

  it('list every id that a test cites', () => {
    expect(findUnknown(tests, promises, roadmap)).toEqual([]);
  });

  it('report missing tests, files and ids', () => {
    const kept = '| M-1 | Once | `a/one.test.ts`, `a/two.test.ts`, `a/gone.test.ts` |\n| M-2 | Never | `a/code.ts` |';
    const sources = new Map([
      ['a/one.test.ts', "// Promises M-1.\nit('M-3: is kept')"],
      ['a/two.test.ts', '// Promises M-10.'],
    ]);
    expect(findUnkept(kept, sources)).toEqual([
      'M-1: a/two.test.ts does not cite it',
      'M-1: a/gone.test.ts does not exist',
      'M-2: no test',
    ]);
    const planned = '| M-2 | Never | Nothing is built. |\n| M-3 | Later | All. |';
    expect(findRepeated(kept, planned)).toEqual(['M-2']);
    expect(findUnknown(sources, kept, planned)).toEqual(['a/two.test.ts: M-10']);
  });
});
