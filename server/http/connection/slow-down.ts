import { setTimeout as delay } from 'node:timers/promises';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { networkOf } from '../../lib/network-of';

/** Requests a minute of one network that are worked on at once. An office that reads busily stays below it. */
const PROMPT_REQUESTS = 3000;
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
  const requests = new RateLimiterMemory({ points: PROMPT_REQUESTS, duration: 60 });
  return async (address) => {
    try {
      await requests.consume(networkOf(address));
    } catch {
      await delay(WAIT_MS);
    }
  };
}
