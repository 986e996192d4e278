import type { TodoKind } from '@contract/operations/todo-kinds';

/** Parts of the site whose background work operators watch apart. */
export const jobParts = ['mail', 'media', 'money', 'other'] as const;
export type JobPart = (typeof jobParts)[number];

/** `due` could run now, `ageSeconds` is the age of the oldest of them; `failed` have no attempts left. */
export interface QueueState {
  due: number;
  ageSeconds: number;
  failed: number;
}

/** Things of one kind that wait, and the age of the oldest. */
export interface Waiting {
  count: number;
  ageSeconds: number;
}

/** State that all processes of a site share, for monitoring. */
export interface SiteState {
  queues: Record<JobPart, QueueState>;
  /** Things that wait for an operator. */
  todos: Record<Exclude<TodoKind, 'job'>, Waiting>;
  /** Events of the payment gateway that are stored, but not handled yet. */
  gatewayEvents: Waiting;
  /** Payouts that were approved, but not paid yet. */
  approvedPayouts: Waiting;
  liveShows: number;
}
