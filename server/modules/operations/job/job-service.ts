import { and, desc, eq, gte, inArray } from 'drizzle-orm';
import type { EndpointReply } from '@contract/schemas';
import type { ServerContext } from '../../../context';
import { accounts } from '../../../db/schema/accounts';
import { operatorActs } from '../../../db/schema/operators';
import type { MediaService } from '../../site/media/media-service';
import type { SubscriptionService } from '../../money/subscription/subscription-service';

interface JobDeps {
  media: Pick<MediaService, 'listSetAside'>;
  subscription: Pick<SubscriptionService, 'readRenewals'>;
}

const DAY_MS = 24 * 3600 * 1000;
const RETRIED_DAYS = 30;
const MAX_RETRIED = 50;

const states = {
  created: 'waiting',
  retry: 'waiting',
  active: 'running',
  completed: 'done',
  failed: 'failed',
  cancelled: 'removed',
} as const;

/** The state of background work, as operators see it. */
export function createJobService(
  { db, jobs, clock }: Pick<ServerContext, 'db' | 'jobs' | 'clock'>,
  { media, subscription }: JobDeps,
) {
  async function listFiles(): Promise<EndpointReply<'getJobs'>['files']> {
    const files = await media.listSetAside();
    const ids = [...new Set(files.map(({ ownerId }) => ownerId))];
    const owners = ids.length === 0 ? [] : await db.select().from(accounts).where(inArray(accounts.id, ids));
    const names = new Map(owners.map(({ id, name }) => [id, name]));
    return files.map(({ id, type, name, ownerId, failure, updatedAt }) => ({
      _id: id,
      type,
      name,
      ownerName: names.get(ownerId) ?? '',
      failure,
      setAsideAt: updatedAt.toISOString(),
    }));
  }

  /** One row for each job, of its last retry. The queue forgets finished jobs before the log does. */
  async function listRetried(): Promise<EndpointReply<'getJobs'>['retried']> {
    const since = new Date(clock.now().getTime() - RETRIED_DAYS * DAY_MS);
    const acts = await db
      .select({ id: operatorActs.subjectId, at: operatorActs.at, details: operatorActs.details, by: accounts.name })
      .from(operatorActs)
      .leftJoin(accounts, eq(accounts.id, operatorActs.operatorId))
      .where(and(eq(operatorActs.act, 'job.retried'), gte(operatorActs.at, since)))
      .orderBy(desc(operatorActs.seq))
      .limit(MAX_RETRIED);
    const latest = acts.filter(({ id }, index) => acts.findIndex((act) => act.id === id) === index);
    const found = new Map((await jobs.find(latest.map(({ id }) => id))).map((job) => [job.id, job]));
    return latest.map(({ id, at, details, by }) => {
      const job = found.get(id);
      const state = job ? states[job.state] : 'removed';
      const name = job?.name ?? details['name'];
      return {
        _id: id,
        name: typeof name === 'string' ? name : '',
        operatorName: by ?? '',
        retriedAt: at.toISOString(),
        state,
        endedAt: job?.endedAt && (state === 'done' || state === 'failed') ? job.endedAt.toISOString() : null,
      };
    });
  }

  return {
    async read(): Promise<EndpointReply<'getJobs'>> {
      const [failed, retried, { waiting }, renewals, files] = await Promise.all([
        jobs.listFailed(),
        listRetried(),
        jobs.counts(),
        subscription.readRenewals(),
        listFiles(),
      ]);
      return {
        waiting,
        failed: failed.map(({ id, failedAt, ...job }) => ({ ...job, _id: id, failedAt: failedAt.toISOString() })),
        retried,
        renewals: renewals.map(({ nextTry, ...row }) => ({ ...row, nextTry: nextTry?.toISOString() ?? null })),
        files,
      };
    },
  };
}
