import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import { z } from 'zod';
import type { ServerContext } from '../context';

const RETRY_MS = [500, 2_000, 5_000];
/** Agora allows ten requests per second per account. docs.agora.io/en/api-reference */
const MAX_AT_ONCE = 4;

interface Options {
  name: string;
  failures: Pick<ServerContext['failures'], 'report'>;
  retryMs?: readonly number[] | undefined;
}

const Answered = z.object({ status: z.number() });

/** HTTP status of a failed request; null if there was no reply. */
export const getStatus = (error: unknown): number | null => Answered.safeParse(error).data?.status ?? null;

/** Whether a retry would fail again, as with wrong credentials or an invalid request. */
const isFinal = (error: unknown): boolean => {
  const status = getStatus(error) ?? 500;
  return status < 500 && status !== 408 && status !== 429;
};

/**
 * Sends requests to an external streaming engine in the background, so that API calls do not wait for it. Retries failed
 * requests, and reports those that keep failing.
 */
export function createEngineRequests({ name, failures, retryMs = RETRY_MS }: Options) {
  const limit = pLimit(MAX_AT_ONCE);
  const running = new Set<Promise<void>>();
  const closing = new AbortController();

  async function run(request: () => Promise<void>): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await request();
      } catch (error) {
        const delay = retryMs[tries];
        if (delay === undefined || isFinal(error)) throw error;
        await wait(delay, undefined, { signal: closing.signal }).catch((_aborted: unknown) => {
          throw error;
        });
      }
    }
  }

  const settle = async (): Promise<void> => void (await Promise.all(running));
  return {
    send(request: () => Promise<void>): void {
      const task = limit(() => run(request))
        .catch((error: unknown) => failures.report('gateway', name, error))
        .finally(() => running.delete(task));
      running.add(task);
    },
    /** Resolves when every request sent so far has succeeded or was given up. */
    settle,
    /** Stops retrying: requests that are left get one try each. */
    async close(): Promise<void> {
      closing.abort();
      await settle();
    },
  };
}
