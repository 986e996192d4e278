import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dumpDatabase } from './dump-database';

let programs: string;
beforeAll(async () => {
  programs = await mkdtemp(path.join(tmpdir(), 'creator-platform-programs-'));
  const tell = '#!/bin/sh\necho "<$1> <$PGPASSWORD>" >&2\nexit 1\n';
  await writeFile(path.join(programs, 'pg_dump'), tell, { mode: 0o755 });
});
beforeEach(() => {
  vi.stubEnv('PATH', programs);
});
afterAll(() => rm(programs, { recursive: true }));

describe('the connection string of a database', () => {
  it.each([
    ['over a socket', 'postgres://user:pw@/db?host=/run/postgresql', 'postgres://user@/db?host=/run/postgresql', 'pw'],
    [
      'with options',
      'postgres://user:pw@host/db?options=-c%20search_path%3Dapp',
      'postgres://user@host/db?options=-c%20search_path%3Dapp',
      'pw',
    ],
    ['with an encoded password', 'postgresql://user:p%40s%2Fs@host:5433/db', 'postgresql://user@host:5433/db', 'p@s/s'],
    ['without a password', 'postgres://user@host/db?sslmode=require', 'postgres://user@host/db?sslmode=require', ''],
    [
      'with a password in its query',
      'postgres://user@/db?host=/run&password=p%40+s&options=-c%20a%3Db',
      'postgres://user@/db?host=/run&options=-c%20a%3Db',
      'p@ s',
    ],
    ['with only a password in its query', 'postgres://user@host/db?password=pw', 'postgres://user@host/db', 'pw'],
  ])('is passed to programs as it is, but the password apart: %s', async (_kind, url, address, password) => {
    await expect(dumpDatabase(url, '/nowhere')).rejects.toThrow(`<--dbname=${address}> <${password}>`);
  });
});
