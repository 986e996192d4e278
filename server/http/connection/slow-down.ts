import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { networkOf } from '../../lib/network-of';
import { createWindowBudget, type WindowBudget } from '../../lib/window-budget';

/** Requests a minute of one network that are worked on at once. An office that reads busily stays below it. */
const PROMPT_REQUESTS = 3000;
const WINDOW_MS = 60_000;
/** Networks that are counted; of those heard longest ago counting starts over. */
const KNOWN_NETWORKS = 20_000;
/** How long each further one waits. */
const WAIT_MS = 1000;

/** Resolves when a request from this address may be worked on. */
export type SlowDown = (address: string) => Promise<void>;

/**
 * Counts every request, whatever it asks for and however it ends: refusals, unknown addresses, preflights and handshakes of sockets
 * cost time, too, and the budgets of calls do not count them. Whoever sends more waits instead of being refused, so that many
 * connections at once leave the processor to others. Promises R-10.
 *
 * @param options.isEnabled false lets everything pass, for load tests.
 */
export function createSlowDown({ isEnabled }: { isEnabled: boolean }): SlowDown {
  if (!isEnabled) return async () => undefined;
  const budgets = new LRUCache<string, WindowBudget>({ max: KNOWN_NETWORKS });
  return async (address) => {
    const network = networkOf(address);
    const take = budgets.get(network) ?? createWindowBudget({ most: PROMPT_REQUESTS, windowMs: WINDOW_MS });
    budgets.set(network, take);
    if (!take()) await delay(WAIT_MS);
  };
}
