import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Paper } from './paper';

type Reply = { id: number } & ({ bytes: Uint8Array } | { error: string });

/** Finds the worker: in a build it is in a folder beside the bundle, in the source tree in a folder beside this file. */
function findEntry(): string {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const places = [path.join(here, 'papers/worker/main.js'), path.join(here, 'worker/main.ts')];
  const found = places.find((place) => existsSync(place));
  if (!found) throw new Error(`Print worker not found: ${places.join(' or ')}`);
  return found;
}

export function startPrinter(): ChildProcess {
  const entry = findEntry();
  const execArgv = ['--max-old-space-size=512', ...(entry.endsWith('.ts') ? ['--import', 'tsx'] : [])];
  return fork(entry, {
    execArgv,
    env: { NODE_ENV: 'production' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

/** Sets whether the child process keeps ours alive. */
export function setHolding(printer: ChildProcess, isHolding: boolean): void {
  for (const handle of [printer, printer.channel as Socket | null | undefined])
    if (isHolding) handle?.ref();
    else handle?.unref();
}

/** @throws Error after `longestMs`, or if the print process ends */
export function askPrinter(
  printer: ChildProcess,
  job: { id: number; paper: Paper },
  longestMs: number,
): Promise<Reply> {
  return new Promise<Reply>((resolve, reject) => {
    const giveUp = (error: Error) => {
      stopListening();
      reject(error);
    };
    const timer = setTimeout(() => giveUp(new Error(`Printing took longer than ${longestMs} ms`)), longestMs);
    const onExit = () => giveUp(new Error('The print process exited'));
    const onMessage = (reply: Reply) => {
      if (reply.id !== job.id) return;
      stopListening();
      resolve(reply);
    };
    function stopListening(): void {
      clearTimeout(timer);
      printer.off('exit', onExit).off('error', giveUp).off('message', onMessage);
    }
    printer.once('exit', onExit).once('error', giveUp).on('message', onMessage);
    printer.send(job);
  });
}
