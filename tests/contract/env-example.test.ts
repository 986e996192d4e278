import { readFileSync } from 'node:fs';
import { environmentKeys, parseEnv } from '@server/env';

const read = (file: string): string => readFileSync(file, 'utf8');
const blocks = read('.env.example').split(/^## /m).slice(1);
const lines = blocks.flatMap((block) => block.split('\n').slice(1));
const documented = lines.filter((line) => /^#[A-Z]/.test(line)).map((line) => line.slice(1));
const names = documented.map((line) => line.split('=')[0]!);

const webKeys = [...read('src/config/env.ts').matchAll(/process\.env(?:\.(\w+)|\['(\w+)'\])/g)].map(
  ([, dotted, quoted]) => dotted ?? quoted!,
);

describe('.env.example', () => {
  it('lists each key that the API or the web app reads, once, and no others', () => {
    expect([...names].sort()).toEqual([...new Set([...environmentKeys, ...webKeys])].sort());
  });

  it('explains each key in one sentence', () => {
    const unexplained = names.filter((name) => {
      const index = lines.findIndex((line) => line.startsWith(`#${name}=`));
      return !/^# \S.*\.$/.test(lines[index - 1] ?? '');
    });
    expect(unexplained).toEqual([]);
  });

  it('shows the default values', () => {
    const shown = documented.map((line) => line.split(/=(.*)/s)).filter(([, value]) => value !== '');
    expect(parseEnv({ ...Object.fromEntries(shown), APP_SECRET: 'x' })).toEqual(parseEnv({ APP_SECRET: 'x' }));
  });
});
