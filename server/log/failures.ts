import { createWindowBudget, type WindowBudget } from '../lib/counters';
import { createLogger, readError, type Logger } from './logger';
import { currentScope } from './scope';

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

/** Kinds that guests can cause at will. After a few lines they are only counted, so that the log cannot fill the disk. */
const thinned: ReadonlySet<FailureKind> = new Set(['socket', 'turn']);
/** Names of gateway failures to remember; a reconciliation has its day in the name. */
const MAX_GATEWAY_NAMES = 100;
/** Not the site's fault: requests were rejected because too many others were ahead of them in the queue. */
const warned: ReadonlySet<FailureKind> = new Set(['turn']);
const LINES = { most: 5, windowMs: 10_000 };

export interface Failure {
  kind: FailureKind;
  name: string;
  /** Does not contain a query's values, which may be personal data. */
  message: string;
  /** Id of the request that caused it; null for other work. */
  requestId: string | null;
  at: Date;
}

/** Logs and counts failures, including those that no response reports. Promises R-11. */
export interface Failures {
  report(kind: FailureKind, name: string, error: unknown): void;
  counts(): Record<FailureKind, number>;
  /** Milliseconds since 1970 of the last failure of a third party, by the name that was reported. */
  lastGatewayFailures(): ReadonlyMap<string, number>;
}

/** @param options.onFailure only for tests; must not throw */
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
  const gatewayFailures = new Map<string, number>();
  const noteGateway = (name: string) => {
    if (gatewayFailures.size >= MAX_GATEWAY_NAMES) gatewayFailures.clear();
    gatewayFailures.set(name, now?.() ?? Date.now());
  };
  const counts = Object.fromEntries(failureKinds.map((kind) => [kind, 0])) as Record<FailureKind, number>;
  return {
    report(kind, name, error) {
      counts[kind] += 1;
      if (kind === 'gateway') noteGateway(name);
      if (thinned.has(kind)) writeSeldom(kind, name, error);
      else write(kind, name, error);
      const requestId = currentScope()?.reqId ?? null;
      onFailure?.({ kind, name, message: readError(error).message, requestId, at: new Date() });
    },
    counts: () => ({ ...counts }),
    lastGatewayFailures: () => gatewayFailures,
  };
}

export const loggedFailures = (): Failures => createFailures(createLogger('error'));
