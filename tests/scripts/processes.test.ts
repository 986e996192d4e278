import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

const STAYS = 'setInterval(() => {}, 1000); console.log("up")';

/** Runs two programs under `startProcesses` and tells what they print. */
function startPair(
  first: string,
  second: string,
): { pair: ChildProcess; said(text: string, times: number): Promise<void> } {
  const programs = [first, second].map((code, index) => ({ name: `half ${index}`, args: ['-e', code] }));
  const main = `import { startProcesses } from './scripts/lib/processes.mjs';
    process.exit(await startProcesses(${JSON.stringify(programs)}).ended);`;
  const pair = spawn(process.execPath, ['--input-type=module', '-e', main]);
  let output = '';
  pair.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return {
    pair,
    async said(text, times) {
      while (output.split(text).length <= times) await once(pair.stdout, 'data');
    },
  };
}

const exitCode = async (pair: ChildProcess): Promise<unknown> => (await once(pair, 'exit'))[0];

describe('startProcesses', () => {
  it('stops both halves on a signal and ends well', async () => {
    const { pair, said } = startPair(STAYS, STAYS);
    await said('up', 2);
    pair.kill('SIGTERM');
    expect(await exitCode(pair)).toBe(0);
  });

  it('stops the other half when one ends by itself, and ends badly', async () => {
    const { pair } = startPair('process.exit(0)', STAYS);
    expect(await exitCode(pair)).toBe(1);
  });

  it('ends a half that will not stop, within ten seconds', async () => {
    const { pair, said } = startPair(`process.on('SIGTERM', () => {}); ${STAYS}`, STAYS);
    await said('up', 2);
    const askedAt = Date.now();
    pair.kill('SIGINT');
    expect(await exitCode(pair)).toBe(0);
    expect(Date.now() - askedAt).toBeLessThan(10_000);
  });
});
