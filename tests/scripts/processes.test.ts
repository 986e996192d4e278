import { spawn, type ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { howBusy } from '../harness/how-busy';

const STAYS = 'setInterval(() => {}, 1000); console.log("up")';

function startPair(
  first: string,
  second: string,
  options = '{}',
): { pair: ChildProcess; said(text: string, times: number): Promise<void> } {
  const programs = [first, second].map((code, index) => ({ name: `half ${index}`, args: ['-e', code] }));
  const main = `import { startProcesses } from './scripts/lib/processes.mjs';
    process.exit(await startProcesses(${JSON.stringify(programs)}, ${options}).ended);`;
  const pair = spawn(process.execPath, ['--input-type=module', '-e', main]);
  let output = '';
  const changed = new EventEmitter();
  for (const stream of [pair.stdout, pair.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      changed.emit('more');
    });
  }
  return {
    pair,
    async said(text, times) {
      while (output.split(text).length <= times) await once(changed, 'more');
    },
  };
}

const exitCode = async (pair: ChildProcess): Promise<unknown> => (await once(pair, 'exit'))[0];

it('npm start reports which port is taken, and who needs it', async () => {
  const holder = createServer().listen(0);
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  const start = spawn(process.execPath, ['scripts/start.mjs'], {
    env: { ...process.env, PORT: '0', API_PORT: `${port}` },
  });
  let said = '';
  start.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = await once(start, 'close');
  holder.close();
  expect(code).toBe(1);
  expect(said).toContain(`Port ${port}, which the API needs, is in use. Perhaps the site is already running.`);
  expect(said).not.toContain('    at ');
});

describe('startProcesses', () => {
  it('stops both processes on a signal and returns 0', async () => {
    const { pair, said } = startPair(STAYS, STAYS);
    await said('up', 2);
    pair.kill('SIGTERM');
    expect(await exitCode(pair)).toBe(0);
  });

  it('stops the other process when one ends before it is ready, and returns an error', async () => {
    const { pair } = startPair('process.exit(0)', STAYS, '{ restarts: () => false }');
    expect(await exitCode(pair)).toBe(1);
  });

  it('R-9: restarts and reports a process that crashed, and keeps the other running', async () => {
    const { pair, said } = startPair('console.log("crashing"); process.exit(3)', STAYS);
    await said('crashing', 3);
    await said('(code 3); restarting it in 0.5 s', 1);
    await said('(code 3); restarting it in 1 s', 1);
    await said('up', 1);
    pair.kill('SIGTERM');
    expect(await exitCode(pair)).toBe(0);
  });

  it('ends both processes if their parent is killed', async () => {
    const { pair, said } = startPair(STAYS, STAYS);
    await said('up', 2);
    pair.kill('SIGKILL');
    // The pipes close when the last descendant has ended.
    await once(pair, 'close');
    expect(pair.signalCode).toBe('SIGKILL');
  });

  // Promises R-8.
  it('ends a process that does not stop, within ten seconds', async () => {
    const { pair, said } = startPair(`process.on('SIGTERM', () => {}); ${STAYS}`, STAYS);
    await said('up', 2);
    const askedAt = Date.now();
    pair.kill('SIGINT');
    expect(await exitCode(pair)).toBe(0);
    // Nine seconds, plus the time a busy machine needs to end a process.
    expect(Date.now() - askedAt).toBeLessThan(9_000 + 1_000 * howBusy());
  });
});
