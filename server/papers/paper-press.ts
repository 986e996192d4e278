import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import { countRows, MOST_ROWS, type Paper } from './paper';

/** A document that takes longer fails, and its process is killed. */
const LONGEST_MS = 30_000;
/** The process ends after this long without work. */
const IDLE_MS = 60_000;

type Reply = { id: number } & ({ bytes: Uint8Array } | { error: string });

export interface PaperPress {
  /** Prints documents as PDF, one at a time. @throws Error above `MOST_ROWS` rows or after the time limit */
  print(paper: Paper): Promise<Buffer>;
}

/** In a build the worker is below the bundle, in the source tree below this file. */
function findEntry(): string {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const places = [path.join(here, 'papers/worker/main.js'), path.join(here, 'worker/main.ts')];
  const found = places.find((place) => existsSync(place));
  if (!found) throw new Error(`Print worker not found: ${places.join(' or ')}`);
  return found;
}

/** Prints in a process of its own, without our environment: a page takes 20 ms of CPU, which would block the event loop. */
export function createPaperPress({ longestMs = LONGEST_MS, idleMs = IDLE_MS } = {}): PaperPress {
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  const oneAtATime = pLimit(1);
  let count = 0;

  function start(): ChildProcess {
    const entry = findEntry();
    const execArgv = ['--max-old-space-size=512', ...(entry.endsWith('.ts') ? ['--import', 'tsx'] : [])];
    const started = fork(entry, {
      execArgv,
      env: { NODE_ENV: 'production' },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    started.once('exit', () => {
      if (child === started) child = null;
    });
    child = started;
    return started;
  }

  /** Sets whether the child keeps our process alive. */
  function setHolding(printer: ChildProcess, isHolding: boolean): void {
    for (const handle of [printer, printer.channel as Socket | null | undefined])
      if (isHolding) handle?.ref();
      else handle?.unref();
  }

  function printNow(paper: Paper): Promise<Buffer> {
    clearTimeout(idle);
    const printer = child ?? start();
    const id = (count += 1);
    setHolding(printer, true);
    return new Promise<Buffer>((resolve, reject) => {
      const giveUp = (error: Error) => {
        stopListening();
        discard(printer);
        reject(error);
      };
      const timer = setTimeout(() => giveUp(new Error(`Printing took longer than ${longestMs} ms`)), longestMs);
      const onExit = () => giveUp(new Error('The print process exited'));
      const onMessage = (reply: Reply) => {
        if (reply.id !== id) return;
        stopListening();
        rest(printer);
        if ('bytes' in reply) resolve(Buffer.from(reply.bytes));
        else reject(new Error(reply.error));
      };
      function stopListening(): void {
        clearTimeout(timer);
        printer.off('exit', onExit).off('error', giveUp).off('message', onMessage);
      }
      printer.once('exit', onExit).once('error', giveUp).on('message', onMessage);
      printer.send({ id, paper });
    });
  }

  function discard(printer: ChildProcess): void {
    if (child === printer) child = null;
    setHolding(printer, false);
    printer.kill('SIGKILL');
  }

  function rest(printer: ChildProcess): void {
    setHolding(printer, false);
    idle = setTimeout(() => discard(printer), idleMs);
    idle.unref();
  }

  return {
    async print(paper) {
      const rows = countRows(paper);
      if (rows > MOST_ROWS) throw new Error(`Document has ${rows} rows, at most ${MOST_ROWS} can be printed`);
      return oneAtATime(() => printNow(paper));
    },
  };
}
