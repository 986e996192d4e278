import { setTimeout as delay } from 'node:timers/promises';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '../../errors';
import { toNetworkKey } from '../../lib/ip-network';
import { createRunningCounts, createWindowBudgets } from '../../lib/counters';

/** Requests per minute and network without a delay. A busy office stays below it. */
const PROMPT_REQUESTS = 3000;
const WINDOW_MS = 60_000;
const WAIT_MS = 1000;

export type SlowDown = (address: string) => Promise<void>;

/**
 * Counts every request: errors, unknown URLs, preflights and socket handshakes cost time but have no rate limit. Delays the rest,
 * since a rejection costs as much as the request. Promises R-10.
 */
export function createSlowDown({ isEnabled }: { isEnabled: boolean }): SlowDown {
  if (!isEnabled) return async () => undefined;
  const take = createWindowBudgets(WINDOW_MS);
  return async (address) => {
    if (!take(toNetworkKey(address), PROMPT_REQUESTS)) await delay(WAIT_MS);
  };
}

/** Concurrent responses per network, paused videos included. */
const MOST_ANSWERS = 1000;

/** An unread response keeps a file open. @returns a counter that throws AppError TOO_MANY_REQUESTS beyond the limit. */
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
    // The client may have left during the delay, and `close` is emitted only once.
    if (!response.closed) response.once('close', answers.enter(network));
  };
}

/** Connections per network; each is an open file. Browsers behind a shared address open a handful each. */
const MOST_CONNECTIONS = 1_000;

/**
 * Destroys connections before anything is read: no other limit counts a silent one. Trusted proxies are exempt. Promises R-10.
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
