import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Installs a program that is missing, as scripts/lib/find-program.mjs can. @throws Error that says what to install */
export async function findProgram(name: 'findPgBouncer' | 'findRedis'): Promise<string> {
  const script = `import('./scripts/lib/find-program.mjs').then((programs) => programs.${name}()).then(console.log)`;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script]);
  return stdout.trim().split('\n').at(-1) ?? '';
}
