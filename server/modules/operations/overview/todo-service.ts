import { sql, type SQL } from 'drizzle-orm';
import { todoKinds, todoNames, type TodoKind } from '@contract/operations/todo-kinds';
import type { EndpointReply } from '@contract/schemas';
import { may, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';

type Todo = EndpointReply<'listTodos'>[number];

/** Rows that wait, by kind, as `at`: the time since when. Failed jobs are in the queue. */
const waiting: Record<Exclude<TodoKind, 'job'>, SQL> = {
  report: sql`select opened_at as at from reports where status = 'open'`,
  appeal: sql`select appealed_at as at from takedowns where state = 'appealed'`,
  creator: sql`select greatest(id_file.created_at, held_file.created_at) as at
    from performers p join accounts a on a.id = p.id
      left join files id_file on id_file.id = p.id_verification_id
      left join files held_file on held_file.id = p.document_verification_id
    where not p.verified_document and a.status = 'active'
      and coalesce(p.id_verification_status, 'waiting') <> 'rejected'
      and coalesce(p.document_verification_status, 'waiting') <> 'rejected'
      and coalesce(id_file.created_at, held_file.created_at) is not null`,
  payout: sql`select created_at as at from payout_requests where status = 'pending'`,
  unpaidPayout: sql`select decided_at as at from payout_requests where status = 'approved' and account_type <> 'stripe'`,
  refund: sql`select updated_at as at from refund_requests where state = 'with_operator'`,
  askedRefund: sql`select created_at as at from refund_requests where state = 'asked'`,
  dispute: sql`select created_at as at from disputes where status = 'open'`,
  file: sql`select updated_at as at from files where status = 'error' and variants ? 'original'`,
};

/** Lists what waits for an operator. */
export function createTodoService({ db, jobs }: Pick<ServerContext, 'db' | 'jobs'>) {
  async function readRows(kinds: readonly TodoKind[]): Promise<Todo[]> {
    const parts = kinds.flatMap((kind) =>
      kind === 'job' ? [] : [sql`select ${kind}::text as kind, count(*)::int as count, min(at) as at
        from (${waiting[kind]}) as ${sql.identifier(kind)}`],
    ); // prettier-ignore
    if (parts.length === 0) return [];
    const { rows } = await db.execute<{ kind: TodoKind; count: number; at: string | null }>(
      sql.join(parts, sql` union all `),
    );
    return rows.flatMap(({ kind, count, at }) =>
      at === null ? [] : [{ kind, count, oldestAt: new Date(at).toISOString() }],
    );
  }

  async function readFailedJobs(): Promise<Todo[]> {
    const failed = await jobs.listFailed();
    const oldest = failed.at(-1);
    return oldest ? [{ kind: 'job', count: failed.length, oldestAt: oldest.failedAt.toISOString() }] : [];
  }

  return {
    /** For monitoring, whatever the role. Without failed jobs, which the queue measures. */
    measure: (): Promise<Todo[]> => readRows(todoNames),

    /** Only what the actor's role may do, in the order of `todoKinds`. */
    async list(actor: Actor): Promise<EndpointReply<'listTodos'>> {
      const kinds = todoNames.filter((kind) => may(actor, todoKinds[kind]));
      const [rows, failedJobs] = await Promise.all([readRows(kinds), kinds.includes('job') ? readFailedJobs() : []]);
      const found = [...rows, ...failedJobs];
      return kinds.flatMap((kind) => found.filter((todo) => todo.kind === kind));
    },
  };
}
