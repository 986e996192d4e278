import { assertNoTransaction } from '../../server/lib/open-transaction';
import type { JobData, JobName } from '../../server/jobs/job-data';
import type { JobHandler, JobQueue } from '../../server/jobs/queue';

export interface DirectQueue extends JobQueue {
  /** Runs all waiting jobs by priority, including those that they add. */
  drain(): Promise<void>;
  run<N extends JobName>(name: N, data: JobData[N]): Promise<void>;
}

/** An in-memory queue: tests decide when background work runs. */
export function createDirectQueue(): DirectQueue {
  const handlers = new Map<JobName, JobHandler<never>>();
  let waiting: { name: JobName; data: unknown; priority: number }[] = [];
  const run = async (name: JobName, data: unknown) => {
    await handlers.get(name)?.(data as never);
  };
  return {
    async send(name, data, { tx, priority = 0, unlessWaiting = false } = {}) {
      if (unlessWaiting && waiting.some((job) => job.name === name)) return;
      if (tx) {
        tx.afterCommit(() => void waiting.push({ name, data, priority }));
        return;
      }
      assertNoTransaction('a job queue of its own');
      waiting.push({ name, data, priority });
    },
    work: (name, handler) => void handlers.set(name, handler),
    repeat: () => undefined,
    start: async () => undefined,
    stop: async () => undefined,
    close: async () => undefined,
    counts: async () => ({ waiting: waiting.length, failed: 0 }),
    measure: async () => {
      const idle = { due: 0, ageSeconds: 0, failed: 0 };
      return { mail: idle, media: idle, money: idle, other: { ...idle, due: waiting.length } };
    },
    async listFailed() {
      assertNoTransaction('the queue');
      return [];
    },
    async find() {
      assertNoTransaction('the queue');
      return [];
    },
    retry: async () => false,
    discard: async () => false,
    run,
    async drain() {
      while (waiting.length > 0) {
        const batch = waiting.toSorted((one, other) => other.priority - one.priority);
        waiting = [];
        for (const { name, data } of batch) await run(name, data);
      }
    },
  };
}
