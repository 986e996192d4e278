import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const RECORDS = 'adr';
const recordFiles = readdirSync(path.join('docs', RECORDS));

/** Documents in `docs/`, and how sources cite them: by section, number of a decision record, or id. */
const documents: Record<string, { file: string; reference: RegExp }> = {
  'wire contract': { file: 'wire-contract.md', reference: /^\d+(\.\d+)*/ },
  wire: { file: 'wire-contract.md', reference: /^\d+(\.\d+)*/ },
  decisions: { file: 'decisions.md', reference: /^\d+/ },
  specification: { file: 'specification.md', reference: /^\d+/ },
  promises: { file: 'promises.md', reference: /^[A-Z]+-\d+/ },
  promise: { file: 'promises.md', reference: /^[A-Z]+-\d+/ },
  'ux.md': { file: 'ux.md', reference: /^[A-Z]+-\d+/ },
  adr: { file: RECORDS, reference: /^\d+/ },
  decision: { file: RECORDS, reference: /^\d+/ },
};

/** Numbered headings and ids of a document or, for a folder, the numbers of its files. */
function getAnchors(file: string): Set<string> {
  if (file === RECORDS) return new Set(recordFiles.map((name) => String(Number.parseInt(name, 10))));
  // Requirements that no test proves yet are in the roadmap, but are cited in the same way.
  const files = file === 'promises.md' ? [file, 'roadmap.md'] : [file];
  const text = files.map((name) => readFileSync(path.join('docs', name), 'utf8')).join('\n');
  const headings = [...text.matchAll(/^#+ (\d+(?:\.\d+)*)[. ]/gm)];
  const ids = [...text.matchAll(/^(?:- |\| )([A-Z]+-\d+)\b/gm)];
  return new Set([...headings, ...ids].map(([, anchor = '']) => anchor));
}

const anchors = Object.fromEntries(Object.values(documents).map(({ file }) => [file, getAnchors(file)] as const));

/** A citation may have several references: `Wire contract 4.1, 4.2`. */
function findDangling(source: string): string[] {
  const text = source.replaceAll(/\n\s*(\*|\/\/)\s/g, ' ');
  const pattern =
    /\b(wire contract|wire|decisions?|specification|promises?|ux\.md|adr) ((?:[A-Z]{0,2}-?\d[\d.]*\d?(?:, | and )?)+)/gi;
  return [...text.matchAll(pattern)].flatMap(([, name = '', references = '']) => {
    const { file, reference } = documents[name.toLowerCase()]!;
    const cited = references.split(/, | and /).filter(Boolean);
    const found = cited.map((one) => reference.exec(one)?.[0] ?? one);
    return found.filter((one) => !anchors[file]!.has(one)).map((one) => `${name} ${one}`);
  });
}

/** Also finds links between decision records. `docs/adr/0024` is short for a file name. */
function findDanglingFiles(source: string): string[] {
  const cited = [...source.matchAll(/(?:docs\/adr\/|\]\()(\d{4}(?:-[\w-]+\.md)?)/g)].map(([, name = '']) => name);
  return cited.filter((name) => !recordFiles.some((file) => file.startsWith(name)));
}

/** File names in backticks, such as `server/app.ts` or `app.ts`, that no file has. Patterns such as `*.test.ts` are not names. */
function findMissingFiles(source: string, { folder }: { folder: string }): string[] {
  const names = [...source.matchAll(/`([\w.[\]/-]+\.(?:tsx?|mjs|css|sh|md))`/g)].map(([, name = '']) => name);
  const isKnown = (name: string) =>
    existsSync(path.join(folder, name)) || allFiles.some((file) => `/${file}`.endsWith(`/${name}`));
  return names.filter((name) => !isKnown(name));
}

const self = path.join('tests', 'contract', 'citations.test.ts');
const allFiles = readdirSync('.').concat(
  ['src', 'server', 'pages', 'demo', 'e2e', 'tests', 'scripts', 'styles', 'docs'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
  ),
);
const sources = allFiles.filter(
  (file) =>
    (/\.(tsx?|mjs|css|md)$/.test(file) && file.includes(path.sep) && file !== self) ||
    ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'].includes(file),
);
/** Older files have other names in the changelog. */
const guides = sources.filter((file) => file.endsWith('.md') && file !== 'CHANGELOG.md');

describe('citations in sources', () => {
  it('refer to something in docs/', () => {
    const dangling = sources.flatMap((file) => {
      const source = readFileSync(file, 'utf8');
      return [...findDangling(source), ...findDanglingFiles(source)].map((citation) => `${file}: ${citation}`);
    });
    expect(dangling).toEqual([]);
  });

  it('name files that exist, in README, docs and READMEs of folders', () => {
    const missing = guides.flatMap((file) =>
      findMissingFiles(readFileSync(file, 'utf8'), { folder: path.dirname(file) }).map((name) => `${file}: ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it('are reported if they refer to nothing', () => {
    expect(findDangling('/** Wire contract 1.3, 99.9. */')).toEqual(['Wire contract 99.9']);
    expect(findDangling(' * See promises M-1 and M-99.')).toEqual(['promises M-99']);
    expect(findDangling('// Decisions 2, ADR 24 and 2. See decision 999.')).toEqual(['ADR 2', 'decision 999']);
    expect(findDanglingFiles('docs/adr/0024, docs/adr/0002, [1](0001-one-machine.md), [2](0002-gone.md)')).toEqual([
      '0002',
      '0002-gone.md',
    ]);
    const names =
      '`server/app.ts`, `app.ts`, `*.test.ts`, `<area>-routes.ts`, `../server/app.ts`, `server/gone.ts`, `gone.ts`';
    expect(findMissingFiles(names, { folder: 'docs' })).toEqual(['server/gone.ts', 'gone.ts']);
  });
});
