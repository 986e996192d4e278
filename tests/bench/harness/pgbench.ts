import { spawn, spawnSync } from 'node:child_process';
import { text } from 'node:stream/consumers';

/** pgbench's scale factor; each unit means 100,000 accounts. */
const SCALE = 10;

/**
 * @returns a function that measures TPC-B-like transactions per second; undefined without pgbench (Debian:
 * `postgresql-contrib`)
 */
export function openPgbench(databaseUrl: string): ((clients: number, seconds: number) => Promise<number>) | undefined {
  if (spawnSync('pgbench', ['--version']).status !== 0) return undefined;
  const { hostname, port, username, password } = new URL(databaseUrl);
  const login = ['-h', hostname, '-p', port, '-U', username];
  const env = { ...process.env, PGPASSWORD: password };
  const run = async (program: string, args: readonly string[]): Promise<string> => {
    const child = spawn(program, [...login, ...args, 'pgbench'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const [said, complaint] = await Promise.all([text(child.stdout), text(child.stderr)]);
    if (child.exitCode !== 0 && child.exitCode !== null) throw new Error(`${program}: ${complaint}`);
    return said;
  };
  const filled = run('createdb', []).then(() => run('pgbench', ['-i', '-q', '-s', String(SCALE)]));
  return async (clients, seconds) => {
    await filled;
    const said = await run('pgbench', ['-c', String(clients), '-j', '2', '-T', String(seconds)]);
    return Number(/tps = ([\d.]+)/.exec(said)?.[1]);
  };
}
