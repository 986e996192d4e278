import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EngineConfig, EngineReply } from './engine-messages';

/** How long the process has to finish writing recordings when the API stops. */
const CLOSING_MS = 2_000;

const OUTPUT_TAIL = 4 * 1024;

/** Finds the worker: in a build it is in a folder beside the bundle, in the source tree in a folder beside this file. */
function findEntry(): string {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const places = [path.join(here, 'streaming/worker/main.js'), path.join(here, 'worker/main.ts')];
  const found = places.find((place) => existsSync(place));
  if (!found) throw new Error(`No streaming worker at ${places.join(' or ')}: build the server first.`);
  return found;
}

interface ProcessListeners {
  onReply(reply: EngineReply): void;
  onProblem(error: Error): void;
  onExit(how: string): void;
}

/** Starts the process without our environment variables. Its priority is not lowered: media that arrives late is useless. */
export function startProcess(config: EngineConfig, { onReply, onProblem, onExit }: ProcessListeners): ChildProcess {
  const entry = findEntry();
  const execArgv = ['--max-old-space-size=512', ...(entry.endsWith('.ts') ? ['--import', 'tsx'] : [])];
  const child = fork(entry, [JSON.stringify(config)], {
    execArgv,
    env: { NODE_ENV: 'production' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  for (const handle of [child, child.stderr as Socket | null, child.channel]) handle?.unref();
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-OUTPUT_TAIL)));
  child.on('message', onReply);
  child.once('error', onProblem);
  child.once('exit', (code, signal) => onExit(`the engine process ended with ${signal ?? code}\n${output}`));
  return child;
}

export async function closeProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), CLOSING_MS);
    child.once('exit', () => resolve((clearTimeout(timer), undefined)));
    if (child.connected) child.disconnect();
  });
}
