import { createWindowBudget, type WindowBudget } from '../lib/counters';
import { createLogger, readError, type Logger } from './logger';
import { currentScope } from './scope';

/** What can fail without anybody being answered with an error. */
export const failureKinds = [
  'call',
  'job',
  'effect',
  'mail',
  'gateway',
  'socket',
  'database',
  'background',
  'page',
  'turn',
] as const;
export type FailureKind = (typeof failureKinds)[number];

/** Kinds that a stranger can cause at will. Beyond a few lines they are only counted, so that the log cannot fill the disk. */
const thinned: ReadonlySet<FailureKind> = new Set(['socket', 'turn']);
/** Kinds that are no fault of the site: calls were refused since others were ahead of them. */
const warned: ReadonlySet<FailureKind> = new Set(['turn']);
/** Lines of one kind and name, and the milliseconds they are for. */
const LINES = { most: 5, windowMs: 10_000 };

/** One failure, as operators find it in `npm run admin -- failures`. */
export interface Failure {
  kind: FailureKind;
  /** What was tried: the name of a job, an event, an effect. */
  name: string;
  /** Without the values of a query, which may be people's data. */
  message: string;
  /** The request it goes back to; null for what no request began. */
  requestId: string | null;
  at: Date;
}

/** Where failures go that nobody is told of by a reply: into the log, the counts and the operator's list. Promises R-11. */
export interface Failures {
  report(kind: FailureKind, name: string, error: unknown): void;
  /** How many there were since this process began. */
  counts(): Record<FailureKind, number>;
}

/**
 * @param options.onFailure hears of each, to keep it where the operator's commands find it; must not throw.
 * @param options.now milliseconds since 1970.
 */
export function createFailures(
  log: Logger,
  { onFailure, now }: { onFailure?(failure: Failure): void; now?(): number } = {},
): Failures {
  const lines = new Map<string, { hasBudget: WindowBudget; unwritten: number }>();
  const write = (kind: FailureKind, name: string, error: unknown, unwritten?: number) => {
    const line = { err: error, failure: kind, name, ...(unwritten && { unwritten }) };
    if (warned.has(kind)) log.warn(line, `no ${kind}`);
    else log.error(line, `${kind} failed`);
  };
  const writeSeldom = (kind: FailureKind, name: string, error: unknown) => {
    const key = `${kind} ${name}`;
    const entry = lines.get(key) ?? { hasBudget: createWindowBudget({ ...LINES, now }), unwritten: 0 };
    lines.set(key, entry);
    if (entry.hasBudget()) {
      write(kind, name, error, entry.unwritten);
      entry.unwritten = 0;
    } else entry.unwritten += 1;
  };
  const counts = Object.fromEntries(failureKinds.map((kind) => [kind, 0])) as Record<FailureKind, number>;
  return {
    report(kind, name, error) {
      counts[kind] += 1;
      if (thinned.has(kind)) writeSeldom(kind, name, error);
      else write(kind, name, error);
      const requestId = currentScope()?.reqId ?? null;
      onFailure?.({ kind, name, message: readError(error).message, requestId, at: new Date() });
    },
    counts: () => ({ ...counts }),
  };
}

/** For what runs without an app around it: failures are in the log alone. */
export const loggedFailures = (): Failures => createFailures(createLogger('error'));
