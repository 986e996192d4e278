import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { environmentKeys, parseEnv } from '@server/env';

const read = (file: string): string => readFileSync(file, 'utf8');
const dockerfile = read('Dockerfile');
const compose = read('compose.yaml');
const units = readdirSync('packaging/systemd').map((name) => read(`packaging/systemd/${name}`));
const workflow = read('.github/workflows/ci.yaml');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

const matches = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, first = '']) => first);

describe('the files for containers, services and CI', () => {
  const defaults = parseEnv({ APP_SECRET: 'x' });

  it('set only variables that the site reads', () => {
    const set = [
      ...matches(dockerfile, /^ENV (.+)$/gm).flatMap((line) => matches(line, /([A-Z_]+)=/g)),
      ...matches(compose, /^ {6}([A-Z_]+): (?!\$\{)/gm),
      ...units.flatMap((unit) => matches(unit, /^Environment=(.+)$/gm).flatMap((line) => matches(line, /([A-Z_]+)=/g))),
    ];
    expect(set).toContain('DATA_DIR');
    const known = new Set<string>([...environmentKeys, 'NODE_ENV']);
    expect(set.filter((name) => !known.has(name))).toEqual([]);
  });

  it('open the default ports, and keep data where the site writes it', () => {
    const [web, api, live] = ['3000', String(defaults.API_PORT), String(defaults.STREAM_UDP_PORT)];
    expect(dockerfile).toContain(`EXPOSE ${web} ${api} ${live}/udp`);
    expect(compose).toContain(`'${live}:${live}/udp'`);
    for (const port of [web, api]) expect(compose).toContain(`reverse_proxy site:${port}`);
    const [dataDir] = matches(dockerfile, /DATA_DIR=(\S+)/g);
    expect(matches(dockerfile, /^VOLUME (.+)$/gm)).toEqual([dataDir]);
    expect(compose).toContain(`- data:${dataDir}`);
  });

  it('run commands and programs that exist', () => {
    const all = [dockerfile, workflow, ...units].join('\n');
    const commands = matches(all, /npm run ([\w-]+)/g);
    expect(commands).toContain('build');
    expect(commands.filter((name) => !(name in scripts))).toEqual([]);
    const programs = matches(all, /(scripts\/[\w/.-]+\.mjs)/g);
    expect(programs.filter((file) => !existsSync(file))).toEqual([]);
  });

  it('copy only what is in the tree or built', () => {
    const built = new Set(['dist', '.next', 'node_modules']);
    const copied = matches(dockerfile, /^COPY --from=build (.+) \S+$/gm)
      .flatMap((sources) => sources.split(' '))
      .map((source) => source.replace('/app/', ''));
    expect(copied.length).toBeGreaterThan(8);
    expect(copied.filter((name) => !built.has(name) && !existsSync(name))).toEqual([]);
    const ignored = read('.dockerignore').split('\n');
    expect(copied.filter((name) => !built.has(name) && ignored.includes(name.split('/')[0] ?? ''))).toEqual([]);
  });

  it('do not run as root', () => {
    expect(
      dockerfile
        .trimEnd()
        .split(/^FROM /m)
        .at(-1),
    ).toMatch(/^USER node$/m);
    for (const unit of units.filter((text) => text.includes('ExecStart'))) expect(unit).toMatch(/^User=(?!root)/m);
  });
});
