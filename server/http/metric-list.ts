import type { JobPart, QueueState, SiteState, Waiting } from '../lib/site-state';
import type { JobCounts } from './health-routes';

/** One number, or one for each value of the metric's label. */
export type Labelled = number | Record<string, number>;

interface GaugeOf<Facts> {
  name: string;
  help: string;
  label?: string;
  read(facts: Facts): Labelled;
}

/** State of this process. */
export interface ProcessFacts {
  countSockets(): number;
  readPool(): { totalCount: number; idleCount: number; waitingCount: number };
  readDisk(): { all: number; free: number };
  readUploads(): { usedBytes: number; maxBytes: number };
  isRedisLost(): boolean;
}

export const processGauges: readonly GaugeOf<ProcessFacts>[] = [
  {
    name: 'platform_sockets',
    help: 'Sockets that are connected to this process now.',
    read: ({ countSockets }) => countSockets(),
  },
  {
    name: 'platform_database_connections',
    help: 'Connections to the database that this process has open, by state.',
    label: 'state',
    read: ({ readPool }) => {
      const { totalCount, idleCount } = readPool();
      return { used: totalCount - idleCount, idle: idleCount };
    },
  },
  {
    name: 'platform_database_waiting',
    help: 'Requests of this process that wait for a free connection to the database.',
    read: ({ readPool }) => readPool().waitingCount,
  },
  {
    name: 'platform_disk_bytes',
    help: 'Bytes of the disk that DATA_DIR is on.',
    read: ({ readDisk }) => readDisk().all,
  },
  {
    name: 'platform_disk_free_bytes',
    help: 'Bytes of the disk that DATA_DIR is on that are free. Uploads stop at 2 GB or 5 %, whichever is more.',
    read: ({ readDisk }) => readDisk().free,
  },
  {
    name: 'platform_upload_bytes',
    help: 'Bytes of uploads that this process is receiving now.',
    read: ({ readUploads }) => readUploads().usedBytes,
  },
  {
    name: 'platform_upload_budget_bytes',
    help: 'Most bytes of uploads that this process receives at once (UPLOAD_MB_AT_ONCE).',
    read: ({ readUploads }) => readUploads().maxBytes,
  },
  {
    name: 'platform_redis_lost',
    help: 'Whether this process has lost its connection to Redis: 1 if so, else 0, also without REDIS_URL.',
    read: ({ isRedisLost }) => Number(isRedisLost()),
  },
];

type SharedState = SiteState & { jobs: JobCounts };

const mapValues = <T>(values: Record<string, T>, read: (value: T) => number): Record<string, number> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, read(value)]));

const byQueue = (read: (queue: QueueState) => number) => (state: SharedState) =>
  mapValues(state.queues satisfies Record<JobPart, QueueState>, read);
const byTodo = (read: (waiting: Waiting) => number) => (state: SharedState) => mapValues(state.todos, read);

/** State of the whole site: equal in every process, so take the largest, not the sum. */
export const siteGauges: readonly GaugeOf<SharedState>[] = [
  {
    name: 'platform_jobs',
    help: 'Jobs of all processes: those that wait or repeat, and those that used up their attempts.',
    label: 'state',
    read: ({ jobs }) => ({ ...jobs }),
  },
  {
    name: 'platform_jobs_due',
    help: 'Jobs that run, repeat or could start now, by part of the site.',
    label: 'part',
    read: byQueue(({ due }) => due),
  },
  {
    name: 'platform_jobs_failed',
    help: 'Jobs that used up their attempts and wait for an operator, by part of the site.',
    label: 'part',
    read: byQueue(({ failed }) => failed),
  },
  {
    name: 'platform_job_age_seconds',
    help: 'Age in seconds of the oldest job that is not done and could start now, by part of the site. For emails, the age of the outbox.',
    label: 'part',
    read: byQueue(({ ageSeconds }) => ageSeconds),
  },
  {
    name: 'platform_todos',
    help: 'Things that wait for an operator in the console, by kind.',
    label: 'kind',
    read: byTodo(({ count }) => count),
  },
  {
    name: 'platform_todo_age_seconds',
    help: 'Age in seconds of the oldest thing that waits for an operator, by kind.',
    label: 'kind',
    read: byTodo(({ ageSeconds }) => ageSeconds),
  },
  {
    name: 'platform_payouts_approved',
    help: 'Payouts that were approved, but are not paid yet.',
    read: ({ approvedPayouts }) => approvedPayouts.count,
  },
  {
    name: 'platform_payout_age_seconds',
    help: 'Age in seconds of the oldest payout that was approved, but is not paid yet.',
    read: ({ approvedPayouts }) => approvedPayouts.ageSeconds,
  },
  {
    name: 'platform_gateway_events',
    help: 'Events of the payment gateway that are stored, but not handled yet.',
    read: ({ gatewayEvents }) => gatewayEvents.count,
  },
  {
    name: 'platform_gateway_event_age_seconds',
    help: 'Age in seconds of the oldest event of the payment gateway that is not handled yet.',
    read: ({ gatewayEvents }) => gatewayEvents.ageSeconds,
  },
  {
    name: 'platform_live_shows',
    help: 'Shows that are live now.',
    read: ({ liveShows }) => liveShows,
  },
];
