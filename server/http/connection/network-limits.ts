import { setTimeout as delay } from 'node:timers/promises';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '../../errors';
import { toNetworkKey } from '../../lib/ip-network';
import { createRunningCounts, createWindowBudgets } from '../../lib/counters';

/** Requests a minute of one network that are worked on at once. An office that reads busily stays below it. */
const PROMPT_REQUESTS = 3000;
const WINDOW_MS = 60_000;
/** How long each further one waits. */
const WAIT_MS = 1000;

/** Resolves when a request from this address may be worked on. */
export type SlowDown = (address: string) => Promise<void>;

/**
 * Counts every request, whatever it asks for and however it ends: refusals, unknown addresses, preflights and handshakes of sockets
 * cost time, and the budgets of calls do not count them. A network over its limit is delayed, not refused: a refusal costs as much
 * as the request. Promises R-10.
 *
 * @param options.isEnabled false lets everything pass, for load tests.
 */
export function createSlowDown({ isEnabled }: { isEnabled: boolean }): SlowDown {
  if (!isEnabled) return async () => undefined;
  const take = createWindowBudgets(WINDOW_MS);
  return async (address) => {
    if (!take(toNetworkKey(address), PROMPT_REQUESTS)) await delay(WAIT_MS);
  };
}

/** Answers to one network that are on their way at once. Films that were paused are among them. */
const MOST_ANSWERS = 1000;

/**
 * Bounds the answers that one network does not read, each of which keeps a file open.
 *
 * @returns a function that counts an answer until it is out. It throws AppError TOO_MANY_REQUESTS for one too many.
 */
export function createAnswerLimit({
  isEnabled,
}: {
  isEnabled: boolean;
}): (address: string, response: ServerResponse) => void {
  if (!isEnabled) return () => undefined;
  const answers = createRunningCounts();
  return (address, response) => {
    const network = toNetworkKey(address);
    if (answers.getCount(network) >= MOST_ANSWERS) throw new AppError('TOO_MANY_REQUESTS');
    // Its reader may have left while it waited, and a closed answer says so only once.
    if (!response.closed) response.once('close', answers.enter(network));
  };
}

/** Connections of one network, whose each is an open file. Browsers behind one address share it; each opens a handful. */
const MOST_CONNECTIONS = 1_000;

/**
 * Ends connections of a network that has too many, before anything is read from them: one that says nothing is no request that other
 * limits could count. Those of trusted proxies carry everybody's. Promises R-10.
 */
export function createConnectionLimit({
  isEnabled,
  trustsProxy,
}: {
  isEnabled: boolean;
  trustsProxy(address: string): boolean;
}): (socket: Socket) => void {
  const connections = createRunningCounts();
  return (socket) => {
    const address = socket.remoteAddress;
    if (!isEnabled || address === undefined || trustsProxy(address)) return;
    const network = toNetworkKey(address);
    if (connections.getCount(network) >= MOST_CONNECTIONS) socket.destroy();
    else socket.once('close', connections.enter(network));
  };
}
