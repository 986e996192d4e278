import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Sources cite `docs/` by these words: sections by number, promises and expectations by id. */
const documents: Record<string, { file: string; reference: RegExp }> = {
  'wire contract': { file: 'wire-contract.md', reference: /^\d+(\.\d+)*/ },
  wire: { file: 'wire-contract.md', reference: /^\d+(\.\d+)*/ },
  decisions: { file: 'decisions.md', reference: /^\d+/ },
  specification: { file: 'specification.md', reference: /^\d+/ },
  promises: { file: 'promises.md', reference: /^[A-Z]+-\d+/ },
  promise: { file: 'promises.md', reference: /^[A-Z]+-\d+/ },
  'ux.md': { file: 'ux.md', reference: /^[A-Z]+-\d+/ },
};

/** What a document can be cited for: its numbered headings and its ids. */
function getAnchors(file: string): Set<string> {
  const text = readFileSync(path.join('docs', file), 'utf8');
  const headings = [...text.matchAll(/^#+ (\d+(?:\.\d+)*)[. ]/gm)];
  const ids = [...text.matchAll(/^(?:- |\| )([A-Z]+-\d+)\b/gm)];
  return new Set([...headings, ...ids].map(([, anchor = '']) => anchor));
}

const anchors = Object.fromEntries(Object.values(documents).map(({ file }) => [file, getAnchors(file)] as const));

/** Citations that lead nowhere; one name may have several references, as in `Wire contract 4.1, 4.2`. */
function findDangling(source: string): string[] {
  const text = source.replaceAll(/\n\s*(\*|\/\/)\s/g, ' ');
  const pattern =
    /\b(wire contract|wire|decisions|specification|promises?|ux\.md) ((?:[A-Z]{0,2}-?\d[\d.]*\d?(?:, | and )?)+)/gi;
  return [...text.matchAll(pattern)].flatMap(([, name = '', references = '']) => {
    const { file, reference } = documents[name.toLowerCase()]!;
    const cited = references.split(/, | and /).filter(Boolean);
    const found = cited.map((one) => reference.exec(one)?.[0] ?? one);
    return found.filter((one) => !anchors[file]!.has(one)).map((one) => `${name} ${one}`);
  });
}

const self = path.join('tests', 'contract', 'citations.test.ts');
const sources = ['src', 'server', 'pages', 'demo', 'e2e', 'tests', 'scripts', 'styles'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|mjs|css|md)$/.test(file))
    .map((file) => path.join(folder, file))
    .filter((file) => file !== self),
);

describe('what sources cite', () => {
  it('stands in docs/', () => {
    const dangling = sources.flatMap((file) =>
      findDangling(readFileSync(file, 'utf8')).map((citation) => `${file}: ${citation}`),
    );
    expect(dangling).toEqual([]);
  });

  it('would be found missing', () => {
    expect(findDangling('/** Wire contract 1.3, 99.9. */')).toEqual(['Wire contract 99.9']);
    expect(findDangling(' * See promises M-1 and M-99.')).toEqual(['promises M-99']);
  });
});
