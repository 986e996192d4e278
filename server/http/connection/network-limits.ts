import { setTimeout as delay } from 'node:timers/promises';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '../../errors';
import { toNetworkKey } from '../../lib/ip-network';
import { createRunningCounts, createWindowBudgets } from '../../lib/counters';

/** Requests per minute and network that are not delayed. A busy office sends fewer. */
const PROMPT_REQUESTS = 3000;
const WINDOW_MS = 60_000;
const WAIT_MS = 1000;

export type SlowDown = (address: string) => Promise<void>;

/**
 * Counts every request, because errors, unknown URLs, preflights and socket handshakes cost time too but have no rate limit.
 * Delays those beyond the limit, since rejecting costs as much as answering. Promises R-10.
 */
export function createSlowDown({ isEnabled }: { isEnabled: boolean }): SlowDown {
  if (!isEnabled) return async () => undefined;
  const take = createWindowBudgets(WINDOW_MS);
  return async (address) => {
    if (!take(toNetworkKey(address), PROMPT_REQUESTS)) await delay(WAIT_MS);
  };
}

/** Maximum concurrent responses per network, including paused videos. */
const MOST_ANSWERS = 1000;

/** Limits responses, because an unread one keeps a file open. @returns a counter that throws AppError TOO_MANY_REQUESTS */
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
    // `close` is emitted only once, perhaps already during the delay.
    if (!response.closed) response.once('close', answers.enter(network));
  };
}

/** Maximum connections per network; each is an open file. Browsers behind a shared address open a handful each. */
const MOST_CONNECTIONS = 1_000;

/**
 * Destroys excess connections before anything is read, because no other limit counts a silent connection. Trusted proxies are
 * exempt. Promises R-10.
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
