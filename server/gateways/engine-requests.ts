import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import { z } from 'zod';
import type { ServerContext } from '../context';

/** Before each further try of a request. */
const RETRY_MS = [500, 2_000, 5_000];
/** Agora takes ten requests a second from one account. docs.agora.io/en/api-reference */
const MAX_AT_ONCE = 4;

interface Options {
  /** The engine, as failures name it. */
  name: string;
  failures: Pick<ServerContext['failures'], 'report'>;
  retryMs?: readonly number[] | undefined;
}

const Answered = z.object({ status: z.number() });

/** The status of an answer that was not 2xx; null when no answer came. */
export const getStatus = (error: unknown): number | null => Answered.safeParse(error).data?.status ?? null;

/** Another try would be answered with the same: wrong credentials, a request that makes no sense. */
const isFinal = (error: unknown): boolean => {
  const status = getStatus(error) ?? 500;
  return status < 500 && status !== 408 && status !== 429;
};

/**
 * Requests to an engine that runs elsewhere, in the background: no call waits for another company. Those that failed are
 * tried again, and reported in the end.
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
    /** Resolves once what was sent so far was answered, or given up. */
    settle,
    /** Gives each request that is left one try. */
    async close(): Promise<void> {
      closing.abort();
      await settle();
    },
  };
}
