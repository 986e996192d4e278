import type { ChildProcess } from 'node:child_process';
import pLimit from 'p-limit';
import { countRows, MOST_ROWS, type Paper } from './paper';
import { askPrinter, setHolding, startPrinter } from './print-process';

/** Printing a document fails after this long, and the print process is killed. */
const LONGEST_MS = 30_000;
/** The print process is ended after this long without work. */
const IDLE_MS = 60_000;

export interface PaperPress {
  /** Prints documents as PDF, one at a time. @throws Error above `MOST_ROWS` rows or after the time limit */
  print(paper: Paper): Promise<Buffer>;
}

/** Prints in a child process without our environment: a page takes 20 ms of CPU, which would block the event loop. */
export function createPaperPress({ longestMs = LONGEST_MS, idleMs = IDLE_MS } = {}): PaperPress {
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  const oneAtATime = pLimit(1);
  let count = 0;

  function start(): ChildProcess {
    const started = startPrinter();
    started.once('exit', () => {
      if (child === started) child = null;
    });
    child = started;
    return started;
  }

  async function printNow(paper: Paper): Promise<Buffer> {
    clearTimeout(idle);
    const printer = child ?? start();
    setHolding(printer, true);
    const reply = await askPrinter(printer, { id: (count += 1), paper }, longestMs).catch((error: unknown) => {
      discard(printer);
      throw error;
    });
    rest(printer);
    if ('error' in reply) throw new Error(reply.error);
    return Buffer.from(reply.bytes);
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
