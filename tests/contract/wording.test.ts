import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { textsInBrowser, textsOfApi } from './specified-texts';

/** From the wording guide: words to avoid, with better ones. Texts by users and from the specification are exempt. */
const refused: [seen: RegExp, better: string][] = [
  [/\be-mail/i, 'email'],
  [/(?<!e-)\bmails?\b(?! server)/i, 'email'],
  [/\btwo-step (log-in|authentication|verification)/i, 'two-factor'],
  [/\b(sign(ed|ing)? in|signin)\b|^login$|\b(the|your|a) login\b/i, 'log in; log-in as a noun'],
  [/\bgo(es)? on\b/i, 'continue, keep'],
  [/Your name goes along/i, '… will see your name'],
  [/that is missing/i, 'You’re $1.00 short'],
  [/\blast movements/i, 'Recent activity'],
  [/coupons? counts? here/i, 'You can use a coupon'],
  [/\bgiven up\b/i, 'Not completed'],
  [/nothing to pay/i, 'Free'],
  [/^not told/i, 'Not specified'],
  [/\d chosen|^chosen$/i, 'selected'],
  [/^(exact )?sums?$/i, 'Amount'],
  [/^tax in it/i, 'Tax'],
  [/^used first/i, 'Default'],
  [/use this part/i, 'Save'],
  [/renews by itself/i, 'Auto-renew'],
  [/that is every(body|thing|one)/i, 'You’ve reached the end'],
  [/make up your home/i, 'Their posts appear on Home'],
  [/money and saved/i, 'Payments and saved'],
  [/is it you\?/i, 'Confirm it’s you'],
  [/begin now and end/i, 'Your 14-day trial has started. It ends by itself.'],
  [/the answer of a page/i, 'They’ll see “page not found”'],
  [/switch counts/i, 'Changes apply immediately'],
  [/finds you either way/i, 'People who know your username can still find you'],
  [/\bnews for you/i, 'new notifications'],
  [/of the wrong kind/i, 'Choose a photo, video or audio file'],
  [/as others do\b|view as a visitor|start afresh/i, 'View my page, Start over'],
  [/before the lock|kept on this device/i, 'Teaser and cover, Saved on this device'],
  [/find somebody whose/i, 'Takes a minute'],
  [/what it named was/i, 'or the page was removed'],
  [/when it stays like this/i, 'contact us if this keeps happening'],
  [/\d needs you/i, 'need attention'],
  [/who is subscribed keeps|renews any more/i, 'Current subscribers keep their price, will stop renewing'],
];

const asSpecified = new Set<string>([...Object.values(textsInBrowser), ...Object.values(textsOfApi)]);
/** Demo content is written in the voices of its accounts, not in ours. */
const isOfPeople = (file: string) => file.startsWith(path.join('demo', 'content'));
const isStatement = (text: string) => /^\s*(select|insert|update|delete|with|create|alter|--)\b/i.test(text);
/** A sentence or a capitalized word, not an identifier. */
const isWords = (text: string) => /[A-Za-z’,”] [a-z]|^[A-Z][a-z]|[a-z]$/.test(text) && /[ A-Z]/.test(text);

interface Node {
  type: string;
  start: number;
  value?: unknown;
  [key: string]: unknown;
}

function getTexts(file: string, source: string): { place: string; text: string }[] {
  const found: { place: string; text: string }[] = [];
  const keep = (node: Node, text: string) => {
    const place = `${file}:${source.slice(0, node.start).split('\n').length}`;
    found.push({ place, text: text.replaceAll(/\s+/g, ' ') });
  };
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== 'object' || node === null) return;
    const one = node as Node;
    if (one.type === 'ImportDeclaration') return;
    if ((one.type === 'Literal' || one.type === 'JSXText') && typeof one.value === 'string') keep(one, one.value);
    if (one.type === 'TemplateElement') keep(one, (one.value as { cooked?: string }).cooked ?? '');
    Object.values(one).forEach(visit);
  };
  visit(parseSync(file, source).program);
  return found;
}

function findRefused(file: string, source: string): string[] {
  return getTexts(file, source)
    .filter(({ text }) => isWords(text) && !isStatement(text) && !asSpecified.has(text))
    .flatMap(({ place, text }) =>
      refused.flatMap(([seen, better]) => (seen.test(text.trim()) ? [`${place}: “${text.trim()}”: ${better}`] : [])),
    );
}

const files = ['src', 'server', 'pages'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
);
const sources = files.filter((file) => /(?<!\.test|\.d)\.tsx?$/.test(file) && !isOfPeople(file));

describe('the texts of the site', () => {
  it('follow the wording guide', () => {
    expect(sources.length).toBeGreaterThan(500);
    expect(sources.flatMap((file) => findRefused(file, readFileSync(file, 'utf8')))).toEqual([]);
  });

  it('are checked wherever they are written', () => {
    const written = [
      `const note = 'No mail for you';`,
      'const note = `Type ${word} to go on`;',
      `const note = <p>3 chosen</p>;`,
      `const note = <Field label="E-mail" />;`,
      `const note = <b>Exact sum</b>;`,
    ];
    for (const source of written) expect(findRefused('src/screens/note.tsx', source)).toHaveLength(1);
    for (const source of [
      `const job = 'send-mail';`,
      `import { sum } from './go on';`,
      `const said = 'Please login!';`,
      `const query = 'select sum(x) from mails';`,
    ]) {
      expect(findRefused('src/screens/note.tsx', source)).toEqual([]);
    }
  });
});
