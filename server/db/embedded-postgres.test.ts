import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from './embedded-postgres';

vi.setConfig({ testTimeout: 60_000 });

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'embedded-postgres-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

describe('startEmbeddedPostgres', () => {
  // Promises W-1.
  it('starts a durable server with the application database, and keeps its data across a restart', async () => {
    const first = await startEmbeddedPostgres({ dataDir });
    await query(first.url(), 'create table kept (n int)');
    expect(await query(first.url(), `select current_setting('fsync') as fsync, upper('é') as upper`)).toEqual([
      { fsync: 'on', upper: 'É' },
    ]);
    await first.stop();
    expect(await canQuery(first.url())).toBe(false);

    const second = await startEmbeddedPostgres({ dataDir });
    expect(await query(second.url(), 'select count(*)::int as n from kept')).toEqual([{ n: 0 }]);
    await second.stop();
  });

  // Promises W-1.
  it('recovers every acknowledged row after the server was killed', async () => {
    const first = await startEmbeddedPostgres({ dataDir });
    await query(first.url(), 'create table kept (n int); insert into kept select generate_series(1, 1000)');
    process.kill(first.pid, 'SIGKILL');

    const second = await startEmbeddedPostgres({ dataDir });
    expect(await query(second.url(), 'select count(*)::int as n from kept')).toEqual([{ n: 1000 }]);
    await second.stop();
    await first.stop();
  });

  it('shares one server among concurrent starts, and stops it when the last user stops', async () => {
    const servers = await Promise.all([1, 2, 3].map(() => startEmbeddedPostgres({ dataDir })));
    expect(new Set(servers.map((server) => server.url())).size).toBe(1);

    const [last, ...others] = servers;
    for (const server of others) await server.stop();
    expect(await canQuery(last!.url())).toBe(true);
    await last!.stop();
    expect(await canQuery(last!.url())).toBe(false);
  });

  it.each([
    ['a dead process’s lock', (pid: number) => `${pid}-left-over`],
    ['an empty lock', () => ''],
  ])('creates the database again if the creation was aborted, and takes over %s', async (_name, toMark) => {
    const dead = execFile(process.execPath, ['-e', '']);
    await new Promise((resolve) => dead.once('exit', resolve));
    await mkdir(path.join(dataDir, 'postgres', 'data.new', 'base'), { recursive: true });
    await writeFile(path.join(dataDir, 'postgres', 'lock'), toMark(Number(dead.pid)));

    const server = await startEmbeddedPostgres({ dataDir });
    expect(await canQuery(server.url())).toBe(true);
    await server.stop();
  });

  it('works in a folder that only its owner can enter', async () => {
    const closed = path.join(dataDir, 'closed');
    await mkdir(closed, { mode: 0o700 });
    const server = await startEmbeddedPostgres({ dataDir: closed });
    expect(await canQuery(server.url())).toBe(true);
    await server.stop();
  });

  it('rejects a login without the password, and throws an error that says why the server did not start', async () => {
    const server = await startEmbeddedPostgres({ dataDir });
    await expect(query(server.url().replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow('password');
    await server.stop();
    await expect(startEmbeddedPostgres({ dataDir, settings: { max_connections: 'many' } })).rejects.toThrow(
      'invalid value for parameter "max_connections"',
    );
  });
});

function canQuery(url: string): Promise<boolean> {
  return query(url, 'select 1').then(
    () => true,
    () => false,
  );
}
