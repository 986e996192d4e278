import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { callLimits } from '@server/db/client';
import { environmentKeys, parseEnv } from '@server/env';
import { NODE_PATH } from '@server/gateways/streaming-node';

const read = (file: string): string => readFileSync(file, 'utf8');
const dockerfile = read('Dockerfile');
const compose = read('compose.yaml');
const several = read('packaging/compose.several.yaml');
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
      ...several
        .split(/^ {2}database:$/m)[0]!
        .split('\n')
        .flatMap((line) => matches(line, /(?:^|[ {])([A-Z][A-Z\d_]+):(?= )/g)),
      ...units.flatMap((unit) => matches(unit, /^Environment=(.+)$/gm).flatMap((line) => matches(line, /([A-Z_]+)=/g))),
    ];
    expect(set).toContain('DATA_DIR');
    const known = new Set<string>([...environmentKeys, 'NODE_ENV', 'API_ENDPOINT', 'API_INTERNAL_ENDPOINT']);
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

  it('let the proxy of several machines ask each of them, and no internal address', () => {
    const caddy = read('packaging/Caddyfile.several');
    const machines = matches(several, /^ {2}((?:api|web)-\d):/gm);
    expect(machines).toEqual(['api-1', 'api-2', 'web-1', 'web-2']);
    for (const name of machines)
      expect(caddy).toContain(`${name}:${name.startsWith('api') ? defaults.API_PORT : '3000'}`);
    expect(caddy).toContain(`respond ${NODE_PATH.split('/').slice(0, 2).join('/')}/* 404`);
    expect(several).toContain(`LIVE_NODE_URL: 'http://api-1:${defaults.API_PORT}'`);
  });

  it('set the time limits of calls at PgBouncer', () => {
    const [query = ''] = matches(several, /connect_query='([^']+)'/g);
    const set = Object.fromEntries([...query.matchAll(/set (\w+) = (\d+)/g)].map(([, name, ms]) => [name, Number(ms)]));
    expect(set).toEqual({
      statement_timeout: callLimits.statementMs,
      lock_timeout: callLimits.lockMs,
      idle_in_transaction_session_timeout: callLimits.idleMs,
    });
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
