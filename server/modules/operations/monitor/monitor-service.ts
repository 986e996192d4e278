import { sql } from 'drizzle-orm';
import { todoNames } from '@contract/operations/todo-kinds';
import type { ServerContext } from '../../../context';
import type { SiteState, Waiting } from '../../../lib/site-state';
import type { createTodoService } from '../overview/todo-service';

/** Numbers for `/metrics` and `/health`. */
export function createMonitorService(
  { db, jobs, clock }: Pick<ServerContext, 'db' | 'jobs' | 'clock'>,
  todo: Pick<ReturnType<typeof createTodoService>, 'measure'>,
) {
  const toWaiting = (count: number, oldestAt: string | null): Waiting => ({
    count,
    ageSeconds: oldestAt === null ? 0 : Math.max(0, (clock.now().getTime() - Date.parse(oldestAt)) / 1000),
  });

  async function readTodos(): Promise<SiteState['todos']> {
    const found = new Map((await todo.measure()).map(({ kind, count, oldestAt }) => [kind, { count, oldestAt }]));
    const entries = todoNames
      .filter((kind) => kind !== 'job')
      .map((kind) => [kind, toWaiting(found.get(kind)?.count ?? 0, found.get(kind)?.oldestAt ?? null)]);
    return Object.fromEntries(entries) as SiteState['todos'];
  }

  async function readRest(): Promise<Pick<SiteState, 'gatewayEvents' | 'approvedPayouts' | 'liveShows'>> {
    const { rows } = await db.execute<Record<string, number | string | null>>(sql`select
      (select count(*)::int from gateway_events where handled_at is null) as events,
      (select min(received_at) from gateway_events where handled_at is null) as event_at,
      (select count(*)::int from payout_requests where status = 'approved') as payouts,
      (select min(decided_at) from payout_requests where status = 'approved') as payout_at,
      (select count(*)::int from streams where state = 'live') as shows`);
    const row = rows[0] ?? {};
    const toDate = (value: unknown) => (typeof value === 'string' ? value : null);
    return {
      gatewayEvents: toWaiting(Number(row['events']), toDate(row['event_at'])),
      approvedPayouts: toWaiting(Number(row['payouts']), toDate(row['payout_at'])),
      liveShows: Number(row['shows']),
    };
  }

  return {
    async read(): Promise<SiteState> {
      const [queues, todos, rest] = await Promise.all([jobs.measure(), readTodos(), readRest()]);
      return { queues, todos, ...rest };
    },
  };
}
