import { isTooComplex } from './sanitize-input';

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

it.each<[string, string, boolean]>([
  ['a usual body', '{"a":[{"b":[1,{"c":"d"}]}]}', false],
  ['fifty levels', nested(50), false],
  ['one more', nested(51), true],
  ['ten thousand members', JSON.stringify(Array.from({ length: 10_000 }, () => 1)), false],
  ['two more, in lists of lists', JSON.stringify([...Array.from({ length: 10_001 }, () => []), 1]), true],
  ['commas in texts', JSON.stringify({ text: ','.repeat(20_000) }), false],
  ['objects', '{"a":'.repeat(60), true],
  ['brackets that are closed again', '[]'.repeat(1_000), false],
  ['brackets in texts', JSON.stringify({ text: `${'['.repeat(99)}"\\` }), false],
  ['brackets after texts that end with a backslash', `["\\\\",${nested(60)}]`, true],
  ['an unterminated text', `"${'['.repeat(99)}`, false],
])('%s', (_what, text, isDeep) => expect(isTooComplex(text)).toBe(isDeep));
