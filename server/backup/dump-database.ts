import { spawn } from 'node:child_process';
import { sql } from 'drizzle-orm';
import { withConnection } from '../db/client';

const MISSING =
  'Backups of a database of your own need its programs: install postgresql-client, of the same version as the server or newer.';

/** @throws Error that says what to install if there is no pg_dump */
export const dumpDatabase = (url: string, file: string): Promise<void> =>
  run('pg_dump', url, ['--format=custom', '--no-owner', '--no-privileges', `--file=${file}`]);

/** Loads all of the dump or nothing. @throws Error if the database has tables, or there is no pg_restore */
export async function loadDump(url: string, file: string): Promise<void> {
  const { rows } = await withConnection(url, ({ db }) =>
    db.execute(sql`select 1 from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`),
  );
  if (rows.length > 0) throw new Error('The database has tables: restore into an empty one');
  await run('pg_restore', url, ['--no-owner', '--no-privileges', '--single-transaction', file]);
}

function run(program: string, url: string, args: string[]): Promise<void> {
  const { address, secrets } = splitPassword(url);
  return new Promise((resolve, reject) => {
    const child = spawn(program, [`--dbname=${address}`, ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...secrets },
    });
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output = `${output}${text}`.slice(-2_000)));
    child.once('error', (error: NodeJS.ErrnoException) => reject(error.code === 'ENOENT' ? new Error(MISSING) : error));
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${program} ended with code ${code}: ${output.trim()}`)),
    );
  });
}

/** Parts of a connection string that are a password. */
const IN_ACCOUNT = /(?<=^\w+:\/\/[^:@/?#]*):([^/?#]*)(?=@)/;
const IN_QUERY = /(?<=[?&])password=([^&#]*)&?/;

/**
 * Every account of the machine can read the arguments of a program, but not its environment. The rest stays as it is: as a URL,
 * an address without a host is invalid, and a query would get `+` for spaces, which PostgreSQL's programs do not decode.
 */
function splitPassword(url: string): { address: string; secrets: { PGPASSWORD?: string } } {
  const named = url.replace(IN_ACCOUNT, '');
  const password = IN_QUERY.exec(named)?.[1]?.replaceAll('+', ' ') ?? IN_ACCOUNT.exec(url)?.[1] ?? '';
  const address = named.replace(IN_QUERY, '').replace(/[?&]$/, '');
  return { address, secrets: password === '' ? {} : { PGPASSWORD: decodeURIComponent(password) } };
}
